/** Undos in accounts that have no more room: they end, and the next ones can begin. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { activityOf } from "../../support/account/history-calls.ts";
import { type UndoWorld, undoWorld } from "../../support/account/undo-world.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { receiptCalls } from "../../support/import/receipt-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const table = await freshTable();

interface Action {
  Put?: { Item: { sk: string } };
}

const sizeOf = (item: unknown) => (item === undefined ? 0 : JSON.stringify(item).length);

/** The account takes this number of transactions, and then none that makes its items larger, or that names a refused item. */
function fullAfter({ store, accountId }: UndoWorld, count: number, refused = /^$/) {
  let written = 0;
  return watchedStore(store, async ({ name, input }, send) => {
    if (name !== "TransactWriteCommand" || ++written <= count) return send();
    const before = await itemsOf(store, accountId);
    // What is deleted makes no room at once.
    const growth = (input as { TransactItems: Action[] }).TransactItems.map(({ Put }) => {
      return sizeOf(Put?.Item) - sizeOf(before.get(Put?.Item.sk ?? ""));
    });
    const isLarger = growth.reduce((sum, each) => sum + each, 0) > 0;
    if (!isLarger && !refused.test(JSON.stringify(input))) return send();
    const CancellationReasons = [{ Code: "ItemCollectionSizeLimitExceeded" }];
    throw new TransactionCanceledException({ message: "full", $metadata: {}, CancellationReasons });
  });
}

it.each(["a time", "chosen changes"])("the undo of %s ends, and keeps the rest", async (selected) => {
  const at = await undoWorld(table.store);
  const { store, accountId, calls, groups, files, undo, ann, agent, ofAgent } = at;
  await agent(async () => {
    const { id } = await groups.createGroup({ label: "Club" });
    await groups.add(id, { contactIds: [ann] });
    await calls.patch(ann, { headline: "Pilot" });
  });
  const { changes } = await activityOf(store, accountId, ofAgent());
  const changeIds = changes.map(({ id }) => id);
  const { id } = await undo.ask(selected === "a time" ? ofAgent() : { changeIds });
  await undo.serve(id ?? "", fullAfter(at, 1));
  const kept = changeIds.slice(1).map((changeId) => ({ changeId, contactId: null, reason: "not_undoable" }));
  expect(await undo.read(id ?? "")).toMatchObject({ status: "done", undone: 1, kept });
  expect((await undo.read(id ?? "")).endedAt).not.toBeNull();
  expect(files.objects.size).toBe(0);
  expect(await undo.run(ofAgent())).toMatchObject({ status: "done", total: 3, undone: 2 });
});

it("an import that such an undo has begun can be undone by itself", async () => {
  const at = await undoWorld(table.store);
  const { store, accountId, undo, agent, ofAgent } = at;
  const stand = createImportStand(store, Date.now());
  const imported = await agent(() => stand.importRows(accountId, people(3)));
  const { id } = await undo.ask(ofAgent());
  await undo.serve(id ?? "", fullAfter(at, 1, /"sk":"C#/));
  expect(await undo.read(id ?? "")).toMatchObject({ status: "done", undone: 0, kept: [{ reason: "not_undoable" }] });
  await stand.serve(await stand.beginUndo(imported));
  expect((await receiptCalls(stand, store, accountId).list()).receipts).toMatchObject([{ status: "undone" }]);
});
