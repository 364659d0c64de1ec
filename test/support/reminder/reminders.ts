/** A reminder sender with a clock of its own that keeps its mails, and accounts with dates. */
import { randomUUID } from "node:crypto";
import { v7 as newUuid } from "uuid";
import { recordMailEvent } from "../../../functions/mail-events/operations.ts";
import { type ReminderParts, runReminders } from "../../../functions/reminder-sender/operations.ts";
import type { AccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { JobLine, Log } from "../../../shared/platform/log/request-log.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import { accountWith } from "./due-accounts.ts";

export interface SentMail extends RawMail {
  messageId: string;
  at: Date;
}

type Ses = (mail: RawMail) => SendOutcome | undefined;

/** A clock, a log and an SES. `answer` is the answer of SES to a mail. Without one, it accepts the mail. */
export function mailStand(store: Store, start: string, answer: Ses) {
  const clock = { time: Date.parse(start) };
  const mails: SentMail[] = [];
  const lines: JobLine[] = [];
  const log: Log = (line) => lines.push(line as JobLine);
  const now = () => new Date(clock.time);
  const mailer: Mailer = {
    send: async (mail) => {
      const outcome = answer(mail);
      if (outcome && outcome.kind !== "accepted") return outcome;
      const messageId = outcome?.messageId ?? randomUUID();
      mails.push({ ...mail, messageId, at: now() });
      return { kind: "accepted", messageId };
    },
  };
  const pause = async (milliseconds: number) => {
    clock.time += milliseconds;
  };
  const sender = { name: "Contacts", address: "no-reply@contacts.example" };
  return {
    clock,
    /** The mails that SES accepted, in their order. */
    mails,
    lines,
    parts: { store, mailer, sender, perSecond: 100, now, pause, log },
    /** Delivers an event of EventBridge about a mail. */
    reportEvent: (mail: SentMail, eventType: string, more: object = {}) =>
      recordMailEvent({ store, now, log }, mailEvent(mail, eventType, more), "event"),
  };
}

export async function unsubscribeUrl({ accountId }: { accountId: string }): Promise<string> {
  return `https://api.example/unsubscribe/${accountId}`;
}

export type Sender = ReturnType<typeof reminderSender>;

export function reminderSender(store: Store, start: string, answer: Ses = () => undefined) {
  const { clock, parts, ...stand } = mailStand(store, start, answer);
  return {
    ...stand,
    store,
    now: parts.now,
    setTime: (instant: string) => {
      clock.time = Date.parse(instant);
    },
    pass: (minutes: number) => {
      clock.time += minutes * 60_000;
    },
    /** A run; `some` replaces parts of it. */
    run: (some: Partial<ReminderParts> = {}, remainingTime = () => 900_000) =>
      runReminders({ ...parts, unsubscribeUrl, ...some }, { requestId: "run", remainingTime }),
    /** Mails to the account. */
    mailsOf: (accountId: string) => stand.mails.filter(({ tags }) => tags.lease?.startsWith(accountId)),
  };
}

/** The detail of an event of SES, "Event data that Amazon SES publishes". */
export function mailEvent({ messageId, from, to, tags, at }: SentMail, eventType: string, more: object = {}): object {
  const several = Object.entries(tags).map(([name, value]) => [name, [value]]);
  return {
    eventType,
    mail: {
      timestamp: at.toISOString(),
      source: from,
      sendingAccountId: "000000000000",
      messageId,
      destination: [to],
      headersTruncated: false,
      headers: [],
      commonHeaders: {},
      tags: { "ses:configuration-set": ["contacts"], ...Object.fromEntries(several) },
    },
    ...more,
  };
}

/** A contact's date as bodies give it. */
export interface GivenDate {
  date: string;
  notifyDaysBefore: number | null;
  type?: string;
  note?: string;
}

/** An account with one contact for every list of dates; its id and theirs. */
export async function accountWithDates(
  { store, now }: Pick<Sender, "store" | "now">,
  settings: Partial<AccountHead>,
  ...dates: GivenDate[][]
): Promise<{ accountId: string; contactIds: string[] }> {
  const accountId = await accountWith(store, { email: `${newUuid()}@example.org`, ...settings });
  const calls = contactCalls(store, accountId, { now });
  const contactIds: string[] = [];
  for (const [index, some] of dates.entries()) contactIds.push(await addContact(calls, `Person ${index}`, some));
  return { accountId, contactIds };
}

export async function addContact(
  calls: Pick<ReturnType<typeof contactCalls>, "create">,
  firstName: string,
  dates: readonly GivenDate[],
): Promise<string> {
  const importantDates = dates.map((date) => ({ type: "birthday", note: "", ...date }));
  const { body } = await calls.create({ firstName, importantDates });
  return (body as { contact: { id: string } }).contact.id;
}
