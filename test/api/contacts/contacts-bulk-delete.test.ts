import { describe, expect, it } from "vitest";
import { tableNames } from "../../../infra/local/stack/function-environment.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { recordOf, storeAll } from "../../support/contact/contact-calls.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

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
  it("deletes what an import created", async () => {
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

  it("deletes more than a thousand in the background, and keeps contacts that are created later", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { firstName: "Kept" });
    const doomed = Array.from({ length: 1_001 }, (_, n) => recordOf(contact.userId, { firstName: `Doomed ${n}` }));
    await storeAll(await stackStore(), contact.userId, doomed);
    const answer = await bulkDelete(token, { filter: {}, excludeIds: [contact.id] });
    expect(answer.status).toBe(202);
    const { deletedCount, message } = (await answer.json()) as Deleted;
    expect([deletedCount, message]).toEqual([1_001, "1001 contacts are being deleted in the background."]);
    await createContact(token, { firstName: "Doomed later" });
    await expect.poll(() => totalOf(token), { timeout: 30_000, interval: 200 }).toBe(2);
    expect(await totalOf(token, "&search=doomed")).toBe(1);
  }, 40_000);
});
