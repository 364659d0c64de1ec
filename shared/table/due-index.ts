/**
 * When the reminder sender shall look at which account, over all accounts: one entry an account, in the order of time,
 * in a few partitions so that none becomes hot. The account's head names the instant of its entry (`dueAt`), and both
 * are written in one transaction. An entry may be early, never late: who looks too early writes it anew.
 */
import { addDays, localDay } from "../time/calendar.ts";
import { localInstant } from "../time/local-instant.ts";
import { reminderClock } from "../time/reminder-clock.ts";
import type { AccountHead } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { firstLookDay } from "./important-dates.ts";
import { queryItems } from "./query.ts";
import type { Store } from "./store.ts";

export interface DueAccount {
  accountId: string;
  /** ISO 8601 in UTC. */
  dueAt: string;
}

/** Partitions; an account's is told by the last digit of its id. */
const shardCount = 4;
export const dueShards: readonly number[] = Array.from({ length: shardCount }, (_, shard) => shard);

/** Actions that moving an account's entry takes. */
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

/** Whether the account gets mails of reminders at all. */
export function getsReminders({ email, remindersEnabled, mailFault }: AccountHead): boolean {
  return email !== null && remindersEnabled && mailFault === null;
}

/**
 * When the account is to be looked at for dates of which somebody must be told on `day` at the earliest: at its time of
 * reminders on that day, or today; now, when that is over. Null when it gets no reminders.
 */
export function dueInstant(head: AccountHead, day: string | undefined, now: Date): string | null {
  if (day === undefined || day > lastDay || !getsReminders(head)) return null;
  const clock = reminderClock(head, now);
  if (clock.isTime && day <= clock.day) return now.toISOString();
  const today = localDay(now, head.timezone);
  const instant = localInstant(day > today ? day : today, head.reminderSendTime, head.timezone);
  return (instant > now ? instant : now).toISOString();
}

/** Later instants have no text of the usual form. */
const lastDay = "9999-12-30";

/** Moves the account's entry; null takes it away. At most `maxDueActions`. */
export function planDue(
  { tableName: TableName }: Store,
  head: AccountHead,
  dueAt: string | null,
): { actions: WriteAction[]; head: AccountHead } {
  if (dueAt === head.dueAt) return { actions: [], head };
  const { accountId } = head;
  const left: WriteAction[] =
    head.dueAt === null ? [] : [{ Delete: { TableName, Key: dueKey({ accountId, dueAt: head.dueAt }) } }];
  const taken: WriteAction[] = dueAt === null ? [] : [{ Put: { TableName, Item: dueKey({ accountId, dueAt }) } }];
  return { actions: [...left, ...taken], head: { ...head, dueAt } };
}

/** The same, but only to an earlier instant: what a change of dates asks for. */
export function planDueBy(
  store: Store,
  head: AccountHead,
  day: string | undefined,
  now: Date,
): { actions: WriteAction[]; head: AccountHead } {
  const dueAt = dueInstant(head, day, now);
  const isEarlier = dueAt !== null && (head.dueAt === null || dueAt < head.dueAt);
  return planDue(store, head, isEarlier ? dueAt : head.dueAt);
}

/**
 * Moves the entry to when the account's dates say, earlier or later: after the sender was there, and after a change of
 * settings, of which `head` tells already. The dates are read, consistently. `doneOn` is the account's day of which the
 * sender has told everything: it need not look again on that day, as a change of dates brings the entry forward itself.
 */
export async function planDueAnew(
  store: Store,
  head: AccountHead,
  now: Date,
  doneOn?: string,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const day = getsReminders(head) ? await firstLookDay(store, head.accountId) : undefined;
  const isDone = day !== undefined && doneOn !== undefined && day <= doneOn;
  return planDue(store, head, dueInstant(head, isDone ? addDays(doneOn, 1) : day, now));
}

/** The accounts of a shard whose instant has come, the earliest first, page after page; moments old at worst. */
export async function* listDueAccounts(store: Store, shard: number, until: Date): AsyncGenerator<DueAccount, void> {
  const query = {
    KeyConditionExpression: "pk = :pk AND sk <= :last",
    ExpressionAttributeValues: { ":pk": shardPartition(shard), ":last": `${until.toISOString()}~` },
  };
  for await (const item of queryItems(store, query)) yield dueFromItem(item);
}
