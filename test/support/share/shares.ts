/** Sharing contacts without a gateway, with the clock of the test, and with an SES that keeps the mails. */
import { randomUUID } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import { v7 as newId } from "uuid";
import { recordMailEvent } from "../../../functions/mail-events/operations.ts";
import { type ShareParts, shareOperations } from "../../../functions/share/operations.ts";
import { shareBody } from "../../../functions/share/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { JobLine } from "../../../shared/platform/log/request-log.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import type { Clock } from "../account/keyed.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import { sessionInput } from "../process/operation-input.ts";
import { accountWith } from "../reminder/due-accounts.ts";
import { mailEvent, type SentMail } from "../reminder/reminders.ts";

export type Ses = (mail: RawMail) => SendOutcome | undefined;

export interface Sharing {
  clock: Clock;
  /** The mails that SES accepted, in their order. */
  mails: SentMail[];
  lines: JobLine[];
  /** SES accepts all mails for which `answer` has no other outcome. With `losesAnswers`, nobody hears of it. */
  ses: { answer: Ses; losesAnswers: boolean };
  mailer: Mailer;
  share: (accountId: string, body: object, some?: Partial<ShareParts>, time?: () => number) => Promise<object>;
  reportEvent: (mail: SentMail, eventType: string, more?: object) => Promise<void>;
}

export function sharing(store: Store, start: string): Sharing {
  const clock = { time: Date.parse(start) };
  const mails: SentMail[] = [];
  const lines: JobLine[] = [];
  const ses: Sharing["ses"] = { answer: () => undefined, losesAnswers: false };
  const now = () => new Date(clock.time);
  const log: ShareParts["log"] = (line) => lines.push(line as JobLine);
  const parts: ShareParts = {
    store,
    sender: { name: "Contacts", address: "no-reply@contacts.example" },
    mailer: {
      send: async (mail) => {
        const outcome = ses.answer(mail);
        if (outcome && outcome.kind !== "accepted") return outcome;
        const messageId = randomUUID();
        mails.push({ ...mail, messageId, at: now() });
        return ses.losesAnswers ? { kind: "unknown", code: "TimeoutError" } : { kind: "accepted", messageId };
      },
    },
    perSecond: 100,
    now,
    newId: () => newId(),
    pause: async (milliseconds) => {
      clock.time += milliseconds;
    },
    readAvatar: async () => undefined,
    log,
  };
  return {
    clock,
    mails,
    lines,
    ses,
    mailer: parts.mailer,
    share: async (accountId, body, some = {}, time) => {
      const begun = clock.time;
      const remainingTime = time ?? (() => 28_000 - (clock.time - begun));
      const input = { ...sessionInput(accountId), remainingTime, body: shareBody().parse(body) };
      return shareOperations({ ...parts, ...some }).shareContact(input);
    },
    reportEvent: (mail, eventType, more) =>
      recordMailEvent({ store, now, log }, mailEvent(mail, eventType, more), "event"),
  };
}

/** An account with a verified address and a contact. */
export async function accountWithContact(
  store: Store,
  contact: object = { firstName: "Max", lastName: "Muster" },
  email: string | null = "ann@example.org",
): Promise<{ accountId: string; personId: string }> {
  const accountId = await accountWith(store, { email, name: "Ann Bell" });
  const { body } = await contactCalls(store, accountId).create(contact);
  return { accountId, personId: (body as { contact: { id: string } }).contact.id };
}

/** The mail as its recipient reads it. */
export async function readMail({ raw }: RawMail): Promise<Email & { card: string }> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "utf8" });
  return { ...mail, card: String(mail.attachments[0]?.content) };
}

export function recipients(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `r${from + index}@example.net`);
}
