/** What an undo brings back beside contacts that went meanwhile, and what it leaves of imports. */
import { expect, it } from "vitest";
import { activityOf } from "../../support/account/history-calls.ts";
import { undoWorld } from "../../support/account/undo-world.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { receiptCalls } from "../../support/import/receipt-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const table = await freshTable();
const call = { type: "Call", date: "2026-02-03T04:05:06Z" };

it("an interaction comes back with a participant in the trash, hidden, and says which of its fields lacks one that is gone", async () => {
  const at = await undoWorld(table.store);
  const { calls, interactions, undo, ann, ben, cem, agent, ofAgent } = at;
  const { id } = (await interactions.create({ ...call, participantIds: [ann, ben, cem] })).body.interaction;
  const other = (await interactions.create({ ...call, participantIds: [ann, ben] })).body.interaction;
  await agent(async () => {
    await interactions.remove(id);
    await interactions.patch(other.id, { participantIds: [ann] });
  });
  await calls.remove(ben);
  await calls.remove(cem, {}, { permanent: "true" });
  const done = await undo.run(ofAgent());
  expect(done).toMatchObject({ undone: 2, kept: [{ reason: "permanent", fields: ["participantIds"] }] });
  const idsOf = async (each: string) => (await interactions.get(each)).body.interaction.participantIds;
  expect(await idsOf(id)).toEqual([ann]);
  await calls.restore({ ids: [ben] });
  expect([await idsOf(id), await idsOf(other.id)]).toEqual([
    [ann, ben],
    [ann, ben],
  ]);
  const { interactions: listed } = (await interactions.list({ contactId: ben })).body;
  expect(listed).toHaveLength(2);
});

it("a change of an interaction whose people were emptied from the trash is kept for one reason, whether they are removed yet or not", async () => {
  const { accountId, calls, interactions, undo, ann, agent, ofAgent } = await undoWorld(table.store);
  const { id } = (await interactions.create({ ...call, participantIds: [ann] })).body.interaction;
  await agent(() => interactions.patch(id, { title: "Tea" }));
  await interactions.patch(id, { title: "Meal" });
  await calls.remove(ann);
  const kept = async () => (await undo.dry(ofAgent())).kept.map(({ reason, fields }) => [reason, fields]);
  await expect(contactCalls(killedAfter(table.store, 1).store, accountId).emptyTrash({})).rejects.toThrow();
  expect(await kept()).toEqual([["changed_since", undefined]]);
  await calls.emptyTrash({});
  expect(await kept()).toEqual([["changed_since", undefined]]);
});

it("a participant or relative that somebody else moved into the trash is no change, so all of it is taken back, hidden", async () => {
  const at = await undoWorld(table.store);
  const { calls, interactions, undo, ann, ben, cem, agent, ofAgent } = at;
  const meet = async (...participantIds: string[]) =>
    (await interactions.create({ ...call, participantIds })).body.interaction.id;
  const changed = await meet(ann, ben, cem);
  const [deleted, renamed] = [await meet(ben), await meet(ben)];
  const { id: friends } = await calls.relate(ann, { relatedPersonId: ben, relationshipType: "friend" });
  const { id: colleagues } = await calls.relate(ben, { relatedPersonId: cem, relationshipType: "colleague" });
  await agent(async () => {
    await interactions.patch(changed, { participantIds: [ben, ann], title: "Tea" });
    await interactions.remove(deleted);
    await interactions.patch(renamed, { title: "Tea" });
    for (const ids of [[ann, ben], [ben]]) await meet(...ids);
    await calls.patchRelationship(ann, friends, { relationshipType: "partner" });
    await calls.relate(cem, { relatedPersonId: ben, relationshipType: "sibling" });
    await calls.unrelate(ben, colleagues);
  });
  await calls.remove(ben);
  expect(await undo.run(ofAgent())).toMatchObject({ total: 8, undone: 8, kept: [] });
  await calls.restore({ ids: [ben] });
  const { interactions: listed } = (await interactions.list({ contactId: ben })).body;
  const found = listed.map(({ id, title, participantIds }) => [id, title, participantIds]).toSorted();
  expect(found).toEqual(
    [[changed, null, [ann, ben, cem]], ...[deleted, renamed].map((id) => [id, null, [ben]])].toSorted(),
  );
  const related = (await calls.relationships(ben)).map((each) => [each.relatedPersonId, each.relationshipType]);
  expect(related.toSorted()).toEqual(
    [
      [ann, "friend"],
      [cem, "colleague"],
    ].toSorted(),
  );
});

it("a contact that is there again is kept as changed beside others that come back with it", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, ann, ben, agent, ofAgent } = at;
  await agent(async () => {
    for (const id of [ann, ben]) await calls.remove(id);
  });
  await calls.restore({ ids: [ben] });
  const kept = [{ contactId: ben, reason: "changed_since" }];
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 1, kept });
});

