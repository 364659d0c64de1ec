import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { createAccountFiles } from "../../../shared/account/store/account-files.ts";
import { contactToItem } from "../../../shared/contact/store/contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { contactCalls, largestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../../support/process/account-files.ts";
import type { Fate } from "../../support/process/database-proxy.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";
import { accountOf, entriesInTable, startProcess, startProcessBehind } from "../../support/search/index-process.ts";

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

describe("an account's index", () => {
  it("is made of the contacts, and of the document from then on", async () => {
    const { accountId, ids, calls } = await accountOf(store, 60);
    const [one, other, two] = [startProcess(store, files), startProcess(store, files), startProcess(store, files)];
    const expected = await entriesInTable(store, accountId);
    const rebuilt = await one.load(accountId);
    expect(rebuilt.entries).toEqual(expected);
    expect(rebuilt).toMatchObject({ objectsRead: 1, objectsStored: 1 });
    // Nothing was written since: not a single unit.
    expect(await other.load(accountId)).toMatchObject({
      entries: expected,
      units: 0,
      objectsRead: 1,
      objectsStored: 0,
    });

    await calls.patch(ids[7] ?? "", { firstName: "Somebody" });
    await calls.remove(ids[8] ?? "");
    await calls.create({ firstName: "New" });
    const changed = await entriesInTable(store, accountId);
    expect(changed).not.toEqual(expected);
    expect(await two.load(accountId)).toMatchObject({ entries: changed, units: 1, objectsRead: 1, objectsStored: 0 });
    expect([one.lines, other.lines, two.lines]).toMatchObject([
      [{ event: "search.load", level: "info", accountId, from: "contacts", contacts: 60, stored: true }],
      [{ event: "search.load", from: "document", changes: 0, contacts: 60, stored: false }],
      [{ event: "search.load", from: "document", changes: 3, contacts: 60, stored: false }],
    ]);
  });

  it("costs nothing while nothing is written, and a unit after a write, whoever wrote", async () => {
    const { accountId, ids, calls } = await accountOf(store, 40);
    const process = startProcess(store, files);
    const { index } = await process.load(accountId);
    const nothing = { index, units: 0, objectsRead: 0, objectsStored: 0 };
    expect(await process.load(accountId)).toMatchObject(nothing);
    await calls.patch(ids[0] ?? "", { importantDates: [{ type: "birthday", date: "1990-01-01" }] });
    expect(await process.load(accountId)).toMatchObject(nothing);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const { entries, ...usage } = await process.load(accountId);
    expect(usage).toMatchObject({ ...nothing, units: 1 });
    expect(entries).toEqual(await entriesInTable(store, accountId));
    expect(process.lines.at(-1)).toMatchObject({ event: "search.load", from: "log", changes: 1, contacts: 40 });
  });

  it("does not ask the table for anything while nothing is written, also in a new process", async () => {
    const { accountId } = await accountOf(store, 30);
    await startProcess(store, files).load(accountId);
    const head = await getAccountHead(store, accountId);
    const calls: string[] = [];
    await using process = await startProcessBehind(table, files, ({ action }) => {
      calls.push(action);
      return "pass";
    });
    for (let loads = 0; loads < 3; loads++) await process.load(accountId, head);
    expect(calls).toEqual([]);
  });

  it("is read from the contacts of a small account, without asking the bucket", async () => {
    const { accountId, calls } = await accountOf(store, 25);
    const process = startProcess(store, files);
    const small = await process.load(accountId);
    expect(small).toMatchObject({ objectsRead: 0, objectsStored: 0 });
    expect(small.units).toBeLessThanOrEqual(10);
    await calls.create({ firstName: "One more" });
    expect(await process.load(accountId)).toMatchObject({ units: 1, objectsRead: 0, objectsStored: 1 });
    expect(await startProcess(store, files).load(accountId)).toMatchObject({ units: 0, objectsRead: 1 });
  });

  it("needs no bucket", async () => {
    const { accountId } = await accountOf(store, 30);
    const process = startProcess(store, undefined);
    expect((await process.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
    expect(await process.load(accountId)).toMatchObject({ units: 0 });
  });

  it("has of contacts of every form what the log would say of them", async () => {
    const accountId = await seedAccount(store);
    // Long ones, which lie in two items, among them.
    const contacts = [...fc.sample(arbitraryContact(accountId), 25), recordOf(accountId, largestBody())];
    await storeAll(store, accountId, contacts, 2);
    const { entries } = await startProcess(store, undefined).load(accountId);
    const expected = contacts.map((contact) => searchEntryOf(contact));
    expect(entries).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
  });

  it("has the long notes of which the log only says that they changed, and is stored anew before they cost much", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    const process = startProcess(store, files);
    await process.load(accountId);
    let stored = 0;
    for (let n = 0; n < 12; n++) {
      const words = Array.from({ length: 1_000 }, (_, at) => `${n}x${at}`);
      await calls.patch(ids[n] ?? "", { notes: words.join(" ") });
      const { index, units, objectsStored } = await process.load(accountId);
      expect(index.find({ search: `${n}x999`, keepInTouch: false }, null)).toEqual([ids[n]]);
      // The log, and the contact of 7 KB.
      expect(units).toBeLessThanOrEqual(4);
      stored += objectsStored;
      expect((await startProcess(store, files).load(accountId)).units).toBeLessThanOrEqual(14);
    }
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(5);
    expect((await startProcess(store, files).load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
  });

  it("is empty for an account without contacts", async () => {
    const { accountId } = await accountOf(store, 0);
    expect(await startProcess(store, files).load(accountId)).toMatchObject({ entries: [], objectsRead: 0 });
  });

  it("is stored anew before the log after the document costs more than a few units", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    const [process, others] = [startProcess(store, files), startProcess(store, files)];
    await process.load(accountId);
    let stored = 0;
    for (let n = 0; n < 80; n++) {
      await calls.patch(ids[n % 30] ?? "", { headline: `${n} ${"x".repeat(280)}` });
      const { units, objectsStored } = await (n % 3 === 0 ? others : process).load(accountId);
      expect(units).toBeLessThanOrEqual(2);
      stored += objectsStored;
      const cold = await startProcess(store, files).load(accountId);
      expect(cold.units).toBeLessThanOrEqual(8);
      stored += cold.objectsStored;
    }
    expect(stored).toBeGreaterThan(1);
    expect(stored).toBeLessThan(8);
    expect((await startProcess(store, files).load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
  });

  it("comes from the real bucket in one read, with what was written since in a few units", async () => {
    const folder = mkdtempSync(join(tmpdir(), "contact-indexes-"));
    const emulator = await startS3Emulator({ dataDir: folder, buckets: ["accounts"] });
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const bucket = createAccountFiles("accounts", { endpoint: emulator.endpoint, region: "us-east-1", credentials });
    try {
      const { accountId, calls } = await accountOf(store, 150);
      await startProcess(store, bucket).load(accountId);
      for (let n = 0; n < 20; n++) await calls.create(realisticBody(1_000 + n));
      const cold = await startProcess(store, bucket).load(accountId);
      expect(cold.entries).toEqual(await entriesInTable(store, accountId));
      expect(cold).toMatchObject({ objectsRead: 1, objectsStored: 0 });
      expect(cold.units).toBeLessThanOrEqual(8);
    } finally {
      await emulator.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("loads of one account in a process", () => {
  it("share what the first of them reads", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    let queries = 0;
    await using process = await startProcessBehind(table, files, ({ action }) => {
      if (action === "Query") queries++;
      return "pass";
    });
    const all = () => Promise.all(Array.from({ length: 8 }, () => process.load(accountId)));
    const expected = await entriesInTable(store, accountId);
    for (const { entries } of await all()) expect(entries).toEqual(expected);
    // The contacts and the log.
    expect(queries).toBe(2);
    await calls.patch(ids[0] ?? "", { lastName: "Changed" });
    const changed = await entriesInTable(store, accountId);
    for (const { entries } of await all()) expect(entries).toEqual(changed);
    expect(queries).toBe(3);
    expect(process.lines.length).toBe(2);
  });

  it("include what was written after the first of them began", async () => {
    const { accountId, ids, calls } = await accountOf(store, 30);
    let later: Promise<unknown> | undefined;
    await using process = await startProcessBehind(table, files, async ({ action, input }): Promise<Fate> => {
      if (action === "Query" && !later && JSON.stringify(input).includes("X#")) {
        // After the contacts were read. It waits for the load that is under way.
        later = calls.patch(ids[0] ?? "", { lastName: "Changed" });
        await later;
        later = process.load(accountId).then(({ entries }) => entries);
      }
      return "pass";
    });
    await process.load(accountId);
    expect(await later).toEqual(await entriesInTable(store, accountId));
  });

  it("do not end with one that failed", async () => {
    const { accountId } = await accountOf(store, 30);
    const head = await getAccountHead(store, accountId);
    let queries = 0;
    await using process = await startProcessBehind(table, files, ({ action }) =>
      action === "Query" && ++queries === 1 ? { cancelled: ["None"] } : "pass",
    );
    const loads = await Promise.allSettled([process.load(accountId, head), process.load(accountId, head)]);
    expect(loads.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await process.load(accountId)).toMatchObject({ units: 0, objectsRead: 0 });
  });
});

describe("the memory of a process", () => {
  it("forgets an account when there is no room", async () => {
    const [one, two] = [await accountOf(store, 30), await accountOf(store, 30)];
    const process = startProcess(store, files, { room: 1 });
    const reads = async ({ accountId }: { accountId: string }) => (await process.load(accountId)).objectsRead;
    await reads(one);
    expect(await reads(one)).toBe(0);
    expect(await reads(two)).toBe(1);
    expect(await reads(two)).toBe(0);
    expect(await reads(one)).toBe(1);
  });
});

describe("a write whose head was seen before its contacts", () => {
  it("is in an index that is made of the contacts", async () => {
    const accountId = await seedAccount(store);
    const contacts = [recordOf(accountId, { firstName: "Ann" }), recordOf(accountId, { firstName: "Bob" })];
    await storeAll(store, accountId, contacts);
    await contactCalls(store, accountId).patch(contacts[0]?.id ?? "", { firstName: "Eve" });
    const expected = await entriesInTable(store, accountId);
    // As it was before the patch.
    const Item = contacts[0] && contactToItem(contacts[0]);
    await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
    expect((await startProcess(store, files).load(accountId)).entries).toEqual(expected);
  });
});
