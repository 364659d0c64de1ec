import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { decodeDocument, encodeDocument } from "../../../shared/search/index-document.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../../support/process/account-files.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";
import { accountOf, entriesInTable, startProcess } from "../../support/search/index-process.ts";

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

describe("a document that is of no use", () => {
  const documents: [string, (own: { accountId: string }) => Promise<Uint8Array> | Uint8Array][] = [
    ["garbage", () => Buffer.from("garbage")],
    ["empty", () => new Uint8Array()],
    [
      "of the format before, without notes",
      async ({ accountId }) => {
        const { searchTxid: txid } = await getAccountHead(store, accountId);
        const entries = (await entriesInTable(store, accountId)).map(({ id }) => [id, "ann", "", "", "\f\n\v", 0, ""]);
        return gzipSync(JSON.stringify({ documentFormat: 1, entryFormat: 1, accountId, txid, entries }));
      },
    ],
    ["another account's", () => encodeDocument({ accountId: "another", txid: 2, entries: [] })],
    [
      "of a table that is gone, which had come further",
      async ({ accountId }) => {
        const entries = await entriesInTable(store, accountId);
        return encodeDocument({ accountId, txid: 1_000, entries: entries.slice(1) });
      },
    ],
  ];
  it.each(documents)("is passed over and replaced: %s", async (_what, made) => {
    const { accountId, key } = await accountOf(store, 30);
    await files.put(key, await made({ accountId }));
    const process = startProcess(store, files);
    const expected = await entriesInTable(store, accountId);
    expect(await process.load(accountId)).toMatchObject({ entries: expected, objectsRead: 1, objectsStored: 1 });
    expect(process.lines).toMatchObject([
      { level: "warn", event: "search.notRead", accountId },
      { event: "search.load", from: "contacts" },
    ]);
    expect(await startProcess(store, files).load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("is later than the head that was read when another process was faster, and then of use", async () => {
    const { accountId, ids, calls, key } = await accountOf(store, 30);
    const early = await getAccountHead(store, accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Later" });
    await startProcess(store, files).load(accountId);
    const process = startProcess(store, files);
    const { entries, units } = await process.load(accountId, early);
    expect(entries).toEqual(await entriesInTable(store, accountId));
    expect(units).toBe(1);
    expect(process.lines).toMatchObject([{ event: "search.load", from: "document", changes: 0 }]);
    expect(decodeDocument(files.objects.get(key)?.content ?? new Uint8Array(), accountId)).toMatchObject({ txid: 5 });
  });

  it("may go missing", async () => {
    const { accountId, key } = await accountOf(store, 30);
    await startProcess(store, files).load(accountId);
    await files.removeObject(key);
    const process = startProcess(store, files);
    expect(await process.load(accountId)).toMatchObject({ objectsRead: 1, objectsStored: 1 });
    expect(process.lines).toMatchObject([{ event: "search.load", from: "contacts" }]);
  });
});

describe("a bucket that fails", () => {
  const timedOut = () => Promise.reject(Object.assign(new Error("secret"), { name: "TimeoutError" }));

  it("keeps nobody from searching", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    const process = startProcess(store, { read: timedOut, put: timedOut });
    expect((await process.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    // It is not tried again with every request.
    expect(await process.load(accountId)).toMatchObject({ units: 1, objectsRead: 0, objectsStored: 0 });
    expect(process.lines).toMatchObject([
      { level: "warn", event: "search.notRead", accountId, fault: "TimeoutError" },
      { level: "warn", event: "search.notStored", accountId, fault: "TimeoutError" },
      { event: "search.load", from: "contacts", stored: false },
      { event: "search.load", from: "log", stored: false },
    ]);
    expect(JSON.stringify(process.lines)).not.toContain("secret");
  });

  it("is tried again when as much was written as makes a document old", async () => {
    const { accountId, calls } = await accountOf(store, 30);
    let failing = true;
    const process = startProcess(store, {
      read: files.read,
      put: (key, content) => (failing ? timedOut() : files.put(key, content)),
    });
    await process.load(accountId);
    failing = false;
    for (let n = 0; n < 100; n++) await calls.create(realisticBody(100 + n));
    expect(await process.load(accountId)).toMatchObject({ objectsStored: 1 });
    expect(await startProcess(store, files).load(accountId)).toMatchObject({ units: 0 });
  });
});

describe("the document that two processes store", () => {
  it("may be the older one", async () => {
    const { accountId, ids, calls, key } = await accountOf(store, 30);
    const slow = memoryAccountFiles();
    await startProcess(store, slow).load(accountId);
    await calls.remove(ids[4] ?? "");
    await startProcess(store, files).load(accountId);
    await files.put(key, slow.objects.get(key)?.content ?? new Uint8Array());
    const process = startProcess(store, files);
    expect(await process.load(accountId)).toMatchObject({ entries: await entriesInTable(store, accountId), units: 1 });
    expect(process.lines).toMatchObject([{ from: "document", changes: 1, contacts: 29 }]);
  });
});
