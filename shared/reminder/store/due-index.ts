/**
 * The index of due accounts: one entry for each account with the instant at which it is due, in the order of time, in a few
 * partitions. The account's head has the same instant (`dueAt`), and both are written in one transaction. An entry may be
 * too early, never too late. If the sender comes too early, it writes the entry again.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { firstDueDay } from "../../important-date/store/important-dates.ts";
import { firstTrackedDay } from "../../keep-in-touch/store/tracked-contacts.ts";
import { queryItems } from "../../platform/dynamodb/query.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { addDays, localDay, localInstant } from "../../platform/time/calendar.ts";
import { reminderClock } from "../reminder-clock.ts";

export interface DueAccount {
  accountId: string;
  /** ISO 8601 in UTC. */
  dueAt: string;
}

/** The number of partitions. The last digit of an account's id selects one. */
const shardCount = 4;
export const dueShards: readonly number[] = Array.from({ length: shardCount }, (_, shard) => shard);

/** The number of actions that move an entry. */
export const maxDueActions = 2;

function dueKey({ accountId, dueAt }: DueAccount) {
  const shard = Number.parseInt(accountId.slice(-1), 16) % shardCount;
  return { pk: shardPartition(shard), sk: `${dueAt}#${accountId}` };
}

function shardPartition(shard: number): string {
  return `DUE#${shard}`;
}

function dueFromItem({ sk }: Record<string, unknown>): DueAccount {
  const [dueAt = "", accountId = ""] = String(sk).split("#");
  return { accountId, dueAt };
}

/** Whether the account gets reminders by mail. */
export function getsReminders({ email, remindersEnabled, mailFault }: AccountHead): boolean {
  return email !== null && remindersEnabled && mailFault === null;
}

/**
 * The instant at which the account is due if its first reminder is due on `day`: at its send time on that day or today, or
 * now if that has passed. Null if the account gets no reminders.
 */
export function dueInstant(head: AccountHead, day: string | undefined, now: Date): string | null {
  if (day === undefined || day > lastDay || !getsReminders(head)) return null;
  const clock = reminderClock(head, now);
  if (clock.isTime && day <= clock.day) return now.toISOString();
  const today = localDay(now, head.timezone);
  const instant = localInstant(day > today ? day : today, head.reminderSendTime, head.timezone);
  return (instant > now ? instant : now).toISOString();
}

/** Later instants are not written with four digits of the year. */
const lastDay = "9999-12-30";

/** Moves the account's entry; null removes it. At most `maxDueActions`. */
export function planDue(
  { tableName: TableName }: Store,
  head: AccountHead,
  dueAt: string | null,
): { actions: WriteAction[]; head: AccountHead } {
  if (dueAt === head.dueAt) return { actions: [], head };
  const { accountId } = head;
  const removal: WriteAction[] =
    head.dueAt === null ? [] : [{ Delete: { TableName, Key: dueKey({ accountId, dueAt: head.dueAt }) } }];
  const addition: WriteAction[] = dueAt === null ? [] : [{ Put: { TableName, Item: dueKey({ accountId, dueAt }) } }];
  return { actions: [...removal, ...addition], head: { ...head, dueAt } };
}

/** Moves the entry to an earlier instant, if a change of dates needs it. */
export function planDueBy(
  store: Store,
  head: AccountHead,
  day: string | undefined,
  now: Date,
): { actions: WriteAction[]; head: AccountHead } {
  // No zone is a day ahead of UTC, so an entry of an earlier day stays, and the times in the zone, which take long, aren't needed.
  if (day === undefined || (head.dueAt !== null && head.dueAt < addDays(day, -1))) return { actions: [], head };
  const dueAt = dueInstant(head, day, now);
  const isEarlier = dueAt !== null && (head.dueAt === null || dueAt < head.dueAt);
  return planDue(store, head, isEarlier ? dueAt : head.dueAt);
}

/**
 * Moves the entry to the instant that follows from the stored dates and the contacts to be in touch with, read consistently,
 * and from the settings of `head`.
 */
export async function planDueAnew(
  store: Store,
  head: AccountHead,
  now: Date,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const days = getsReminders(head)
    ? await Promise.all([firstDueDay(store, head.accountId), nextKeepInTouchDay(store, head)])
    : [];
  const [first] = days.filter((day) => day !== undefined).toSorted();
  return planDue(store, head, dueInstant(head, first, now));
}

/** The due day of the first contact to be in touch with that no mail has included; undefined without one. */
export async function nextKeepInTouchDay(
  store: Store,
  { accountId, keepTxid, keptInTouchUntil, timezone }: AccountHead,
): Promise<string | undefined> {
  if (keepTxid === 0) return undefined;
  return firstTrackedDay(store, accountId, { after: keptInTouchUntil, timeZone: timezone });
}

/** The due accounts of a shard, the earliest first. Read eventually consistently. */
export async function* listDueAccounts(store: Store, shard: number, until: Date): AsyncGenerator<DueAccount, void> {
  const query = {
    KeyConditionExpression: "pk = :pk AND sk <= :last",
    ExpressionAttributeValues: { ":pk": shardPartition(shard), ":last": `${until.toISOString()}~` },
  };
  for await (const item of queryItems(store, query)) yield dueFromItem(item);
}
