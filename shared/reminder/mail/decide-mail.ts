/**
 * What the reminder sender does about an account at a moment, and when it comes back. The sender decides by it with what it
 * reads from the table, and a forecast with what it simulates, so that both agree.
 */
import type { AccountHead } from "../../account/store/account.ts";
import type { Upcoming } from "../../important-date/upcoming.ts";
import { silenceLasts } from "../../platform/mail/lease.ts";
import { addDays } from "../../platform/time/calendar.ts";
import { type ReminderSettings, reminderClock } from "../reminder-clock.ts";
import { dueInstant, getsReminders } from "../store/due-index.ts";
import type { MailLease } from "../store/mail-lease.ts";
import type { MailContent } from "./mail-content.ts";

/**
 * - `none`: there is nothing to mail now.
 * - `waiting`: the result of the last attempt is unknown.
 * - `ended`: nothing is left of the last lease.
 * - `new`, `again`: a mail under a new lease, or another attempt of the last one.
 */
export type MailDecision =
  | { kind: "none" }
  | { kind: "ended" }
  | { kind: "waiting"; until: Date }
  | { kind: "new"; content: MailContent; today: string }
  | { kind: "again"; content: MailContent; today: string; lease: MailLease };

export interface MailSource {
  /** What must still be mailed of a lease. */
  leased: (lease: MailLease, today: string) => Promise<MailContent>;
  /** What is due up to `today`, and was not mailed. */
  due: (today: string) => Promise<MailContent>;
}

/** `last` is the account's last lease. */
export async function decideMail(
  head: AccountHead,
  last: MailLease | undefined,
  moment: Date,
  source: MailSource,
): Promise<MailDecision> {
  if (last?.state === "accepted" || !getsReminders(head)) return { kind: "none" };
  const { day: today, isTime } = reminderClock(head, moment);
  if (last?.state === "leased" || last?.state === "released") {
    const until = new Date(Date.parse(last.attemptedAt) + silenceLasts);
    if (last.state === "leased" && moment < until) return { kind: "waiting", until };
    const content = await source.leased(last, today);
    return isEmpty(content) ? { kind: "ended" } : { kind: "again", content, today, lease: last };
  }
  if (!isTime) return { kind: "none" };
  const content = await source.due(today);
  const due = { dates: content.dates, hasContacts: content.keepInTouch !== undefined };
  return isMailable(head, due, last, today) ? { kind: "new", content, today } : { kind: "none" };
}

function isEmpty({ dates, keepInTouch }: MailContent): boolean {
  return dates.length === 0 && keepInTouch === undefined;
}

/**
 * When the sender comes back after a visit at `moment`: at once if there `hasMailNow`, else at `dueAt`, or never if that is
 * null. `dates` are due, and `days` are days before which nothing else is. `keepDay` is the first day of a contact to be in
 * touch with.
 */
export function planVisit(
  head: AccountHead,
  {
    dates,
    days,
    keepDay,
  }: { dates: readonly Due[]; days: readonly (string | undefined)[]; keepDay: string | undefined },
  last: Pick<MailLease, "acceptedAt"> | undefined,
  moment: Date,
): { hasMailNow: boolean; dueAt: string | null } {
  const { day: today, isTime } = reminderClock(head, moment);
  const due = { dates, hasContacts: keepDay !== undefined && keepDay <= today };
  const hasMailNow = isTime && getsReminders(head) && isMailable(head, due, last, today);
  const earliest = isTime && !hasMailNow ? addDays(today, 1) : today;
  const first = [...days, keepDay].filter((day) => day !== undefined).toSorted()[0];
  const dueAt = dueInstant(head, first !== undefined && first < earliest ? earliest : first, moment);
  return { hasMailNow, dueAt };
}

type Due = Pick<Upcoming, "occurrence">;

/**
 * Whether there is a mail to send today. There is one mail a day. A date that becomes due later waits for the next day,
 * except if a date falls on today. `last` is the account's last lease, whose outcome is known. Its mail counts for the day
 * on which SES accepted it, which may be days after the day of the lease.
 */
function isMailable(
  head: ReminderSettings,
  { dates, hasContacts }: { dates: readonly Due[]; hasContacts: boolean },
  last: Pick<MailLease, "acceptedAt"> | undefined,
  today: string,
): boolean {
  if (dates.length === 0 && !hasContacts) return false;
  const acceptedAt = last?.acceptedAt ?? null;
  const hadMail = acceptedAt !== null && reminderClock(head, new Date(acceptedAt)).day >= today;
  return !hadMail || dates.some(({ occurrence }) => occurrence === today);
}