it("a deletion of many contacts, of which somebody removed or restored some, is undone in part, and says so", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, ann, ben, cem, agent, ofAgent } = at;
  await agent(() => calls.deleteContacts({ ids: [ann, ben, cem] }));
  await calls.emptyTrash({ ids: [ann] });
  await calls.restore({ ids: [ben] });
  expect(await undo.run(ofAgent())).toMatchObject({ total: 1, undone: 1, kept: [{ reason: "changed_since" }] });
  const { contacts } = (await calls.list()).body;
  expect(contacts.map(({ id }) => id).toSorted()).toEqual([ben, cem].toSorted());
});

it("a deletion of many contacts and its undo are taken back one after the other, so that the contacts are there", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, from, ann, ben, ofAgent, agent } = at;
  await agent(() => calls.deleteContacts({ ids: [ann, ben] }));
  await undo.run(ofAgent());
  const done = await undo.run({ from, to: new Date().toISOString() });
  expect(done).toMatchObject({ total: 3, undone: 3, kept: [] });
  expect((await calls.trash()).contacts).toEqual([]);
});

it("a contact that was changed and then deleted has the changed values in the trash again after an undo and the undo of that", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, from, ann, ofAgent, agent } = at;
  await agent(async () => {
    await calls.patch(ann, { headline: "Pilot" });
    await calls.remove(ann);
  });
  const { id: by } = await undo.run(ofAgent());
  expect((await calls.get(ann)).body?.contact).toMatchObject({ headline: null });
  expect(await undo.run({ by, from, to: new Date().toISOString() })).toMatchObject({ kept: [] });
  await calls.restore({ ids: [ann] });
  expect((await calls.get(ann)).body?.contact).toMatchObject({ headline: "Pilot" });
});

it("what happened to relationships of a merged contact is taken back, so that it has them again when the merge is undone", async () => {
  const at = await undoWorld(table.store);
  const { store, accountId, calls, undo, ann, ben, cem, ofAgent, agent } = at;
  const relate = (relationshipType: string) => calls.relate(ben, { relatedPersonId: cem, relationshipType });
  const [changed, ended] = [await relate("friend"), await relate("colleague")];
  const before = await calls.relationships(ben);
  const { mergeId } = await mergeCalls(store, accountId).merge(ann, ben);
  await agent(async () => {
    await calls.patchRelationship(ann, changed.id, { relationshipType: "partner" });
    await calls.unrelate(ann, ended.id);
  });
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  await mergeCalls(store, accountId).undo(mergeId);
  const typesOf = (all: typeof before) => all.map(({ id, relationshipType }) => [id, relationshipType]).toSorted();
  expect(typesOf(await calls.relationships(ben))).toEqual(typesOf(before));
});

/** A group with three members that the agent deletes. */
async function clubWorld() {
  const at = await undoWorld(table.store);
  const { groups, ann, ben, cem, agent } = at;
  const { id } = await groups.createGroup({ label: "Club" });
  await groups.add(id, { contactIds: [ann, ben, cem] });
  const { id: other } = await groups.createGroup({ label: "Choir" });
  await groups.add(other, { contactIds: [ben] });
  const since = new Date().toISOString();
  const members = async () => (await groups.contacts(id)).body.contacts.map((each) => each.id).toSorted();
  return { ...at, id, since, members, deleteClub: () => agent(() => groups.deleteGroup(id)) };
}

it("a group comes back with members that are restored before or after, or whose restore is taken back with it", async () => {
  const at = await clubWorld();
  const { calls, groups, undo, ann, ben, cem, id, members, deleteClub, agent, ofAgent } = at;
  await deleteClub();
  await calls.deleteContacts({ ids: [ann, ben] });
  await undo.run(ofAgent());
  expect(await members()).toEqual([cem]);
  await calls.restore({ ids: [ann, ben] });
  expect(await members()).toEqual([ann, ben, cem].toSorted());
  const since = new Date().toISOString();
  await agent(async () => {
    await calls.remove(ann);
    await groups.deleteGroup(id);
    await calls.restore({ ids: [ann] });
  });
  expect(await undo.run({ ...ofAgent(), from: since })).toMatchObject({ kept: [] });
  expect(await members()).toEqual([ann, ben, cem].toSorted());
});

it("a group comes back with a member that was in the trash, and out of it, or again in it, meanwhile", async () => {
  const { calls, undo, ann, ben, cem, members, deleteClub, ofAgent } = await clubWorld();
  await calls.deleteContacts({ ids: [ann, ben] });
  await deleteClub();
  await calls.restore({ ids: [ann, ben] });
  await calls.remove(cem);
  await calls.restore({ ids: [cem] });
  await calls.remove(ben);
  await undo.run(ofAgent());
  expect(await members()).toEqual([ann, cem].toSorted());
  await calls.restore({ ids: [ben] });
  expect(await members()).toEqual([ann, ben, cem].toSorted());
});

