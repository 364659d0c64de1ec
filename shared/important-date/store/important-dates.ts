/**
 * The items of contacts with important dates (`V#`). The reminder sender, the upcoming reminders and the calendar read them
 * instead of the contacts. Every write of a contact updates its item in the same transaction. It is an update, so that the
 * sent reminders in the item stay.
 */
import type { ContactChange, ContactRecord } from "../../contact/record.ts";
import { orderIndexes } from "../../contact/store/contact-order.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { queryItems } from "../../platform/dynamodb/query.ts";
import {
  accountOfPartition,
  accountPartition,
  type Store,
  type Stored,
  type WriteAction,
} from "../../platform/dynamodb/store.ts";
import { updateOf } from "../../platform/dynamodb/update.ts";
import { longId, shortId } from "../../platform/text/short-id.ts";
import { type DatedContact, firstNotifyDay, lastSentDay, type SentReminder } from "../dated-contact.ts";

const keyPrefix = "V#";

function datedContactKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: keyPrefix + shortId(id) };
}

/** The key of an item in an index by day. */
function dayKey(day: string | undefined, id: string): string | null {
  return day === undefined ? null : `${keyPrefix}${day}#${shortId(id)}`;
}

function dayOfKey(key: unknown): string {
  return String(key).slice(keyPrefix.length, keyPrefix.length + "YYYY-MM-DD".length);
}

interface DateIndex {
  /** Missing for the order of the table. */
  IndexName?: string;
  attribute: string;
}

/** Contacts with reminders by a day before which none is due. */
const dueIndex: DateIndex = { IndexName: "byDue", attribute: "dueKey" };
/** Contacts with sent reminders by the last day of their occurrences. The index also has contacts, with other prefixes. */
const remindedIndex: DateIndex = orderIndexes.interaction;

function datedContactFromItem(item: Record<string, unknown>): DatedContact {
  const { pk, sk, firstName, lastName, photoVersion = null, renamedAt = null, dates, sent = {} } = item as StoredDates;
  const id = longId(sk.slice(keyPrefix.length));
  return { id, accountId: accountOfPartition(pk), firstName, lastName, photoVersion, renamedAt, dates, sent };
}

type StoredDates = Stored<Omit<DatedContact, "id" | "accountId">, "photoVersion" | "renamedAt" | "sent">;

function fieldsOf({ firstName, lastName, photoVersion, importantDates }: ContactRecord) {
  return { firstName, lastName, photoVersion, dates: importantDates };
}

/** The due day was right at the contact's last write. Later it may be too early, but never too late. */
function scheduledFields(contact: ContactRecord, sent?: DatedContact["sent"]) {
  return {
    ...fieldsOf(contact),
    dueKey: dayKey(firstNotifyDay(contact.importantDates, contact.updatedAt, sent), contact.id),
  };
}

function sentFields({ id, dates, sent }: Pick<DatedContact, "id" | "dates" | "sent">) {
  return {
    sent: Object.keys(sent).length > 0 ? sent : null,
    [remindedIndex.attribute]: dayKey(lastSentDay({ dates, sent }), id),
  };
}

/** The action, if any, that a change of a contact needs for its item. `sent` replaces the sent reminders. */
export function importantDateActions(
  { tableName: TableName }: Pick<Store, "tableName">,
  before: ContactRecord | null,
  after: ContactRecord | null,
  sent?: DatedContact["sent"],
): WriteAction[] {
  const [old, current] = [withDates(before), withDates(after)];
  if (!current) return old ? [{ Delete: { TableName, Key: datedContactKey(old.accountId, old.id) } }] : [];
  const Key = datedContactKey(current.accountId, current.id);
  const sentAfter = sent && sentFields({ id: current.id, dates: current.importantDates, sent });
  if (!old) {
    return [
      { Put: { TableName, Item: { ...Key, ...dropEmpty({ ...scheduledFields(current, sent), ...sentAfter }) } } },
    ];
  }
  if (!sentAfter && JSON.stringify(fieldsOf(old)) === JSON.stringify(fieldsOf(current))) return [];
  const isRenamed = old.firstName !== current.firstName || old.lastName !== current.lastName;
  const changed = {
    ...(!sentAfter && isSameSchedule(old, current) ? fieldsOf(current) : scheduledFields(current, sent)),
    ...sentAfter,
    ...(isRenamed && { renamedAt: current.updatedAt }),
  };
  return [{ Update: { TableName, Key, ...updateOf(changed) } }];
}

