import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { encodeDocument } from "../../../shared/search/index-document.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../../support/process/account-files.ts";
import type { Fate } from "../../support/process/database-proxy.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";
import {
  accountOf,
  entriesInTable,
  logKey,
  removeItem,
  startProcess,
  startProcessBehind,
} from "../../support/search/index-process.ts";

const day = 24 * 3600 * 1000;
let table: FreshTable;
let store: Store;
let files: MemoryAccountFiles;
beforeAll(async () => {
  table = await freshTable();
  store = table.store;
});
beforeEach(() => {
  files = memoryAccountFiles();
});

describe("a log that is of no use", () => {
  it("leads to the contacts when a part of it is missing", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    const [warm, cold] = [startProcess(store, files), startProcess(store, files)];
    await warm.load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    await calls.patch(ids[1] ?? "", { lastName: "Changed" });
    const { searchTxid } = await getAccountHead(store, accountId);
    await removeItem(store, logKey(accountId, searchTxid - 1));
    const expected = await entriesInTable(store, accountId);
    expect(await warm.load(accountId)).toMatchObject({ entries: expected, objectsStored: 1 });
    expect(warm.lines.at(-1)).toMatchObject({ event: "search.load", from: "contacts" });
    expect(await cold.load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("leads to the contacts when its time is over", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    await startProcess(store, files).load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const expected = await entriesInTable(store, accountId);
    const later = startProcess(store, files, { now: () => new Date(Date.now() + 91 * day) });
    expect(await later.load(accountId)).toMatchObject({ entries: expected, objectsStored: 1 });
    expect(later.lines.at(-1)).toMatchObject({ event: "search.load", from: "contacts" });
    // What is up to date needs no log.
    const latest = startProcess(store, files, { now: () => new Date(Date.now() + 9_000 * day) });
    expect(await latest.load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("leads to the contacts when it is longer than they are", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    await startProcess(store, files).load(accountId);
    for (let n = 0; n <= 160; n++) await calls.patch(ids[0] ?? "", { lastName: `As of ${n}` });
    const process = startProcess(store, files);
    expect(await process.load(accountId)).toMatchObject({ entries: await entriesInTable(store, accountId) });
    expect(process.lines).toMatchObject([{ from: "contacts" }]);
  });

  it("is asked once more when it does not show yet what the head shows", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    let reads = 0;
    let late: Record<string, unknown> | undefined;
    await using process = await startProcessBehind(table, files, async ({ action }): Promise<Fate> => {
      if (action === "Query" && late && ++reads === 2) {
        await store.client.send(new PutCommand({ TableName: store.tableName, Item: late }));
      }
      return "pass";
    });
    await process.load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const { searchTxid } = await getAccountHead(store, accountId);
    late = await removeItem(store, logKey(accountId, searchTxid));
    expect((await process.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
    expect(reads).toBe(2);
    expect(process.lines.at(-1)).toMatchObject({ from: "log", changes: 1 });
  });

  it("that only says whose entries changed leads to these contacts", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    const process = startProcess(store, files);
    await process.load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    await calls.patch(ids[1] ?? "", { lastName: "Changed" });
    const head = await getAccountHead(store, accountId);
    for (const [at, txid] of [head.searchTxid - 1, head.searchTxid].entries()) {
      // As the version before wrote them, which knew nothing of notes.
      const changes = JSON.stringify([[ids[at], "changed", "", "", "\f\n\v", 0, ""]]);
      await store.client.send(
        new UpdateCommand({
          TableName: store.tableName,
          Key: logKey(accountId, txid),
          UpdateExpression: "SET #format = :before, changes = :changes",
          ExpressionAttributeNames: { "#format": "format" },
          ExpressionAttributeValues: { ":before": 1, ":changes": changes },
        }),
      );
    }
    // Gone since the head was read.
    await calls.remove(ids[1] ?? "");
    await removeItem(store, logKey(accountId, head.searchTxid + 1));
    const { entries } = await process.load(accountId, head);
    expect(entries).toEqual(await entriesInTable(store, accountId));
    expect(process.lines.map(({ event }) => event)).toEqual(["search.load", "search.load"]);
    expect(process.lines.at(-1)).toMatchObject({ from: "log", changes: 2 });
  });
});

describe("an index that holds more or less than the account counts", () => {
  it("is told of, and made anew from the contacts", async () => {
    const { accountId, key } = await accountOf(store, 30);
    const { searchTxid } = await getAccountHead(store, accountId);
    const expected = await entriesInTable(store, accountId);
    await files.put(key, await encodeDocument({ accountId, txid: searchTxid, entries: expected.slice(1) }));
    const process = startProcess(store, files);
    expect(await process.load(accountId)).toMatchObject({ entries: expected, objectsStored: 1 });
    expect(process.lines).toMatchObject([
      { level: "error", event: "search.mismatch", accountId, contacts: 29, expected: 30 },
      { event: "search.load", from: "contacts", contacts: 30 },
    ]);
    expect(await startProcess(store, files).load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("is what the contacts are when it is the account that counts wrongly, which is told once", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    await removeItem(store, { pk: `A#${accountId}`, sk: `C#${ids[3]}` });
    const process = startProcess(store, files);
    const mismatch = { event: "search.mismatch", contacts: 29, expected: 30 };
    expect((await process.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
    expect(process.lines).toMatchObject([mismatch, { from: "contacts" }]);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    expect(await process.load(accountId)).toMatchObject({ units: 1 });
    expect(process.lines.slice(2)).toMatchObject([{ event: "search.load", from: "log", contacts: 29 }]);
  });

  it("is not kept when the contacts can't be read", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    let failing = false;
    await using process = await startProcessBehind(table, files, ({ action, input }) => {
      const values = JSON.stringify(input);
      return failing && action === "Query" && values.includes("C#") ? { cancelled: ["None"] } : "pass";
    });
    const { index } = await process.load(accountId);
    // As a fault of ours would leave it.
    index.apply([{ id: ids[5] ?? "", entry: null }]);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    failing = true;
    await expect(process.load(accountId)).rejects.toThrow();
    failing = false;
    expect((await process.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
  });
});
