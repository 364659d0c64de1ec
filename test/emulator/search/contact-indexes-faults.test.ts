/** Loading an index when its document, its log or the counts of the account can't be used: the contacts decide. */

import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactKey } from "../../../shared/contact/store/contact.ts";
import { decodeDocument, encodeDocument } from "../../../shared/search/index-document.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import type { Fate } from "../../support/process/database-proxy.ts";
import { searchTable } from "../../support/search/index-process.ts";

const day = 24 * 3600 * 1000;
const table = searchTable();

type Account = Awaited<ReturnType<typeof table.accountOf>>;

describe("an unusable document", () => {
  it.each<[string, (account: Account) => Promise<Uint8Array> | Uint8Array]>([
    ["garbage", () => Buffer.from("garbage")],
    ["empty", () => new Uint8Array()],
    [
      "in an earlier format",
      async ({ accountId }) => {
        const { searchTxid: txid } = await getAccountHead(table.store, accountId);
        const entries = (await table.entries(accountId)).map(({ id }) => [id, "ann", "", "", "\f\n\v", 0, ""]);
        return gzipSync(JSON.stringify({ documentFormat: 1, entryFormat: 1, accountId, txid, entries }));
      },
    ],
    ["of another account", () => encodeDocument({ accountId: "another", txid: 2, entries: [] })],
    [
      "of a lost table with later writes",
      async ({ accountId }) =>
        encodeDocument({ accountId, txid: 1_000, entries: (await table.entries(accountId)).slice(1) }),
    ],
  ])("is logged and replaced: %s", async (_what, made) => {
    const account = await table.accountOf(30);
    const { accountId, key } = account;
    await table.files.put(key, await made(account));
    const process = table.start();
    const expected = await table.entries(accountId);
    expect(await process.load(accountId)).toMatchObject({ entries: expected, objectsRead: 1, objectsStored: 1 });
    expect(process.lines).toMatchObject([
      { level: "warn", event: "search.notRead", accountId },
      { event: "search.load", from: "contacts" },
    ]);
    expect(await table.start().load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("is replaced without a log line if it is missing", async () => {
    const { accountId, key } = await table.accountOf(30);
    await table.start().load(accountId);
    await table.files.removeObject(key);
    const process = table.start();
    expect(await process.load(accountId)).toMatchObject({ objectsRead: 1, objectsStored: 1 });
    expect(process.lines).toMatchObject([{ event: "search.load", from: "contacts" }]);
  });
});

describe("a document that another process stored", () => {
  it("is used if it is newer than the head that was read", async () => {
    const { accountId, ids, calls, key } = await table.accountOf(30);
    const early = await getAccountHead(table.store, accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Later" });
    await table.start().load(accountId);
    const process = table.start();
    const { entries, units } = await process.load(accountId, early);
    expect(entries).toEqual(await table.entries(accountId));
    expect(units).toBe(1);
    expect(process.lines).toMatchObject([{ event: "search.load", from: "document", changes: 0 }]);
    const { content = new Uint8Array() } = table.files.objects.get(key) ?? {};
    expect(decodeDocument(content, accountId)).toMatchObject({ txid: 5 });
  });

  it("is used if it is older than the document that it has replaced", async () => {
    const { accountId, ids, calls, key } = await table.accountOf(30);
    const slow = memoryAccountFiles();
    await table.start({ files: slow }).load(accountId);
    await calls.remove(ids[4] ?? "");
    await table.start().load(accountId);
    await table.files.put(key, slow.objects.get(key)?.content ?? new Uint8Array());
    const process = table.start();
    expect(await process.load(accountId)).toMatchObject({ entries: await table.entries(accountId), units: 1 });
    expect(process.lines).toMatchObject([{ from: "document", changes: 1, contacts: 29 }]);
  });
});

describe("a bucket that fails", () => {
  const timedOut = () => Promise.reject(Object.assign(new Error("secret"), { name: "TimeoutError" }));

  it("does not prevent searches, and is not asked again at every request", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    const process = table.start({ files: { read: timedOut, put: timedOut } });
    expect((await process.load(accountId)).entries).toEqual(await table.entries(accountId));
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    expect(await process.load(accountId)).toMatchObject({ units: 1 });
    expect(process.lines).toMatchObject([
      { level: "warn", event: "search.notRead", accountId, fault: "TimeoutError" },
      { level: "warn", event: "search.notStored", accountId, fault: "TimeoutError" },
      { event: "search.load", from: "contacts", stored: false },
      { event: "search.load", from: "log", stored: false },
    ]);
    expect(JSON.stringify(process.lines)).not.toContain("secret");
  });

  it("gets the document later, after as many changes as make a document too old", async () => {
    const { accountId, calls } = await table.accountOf(30);
    let failing = true;
    const { files } = table;
    const process = table.start({
      files: { read: files.read, put: (key, content) => (failing ? timedOut() : files.put(key, content)) },
    });
    await process.load(accountId);
    failing = false;
    // Texts that hardly get shorter when they are compressed.
    const notesOf = (n: number) =>
      Array.from({ length: 24 }, (_, at) => hash("sha512", `${n} ${at}`, "base64url")).join(" ");
    for (let n = 0; n < 20; n++) await calls.create({ firstName: `New ${n}`, notes: notesOf(n) });
    expect(await process.load(accountId)).toMatchObject({ objectsStored: 1 });
    expect(await table.start().load(accountId)).toMatchObject({ units: 0 });
  });
});

describe("an unusable log", () => {
  it.each<[string, number, (account: Account) => Promise<unknown>]>([
    [
      "with a gap",
      0,
      async ({ accountId, ids, calls }) => {
        for (const id of ids.slice(0, 2)) await calls.patch(id, { lastName: "Changed" });
        const { searchTxid } = await getAccountHead(table.store, accountId);
        return table.removeLogItem(accountId, searchTxid - 1);
      },
    ],
    ["that has expired", 91 * day, ({ ids, calls }) => calls.patch(ids[0] ?? "", { lastName: "Changed" })],
    [
      "that costs more than the contacts",
      0,
      async ({ ids, calls }) => {
        for (let n = 0; n <= 160; n++) await calls.patch(ids[0] ?? "", { lastName: `As of ${n}` });
      },
    ],
  ])("is replaced by the contacts: %s", async (_what, later, change) => {
    const account = await table.accountOf(30);
    const { accountId } = account;
    const now = () => new Date(Date.now() + later);
    const [warm, cold] = [table.start({ now }), table.start({ now })];
    await warm.load(accountId);
    await change(account);
    const entries = await table.entries(accountId);
    expect(await warm.load(accountId)).toMatchObject({ entries, objectsStored: 1 });
    expect(warm.lines.at(-1)).toMatchObject({ event: "search.load", from: "contacts" });
    expect(await cold.load(accountId)).toMatchObject({ entries, units: 0 });
  });

  it("is read again if it does not reach the head yet", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    let reads = 0;
    let late: Record<string, unknown> | undefined;
    await using process = await table.startBehind(async ({ action }): Promise<Fate> => {
      if (action === "Query" && late && ++reads === 2) {
        await table.store.client.send(new PutCommand({ TableName: table.store.tableName, Item: late }));
      }
      return "pass";
    });
    await process.load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const { searchTxid } = await getAccountHead(table.store, accountId);
    late = await table.removeLogItem(accountId, searchTxid);
    expect((await process.load(accountId)).entries).toEqual(await table.entries(accountId));
    expect(reads).toBe(2);
    expect(process.lines.at(-1)).toMatchObject({ from: "log", changes: 1 });
  });

  it("with entries of another format names the contacts to read", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    const process = table.start();
    await process.load(accountId);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    await calls.patch(ids[1] ?? "", { lastName: "Changed" });
    const head = await getAccountHead(table.store, accountId);
    for (const [at, txid] of [head.searchTxid - 1, head.searchTxid].entries()) {
      // The version before wrote entries without notes.
      const changes = JSON.stringify([[ids[at], "changed", "", "", "\f\n\v", 0, ""]]);
      await table.store.client.send(
        new UpdateCommand({
          TableName: table.store.tableName,
          Key: table.logKey(accountId, txid),
          UpdateExpression: "SET #format = :before, changes = :changes",
          ExpressionAttributeNames: { "#format": "format" },
          ExpressionAttributeValues: { ":before": 1, ":changes": changes },
        }),
      );
    }
    // The contact is deleted after the head was read.
    await calls.remove(ids[1] ?? "");
    await table.removeLogItem(accountId, head.searchTxid + 1);
    const { entries } = await process.load(accountId, head);
    expect(entries).toEqual(await table.entries(accountId));
    expect(process.lines.map(({ event }) => event)).toEqual(["search.load", "search.load"]);
    expect(process.lines.at(-1)).toMatchObject({ from: "log", changes: 2 });
  });
});

describe("an index with another number of contacts than the account counts", () => {
  it("is logged, and built again from the contacts", async () => {
    const { accountId, key } = await table.accountOf(30);
    const { searchTxid } = await getAccountHead(table.store, accountId);
    const expected = await table.entries(accountId);
    await table.files.put(key, await encodeDocument({ accountId, txid: searchTxid, entries: expected.slice(1) }));
    const process = table.start();
    expect(await process.load(accountId)).toMatchObject({ entries: expected, objectsStored: 1 });
    expect(process.lines).toMatchObject([
      { level: "error", event: "search.mismatch", accountId, contacts: 29, expected: 30 },
      { event: "search.load", from: "contacts", contacts: 30 },
    ]);
    expect(await table.start().load(accountId)).toMatchObject({ entries: expected, units: 0 });
  });

  it("is logged once if the account counts wrongly", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    await table.removeItem(contactKey(accountId, ids[3] ?? ""));
    const process = table.start();
    const mismatch = { event: "search.mismatch", contacts: 29, expected: 30 };
    expect((await process.load(accountId)).entries).toEqual(await table.entries(accountId));
    expect(process.lines).toMatchObject([mismatch, { from: "contacts" }]);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    expect(await process.load(accountId)).toMatchObject({ units: 1 });
    expect(process.lines.slice(2)).toMatchObject([{ event: "search.load", from: "log", contacts: 29 }]);
  });

  it("is not kept in memory if the contacts can't be read", async () => {
    const { accountId, ids, calls } = await table.accountOf(30);
    let failing = false;
    await using process = await table.startBehind(({ action, input }) => {
      const isOfContacts = action === "Query" && JSON.stringify(input).includes("C#");
      return failing && isOfContacts ? { cancelled: ["None"] } : "pass";
    });
    const { index } = await process.load(accountId);
    // A fault of the service could leave the index like this.
    index.apply([{ id: ids[5] ?? "", entry: null }]);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    failing = true;
    await expect(process.load(accountId)).rejects.toThrow();
    failing = false;
    expect((await process.load(accountId)).entries).toEqual(await table.entries(accountId));
  });
});
