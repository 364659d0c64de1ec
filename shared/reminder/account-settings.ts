/** Changes of an account's settings and address, with the entry in the due index that follows from them. */
import { settingsChange } from "../account/change.ts";
import type { AccountHead } from "../account/store/account.ts";
import type { WritePlan } from "../account/store/account-write.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { planDueAnew } from "./store/due-index.ts";

/** The settings that the owner can change. */
export type Settings = Pick<
  AccountHead,
  "name" | "timezone" | "language" | "leapDay" | "reminderSendTime" | "remindersEnabled"
>;

/** The state of mails to the account, as its owner sees it. */
export type MailStatus = "ok" | "unverified" | "refused" | "bounced" | "complained";

/** An account without an address has no verified one. */
export function mailStatusOf({ email, mailFault }: Pick<AccountHead, "email" | "mailFault">): MailStatus {
  return email === null ? "unverified" : (mailFault?.state ?? "ok");
}

/**
 * Writes nothing if nothing changes. A fault of earlier mails is cleared if reminders are turned on that were off, or if
 * turning them on is the only change. Among other settings, the value may just be sent back as it was read.
 */
export async function planSettings(
  store: Store,
  head: AccountHead,
  change: Partial<Settings>,
  now: Date,
): Promise<WritePlan<AccountHead>> {
  const isAlone = Object.values(change).filter((value) => value !== undefined).length === 1;
  const tryAgain = change.remindersEnabled === true && (isAlone || !head.remindersEnabled);
  return planChange(store, head, { ...change, ...(tryAgain && { mailFault: null }) }, now);
}

/** `email` is a new address that the issuer has verified. It clears the fault of mails to the old one. */
export async function planAddress(
  store: Store,
  head: AccountHead,
  email: string,
  now: Date,
): Promise<WritePlan<AccountHead>> {
  return planChange(store, head, email === head.email ? {} : { email, mailFault: null }, now);
}

/**
 * Settings that decide when the account is due. Due days are right for both choices of 29 February. But if the sender has
 * found nothing today by one choice, it must look again by the other one.
 */
const decidesWhen = ["timezone", "reminderSendTime", "leapDay", "remindersEnabled", "email", "mailFault"] as const;

/** Settings that show in the calendar feed. */
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
  const set = names.filter((name) => name !== "mailFault" && changed[name] !== head[name]);
  const changes = settingsChange(head.accountId, set);
  const isShown = showsInFeed.some((name) => changed[name] !== head[name]);
  const after = isShown ? { ...changed, feedChangedAt: now.toISOString() } : changed;
  if (decidesWhen.every((name) => after[name] === head[name]))
    return { actions: [], head: after, changes, result: after };
  const due = await planDueAnew(store, after, now);
  return { ...due, changes, result: due.head };
}
