/** A table that was restored to an earlier time under another name, as the runbook says, while the buckets stay as they are. */
import { BatchWriteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { createTable } from "../../../infra/local/database/tables.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";

const table = await freshTable();

describe("a table that was restored to an earlier time", () => {
  it("shows the contacts of that time in lists and searches, and continues from there", async () => {
    const { process, names, ids, restored, accountId } = await restore();
    const calls = process(restored);
    expect(await names(calls, {})).toEqual(contactNames.toSorted());
    expect(await names(calls, { search: "changed" })).toEqual([]);
    expect(await names(calls, { search: "lost" })).toEqual([]);
    expect(await names(calls, { search: "ffffff" })).toEqual(["ffffff"]);
    expect(await names(calls, { search: "gggggg" })).toEqual(["gggggg"]);
    const { txid } = await getAccountHead(restored, accountId);
    await calls.patch(ids[7] ?? "", { firstName: "Again" });
    expect((await getAccountHead(restored, accountId)).txid).toBe(txid + 1);
    expect(await names(calls, { search: "again" })).toEqual(["Again"]);
    expect(await names(process(restored), { search: "again" })).toEqual(["Again"]);
  });

  it.each([1, 3, 6])("never uses a search document of the lost table, also after %i writes", async (writes) => {
    const { process, names, ids, restored } = await restore();
    // Other processes write without a search, so that the account passes the last write of the lost table.
    for (let at = 0; at < writes; at++) await process(restored).patch(ids[at + 10] ?? "", { firstName: `New${at}` });
    const calls = process(restored);
    expect(await names(calls, { search: "changed" })).toEqual([]);
    expect(await names(calls, { search: "lost" })).toEqual([]);
    expect(await names(calls, { search: "new0" })).toEqual(["New0"]);
    expect(await names(calls, { search: "ffffff" })).toEqual(["ffffff"]);
  });
});

/** More than have no search document. A search finds names with one other letter, too, so they differ in all. */
const contactNames = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => letter.repeat(6)).concat("abcdef", "ghijkl");

/**
 * An account whose table was restored to the time before its last writes: a contact was renamed, one was deleted, and one was
 * created, so that their number is the same. A search document with these writes is stored.
 */
async function restore() {
  const { store } = table;
  const files = memoryAccountFiles();
  const accountId = await seedAccount(store);
  const process = (from: Store) =>
    contactCalls(from, accountId, {
      indexes: createContactIndexes({ store: from, files, now: () => new Date(), log: () => undefined }),
      accountFiles: files,
    });
  type Calls = ReturnType<typeof process>;
  const names = async (calls: Calls, query: Record<string, string>) => {
    const { body } = await calls.list({ limit: "50", ...query });
    expect(body.pagination.totalCount).toBe(body.contacts.length);
    return body.contacts.map(({ firstName }) => String(firstName)).toSorted();
  };
  const lost = process(store);
  const ids: string[] = [];
  for (const firstName of contactNames) ids.push((await lost.create({ firstName })).body.contact.id);
  await names(lost, { search: "abcdef" });
  const restored = { ...store, tableName: `${store.tableName}-${accountId}` };
  await copyTable(store, restored);

  await lost.patch(ids[5] ?? "", { firstName: "Changed" });
  await lost.remove(ids[6] ?? "");
  await lost.create({ firstName: "Lost" });
  // A new process stores no document after so few changes, so the one that is there is replaced.
  files.objects.clear();
  expect(await names(process(store), { search: "lost" })).toEqual(["Lost"]);
  expect(files.objects.size).toBe(1);
  return { process, names, ids, restored, accountId };
}

/** Makes a table with the items of another one. */
async function copyTable({ client, tableName }: Store, to: Store): Promise<void> {
  await createTable(table.host, to.tableName, { ...mainTable, expiryAttribute: undefined });
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey, Limit: 25 }));
    const puts = (page.Items ?? []).map((Item) => ({ PutRequest: { Item } }));
    if (puts.length > 0) await client.send(new BatchWriteCommand({ RequestItems: { [to.tableName]: puts } }));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
