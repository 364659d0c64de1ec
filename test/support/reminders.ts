/** A reminder sender with a clock of its own, whose mails are caught; accounts with dates; and ways to stop it. */
import { randomUUID } from "node:crypto";
import { v7 as newUuid } from "uuid";
import { takeMailEvent } from "../../functions/mail-events/operations.ts";
import { type ReminderParts, runReminders } from "../../functions/reminder-sender/operations.ts";
import type { JobLine, Log } from "../../shared/log/request-log.ts";
import type { Mailer, RawMail, SendOutcome } from "../../shared/mail/ses.ts";
import type { AccountHead } from "../../shared/table/account.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls } from "./contact-calls.ts";
import { accountWith } from "./due-accounts.ts";
import { watchedStore } from "./watched-store.ts";

export interface SentMail extends RawMail {
  messageId: string;
  at: Date;
}

export interface Sender {
  store: Store;
  /** What SES took, the first first. */
  mails: SentMail[];
  lines: JobLine[];
  setTime: (instant: string) => void;
  pass: (minutes: number) => void;
  now: () => Date;
  /** A run; `parts` replaces some of it. */
  run: (parts?: Partial<ReminderParts>, remainingTime?: () => number) => Promise<void>;
  /** As EventBridge tells of a mail. */
  tell: (mail: SentMail, eventType: string, more?: object) => Promise<void>;
  /** Mails to the account. */
  mailsOf: (accountId: string) => SentMail[];
}

/** `answer` says what SES answers to a mail; it takes all when absent. */
export function reminderSender(
  store: Store,
  start: string,
  answer: (mail: RawMail) => SendOutcome | undefined = () => undefined,
): Sender {
  let time = Date.parse(start);
  const mails: SentMail[] = [];
  const lines: JobLine[] = [];
  const log: Log = (line) => lines.push(line as JobLine);
  const now = () => new Date(time);
  const mailer: Mailer = {
    send: async (mail) => {
      const outcome = answer(mail);
      if (outcome && outcome.kind !== "accepted") return outcome;
      const messageId = outcome?.messageId ?? randomUUID();
      mails.push({ ...mail, messageId, at: now() });
      return { kind: "accepted", messageId };
    },
  };
  const parts: ReminderParts = {
    store,
    mailer,
    sender: { name: "Contacts", address: "no-reply@contacts.example" },
    unsubscribeUrl: async (accountId) => `https://api.example/unsubscribe/${accountId}`,
    perSecond: 100,
    now,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    log,
  };
  return {
    store,
    mails,
    lines,
    now,
    setTime: (instant) => {
      time = Date.parse(instant);
    },
    pass: (minutes) => {
      time += minutes * 60_000;
    },
    run: (some = {}, remainingTime = () => 900_000) =>
      runReminders({ ...parts, ...some }, { requestId: "run", remainingTime }),
    tell: (mail, eventType, more = {}) => takeMailEvent({ store, now, log }, mailEvent(mail, eventType, more), "event"),
    mailsOf: (accountId) => mails.filter(({ tags }) => tags.claim?.startsWith(accountId)),
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

export class Death extends Error {
  override readonly name = "Death";
}

export interface Mortal {
  store: Store;
  mailer: Mailer;
  /** What was called, by name, the one at which it died included. */
  calls: string[];
}

/**
 * A process that dies before or after its call number `last`, from 1, of table and SES together; from then on it does
 * nothing any more.
 */
export function mortal(store: Store, mailer: Mailer, last: number, moment: "before" | "after"): Mortal {
  const calls: string[] = [];
  let dead = false;
  const around = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    if (dead) throw new Death();
    calls.push(name);
    const mine = calls.length;
    if (mine === last && moment === "before") dead = true;
    if (dead) throw new Death();
    const result = await call();
    if (mine === last) dead = true;
    if (dead) throw new Death();
    return result;
  };
  return {
    calls,
    store: watchedStore(store, ({ name }, send) => around(name, send)),
    mailer: { send: (mail) => around("send", () => mailer.send(mail)) },
  };
}
