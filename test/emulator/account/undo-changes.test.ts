/** The undo of what somebody did: every kind of change, dry and in earnest, and what it must leave alone. */
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { activityOf } from "../../support/account/history-calls.ts";
import { agentScene, long, manyContacts, shown, undoWorld } from "../../support/account/undo-world.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const table = await freshTable();
const world = () => undoWorld(table.store);

describe("an undo", () => {
  it("takes back everything that one actor did, so that the account is as before, and can itself be undone", async () => {
    const at = await world();
    const { undo, ofAgent } = at;
    const { before, after } = await agentScene(at);
    const dry = await undo.dry(ofAgent());
    expect(await shown(at)).toEqual(after);
    const { id, ...done } = await undo.run(ofAgent());
    expect(done).toMatchObject({ status: "done", total: 18, undone: 18, kept: [] });
    expect(dry).toMatchObject({ id: null, total: done.total, undone: done.undone, kept: done.kept });
    expect(await shown(at)).toEqual(before);
    const { changes } = await activityOf(at.store, at.accountId, { by: id ?? "" });
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["undone", "restored", "deleted"]));
    const again = await undo.run({ by: id, from: at.from, to: new Date().toISOString() });
    expect(again).toMatchObject({ total: changes.length, undone: changes.length, kept: [] });
    expect(await shown(at)).toEqual(after);
  });
});

describe("what an undo keeps", () => {
  it("is what somebody changed since, with its reason, and a dry run says the same", async () => {
    const at = await world();
    const { calls, groups, interactions, undo, ann, ben, cem, agent, ofAgent } = at;
    const club = await groups.createGroup({ label: "Club" });
    const call = { type: "Call", date: "2026-02-03T04:05:06Z" };
    const met = (await interactions.create({ ...call, participantIds: [ann, ben] })).body.interaction;
    const { dan, eve } = await agent(async () => {
      await calls.patch(ann, { headline: "Pilot", notes: "By the agent" });
      await calls.patch(ben, { externalId: "b-1" });
      await calls.patch(ben, { externalId: null });
      const { contact: dan } = (await calls.create({ firstName: "Dan" })).body;
      const { contact: eve } = (await calls.create({ firstName: "Eve" })).body;
      await groups.add(club.id, { contactIds: [ann, cem] });
      await interactions.patch(met.id, { title: "Plans", description: "By the agent" });
      await calls.remove(cem, {}, { permanent: "true" });
      return { dan, eve };
    });
    await calls.patch(ann, { headline: "Captain" });
    await calls.patch(dan.id, { headline: "Baker" });
    await calls.create({ firstName: "Fay", externalId: "b-1" });
    await interactions.create({ ...call, participantIds: [eve.id] });
    await interactions.patch(met.id, { title: "Lunch" });
    const dry = await undo.dry(ofAgent());
    const done = await undo.run(ofAgent());
    expect({ ...dry, id: done.id, startedAt: done.startedAt, endedAt: done.endedAt }).toEqual(done);
    const { changes } = await activityOf(at.store, at.accountId, ofAgent());
    const kept = done.kept.map(({ changeId, reason, fields = [] }) => {
      const change = changes.find(({ id }) => id === changeId);
      return [change?.subject, change?.kind, change?.contactId ?? null, reason, ...fields]
        .filter((each) => each !== null)
        .join(" ");
    });
    expect(kept.toSorted()).toEqual(
      [
        `contact created ${dan.id} changed_since`,
        `contact created ${eve.id} changed_since`,
        `contact deleted ${cem} permanent`,
        `contact updated ${ann} changed_since headline`,
        `contact updated ${ben} changed_since externalId`,
        `contact updated ${ben} changed_since externalId`,
        `interaction updated ${ann} changed_since title`,
        "members updated changed_since members",
      ].toSorted(),
    );
    expect((await calls.get(ann)).body?.contact).toMatchObject({ headline: "Captain", notes: null });
    expect((await interactions.get(met.id)).body.interaction).toMatchObject({ title: "Lunch", description: null });
    expect(done).toMatchObject({ total: changes.length, undone: 3 });
  });
});

