/** Accounts of which each has one date that is to be told now: as the service would have written them. */
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createContact } from "../../shared/contact/apply.ts";
import { contactCreateSchema } from "../../shared/contact/schema.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/table/account.ts";
import { planDue } from "../../shared/table/due-index.ts";
import { importantDateActions } from "../../shared/table/important-dates.ts";
import { mapInParallel } from "../../shared/table/parallel.ts";
import type { Store } from "../../shared/table/store.ts";
import { findNothing } from "../support/places.ts";
import { createIds } from "./account.ts";

/** When all of them are due. */
export const dueTime = "2026-03-10T08:00:00.000Z";

/** Items of one call (DynamoDB's quota). */
const atOnce = 25;

/** Writes what the sender reads of them: head, dates and due entry; the contacts themselves it never sees. */
export async function writeDueAccounts(store: Store, count: number): Promise<void> {
  const defaults = { timezone: "UTC", language: "en" };
  const before = new Date("2026-02-01T00:00:00.000Z");
  const nextId = createIds("due accounts", before.getTime());
  const items = Array.from({ length: count }, () => {
    const accountId = nextId();
    const importantDates = [{ type: "birthday", date: "1990-03-12", note: "likes cake", notifyDaysBefore: 2 }];
    const body = contactCreateSchema.parse({ firstName: "Johanna", lastName: "Musterfrau", importantDates });
    const context = { now: before, newId: nextId, findPlace: findNothing, defaults };
    const contact = { ...createContact(accountId, nextId(), body, context), version: 1 };
    const head = { ...newAccountHead(accountId, "ann@example.org", before), name: "Ann", contactCount: 1 };
    const due = planDue(store, head, dueTime);
    const actions = [...importantDateActions(store, null, contact), ...due.actions];
    return [accountHeadToItem(due.head), ...actions.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []))];
  }).flat();
  const calls = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, call) =>
    items.slice(call * atOnce, (call + 1) * atOnce),
  );
  await mapInParallel(calls, 4, async (some) => {
    const requests = some.map((Item) => ({ PutRequest: { Item } }));
    await store.client.send(new BatchWriteCommand({ RequestItems: { [store.tableName]: requests } }));
  });
}
