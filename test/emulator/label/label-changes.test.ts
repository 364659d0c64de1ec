import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { maxPlanActions, writeAccount } from "../../../shared/account/store/account-write.ts";
import { markLabels, readLabelChanges } from "../../../shared/account/store/label-changes.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { historyUnits } from "../../support/capacity/write-units.ts";
import { accountOf, idsOf, named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const day = 24 * 3600 * 1000;
const { store } = await freshTable();

/** An account with contacts, its groups and tags, and calls whose clock can be moved. */
async function account(contacts = 3) {
  let clock = Date.now();
  const now = () => new Date(clock);
  const bodies = named(...Array.from({ length: contacts }, (_, n) => `Person ${n}`));
  const { accountId, calls, contacts: records } = await accountOf(store, bodies, { now });
  const labels = groupCalls(store, accountId, { now });
  const txid = async () => String((await getAccountHead(store, accountId)).txid);
  /** What a reading from the last one on answers, as the ids of groups; a minus is before deleted ones. */
  let since = "0";
  const news = async () => {
    const { changes, txid } = await labels.groupChanges({ since });
    since = txid;
    return changes.map(({ groupId, deleted }) => (deleted ? `-${groupId}` : groupId));
  };
  const passDays = (days: number) => {
    clock += days * day;
  };
  const makeGroups = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => labels.createGroup({ label: `Group ${n}` })));
  return { accountId, calls, labels, ids: idsOf(records), txid, news, passDays, makeGroups, now };
}

describe("the changes of groups and tags", () => {
  it("are all of them at first, and then those whose fields or members changed, with the `txid` of the last change", async () => {
    const { calls, labels, ids, txid } = await account();
    const [ann = "", bob = ""] = ids;
    const one = await labels.createGroup({ label: "One" });
    const created = await txid();
    const two = await labels.createGroup({ label: "Two" });
    const tag = await labels.createTag({ label: "Loud" });
    const since = await txid();
    expect(await labels.groupChanges()).toEqual({
      changes: [
        { groupId: one.id, group: one, txid: created, deleted: false },
        { groupId: two.id, group: two, txid: String(Number(created) + 1), deleted: false },
      ],
      txid: since,
    });
    expect((await labels.groupChanges({ since: created })).changes).toMatchObject([{ groupId: two.id }]);
    expect(await labels.groupChanges({ since })).toEqual({ changes: [], txid: since });
    await labels.patchGroup(two.id, { color: "#000000" });
    await labels.add(one.id, { contactIds: [ann, bob] });
    await calls.tag(ann, tag.id);
    // Neither a field of a member, nor what changes nothing, is a change.
    const last = await txid();
    await calls.patch(ann, { firstName: "Anna" });
    await labels.add(one.id, { contactIds: [ann] });
    await labels.patchGroup(two.id, { color: "#000000" });
    const { changes } = await labels.groupChanges({ since });
    expect(changes).toEqual([
      { groupId: two.id, group: await labels.getGroup(two.id), txid: String(Number(last) - 2), deleted: false },
      { groupId: one.id, group: await labels.getGroup(one.id), txid: String(Number(last) - 1), deleted: false },
    ]);
    expect((await labels.tagChanges({ since })).changes).toMatchObject([
      { tagId: tag.id, txid: last, deleted: false, tag: { contactCount: 1, previewContacts: [{ firstName: "Anna" }] } },
    ]);
    expect((await labels.tagChanges({ since: last })).changes).toEqual([]);
  });

  it("follow the deletion and the merge of members, its undo, and the deletion of groups", async () => {
    const { accountId, calls, labels, ids, news, now } = await account();
    const [ann = "", bob = "", cyd = ""] = ids;
    const [one, two, three] = [
      await labels.createGroup({ label: "One" }),
      await labels.createGroup({ label: "Two" }),
      await labels.createGroup({ label: "Three" }),
    ];
    await labels.add(one.id, { contactIds: [ann] });
    await labels.add(two.id, { contactIds: [ann, bob] });
    await labels.add(three.id, { contactIds: [cyd] });
    expect(await news()).toHaveLength(3);
    const merges = mergeCalls(store, accountId, { now });
    const { mergeId } = await merges.merge(bob, ann);
    expect((await news()).toSorted()).toEqual([one.id, two.id].toSorted());
    await merges.undo(mergeId);
    expect((await news()).toSorted()).toEqual([one.id, two.id].toSorted());
    await calls.remove(ann);
    expect((await news()).toSorted()).toEqual([one.id, two.id].toSorted());
    await calls.deleteContacts({ filter: {} });
    expect((await news()).toSorted()).toEqual([two.id, three.id].toSorted());
    await labels.deleteGroups([one.id, three.id]);
    expect((await news()).toSorted()).toEqual([`-${one.id}`, `-${three.id}`]);
    expect((await labels.groupChanges()).changes).toMatchObject([{ groupId: two.id }]);
    expect((await labels.tagChanges({ since: "1" })).changes).toEqual([]);
  });

  it("are the same from every `txid`, also when there are many", async () => {
    const { labels, txid, makeGroups } = await account();
    const groups = await makeGroups(20);
    const first = Number(await txid());
    const changed: string[] = [];
    for (let write = 0; write < 40; write++) {
      const { id } = groups[(write * 7) % 15] ?? { id: "" };
      changed.push(id);
      await labels.patchGroup(id, { label: `Name ${write}` });
    }
    for (let after = 0; after <= 40; after++) {
      const expected = [...new Set(changed.slice(after).toReversed())].toReversed();
      const { changes } = await labels.groupChanges({ since: String(first + after), previewLimit: "0" });
      expect(changes.map(({ groupId }) => groupId)).toEqual(expected);
    }
  });

  it("wait in the account head when a write has no room for another item", async () => {
    const { accountId } = await account();
    const put = (sk: string) => ({
      Put: { TableName: store.tableName, Item: { pk: accountPartition(accountId), sk } },
    });
    const numbers = Array.from({ length: 50 }, (_, n) => n + 1);
    const actions = Array.from({ length: maxPlanActions }, (_, n) => put(`Z#${n}`));
    const { txid } = await writeAccount(store, accountId, (head) => {
      return { actions, head: markLabels(head, numbers), result: null };
    });
    // A plan without changes still writes nothing.
    expect(await writeAccount(store, accountId, (head) => ({ actions: [], head, result: null }))).toMatchObject({
      txid,
    });
    await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, name: "A" }, result: null }));
    const head = await getAccountHead(store, accountId);
    expect(head).toMatchObject({ labelChanges: null, labelLogTxid: head.txid });
    const known = await readLabelChanges(store, head, Number(txid) - 1, new Date());
    expect([...known.changes]).toEqual(numbers.map((number) => [String(number), Number(txid)]));
  });
});

