/** The undo of changes after which something else has the name or the external id of what comes back. */
import { expect, it } from "vitest";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { shown, type UndoWorld, undoWorld } from "../../support/account/undo-world.ts";
import { freshTable } from "../../support/process/stack.ts";

const table = await freshTable();

async function externalIdsOf({ store, accountId, ann, ben }: UndoWorld) {
  const contacts = await getContacts(store, accountId, [ann, ben]);
  return Object.fromEntries(contacts.map(({ firstName, externalId }) => [firstName, externalId]));
}

it("a tag that was deleted or renamed comes back with its members, although a new one has its name", async () => {
  const at = await undoWorld(table.store);
  const { groups, undo, ann, ben, cem, agent, ofAgent } = at;
  const family = await groups.createTag({ label: "Family" });
  const work = await groups.createTag({ label: "Work" });
  for (const { id } of [family, work]) await groups.tag(id, { contactIds: [ann, ben] });
  const before = await shown(at);
  await agent(async () => {
    await groups.deleteTag(family.id);
    const other = await groups.createTag({ label: "family" });
    await groups.tag(other.id, { contactIds: [ann, cem] });
    await groups.patchTag(work.id, { label: "Job" });
    await groups.createTag({ label: "Work" });
  });
  const dry = await undo.dry(ofAgent());
  expect(dry).toMatchObject({ total: 5, undone: 5, kept: [] });
  expect(await undo.run(ofAgent())).toMatchObject({ undone: 5, kept: [] });
  expect(await shown(at)).toEqual(before);
});

it("new tags of one name, and their members, are taken back one after the other, also beside a member that was deleted", async () => {
  const at = await undoWorld(table.store);
  const { calls, groups, undo, ann, agent, ofAgent } = at;
  const before = await shown(at);
  await agent(async () => {
    const { contact } = (await calls.create({ firstName: "Dan" })).body;
    for (let count = 0; count < 3; count++) {
      const { id } = await groups.createTag({ label: "Family" });
      await groups.tag(id, { contactIds: [ann, contact.id] });
      if (count < 2) await groups.deleteTag(id);
    }
    await calls.remove(contact.id);
  });
  expect(await undo.run(ofAgent())).toMatchObject({ total: 10, undone: 10, kept: [] });
  expect(await shown(at)).toEqual(before);
});

it("an external id that went from one contact to another goes back", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, ann, ben, agent, ofAgent } = at;
  await calls.patch(ann, { externalId: "a-1" });
  await agent(async () => {
    await calls.patch(ann, { externalId: null });
    await calls.patch(ben, { externalId: "a-1" });
  });
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  expect(await externalIdsOf(at)).toEqual({ Ann: "a-1", Ben: null });
});

it("a contact that comes back without its external id says so, one by one and of many", async () => {
  const at = await undoWorld(table.store);
  const { calls, undo, ann, ben, agent, ofAgent } = at;
  await calls.patch(ann, { externalId: "a-1" });
  await calls.patch(ben, { externalId: "b-1" });
  await agent(async () => {
    await calls.remove(ann);
    await calls.deleteContacts({ ids: [ben] });
  });
  for (const externalId of ["a-1", "b-1"]) await calls.create({ firstName: "New", externalId });
  const kept = [ann, ben].map((contactId) => ({ contactId, reason: "changed_since", fields: ["externalId"] }));
  const done = await undo.run(ofAgent());
  expect(done).toMatchObject({ total: 2, undone: 2 });
  expect(done.kept).toHaveLength(2);
  expect(done.kept).toEqual(expect.arrayContaining(kept.map((each) => expect.objectContaining(each))));
  expect(await externalIdsOf(at)).toEqual({ Ann: null, Ben: null });
});
