/** The undo of restores: what they brought back goes into the trash again, unless somebody touched it since. */
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { planMembers, putLongValues } from "../../../shared/account/store/history.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { activityOf } from "../../support/account/history-calls.ts";
import { manyContacts, shown, type UndoWorld, undoWorld } from "../../support/account/undo-world.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const table = await freshTable();

/** The work of a request above 1,000 contacts, which is done when this resolves. */
async function inBackground({ store, files, accountId }: UndoWorld, set: Parameters<typeof putContactSet>[2]) {
  const at = { accountId, deletionId: newId() };
  if (set.isRestore) await putLongValues(store, planMembers(accountId, set.ids).objects);
  await putContactSet(files, at, set);
  // The worker may not write long values.
  const { putLongValue: _, ...ofWorker } = store;
  await workOnSet(ofWorker, files, deletionKey(at));
}

async function worldWith(count: number) {
  const at = await undoWorld(table.store);
  const { ids } = await manyContacts(at.store, at.accountId, count);
  const club = await at.groups.createGroup({ label: "Club" });
  await at.groups.add(club.id, { contactIds: ids.slice(0, 2) });
  await at.interactions.create({ type: "Call", participantIds: ids.slice(0, 2) });
  const trash = async () => (await at.calls.trash({ limit: "200" })).contacts.map(({ id }) => id).toSorted();
  return { ...at, ids, trash };
}

type World = Awaited<ReturnType<typeof worldWith>>;

/** The dry run and the run, which say the same. */
async function undone({ undo }: UndoWorld, selection: object) {
  const dry = await undo.dry(selection);
  const done = await undo.run(selection);
  expect({ ...dry, id: done.id, startedAt: done.startedAt, endedAt: done.endedAt }).toEqual(done);
  return done;
}

const [deleteIds, restoreIds] = [
  ({ calls, ids }: World) => calls.deleteContacts({ ids }),
  ({ calls, ids }: World) => calls.restore({ ids }),
];
const ways: [string, number, (at: World) => Promise<unknown>, (at: World) => Promise<unknown>][] = [
  ["one", 1, ({ calls, ids }) => calls.remove(ids[0] ?? ""), restoreIds],
  [
    "several, deleted one by one",
    3,
    async ({ calls, ids }) => {
      for (const id of ids) await calls.remove(id);
    },
    restoreIds,
  ],
  ["several, whose ids are an object", 130, deleteIds, restoreIds],
  [
    "those of a set in the background",
    130,
    (at) => inBackground(at, { ids: at.ids, deletedAt: new Date().toISOString() }),
    (at) => inBackground(at, { ids: at.ids, deletedAt: null, isRestore: true }),
  ],
];