describe("a reading of the changes of groups and tags is refused", () => {
  it("beyond the account", async () => {
    const { labels } = await account();
    for (const read of [labels.groupChanges, labels.tagChanges]) {
      await expect(read({ since: "3" })).rejects.toMatchObject({
        code: "validation_error",
        details: [{ path: "query.since" }],
      });
    }
  });

  it("exactly when a change after its beginning is no longer known", async () => {
    const { accountId, labels, makeGroups, passDays, txid } = await account();
    const since = await txid();
    await makeGroups(20);
    passDays(60);
    const { labelLogTxid } = await getAccountHead(store, accountId);
    expect((await labels.groupChanges({ since })).changes).toHaveLength(20);
    passDays(31);
    expect(await refusalOf(labels.groupChanges({ since }))).toBe("changes_expired");
    expect(await refusalOf(labels.tagChanges({ since: String(labelLogTxid - 1) }))).toBe("changes_expired");
    const first = await labels.groupChanges();
    expect(first.changes).toHaveLength(20);
    expect(new Set(first.changes.map(({ txid }) => Number(txid) < labelLogTxid))).toEqual(new Set([false]));
    expect(await refusalOf(labels.groupChanges({ since: String(labelLogTxid) }))).toBe("nothing");
  });

  it("when an item of the log is missing", async () => {
    const { accountId, labels, makeGroups } = await account();
    const logged = async () => {
      await makeGroups(10);
      return (await getAccountHead(store, accountId)).labelLogTxid;
    };
    const [first, second] = [await logged(), await logged()];
    await makeGroups(10);
    const Key = { pk: accountPartition(accountId), sk: `LC#${String(second).padStart(15, "0")}` };
    await store.client.send(new DeleteCommand({ TableName: store.tableName, Key }));
    expect(await refusalOf(labels.groupChanges({ since: String(first) }))).toBe("changes_expired");
    expect(await refusalOf(labels.groupChanges({ since: String(second) }))).toBe("nothing");
  });

  it("when it began in an account that was deleted", () => {
    expect(newAccountHead("a", null, new Date(), 41)).toMatchObject({ txid: 42, labelLogTxid: 42 });
  });
});

describe("in capacity units", () => {
  it("a poll costs what it finds, and a change of members what it cost without the log", async () => {
    const { accountId, ids, labels: unmetered, txid, makeGroups } = await account(50);
    const meter = new Meter();
    const metered = meteredStore(meter, store, mainTable);
    const labels = groupCalls(metered, accountId);
    const calls = contactCalls(metered, accountId);
    const costOf = async (work: () => Promise<unknown>) => {
      const { readUnits, writeUnits } = meter.cost;
      await work();
      return { read: meter.cost.readUnits - readUnits, write: meter.cost.writeUnits - writeUnits };
    };
    const groups = await makeGroups(3);
    for (const { id } of groups) await unmetered.add(id, { contactIds: ids.slice(25) });
    const [groupId = ""] = groups.map(({ id }) => id);
    const since = await txid();
    const poll = (query = {}) => costOf(() => labels.groupChanges({ since, ...query }));
    expect(await poll()).toEqual({ read: 1, write: 0 });
    expect(await costOf(() => calls.changes({ since }))).toEqual({ read: 1, write: 0 });
    // It reads the head, the group and the bucket, and writes the head and the bucket, at two units each.
    const member = { contactIds: ids.slice(-1) };
    expect(await costOf(() => labels.remove(groupId, member))).toEqual({ read: 3, write: 4 + historyUnits });
    // A unit each is for the head, again after the members, for the groups, the members and three contacts.
    expect(await poll()).toEqual({ read: 7, write: 0 });
    expect(await poll({ previewLimit: "0" })).toEqual({ read: 2, write: 0 });
    expect(await costOf(() => labels.tagChanges({ since }))).toEqual({ read: 1, write: 0 });
    // An item of the log is for several writes, of which each changes another group.
    const creations = await costOf(async () => {
      for (let n = 0; n < 14; n++) await labels.createGroup({ label: `Other ${n}` });
    });
    expect(creations.write).toBeLessThanOrEqual(14 * (4 + historyUnits) + 3 * 2);
    // Members of three groups cost their buckets more than others.
    const strangers = await costOf(() => calls.deleteContacts({ ids: ids.slice(0, 25), permanent: true }));
    const members = await costOf(() => calls.deleteContacts({ ids: ids.slice(25), permanent: true }));
    expect(members.write - strangers.write).toBe(2 * new Set(ids.slice(25).map((id) => id.slice(-2))).size);
  });
});
