/** Receipts over HTTP: a commit on the server, commits of 25, their results, and the beginning of an undo. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ImportReceipt } from "../../../shared/client/types.ts";
import { commitRows, faultOf, filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const people = (count: number) => filesOf.vcard(Array.from({ length: count }, (_, n) => n));

async function parsedPeople(count: number) {
  const { token } = await freshAccount();
  return { token, client: await clientOf(token), ...(await parseFiles(token, "vcard", [people(count)])) };
}

/** The receipt when its commit or its undo has ended. */
async function endedReceipt(token: string, id: string): Promise<ImportReceipt> {
  const client = await clientOf(token);
  const read = async () => (await client.getImportReceipt({ id, limit: 1 })).receipt;
  const status = async () => (await read()).status;
  await expect.poll(status, { timeout: 60_000, interval: 50 }).toMatch(/^(done|undone|failed)$/);
  return read();
}

describe("a commit on the server", () => {
  it("answers at once where its receipt is, which then counts all rows and lists their results", async () => {
    const { token, client, importId, contacts } = await parsedPeople(120);
    const begun = await client
      .startImportCommit({ source: "vcard", importId, exclude: [contacts[3]?.tempId ?? ""], groups: ["Fjord"] })
      .withResponse();
    const { receipt } = begun.body;
    expect([begun.status, receipt.status, receipt.total]).toEqual([202, "running", 119]);
    expect(new URL(begun.headers.get("location") ?? "").pathname).toBe(`/contacts/import-receipts/${receipt.id}`);

    const done = await endedReceipt(token, receipt.id);
    const counts = { total: 119, imported: 119, updated: 0, skipped: 0, failed: 0 };
    expect(done).toMatchObject({ ...counts, status: "done", importId, source: "vcard", fileNames: ["book.vcf"] });
    expect(Date.parse(done.endedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(done.startedAt));
    expect(Date.parse(done.undoableUntil) - Date.parse(done.startedAt)).toBe(30 * 24 * 60 * 60_000);

    const pages = await Promise.all(
      [0, 50, 100].map((offset) => client.getImportReceipt({ id: done.id, limit: 50, offset })),
    );
    const chosen = contacts.filter((_, index) => index !== 3).map(({ tempId }) => tempId);
    expect(pages.flatMap(({ results }) => results.map(({ tempId }) => tempId))).toEqual(chosen);
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, true, false]);
    const [first] = pages[0]?.results ?? [];
    expect((await client.getContact({ id: first?.contactId ?? "" })).contact.firstName).toBe("Åsa Lind0");
    expect((await client.listGroups()).groups).toMatchObject([{ label: "Fjord", contactCount: 119 }]);
    const list = await client.listContacts({ limit: 1 }).withResponse();
    expect(list.body.pagination.totalCount).toBe(119);
    expect(Number(list.headers.get("x-txid"))).toBeGreaterThan(Number(begun.headers.get("x-txid")));
  });

  it("that is repeated with its idempotency key is the same one, and later ones take no row twice", async () => {
    const { token, client, importId } = await parsedPeople(30);
    const path = `/contacts/import/vcard/${importId}/commit`;
    const headers = { "idempotency-key": randomUUID() };
    const once = await api(path, { method: "POST", token, json: {}, headers });
    const again = await api(path, { method: "POST", token, json: {}, headers });
    expect([again.status, await again.text()]).toEqual([202, await once.text()]);
    const { receipts } = await client.listImportReceipts();
    expect(receipts).toHaveLength(1);
    await endedReceipt(token, receipts[0]?.id ?? "");
    const later = (await client.startImportCommit({ source: "vcard", importId })).receipt;
    expect(await endedReceipt(token, later.id)).toMatchObject({ total: 30, imported: 0, skipped: 30 });
    const { results } = await client.getImportReceipt({ id: later.id, limit: 1, offset: 29 });
    expect(results).toMatchObject([{ status: "skipped", code: "already_imported" }]);
    expect((await client.listImportReceipts({ limit: 1 })).receipts[0]?.id).toBe(later.id);
  });

  it("is refused for other accounts, other sources and a wrong body", async () => {
    const { token, importId } = await parsedPeople(1);
    const commit = async (caller: string, source: string, json: object) =>
      faultOf(await api(`/contacts/import/${source}/${importId}/commit`, { method: "POST", token: caller, json }));
    const stranger = (await freshAccount()).token;
    expect(await commit(stranger, "vcard", {})).toMatchObject({ status: 404, code: "import_not_found" });
    expect(await commit(token, "network_b", {})).toMatchObject({ status: 404, code: "import_not_found" });
    expect(await commit(token, "vcard", { include: ["nobody"] })).toMatchObject({
      status: 400,
      code: "validation_error",
    });
  });
});

describe("commits of 25", () => {
  it("have one receipt of their import, which is still running", async () => {
    const { token, client, importId, contacts } = await parsedPeople(40);
    for (const some of [contacts.slice(0, 25), contacts.slice(25)]) await commitRows(token, "vcard", some);
    const { receipts } = await client.listImportReceipts();
    expect(receipts).toMatchObject([{ importId, status: "running", total: 40, imported: 40, endedAt: null }]);
    const id = receipts[0]?.id ?? "";
    expect(await client.undoImport({ id })).toMatchObject({ receipt: { id, status: "undoing" } });
  });

  it("may name the import, which must be known", async () => {
    const { token, client, importId, contacts } = await parsedPeople(1);
    const changed = contacts.map((row) => ({ ...row, tempId: "of-the-client" }));
    const commit = (id: string) =>
      api("/contacts/import/vcard/commit", { method: "POST", token, json: { contacts: changed, importId: id } });
    expect(await faultOf(await commit(randomUUID()))).toMatchObject({ status: 404, code: "import_not_found" });
    expect((await client.listContacts()).pagination.totalCount).toBe(0);
    expect((await commit(importId)).status).toBe(200);
    const [receipt] = (await client.listImportReceipts()).receipts;
    const { results } = await client.getImportReceipt({ id: receipt?.id ?? "" });
    expect(results).toMatchObject([{ tempId: "of-the-client", status: "imported" }]);
  });
});

describe("a receipt", () => {
  it("is not found by other accounts, nor under an unknown id", async () => {
    const { token, contacts, client } = await parsedPeople(1);
    await commitRows(token, "vcard", contacts);
    const [receipt] = (await client.listImportReceipts()).receipts;
    const stranger = (await freshAccount()).token;
    for (const [caller, id] of [
      [stranger, receipt?.id],
      [token, randomUUID()],
    ] as const) {
      for (const method of ["GET", "DELETE"]) {
        const refused = await faultOf(await api(`/contacts/import-receipts/${id}`, { method, token: caller }));
        expect(refused).toMatchObject({ status: 404, code: "receipt_not_found" });
      }
    }
    expect(await (await clientOf(stranger)).listImportReceipts()).toMatchObject({ receipts: [] });
  });

  it("stays the same when its undo is asked for again", async () => {
    const { token, client, importId } = await parsedPeople(2);
    const { receipt } = await client.startImportCommit({ source: "vcard", importId });
    await endedReceipt(token, receipt.id);
    const begun = await client.undoImport({ id: receipt.id }).withResponse();
    expect([begun.status, begun.body.receipt.status]).toEqual([202, "undoing"]);
    const again = await client.undoImport({ id: receipt.id }).withResponse();
    expect(again.status).toBe(202);
    expect(again.body.receipt).toMatchObject({ id: receipt.id, imported: 2, startedAt: begun.body.receipt.startedAt });
  });
});
