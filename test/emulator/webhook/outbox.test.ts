import { expect, it } from "vitest";
import { type EventType, eventTypes } from "../../../shared/account/events.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { readOutbox } from "../../../shared/account/store/outbox.ts";
import { named } from "../../support/contact/contact-accounts.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { accountWithMerges } from "../../support/merge/merge-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

async function subscribedAccount(webhookEvents: readonly EventType[] | null) {
  const account = await accountWithMerges(store, named("Ann", "Bob", "Cyd"));
  const { accountId } = account;
  const subscribe = (events: readonly EventType[] | null) =>
    writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, webhookEvents: events }, result: null }));
  await subscribe(webhookEvents);
  const { txid } = await getAccountHead(store, accountId);
  return { ...account, outbox: (limit = 100) => readOutbox(store, accountId, txid, limit) };
}

it("the outbox has the events of each write of contacts, except those of the owner's own contact", async () => {
  const { accountId, calls, merges, interactions, left, right, third, outbox } = await subscribedAccount(eventTypes);
  const { body } = await calls.create({ firstName: "Dot" });
  await calls.patch(left, { headline: "Pilot" });
  await calls.patch(left, { headline: "Pilot" });
  await calls.patch(accountId, { headline: "Owner" });
  await interactions.create({ date: "2026-01-01T00:00:00Z", type: "Call", participantIds: [left, third] });
  const merge = await merges.merge(left, right);
  await merges.undo(merge.mergeId);
  await calls.deleteContacts({ ids: [left, third] });
  await merges.merge(accountId, right);

  const items = await outbox();
  expect(items.map(({ events }) => events)).toEqual([
    [{ type: "contact.created", contactId: body.contact.id }],
    [{ type: "contact.updated", contactId: left }],
    [left, third].map((contactId) => ({ type: "contact.updated", contactId })),
    [{ type: "contact.merged", contactId: left, mergedFromContactId: right }],
    [
      { type: "contact.updated", contactId: left },
      { type: "contact.created", contactId: right },
    ],
    [left, third].map((contactId) => ({ type: "contact.deleted", contactId })),
    [{ type: "contact.merged", contactId: accountId, mergedFromContactId: right }],
  ]);
  expect(await outbox(2)).toEqual(items.slice(0, 2));
  const last = items.at(-1);
  expect(await getAccountHead(store, accountId)).toMatchObject({ outboxTxid: last?.txid });
});

it("the outbox has an event for each label that a write changes, or whose members it changes", async () => {
  const { accountId, calls, merges, groups, left, right, third, outbox } = await subscribedAccount(eventTypes);
  const group = await groups.createGroup({ label: "Climbing" });
  const other = await groups.createGroup({ label: "Other" });
  const tag = await groups.createTag({ label: "Harbour" });
  await groups.patchGroup(group.id, { label: "Sailing" });
  await groups.patchGroup(group.id, { label: "Sailing" });
  await groups.add(group.id, { contactIds: [left, right] });
  await groups.add(group.id, { contactIds: [left] });
  await groups.tag(tag.id, { contactIds: [right, third] });
  await groups.remove(other.id, { contactIds: [left] });
  const merge = await merges.merge(left, right);
  await merges.undo(merge.mergeId);
  await merges.merge(accountId, right);
  await calls.deleteContacts({ ids: [left, third] });
  await groups.deleteGroup(group.id);
  await groups.deleteTag(tag.id);

  const [ofGroup, ofTag] = [
    { type: "group.changed", groupId: group.id },
    { type: "tag.changed", tagId: tag.id },
  ];
  const ofLabels = (await outbox()).map(({ events }) => events.filter(({ type }) => !type.startsWith("contact.")));
  expect(ofLabels).toEqual([
    [ofGroup],
    [{ type: "group.changed", groupId: other.id }],
    ...[[ofTag], [ofGroup], [ofGroup], [ofTag]],
    // The merge, its undo, the merge into the owner's own contact, and the deletion.
    ...[
      [ofGroup, ofTag],
      [ofGroup, ofTag],
      [ofGroup, ofTag],
      [ofGroup, ofTag],
    ],
    ...[[ofGroup], [ofTag]],
  ]);
});

it.each([
  { events: null, stored: 0 },
  { events: ["contact.deleted"] as const, stored: 1 },
])("a write stores only events that a webhook wants: $events", async ({ events, stored }) => {
  const { accountId, calls, left, outbox } = await subscribedAccount(events);
  await calls.create({ firstName: "Dot" });
  await calls.patch(left, { headline: "Pilot" });
  await calls.remove(left);
  expect(await outbox()).toHaveLength(stored);
  expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("WE#"))).toHaveLength(stored);
});