describe("the undo of a restore", () => {
  it.each(ways)(
    "puts into the trash what it brought back, as it was there: %s",
    async (_what, count, remove, restore) => {
      const at = await worldWith(count);
      const { calls, undo, ids, trash, agent, from, ofAgent } = at;
      const first = await shown(at);
      await remove(at);
      const [before, trashBefore] = [await shown(at), (await calls.trash({ limit: "200" })).contacts];
      await agent(() => restore(at));
      expect(await shown(at)).toEqual(first);
      const done = await undone(at, ofAgent());
      expect(done).toMatchObject({ total: 1, undone: 1, kept: [] });
      expect(await shown(at)).toEqual(before);
      expect((await calls.trash({ limit: "200" })).contacts.map(({ id, deletedAt }) => [id, deletedAt])).toEqual(
        trashBefore.map(({ id, deletedAt }) => [id, deletedAt]),
      );
      const again = await undo.run({ by: done.id, from, to: new Date().toISOString() });
      expect(again).toMatchObject({ total: count, undone: count, kept: [] });
      expect(await trash()).toEqual([]);
      expect(await shown(at)).toEqual(first);
      expect(ids).toHaveLength(count);
    },
  );

  it.each(ways)(
    "and of the deletion before it leaves the account as at first: %s",
    async (_what, count, remove, restore) => {
      const at = await worldWith(count);
      const { calls, undo, ids, agent, from, ofAgent, trash } = at;
      const first = await shown(at);
      await agent(async () => {
        await remove(at);
        await restore(at);
        await calls.patch(ids[0] ?? "", { headline: "Pilot" });
      });
      const after = await shown(at);
      const { changes } = await activityOf(at.store, at.accountId, ofAgent());
      const done = await undone(at, ofAgent());
      expect(done).toMatchObject({ total: changes.length, undone: changes.length, kept: [] });
      expect(await shown(at)).toEqual(first);
      expect(await trash()).toEqual([]);
      expect(await undo.run({ by: done.id, from, to: new Date().toISOString() })).toMatchObject({ kept: [] });
      expect(await shown(at)).toEqual(after);
    },
  );

  it("keeps what others renamed, deleted, or restored since, and says nothing of what it had refused", async () => {
    const at = await worldWith(4);
    const { calls, ids, agent, ofAgent, trash, ann } = at;
    const [left = "", renamed = "", deleted = "", restored = ""] = ids;
    await calls.deleteContacts({ ids });
    await agent(() => calls.restore({ ids: [...ids, ann] }));
    await calls.patch(renamed, { firstName: "Bo" });
    await calls.remove(deleted);
    await calls.remove(restored);
    await calls.restore({ ids: [restored] });
    const [change] = (await activityOf(at.store, at.accountId, ofAgent())).changes;
    const done = await undone(at, ofAgent());
    expect(done).toMatchObject({ total: 1, undone: 1 });
    const kept = [renamed, deleted, restored].map((contactId) => {
      return { changeId: change?.id, contactId, reason: "changed_since" };
    });
    expect(done.kept).toEqual(kept);
    expect(await trash()).toEqual([left, deleted].toSorted());
  });

  it("puts a contact back whose relationship somebody else has ended since", async () => {
    const at = await worldWith(2);
    const { calls, ids, agent, ofAgent, trash, ann } = at;
    const [one = ""] = ids;
    await calls.deleteContacts({ ids });
    await agent(() => calls.restore({ ids }));
    const { id } = await calls.relate(one, { relatedPersonId: ann, relationshipType: "friend" });
    await calls.unrelate(one, id);
    expect(await undone(at, ofAgent())).toMatchObject({ undone: 1, kept: [] });
    expect(await trash()).toEqual(ids.toSorted());
  });

  it("reads the history of each contact once", async () => {
    const at = await worldWith(10);
    await deleteIds(at);
    await at.agent(() => restoreIds(at));
    const { id } = await at.undo.ask(at.ofAgent());
    const isOfHistory = new RegExp(`"CH#(${at.ids.join("|")})#`);
    let queries = 0;
    const store = watchedStore(at.store, ({ name, input }, send) => {
      if (name === "QueryCommand" && isOfHistory.test(JSON.stringify(input))) queries++;
      return send();
    });
    await at.undo.serve(id ?? "", store);
    expect(await at.trash()).toHaveLength(10);
    expect(queries).toBe(10);
  });

  it("of an undo leaves alone whom somebody else has deleted and restored since", async () => {
    const at = await worldWith(2);
    const { calls, ids, agent, ofAgent, trash, undo, from } = at;
    const [others = "", own = ""] = ids;
    await agent(() => calls.deleteContacts({ ids }));
    const { id: by } = await undo.run(ofAgent());
    await calls.remove(others);
    await calls.restore({ ids: [others] });
    const kept = [{ contactId: others, reason: "changed_since" }];
    expect(await undone(at, { by, from, to: new Date().toISOString() })).toMatchObject({ undone: 1, kept });
    expect(await trash()).toEqual([own]);
  });

  it("of an undo puts the values of its moment into the trash, from which the deletion before it comes", async () => {
    const at = await worldWith(2);
    const { calls, ids, agent, ofAgent, trash, undo } = at;
    const [changed = ""] = ids;
    const from = new Date().toISOString();
    const first = await shown(at);
    await agent(() => calls.deleteContacts({ ids }));
    await undo.run(ofAgent());
    await calls.patch(changed, { headline: "Pilot" });
    const after = await shown(at);
    const done = await undone(at, { from, to: new Date().toISOString() });
    expect(done.kept).toEqual([]);
    expect([await shown(at), await trash()]).toEqual([first, []]);
    expect(await undo.run({ by: done.id, from, to: new Date().toISOString() })).toMatchObject({ kept: [] });
    expect(await shown(at)).toEqual(after);
  });

  it("takes several rounds of one actor back, but not past what others did between them", async () => {
    const at = await worldWith(2);
    const { calls, ids, agent, ofAgent, trash } = at;
    const [own = "", others = ""] = ids;
    const first = await shown(at);
    const round = async (id: string) => {
      await calls.remove(id);
      await calls.restore({ ids: [id] });
    };
    await agent(() => round(own).then(() => round(own)));
    expect(await undone(at, ofAgent())).toMatchObject({ total: 4, undone: 4, kept: [] });
    expect(await shown(at)).toEqual(first);
    const from = new Date().toISOString();
    await calls.remove(others);
    await agent(() => calls.restore({ ids: [others] }));
    await round(others);
    await agent(() => calls.remove(others));
    const done = await undone(at, { ...ofAgent(), from });
    expect(done).toMatchObject({ total: 2, undone: 1, kept: [{ contactId: others, reason: "changed_since" }] });
    expect(await trash()).toEqual([]);
  });
});
