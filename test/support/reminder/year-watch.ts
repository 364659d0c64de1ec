/** Compares every lease and every mail of the simulated year with the model at the moment at which it is made. */
import PostalMime from "postal-mime";
import { accountOfPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { parseLeaseTag } from "../../../shared/reminder/store/lease-name.ts";
import { watchedStore } from "../process/watched-store.ts";
import type { SentMail } from "./reminders.ts";
import {
  type DueDate,
  dayOfAccount,
  dueAt,
  firstDayToMail,
  isTimeToMail,
  mailDayOf,
  occurrenceName,
  type YearAccount,
} from "./year-oracle.ts";

interface Lease {
  /** The dates that were due when the lease was created. */
  due: DueDate[];
  /** When the last attempt began, in milliseconds. */
  attemptedAt: number;
  /** The mails that SES accepted. */
  mails: SentMail[];
  /** Whether the table has recorded that SES accepted a mail. */
  isRecorded: boolean;
}

interface YearWatch {
  /** The table. Every lease that is written is watched. */
  store: Store;
  faults: string[];
  /** SES accepts a mail. */
  take: (mail: SentMail) => Promise<void>;
  /** An event has reported the mail. */
  noteEvent: (mail: SentMail) => void;
  /** The account's last lease, if the outcome of its mail is unknown and it is time to send it again. */
  openLease: (account: YearAccount) => Lease | undefined;
}

const silence = 15 * 60_000;

export function watchYear(store: Store, accounts: readonly YearAccount[], now: () => number): YearWatch {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const leases = new Map<string, Lease>();
  const last = new Map<string, Lease>();
  const faults: string[] = [];
  const fail = (account: string, text: string) => {
    faults.push(`${new Date(now()).toISOString()} ${describe(byId.get(account), now())}: ${text}`);
  };

  const noteLease = (tag: string) => {
    const { accountId = "" } = parseLeaseTag(tag) ?? {};
    const account = byId.get(accountId);
    if (!account) return fail(accountId, "a lease without an account");
    const due = dueAt(account, now());
    if (due.length === 0) fail(accountId, `the lease ${tag} is made, and no date is due`);
    const lease = { due, attemptedAt: now(), mails: [], isRecorded: false };
    leases.set(tag, lease);
    last.set(accountId, lease);
  };

  const watched = watchedStore(store, async ({ name, input }, send) => {
    const answer = await send();
    const { Item, Key, ExpressionAttributeValues = {} } = input as WatchedInput;
    if (name === "PutCommand" && Item?.sk.startsWith("W#")) noteLease(tagOf(Item));
    const lease = name === "UpdateCommand" && Key?.sk.startsWith("W#") ? leases.get(tagOf(Key)) : undefined;
    if (lease && ":acceptedAt" in ExpressionAttributeValues) lease.isRecorded = true;
    if (lease && ":attemptedAt" in ExpressionAttributeValues) lease.attemptedAt = now();
    return answer;
  });

  const watch: YearWatch = {
    store: watched,
    faults,
    async take(mail) {
      const tag = mail.tags.lease ?? "";
      const lease = leases.get(tag);
      const account = byId.get(tag.slice(0, 36));
      if (!lease || !account) return fail(tag.slice(0, 36), `a mail without a lease: ${tag}`);
      const before = lease.mails.at(-1);
      if (before) {
        if (lease.isRecorded) fail(account.id, `${tag} came again though its acceptance was known`);
        if (now() - before.at.getTime() < silence) fail(account.id, `${tag} came again too early`);
      }
      lease.mails.push(mail);
      account.mailAt = now();
      const left = stillDue(lease, account, now());
      const fault = await compareMail(mail, account, left);
      if (fault) fail(account.id, `${tag}: ${fault}`);
      for (const each of left) account.mailed.add(occurrenceName(each));
    },
    noteEvent({ tags }) {
      const lease = leases.get(tags.lease ?? "");
      if (lease) lease.isRecorded = true;
    },
    openLease(account) {
      const lease = last.get(account.id);
      if (!lease || lease.isRecorded) return undefined;
      const left = stillDue(lease, account, now());
      // After a change of time or zone, the mail is sent again when it is time by the new settings.
      const isMoved = account.movedAt > lease.attemptedAt;
      return left.some((date) => !isMoved || isTimeToMail(account, date, now())) ? lease : undefined;
    },
  };
  return watch;
}

interface WatchedInput {
  Item?: { pk: string; sk: string };
  Key?: { pk: string; sk: string };
  ExpressionAttributeValues?: Record<string, unknown>;
}

function tagOf({ pk, sk }: { pk: string; sk: string }): string {
  const [, day, number = "1"] = sk.split("#");
  return `${accountOfPartition(pk)}_${day}_${Number(number)}`;
}

/** The current dates of a lease that are still to be mailed. */
function stillDue({ due }: Lease, account: YearAccount, instant: number): DueDate[] {
  const first = firstDayToMail(account, instant);
  const left = due.filter(({ occurrence }) => occurrence >= first);
  return left.flatMap(({ contactId, date: { id, date: day }, occurrence }) => {
    const date = account.contacts.get(contactId)?.find((each) => each.id === id);
    return date && date.date.slice(5) === day.slice(5) ? [{ contactId, date, occurrence }] : [];
  });
}

/** The fault of the mail's text; undefined if it is right. */
async function compareMail(
  mail: SentMail,
  account: YearAccount,
  wanted: readonly DueDate[],
): Promise<string | undefined> {
  if (mail.to !== account.email) return `it goes to ${mail.to}`;
  const { text = "", html = "" } = await PostalMime.parse(mail.raw);
  const locale = account.language === "pt" ? "en" : account.language;
  if (!html.includes(`<html lang="${locale}"`)) return `it is not in ${locale}`;
  const found: string[] = [];
  let day = "";
  for (const [, heading, note] of text.matchAll(/\n\n([^\n]+)\n\n(?=- )|(note\d+\.)/g)) {
    day = heading ?? day;
    if (note !== undefined) found.push(`${note} ${day}`);
  }
  const missing = wanted.filter(({ date, occurrence }) => {
    const index = found.findIndex(
      (line) => line.startsWith(`${date.note} `) && line.includes(dayText(locale, occurrence)),
    );
    if (index >= 0) found.splice(index, 1);
    return index < 0;
  });
  const lines = missing.map(({ date, occurrence }) => `${date.note} ${occurrence}`);
  return missing.length + found.length > 0 ? `it lacks [${lines}] and also has [${found}]` : undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function dayText(locale: string, day: string): string {
  const options = { timeZone: "UTC", day: "numeric", month: "long" } as const;
  const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(locale, formatter);
  return formatter.format(new Date(day));
}

export function describe(account: YearAccount | undefined, instant: number): string {
  if (!account) return "an unknown account";
  const { id, timezone, reminderSendTime, leapDay } = account;
  return `${id.slice(-6)} (${dayOfAccount(account, instant)} in ${timezone}, from ${reminderSendTime}, ${leapDay}, last mail ${mailDayOf(account)})`;
}