it.each([
  ["after its deletion", false],
  ["before it", true],
])(
  "a group comes back with the contact into which a member was merged %s, and with that member when it is separated",
  async (_when, isBefore) => {
    const { store, accountId, calls, groups, undo, ann, ben, cem, id, members, deleteClub, ofAgent } =
      await clubWorld();
    await groups.remove(id, { contactIds: [ann] });
    const merges = mergeCalls(store, accountId);
    if (!isBefore) await deleteClub();
    const { mergeId } = await merges.merge(ann, ben);
    if (isBefore) await deleteClub();
    await undo.run(ofAgent());
    expect(await members()).toEqual([ann, cem].toSorted());
    await calls.remove(ann);
    await deleteClub();
    await undo.run(ofAgent());
    await calls.restore({ ids: [ann] });
    expect(await members()).toEqual([ann, cem].toSorted());
    await deleteClub();
    await merges.undo(mergeId);
    expect((await calls.groupsOf(ann)).body.groups).toEqual([]);
    await undo.run(ofAgent());
    expect(await members()).toEqual([ben, cem].toSorted());
  },
);

it("a group that an undo brought back goes with its members when that is undone, unless others joined", async () => {
  const { accountId, calls, groups, undo, ann, ben, cem, id, since, members, deleteClub, ofAgent } = await clubWorld();
  await groups.remove(id, { contactIds: [ann] });
  await deleteClub();
  const first = await undo.run(ofAgent());
  const { changes } = await activityOf(table.store, accountId, { by: first.id ?? "" });
  expect(changes.map(({ subject, kind }) => [subject, kind])).toEqual([["group", "restored"]]);
  const ofMembers = changes[0]?.fields.find(({ field }) => field === "members");
  expect(ofMembers).toMatchObject({ added: 2, removed: 0 });
  const ofUndo = (by: string | null) => ({ by, from: since, to: new Date().toISOString() });
  const second = await undo.run(ofUndo(first.id));
  expect(second).toMatchObject({ total: 1, undone: 1, kept: [] });
  expect((await groups.groups()).map(({ label }) => label)).toEqual(["Choir"]);
  const third = await undo.run(ofUndo(second.id));
  expect(await members()).toEqual([ben, cem].toSorted());
  await groups.add(id, { contactIds: [ann] });
  expect(await undo.run(ofUndo(third.id))).toMatchObject({ undone: 0, kept: [{ reason: "changed_since" }] });
  expect(await members()).toEqual([ann, ben, cem].toSorted());
  expect((await calls.groupsOf(ben)).body.groups).toHaveLength(2);
});

it("an import names the groups that it made and that stay, because somebody changed them", async () => {
  const at = await undoWorld(table.store);
  const { store, accountId, groups, undo, agent, ofAgent } = at;
  const stand = createImportStand(store, Date.now());
  const rows = people(2).map((row) => ({ ...row, groups: ["Fair"] }));
  await agent(() => stand.importRows(accountId, rows));
  const [fair] = await groups.groups();
  await agent(() => groups.patchGroup(fair?.id ?? "", { label: "Market" }));
  const done = await undo.run(ofAgent());
  expect(done).toMatchObject({ undone: done.total, kept: [{ reason: "changed_since", fields: ["groups"] }] });
  expect(await groups.groups()).toMatchObject([{ label: "Fair", contactCount: 0 }]);
});

it("imported rows without a receipt are taken back like other new contacts", async () => {
  const at = await undoWorld(table.store);
  const { store, accountId, calls, undo, agent, ofAgent } = at;
  const receipts = receiptCalls(createImportStand(store, Date.now()), store, accountId);
  await agent(() => receipts.commit(people(2)));
  expect(await undo.dry(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  expect((await calls.list({ search: "Person" })).body.contacts).toEqual([]);
});

it("an import whose undo always fails is kept, and its own undo can be asked for again", async () => {
  const at = await undoWorld(table.store);
  const { store, accountId, calls, undo, agent, ofAgent } = at;
  const stand = createImportStand(store, Date.now());
  const imported = await agent(() => stand.importRows(accountId, people(3)));
  const { id } = await undo.ask(ofAgent());
  const failing = watchedStore(store, async ({ name, input }, send) => {
    if (name === "TransactWriteCommand" && /"sk":"C#/.test(JSON.stringify(input))) throw new Error("fails");
    return send();
  });
  for (let count = 0; count < 8; count++) await undo.serve(id ?? "", failing).catch(() => undefined);
  expect(await undo.read(id ?? "")).toMatchObject({ status: "done", undone: 0, kept: [{ reason: "not_undoable" }] });
  const receipts = receiptCalls(stand, store, accountId);
  expect((await receipts.list()).receipts).toMatchObject([{ status: "failed" }]);
  await stand.serve(await stand.beginUndo(imported));
  expect((await receipts.list()).receipts).toMatchObject([{ status: "undone" }]);
  expect((await calls.list({ search: "Person" })).body.contacts).toEqual([]);
});