describe("a selection", () => {
  it("with merges and imports undoes them by their own undo, after what came later and before what came earlier", async () => {
    const at = await world();
    const { store, accountId, calls, undo, ann, ben, agent, ofAgent } = at;
    const stand = createImportStand(store, Date.now());
    const before = await shown(at);
    const merges = mergeCalls(store, accountId);
    await agent(async () => {
      await calls.patch(ben, { headline: "Baker" });
      await merges.merge(ann, ben);
      await calls.patch(ann, { headline: "Captain" });
      await stand.importRows(accountId, people(30), { groups: ["Club"] });
      const { contacts } = (await calls.list({ search: "Person", limit: "2" })).body;
      for (const { id } of contacts) await calls.patch(id, { headline: "Imported" });
      const { contact } = (await calls.create({ firstName: "Dan" })).body;
      await merges.merge(contact.id, contacts[0]?.id ?? "");
    });
    const dry = await undo.dry(ofAgent());
    const done = await undo.run(ofAgent());
    expect({ ...dry, id: done.id, startedAt: done.startedAt, endedAt: done.endedAt }).toEqual(done);
    expect(done).toMatchObject({ total: 8, undone: 8, kept: [] });
    expect(await shown(at)).toEqual(before);
  });

  it("of chosen changes takes back no others, and a deletion of many contacts, a label with its members, and a long value come back", async () => {
    const at = await world();
    const { store, accountId, calls, groups, undo, ann } = at;
    await calls.patch(ann, { notes: long });
    const { ids } = await manyContacts(store, accountId, 1_100);
    const { id: all } = await groups.createGroup({ label: "All" });
    await groups.add(all, { contactIds: ids.slice(0, 900) });
    await calls.patch(ann, { notes: "Short", headline: "Pilot" });
    await groups.deleteGroup(all);
    const before = await shown(at);
    const deletion = newId();
    await putContactSet(at.files, { accountId, deletionId: deletion }, { ids, deletedAt: new Date().toISOString() });
    await expect(undo.dry(at.ofAgent())).rejects.toMatchObject({ code: "conflict" });
    await workOnSet(store, at.files, `deletions/${accountId}/${deletion}`);
    const { changes } = await activityOf(store, accountId, { limit: "3" });
    expect(changes.map(({ subject, kind }) => `${subject} ${kind}`)).toEqual([
      "contact deleted",
      "group deleted",
      "contact updated",
    ]);
    const [bulk, ...others] = changes.map(({ id }) => id);
    expect(await undo.run({ changeIds: [bulk] })).toMatchObject({ total: 1, undone: 1, kept: [] });
    expect(await shown(at)).toEqual(before);
    const dry = await undo.dry({ changeIds: others });
    expect(await undo.run({ changeIds: others })).toMatchObject({ total: 2, undone: 2, kept: dry.kept });
    expect((await calls.get(ann)).body?.contact).toMatchObject({ notes: long.trim(), headline: null });
    expect(await groups.getGroup(all)).toMatchObject({ label: "All", contactCount: 900 });
    await expect(undo.ask({ changeIds: ["1795789277422-000000001843-000_"] })).rejects.toMatchObject({
      code: "change_not_found",
    });
    await expect(undo.read(newId())).rejects.toMatchObject({ code: "undo_not_found" });
  });
});

it("an interaction with the most participants fits into a transaction with the progress", async () => {
  const at = await world();
  const { interactions, undo, agent, ofAgent, store, accountId } = at;
  const { ids } = await manyContacts(store, accountId, 50);
  const met = { type: "Call", date: "2026-02-03T04:05:06Z", title: "All", participantIds: ids };
  const { id } = (await interactions.create(met)).body.interaction;
  const before = await shown(at);
  await agent(() => interactions.patch(id, { date: "2026-03-04T04:05:06Z", title: "None" }));
  await agent(() => interactions.remove(id));
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  expect(await shown(at)).toEqual(before);
});

it("a contact that was made and deleted is in the trash after the undo of both, and nothing is kept", async () => {
  const at = await world();
  const { calls, undo, agent, ofAgent } = at;
  const before = await shown(at);
  await agent(async () => calls.remove((await calls.create({ firstName: "Dan" })).body.contact.id));
  expect(await undo.run(ofAgent())).toMatchObject({ total: 2, undone: 2, kept: [] });
  expect(await shown(at)).toEqual(before);
});
