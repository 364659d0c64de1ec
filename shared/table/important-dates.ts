/**
 * The important dates of a contact, once more and by themselves (`V#`): what the reminder sender, the list of what is
 * coming and the calendar need of a contact, without the rest of it. The item follows every write of the contact in the
 * same transaction, as an update: what the sender notes there, that somebody was told of an occurrence, stays.
 */
import {
  type DatedContact,
  firstNotifyDay,
  lastSentDay,
  type SentOccurrence,
  type Told,
} from "../contact/dated-contact.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { WriteAction } from "./account-write.ts";
import { batchGet } from "./batch-get.ts";
import { orderIndexes } from "./contact-order.ts";
import { queryItems } from "./query.ts";
import { accountOfPartition, accountPartition, type Store } from "./store.ts";

const keyStart = "V#";

function datedContactKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: keyStart + id };
}

function datedContactFromItem(item: Record<string, unknown>): DatedContact {
  const { pk, id, firstName, lastName, photoVersion = null, renamedAt = null, dates, sent = {} } = item as StoredDates;
  return { id, accountId: accountOfPartition(pk), firstName, lastName, photoVersion, renamedAt, dates, sent };
}

type StoredDates = Omit<DatedContact, "accountId" | OptionalField> &
  Partial<Pick<DatedContact, OptionalField>> & { pk: string };
type OptionalField = "photoVersion" | "renamedAt" | "sent";

/** What a contact's change does to its item; at most one action. */
export function importantDateActions(
  { tableName: TableName }: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
): WriteAction[] {
  const [old, wanted] = [before && hasItem(before) ? before : null, after && hasItem(after) ? after : null];
  if (!wanted) return old ? [{ Delete: { TableName, Key: datedContactKey(old.accountId, old.id) } }] : [];
  const Key = datedContactKey(wanted.accountId, wanted.id);
  const fields = { ...shownFields(wanted), ...keyOfDates(wanted) };
  if (!old) return [{ Put: { TableName, Item: { ...Key, ...dropEmpty(fields) } } }];
  if (JSON.stringify(shownFields(old)) === JSON.stringify(shownFields(wanted))) return [];
  const isRenamed = old.firstName !== wanted.firstName || old.lastName !== wanted.lastName;
  const changed = {
    ...(isSameSchedule(old, wanted) ? shownFields(wanted) : fields),
    ...(isRenamed && { renamedAt: wanted.updatedAt }),
  };
  return [{ Update: { TableName, Key, ...settingFields(changed) } }];
}

/** What of a write the calendar and the sender must know. */
export interface DateChanges {
  /** Whether any item changes. */
  any: boolean;
  /** The first day on which the sender must look, because of dates that are new or fall on other days. */
  lookDay: string | undefined;
}

export function dateChanges(
  changes: readonly { before: ContactRecord | null; after: ContactRecord | null }[],
): DateChanges {
  const any = changes.some(({ before, after }) => importantDateActions(nowhere, before, after).length > 0);
  const days = changes.flatMap(({ before, after }) => {
    if (!after || !hasItem(after) || (before && isSameSchedule(before, after))) return [];
    return firstNotifyDay(after.importantDates, after.updatedAt) ?? [];
  });
  return { any, lookDay: days.toSorted()[0] };
}

const nowhere = { tableName: "" } as Store;

/**
 * The sender's note that it told of these occurrences, and the day on which it must look at the contact again; without
 * any, only the latter. The contact must have been read, consistently, within the same write. What is noted of dates
 * that are gone goes.
 */
export function toldAction(
  { tableName: TableName }: Store,
  contact: DatedContact,
  told: readonly Told[],
  at: string,
): WriteAction {
  const { accountId, id, dates } = contact;
  const news = told.map(({ dateId, occurrence }): [string, SentOccurrence] => [dateId, { occurrence, at }]);
  const known = new Set(dates.map((date) => date.id));
  const all = [...Object.entries(contact.sent), ...news].filter(([dateId]) => known.has(dateId));
  const sent = Object.fromEntries(all);
  const fields = {
    sent: all.length > 0 ? sent : null,
    dueKey: dayKey(firstNotifyDay(dates, at, sent), id),
    [toldIndex.attribute]: dayKey(lastSentDay({ dates, sent }), id),
  };
  return { Update: { TableName, Key: datedContactKey(accountId, id), ...settingFields(fields) } };
}