/** The consequences of a write for the calendar and the reminder sender. */
export interface DateChanges {
  /** Whether any item changes. */
  any: boolean;
  /** A day before which no reminder of new or moved dates is due. */
  dueDay: string | undefined;
}

export function dateChanges(changes: readonly ContactChange[]): DateChanges {
  const any = changes.some(({ before, after }) => importantDateActions({ tableName: "" }, before, after).length > 0);
  const days = changes.flatMap(({ before, after }) => {
    if (!after || !withDates(after) || (before && isSameSchedule(before, after))) return [];
    return firstNotifyDay(after.importantDates, after.updatedAt) ?? [];
  });
  return { any, dueDay: days.toSorted()[0] };
}

/**
 * Records the reminders that were sent and the next due day of a contact. The contact must be read consistently in the same
 * write. Sent reminders of dates that no longer exist are dropped.
 */
export function markSentAction(
  { tableName: TableName }: Store,
  { accountId, id, dates, sent: before }: DatedContact,
  reminded: readonly { dateId: string; occurrence: string }[],
  at: string,
): WriteAction {
  const added = reminded.map(({ dateId, occurrence }): [string, SentReminder] => [dateId, { occurrence, at }]);
  const known = new Set(dates.map((date) => date.id));
  const all = [...Object.entries(before), ...added].filter(([dateId]) => known.has(dateId));
  const sent = Object.fromEntries(all);
  const fields = {
    ...sentFields({ id, dates, sent }),
    [dueIndex.attribute]: dayKey(firstNotifyDay(dates, at, sent), id),
  };
  return { Update: { TableName, Key: datedContactKey(accountId, id), ...updateOf(fields) } };
}

/** Consistently reads all contacts with important dates, by id. */
export async function* listDatedContacts(store: Store, accountId: string): AsyncGenerator<DatedContact, void> {
  for await (const item of readRange(store, accountId, { attribute: "sk" }, "", "~")) yield datedContactFromItem(item);
}

/**
 * Consistently reads the contacts with reminders up to this day, and possibly other contacts, because the due day may be
 * too early. They come in the order of their due days.
 */
export async function* listDueContacts(
  store: Store,
  accountId: string,
  lastDay: string,
  pageSize?: number,
): AsyncGenerator<DatedContact & { dueDay: string }, void> {
  for await (const item of readRange(store, accountId, dueIndex, "", `${lastDay}~`, pageSize)) {
    yield { ...datedContactFromItem(item), dueDay: dayOfKey(item[dueIndex.attribute]) };
  }
}

/** Consistently reads the contacts with an occurrence on this day or later whose reminder was sent. */
export async function* listRemindedContacts(
  store: Store,
  accountId: string,
  today: string,
): AsyncGenerator<DatedContact, void> {
  for await (const item of readRange(store, accountId, remindedIndex, today, "~")) yield datedContactFromItem(item);
}

/** A day before which no reminder of the account is due; undefined without reminders. The read is consistent. */
export async function firstDueDay(store: Store, accountId: string): Promise<string | undefined> {
  const first = await listDueContacts(store, accountId, "~", 1).next();
  return first.done ? undefined : first.value.dueDay;
}

/** Consistently reads those of these contacts that have important dates, in no particular order. */
export async function getDatedContacts(
  store: Store,
  accountId: string,
  ids: readonly string[],
): Promise<DatedContact[]> {
  const items = await batchGet(
    store,
    ids.map((id) => datedContactKey(accountId, id)),
  );
  return items.map(datedContactFromItem);
}

async function* readRange(
  store: Store,
  accountId: string,
  { IndexName, attribute }: DateIndex,
  from: string,
  to: string,
  Limit?: number,
): AsyncGenerator<Record<string, unknown>, void> {
  yield* queryItems(store, {
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND #sort BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":from": keyPrefix + from,
      ":to": keyPrefix + to,
    },
    ConsistentRead: true,
    ...(Limit !== undefined && { Limit }),
  });
}

/** The owner's own contact has an item too, because its dates also have reminders. */
function withDates(contact: ContactRecord | null): ContactRecord | null {
  return contact && contact.importantDates.length > 0 ? contact : null;
}

/** Whether both contacts have reminders on the same days. */
function isSameSchedule(one: ContactRecord, other: ContactRecord): boolean {
  const scheduleOf = ({ importantDates }: ContactRecord) =>
    JSON.stringify(importantDates.map(({ id, date, notifyDaysBefore }) => [id, date, notifyDaysBefore]));
  return scheduleOf(one) === scheduleOf(other);
}

function dropEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
