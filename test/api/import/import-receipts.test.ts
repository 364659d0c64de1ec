/** Receipts over HTTP: a commit on the server, and its results. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ImportReceipt } from "../../../shared/client/types.ts";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
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
});
