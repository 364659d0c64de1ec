import { describe, expect, it } from "vitest";
import { tableNames } from "../../../infra/local/stack/function-environment.ts";
import type { Client } from "../../../shared/client/client.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { recordOf, storeAll } from "../../support/contact/contact-calls.ts";
import { commitRows, parseFiles } from "../../support/import/import-calls.ts";
import { clientOf, freshAccount, localStack } from "../../support/process/stack.ts";

async function totalOf(client: Client, search?: string): Promise<number> {
  return (await client.listContacts({ limit: 1, search })).pagination.totalCount;
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
    const { importId, contacts } = await parseFiles(token, "vcard", [{ name: "book.vcf", content: cards.join("") }]);
    await commitRows(token, "vcard", contacts);
    const client = await clientOf(token);
    expect(await totalOf(client)).toBe(3);
    expect(await client.deleteContacts({ filter: { importId } })).toMatchObject({ deletedCount: 2 });
    expect([await totalOf(client), await totalOf(client, "ann")]).toEqual([1, 1]);
  });

  it("deletes more than a thousand in the background, and keeps contacts that are created later", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { firstName: "Kept" });
    const doomed = Array.from({ length: 1_001 }, (_, n) => recordOf(contact.userId, { firstName: `Doomed ${n}` }));
    await storeAll(await stackStore(), contact.userId, doomed);
    const client = await clientOf(token);
    const { status, body } = await client.deleteContacts({ filter: {}, excludeIds: [contact.id] }).withResponse();
    expect(status).toBe(202);
    expect(body).toEqual({ deletedCount: 1_001, message: "1001 contacts are being deleted in the background." });
    await createContact(token, { firstName: "Doomed later" });
    await expect.poll(() => totalOf(client), { interval: 200 }).toBe(2);
    expect(await totalOf(client, "doomed")).toBe(1);
  });
});
