/** The undo of deletions of many contacts: it brings back no others, and says why it brings back none. */
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { activityOf } from "../../support/account/history-calls.ts";
import { manyContacts, type UndoWorld, undoWorld } from "../../support/account/undo-world.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { freshTable } from "../../support/process/stack.ts";

const table = await freshTable();

async function worldWith(count: number) {
  const at = await undoWorld(table.store);
  const { ids } = await manyContacts(at.store, at.accountId, count);
  const trash = async () => (await at.calls.trash({ limit: "200" })).contacts.map(({ id }) => id).toSorted();
  return { ...at, ids, trash };
}

type Remove = (at: UndoWorld, ids: readonly string[], moment: Date) => Promise<unknown>;
const inOneRequest: Remove = ({ store, accountId }, ids, moment) =>
  contactCalls(store, accountId, { now: () => moment }).deleteContacts({ ids });
const inBackground: Remove = async ({ store, files, accountId }, ids, moment) => {
  const at = { accountId, deletionId: newId() };
  await putContactSet(files, at, { ids, deletedAt: moment.toISOString() });
  await workOnSet(store, files, deletionKey(at));
};

it.each([
  ["requests", inOneRequest, inOneRequest],
  ["sets in the background", inBackground, inBackground],
  ["a request and a set", inOneRequest, inBackground],
])("two deletions of one millisecond stay apart: %s", async (_what, removeFirst, removeSecond) => {
  const at = await worldWith(140);
  const { ids, trash, undo, ofAgent, agent } = at;
  const [moment, first, second] = [new Date(), ids.slice(0, 70), ids.slice(70)];
  await agent(() => removeFirst(at, first, moment));
  await agent(() => removeSecond(at, second, moment));
  const { changes } = await activityOf(at.store, at.accountId, ofAgent());
  expect(changes.map(({ count }) => count)).toEqual([70, 70]);
  const [latest, earliest] = changes.map(({ id }) => id);
  expect(await undo.run({ changeIds: [earliest] })).toMatchObject({ undone: 1, kept: [] });
  expect(await trash()).toEqual(second.toSorted());
  expect(await undo.run({ changeIds: [latest] })).toMatchObject({ undone: 1, kept: [] });
  expect(await trash()).toEqual([]);
});

describe("a deletion whose contacts are not in the trash is kept", () => {
  type World = Awaited<ReturnType<typeof worldWith>>;
  type Step = (at: World) => Promise<unknown>;
  const [removeOne, removeAll] = [
    ({ calls, ids }: World) => calls.remove(ids[0] ?? ""),
    ({ calls, ids }: World) => calls.deleteContacts({ ids }),
  ];
  const [emptied, purged, restored] = [
    ({ calls }: World) => calls.emptyTrash({}),
    ({ calls, ids }: World) => calls.emptyTrash({ ids }),
    ({ calls, ids }: World) => calls.restore({ ids }),
  ];
  it.each<[string, string, Step, Step]>([
    ["one, the trash was emptied", "permanent", removeOne, emptied],
    ["several, the trash was emptied", "permanent", removeAll, emptied],
    ["one, removed by its id", "permanent", removeOne, purged],
    ["several, removed by their ids", "permanent", removeAll, purged],
    ["one, restored", "changed_since", removeOne, restored],
    ["several, restored", "changed_since", removeAll, restored],
  ])("%s: %s", async (_what, reason, remove, then) => {
    const at = await worldWith(2);
    await at.agent(() => remove(at));
    await then(at);
    expect(await at.undo.run(at.ofAgent())).toMatchObject({ total: 1, undone: 0, kept: [{ reason }] });
  });

  it("in part, as permanent if only the undo itself restored the others, and another one a group", async () => {
    const at = await worldWith(2);
    const { calls, groups, undo, ids, agent, ofAgent } = at;
    const { id } = await groups.createGroup({ label: "Club" });
    await agent(() => calls.deleteContacts({ ids }));
    await calls.emptyTrash({ ids: ids.slice(0, 1) });
    await groups.deleteGroup(id);
    const [deletion] = (await activityOf(at.store, at.accountId, {})).changes;
    expect(await undo.run({ changeIds: [deletion?.id] })).toMatchObject({ undone: 1, kept: [] });
    expect(await undo.run(ofAgent())).toMatchObject({ undone: 1, kept: [{ reason: "permanent" }] });
  });
});
