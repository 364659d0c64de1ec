/** Changes of what an account is set to, each with the entry of the due index that follows from it. */
import type { AccountHead } from "./account.ts";
import type { WritePlan } from "./account-write.ts";
import { planDueAnew } from "./due-index.ts";
import type { Store } from "./store.ts";

/** What its owner can set. */
export type Settings = Pick<
  AccountHead,
  "name" | "timezone" | "language" | "leapDay" | "reminderSendTime" | "remindersEnabled"
>;

/** What became of mails to the account, as its owner is told. */
export type MailStatus = "ok" | "unverified" | "refused" | "bounced" | "complained";

/** An account without an address has none that its issuer verified. */
export function mailStatusOf({ email, mailFault }: Pick<AccountHead, "email" | "mailFault">): MailStatus {
  return email === null ? "unverified" : (mailFault?.state ?? "ok");
}

/**
 * Without a real change nothing is written. Mails are tried again, whatever became of the last ones, when reminders are
 * turned on that were off, and when nothing but that they be on is wanted: somebody means it. Among other settings it is
 * one that was read and is sent back.
 */
export async function planSettings(
  store: Store,
  head: AccountHead,
  wanted: Partial<Settings>,
  now: Date,
): Promise<WritePlan<AccountHead>> {
  const isAlone = Object.values(wanted).filter((value) => value !== undefined).length === 1;
  const tryAgain = wanted.remindersEnabled === true && (isAlone || !head.remindersEnabled);
  return planChange(store, head, { ...wanted, ...(tryAgain && { mailFault: null }) }, now);
}

/** Another address of the owner's, which the issuer has verified: what became of mails to the old one counts no more. */
export async function planAddress(
  store: Store,
  head: AccountHead,
  email: string,
  now: Date,
): Promise<WritePlan<AccountHead>> {
  return planChange(store, head, email === head.email ? {} : { email, mailFault: null }, now);
}

/**
 * Settings that decide when the reminder sender must look at the account. Days to look at it hold for either choice of
 * the day for 29 February; but where it has looked today, and found nothing by the other choice, it must look again.
 */
const decidesWhen = ["timezone", "reminderSendTime", "leapDay", "remindersEnabled", "email", "mailFault"] as const;

/** Settings that calendars show. */
const showsInFeed = ["language", "leapDay", "reminderSendTime"] as const;

async function planChange(
  store: Store,
  head: AccountHead,
  change: Partial<AccountHead>,
  now: Date,
): Promise<WritePlan<AccountHead>> {
  const changed = { ...head, ...change };
  const names = Object.keys(change) as (keyof AccountHead)[];
  if (names.every((name) => changed[name] === head[name])) return { actions: [], head, result: head };
  const isShown = showsInFeed.some((name) => changed[name] !== head[name]);
  const after = isShown ? { ...changed, feedChangedAt: now.toISOString() } : changed;
  if (decidesWhen.every((name) => after[name] === head[name])) return { actions: [], head: after, result: after };
  const due = await planDueAnew(store, after, now);
  return { ...due, result: due.head };
}
