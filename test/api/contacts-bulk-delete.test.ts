import { describe, expect, it } from "vitest";
import { tableNames } from "../../infra/local/function-environment.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import type { Store } from "../../shared/table/store.ts";
import { createContact, refusalOf } from "../support/contact-api.ts";
import { recordOf, storeAll } from "../support/contact-calls.ts";
import { api, freshAccount, localStack } from "../support/stack.ts";

interface Deleted {
  deletedCount: number;
  message: string;
}

function bulkDelete(token: string, json: unknown): Promise<Response> {
  return api("/contacts", { method: "DELETE", token, json });
}

async function totalOf(token: string, query = ""): Promise<number> {
  const answer = await api(`/contacts?limit=1${query}`, { token });
  return ((await answer.json()) as { pagination: { totalCount: number } }).pagination.totalCount;
}

/** The table of the running stack. */
async function stackStore(): Promise<Store> {
  const { endpoints, credentials } = await localStack();
  const { region, accessKeyId, secretAccessKey } = credentials;
  const client = createDocumentClient({
    endpoint: endpoints.dynamoDb,
    region,
    credentials: { accessKeyId, secretAccessKey },
  });
  return { client, tableName: tableNames.main };
}

describe("DELETE /contacts", () => {
  it("removes by ids and by filter, and lists and searches know at once", async () => {
    const { token } = await freshAccount();
    const created = [];
    for (const firstName of ["Ann", "Ben", "Cid", "Dan"]) created.push(await createContact(token, { firstName }));
    const [ann, ben] = created.map(({ contact }) => contact.id);
    const answer = await bulkDelete(token, { ids: [ann, ann] });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ deletedCount: 1, message: "1 contact was deleted." });
    expect(answer.headers.get("x-txid")).toBe(String(Number(created.at(-1)?.txid) + 1));
    expect([await totalOf(token), await totalOf(token, "&search=ann")]).toEqual([3, 0]);
    const rest = await bulkDelete(token, { filter: {}, excludeIds: [ben] });
    expect(await rest.json()).toMatchObject({ deletedCount: 2 });
    expect([await totalOf(token), await totalOf(token, "&search=ben")]).toEqual([1, 1]);
  });

  it("does not touch the account's own contact, nor another account", async () => {
    const [mine, theirs] = [await freshAccount(), await freshAccount()];
    const { contact } = await createContact(theirs.token, { firstName: "Eve" });
    const { userId } = (await createContact(mine.token, { firstName: "Ann" })).contact;
    const answer = await bulkDelete(mine.token, { ids: [contact.id, contact.userId] });
    expect(await answer.json()).toMatchObject({ deletedCount: 0 });
    expect(await totalOf(theirs.token)).toBe(1);
    const only = { method: "DELETE", token: mine.token, json: { ids: [userId] } };
    expect(await refusalOf("/contacts", only)).toMatchObject({ status: 400, code: "contact_ids_only_myself" });
    await bulkDelete(mine.token, { filter: {} });
    expect((await api(`/contacts/${userId}`, { token: mine.token })).status).toBe(200);
    expect(await totalOf(mine.token)).toBe(0);
  });

  it.each([
    [{}, ["body"]],
    [{ ids: ["x"], filter: {} }, ["body.ids.0", "body"]],
    [{ ids: Array(1_001).fill("0190b6a4-1111-7abc-8def-0123456789ab") }, ["body.ids"]],
    [
      { filter: { keepInTouch: "true", colour: "red" }, excludeIds: [1] },
      ["body.filter.keepInTouch", "body.filter.colour", "body.excludeIds.0"],
    ],
  ])("refuses bad input %# by its paths", async (json, paths) => {
    const { token } = await freshAccount();
    const refused = await refusalOf("/contacts", { method: "DELETE", token, json });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths });
  });

  it("needs a JSON body", async () => {
    const { token } = await freshAccount();
    const json = { "content-type": "application/json" };
    expect(await refusalOf("/contacts", { method: "DELETE", token, headers: json })).toMatchObject({ status: 400 });
    expect(await refusalOf("/contacts", { method: "DELETE", token, body: "all" })).toMatchObject({ status: 415 });
  });

  it.each(["group", "tag", "import"])("by the id of a %s that the account does not have is refused", async (kind) => {
    const { token } = await freshAccount();
    const filter = { [`${kind}Id`]: "0190b6a4-1111-7abc-8def-0123456789ab" };
    const refused = await refusalOf("/contacts", { method: "DELETE", token, json: { filter } });
    expect(refused).toMatchObject({ status: 404, code: `${kind}_not_found` });
  });

  it("removes what an import created", async () => {
    const { token } = await freshAccount();
    await createContact(token, { firstName: "Ann", emails: [{ value: "ann@fjord.example" }] });
    const cards = ["Ann", "Ben", "Cid"].map(
      (name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEMAIL:${name}@fjord.example\r\nEND:VCARD\r\n`,
    );
    const form = new FormData();
    form.append("file", new File(cards, "book.vcf", { type: "text/vcard" }));
    const parsed = await api("/contacts/import/vcard/parse", { method: "POST", token, body: form });
    const { importId, contacts } = (await parsed.json()) as { importId: string; contacts: unknown[] };
    await api("/contacts/import/vcard/commit", { method: "POST", token, json: { contacts } });
    expect(await totalOf(token)).toBe(3);
    const answer = await bulkDelete(token, { filter: { importId } });
    expect(await answer.json()).toMatchObject({ deletedCount: 2 });
    expect([await totalOf(token), await totalOf(token, "&search=ann")]).toEqual([1, 1]);
  });

  it("removes more than a thousand in the background, and leaves what comes later", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { firstName: "Kept" });
    const doomed = Array.from({ length: 1_001 }, (_, n) => recordOf(contact.userId, { firstName: `Doomed ${n}` }));
    await storeAll(await stackStore(), contact.userId, doomed, 95);
    const answer = await bulkDelete(token, { filter: {}, excludeIds: [contact.id] });
    expect(answer.status).toBe(202);
    const { deletedCount, message } = (await answer.json()) as Deleted;
    expect([deletedCount, message]).toEqual([1_001, "1001 contacts are being deleted in the background."]);
    await createContact(token, { firstName: "Doomed later" });
    await expect.poll(() => totalOf(token), { timeout: 30_000, interval: 200 }).toBe(2);
    expect(await totalOf(token, "&search=doomed")).toBe(1);
  }, 40_000);
});
