import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { encodeEntry, type SearchChange, searchEntryOf } from "../../../shared/search/entry.ts";
import {
  type LogRange,
  maxLogActions,
  readSearchLog,
  searchLogActions,
} from "../../../shared/search/store/search-log.ts";
import { maxTouches } from "../../../shared/search/store/touches.ts";
import { contactCalls, largestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const day = 24 * 3600 * 1000;
const written = new Date("2026-03-01T10:00:00Z");
const { store } = await freshTable();
let accountId: string;
beforeEach(async () => {
  accountId = await seedAccount(store);
});

function changed(firstName: string, id: string = newUuid()): SearchChange {
  return { id, entry: { ...searchEntryOf(recordOf(accountId, { firstName })), id } };
}

/** A change with so many letters of three bytes. */
function wide(letters: number): SearchChange {
  const { id, entry } = changed("Ann");
  return { id, entry: entry && { ...entry, text: "漢".repeat(letters) } };
}

function deleted(id: string): SearchChange {
  return { id, entry: null };
}

/** Writes an item like a write of contacts, which gives their entries its version. */
async function leave(changes: readonly SearchChange[], [after, txid]: [number, number], more = {}): Promise<void> {
  for (const { entry } of changes) if (entry) entry.version = txid;
  const actions = searchLogActions(store, accountId, { changes }, { after, afterDeletion: 0, txid, now: written });
  expect(actions.length).toBeLessThanOrEqual(maxLogActions);
  for (const { Put } of actions) {
    await store.client.send(new PutCommand({ TableName: store.tableName, Item: { ...Put?.Item, ...more } }));
  }
}

function read(range: LogRange, now = written) {
  return readSearchLog(store, accountId, range, now);
}

function logKey(txid: number) {
  return { pk: accountPartition(accountId), sk: `X#${String(txid).padStart(15, "0")}` };
}

describe("the search log", () => {
  it("has the changes of contacts that a search can notice", async () => {
    const calls = contactCalls(store, accountId);
    const { body: ann } = await calls.create({ firstName: "Ann", notes: "one two" });
    const { body: bob } = await calls.create({ firstName: "Bob" });
    await calls.patch(ann.contact.id, { notes: "One,\ntwo", importantDates: [] });
    await calls.patch(ann.contact.id, { notes: "ONE,  two two" });
    await calls.patch(accountId, { firstName: "Somebody" });
    const { searchTxid } = await getAccountHead(store, accountId);
    // With the comma.
    expect(searchTxid).toBe(4);
    await calls.patch(ann.contact.id, { lastName: "Lee" });
    await calls.remove(bob.contact.id);

    const [lee] = await getContacts(store, accountId, [ann.contact.id]);
    const last = [{ id: ann.contact.id, entry: lee && searchEntryOf(lee) }, deleted(bob.contact.id)];
    expect(await read({ after: searchTxid })).toMatchObject({ changes: last, changedIds: [], txid: 8 });
    expect(await read({ after: 0 })).toMatchObject({ changes: last, changedIds: [], txid: 8 });
    expect(await read({ after: 8 })).toEqual({ changes: [], changedIds: [], touches: [], txid: 8, bytes: 0 });
    expect((await getAccountHead(store, accountId)).searchTxid).toBe(8);
  });

  it("has the changes of a long write in less than half of their bytes", async () => {
    const text = "works at the harbour, met in Porto";
    const many = Array.from({ length: 20 }, (_, n) => {
      const { id, entry } = changed(`Ann ${n}`);
      return { id, entry: entry && { ...entry, text } };
    });
    await leave(many, [0, 2]);
    const log = await read({ after: 0 });
    expect(log).toMatchObject({ changes: many, txid: 2 });
    expect(log?.bytes).toBeLessThan(JSON.stringify(many.map(({ entry }) => entry && encodeEntry(entry))).length / 2);
  });

  it("is read in the order of writes, however many digits a `txid` has", async () => {
    const id = newUuid();
    const stamps = [0, 9, 10, 99, 100, 1_000_000_000_000];
    for (const [place, txid] of stamps.slice(1).entries()) {
      await leave([changed(`As of ${txid}`, id)], [stamps[place] ?? 0, txid]);
    }
    expect(await read({ after: 0 })).toMatchObject({ changes: [{ entry: { first: "as of 1000000000000" } }] });
    expect(await read({ after: 99 })).toMatchObject({ txid: 1_000_000_000_000 });
  });

  it.each([
    [2, "first"],
    [5, "second"],
  ])("has a gap where an item is missing (%i, the %s)", async (missing) => {
    const ann = changed("Ann");
    await leave([ann], [0, 2]);
    await leave([changed("Bob")], [2, 5]);
    await leave([changed("Eve")], [5, 6]);
    expect(await read({ after: 0 })).toMatchObject({ txid: 6 });
    await store.client.send(new DeleteCommand({ TableName: store.tableName, Key: logKey(missing) }));
    expect(await read({ after: 0 })).toBeUndefined();
    expect(await read({ after: 5 })).toMatchObject({ txid: 6 });
  });

  it("also has the item of the given `txid` with `again`, if it exists", async () => {
    const [ann, bob] = [changed("Ann"), changed("Bob")];
    await leave([ann], [0, 2]);
    await leave([bob], [2, 5]);
    expect(await read({ after: 2, again: true })).toMatchObject({ changes: [ann, bob], txid: 5 });
    expect(await read({ after: 5, again: true })).toMatchObject({ changes: [bob], txid: 5 });
    await store.client.send(new DeleteCommand({ TableName: store.tableName, Key: logKey(2) }));
    expect(await read({ after: 2, again: true })).toMatchObject({ changes: [bob], txid: 5 });
  });

  it("ignores expired items that still exist", async () => {
    const [ann, bob] = [changed("Ann"), changed("Bob")];
    await leave([ann], [0, 2]);
    await leave([bob], [2, 5], { expiresAt: (written.getTime() + 15 * day) / 1000 });
    const at = (days: number) => new Date(written.getTime() + days * day);
    expect(await read({ after: 0 }, at(13.999))).toMatchObject({ changes: [ann, bob] });
    expect(await read({ after: 0 }, at(14.001))).toBeUndefined();
    expect(await read({ after: 2 }, at(14.001))).toMatchObject({ changes: [bob] });
    expect(await read({ after: 2, again: true }, at(14.001))).toMatchObject({ changes: [bob] });
    expect(await read({ after: 2 }, at(15.001))).toBeUndefined();
  });

  it("has only the ids of entries in another format", async () => {
    const [ann, bob] = [changed("Ann"), changed("Bob")];
    await leave([ann], [0, 2], { format: -1 });
    expect(await read({ after: 0 })).toMatchObject({ changes: [], changedIds: [ann.id], txid: 2 });
    await leave([changed("Ann Lee", ann.id), bob], [2, 3]);
    expect(await read({ after: 0 })).toMatchObject({ changes: [{ id: ann.id }, bob], changedIds: [] });
  });

  it("has only ids in items with deletions, and keeps these for 90 days", async () => {
    const [ann, gone] = [changed("Ann"), deleted(newUuid())];
    await leave([ann, gone], [0, 2]);
    const { Item } = await store.client.send(new GetCommand({ TableName: store.tableName, Key: logKey(2) }));
    expect(JSON.parse(Item?.changes)).toEqual([[ann.id], gone.id]);
    const at = (days: number) => new Date(written.getTime() + days * day);
    expect(await read({ after: 0 }, at(89.999))).toMatchObject({ changes: [gone], changedIds: [ann.id], txid: 2 });
    expect(await read({ after: 0 }, at(90.001))).toBeUndefined();
  });

  it("has the contacts that were changed in nothing that is searched, with the first that the head has no room for, or with the next change", async () => {
    const calls = contactCalls(store, accountId);
    const ids: string[] = [];
    for (let n = 0; n <= maxTouches; n++) ids.push((await calls.create({ firstName: `Person ${n}` })).body.contact.id);
    const at = (n: number) => ids[n] ?? "";
    const date = { type: "other", date: "2000-01-01" };
    const { searchTxid, txid } = await getAccountHead(store, accountId);
    for (const id of ids.slice(0, maxTouches)) await calls.putDates(id, [date]);
    await calls.putDates(at(0), []);
    expect(await getAccountHead(store, accountId)).toMatchObject({ searchTxid });
    await calls.putDates(at(maxTouches), [date]);
    const last = txid + maxTouches + 2;
    const versions = [
      ...ids.slice(1, maxTouches).map((id, n) => ({ id, version: txid + n + 2 })),
      { id: at(0), version: txid + maxTouches + 1 },
    ];
    const touches = [...versions, { id: at(maxTouches), version: last }];
    expect(await read({ after: searchTxid })).toMatchObject({ changes: [], touches, txid: last });

    await calls.putDates(at(1), []);
    await calls.putDates(at(2), []);
    await calls.patch(at(1), { lastName: "Lee" });
    expect(await read({ after: last })).toMatchObject({
      changes: [{ id: at(1) }],
      touches: [{ id: at(2), version: last + 2 }],
    });
    expect(await getAccountHead(store, accountId)).toMatchObject({ searchTxid: last + 3, touched: null });
  });

  it("is not read to the end if it has more than `most` changes", async () => {
    const wide = "漢".repeat(300);
    const ids = Array.from({ length: 60 }, () => newUuid());
    for (const [place, id] of ids.entries()) {
      const change = changed("Ann", id);
      await leave([{ id, entry: change.entry && { ...change.entry, first: wide } }], [place, place + 1]);
    }
    expect(await read({ after: 0, most: 60 })).toMatchObject({ txid: 60 });
    expect(await read({ after: 0, most: 59 })).toBeUndefined();
    const units = await meterCapacity(async (sum) => {
      expect(await read({ after: 0, most: 10 })).toBeUndefined();
      return sum.readUnits;
    });
    expect(units).toBeLessThan(5);
    await leave([...ids.map(deleted)], [60, 61]);
    expect(await read({ after: 60, most: 59 })).toBeUndefined();
  });

  it("estimates the costs of reading it", async () => {
    for (let txid = 1; txid <= 100; txid++) await leave([changed(`Person ${txid}`)], [txid - 1, txid]);
    await meterCapacity(async (sum) => {
      const { bytes = 0 } = (await read({ after: 0 })) ?? {};
      expect(sum.readUnits / (bytes / 4096)).toBeGreaterThan(0.8);
      expect(sum.readUnits / (bytes / 4096)).toBeLessThan(1.2);
    });
  });

  it("can have many pages", async () => {
    const groups = Array.from({ length: 9 }, () => Array.from({ length: 99 }, () => wide(750)));
    for (const [at, changes] of groups.entries()) await leave(changes, [at, at + 1]);
    const log = await read({ after: 0 });
    expect(log).toMatchObject({ txid: 9, changedIds: [] });
    expect(log?.changes).toEqual(groups.flat());
  });
});

describe("a large write", () => {
  it("has one item of at most 400 KB, with only the ids of long entries", async () => {
    const short = Array.from({ length: 98 }, () => wide(750));
    const long = wide(900);
    await leave([...short, long], [0, 2]);
    const { Item } = await store.client.send(new GetCommand({ TableName: store.tableName, Key: logKey(2) }));
    expect(Buffer.byteLength(JSON.stringify(Item))).toBeLessThan(400_000);
    const log = await read({ after: 0 });
    expect(log?.changes).toEqual(short);
    expect(log?.changedIds).toEqual([long.id]);
  });

  it("has the entries of 25 contacts with long texts", async () => {
    const { headline, firstName, lastName } = largestBody();
    const contacts = Array.from({ length: 25 }, (_, n) => {
      const emails = [{ value: `${"x".repeat(60)}@${n}.example.org` }];
      return recordOf(accountId, { firstName, lastName, headline, location: "漢".repeat(200), emails });
    });
    await storeAll(store, accountId, contacts, 25);
    const changes = contacts.map((contact) => ({ id: contact.id, entry: searchEntryOf({ ...contact, version: 2 }) }));
    expect(await read({ after: 0 })).toMatchObject({ changes, changedIds: [] });
  });
});