/** All contacts of the account that have important dates, by id, consistently read page after page. */
export function listDatedContacts(store: Store, accountId: string): AsyncGenerator<DatedContact, void> {
  return readRange(store, accountId, { attribute: "sk" }, keyStart, `${keyStart}~`);
}

/**
 * The contacts that have a date of which somebody must be told on this day or earlier, and others: `firstNotifyDay` is
 * early rather than late. By that day, which comes along; consistently read.
 */
export async function* listDueContacts(
  store: Store,
  accountId: string,
  lastDay: string,
  pageSize?: number,
): AsyncGenerator<DatedContact & { lookDay: string }, void> {
  const items = readItems(store, accountId, dueIndex, keyStart, `${keyStart}${lastDay}~`, pageSize);
  for await (const item of items) {
    const lookDay = String(item.dueKey).slice(keyStart.length, keyStart.length + "YYYY-MM-DD".length);
    yield { ...datedContactFromItem(item), lookDay };
  }
}

/** The contacts of whose dates an occurrence was told of that falls on this day or later. Consistently read. */
export function listToldContacts(store: Store, accountId: string, today: string): AsyncGenerator<DatedContact, void> {
  return readRange(store, accountId, toldIndex, keyStart + today, `${keyStart}~`);
}

/** The first day on which the sender must look at any contact of the account; undefined when never. Consistently read. */
export async function firstLookDay(store: Store, accountId: string): Promise<string | undefined> {
  const first = await listDueContacts(store, accountId, "~", 1).next();
  return first.done ? undefined : first.value.lookDay;
}

/** Those of these contacts that have important dates, consistently read, in no particular order. */
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

interface DateIndex {
  /** Absent for the table's own order. */
  IndexName?: string;
  attribute: string;
}

const dueIndex: DateIndex = { IndexName: "byDue", attribute: "dueKey" };
/** Kept beside contacts and interactions, whose keys there begin with other letters. */
const toldIndex: DateIndex = orderIndexes.interaction;

async function* readRange(
  store: Store,
  accountId: string,
  index: DateIndex,
  from: string,
  to: string,
): AsyncGenerator<DatedContact, void> {
  for await (const item of readItems(store, accountId, index, from, to)) yield datedContactFromItem(item);
}

async function* readItems(
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
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":from": from, ":to": to },
    ConsistentRead: true,
    ...(Limit !== undefined && { Limit }),
  });
}

/** The account's own contact is one of them: its owner's wedding day is theirs to remember. */
function hasItem({ importantDates }: ContactRecord): boolean {
  return importantDates.length > 0;
}

function shownFields({ id, firstName, lastName, photoVersion, importantDates }: ContactRecord) {
  return { id, firstName, lastName, photoVersion, dates: importantDates };
}

function keyOfDates({ id, importantDates, updatedAt }: ContactRecord) {
  // As of its last write: a day that was early enough then still is.
  return { dueKey: dayKey(firstNotifyDay(importantDates, updatedAt), id) };
}

function dayKey(day: string | undefined, id: string): string | null {
  return day === undefined ? null : `${keyStart}${day}#${id}`;
}

/** Whether the days on which somebody is told of the dates are the same. */
function isSameSchedule(one: ContactRecord, other: ContactRecord): boolean {
  const scheduleOf = ({ importantDates }: ContactRecord) =>
    JSON.stringify(importantDates.map(({ id, date, notifyDaysBefore }) => [id, date, notifyDaysBefore]));
  return scheduleOf(one) === scheduleOf(other);
}

/** Null removes a field. */
function settingFields(fields: Readonly<Record<string, unknown>>) {
  const names = Object.keys(fields);
  const [set, removed] = [names.filter((name) => fields[name] !== null), names.filter((name) => fields[name] === null)];
  const setting = set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : [];
  const removing = removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : [];
  return {
    UpdateExpression: [...setting, ...removing].join(" "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...(set.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, fields[name]])),
    }),
  };
}

function dropEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
