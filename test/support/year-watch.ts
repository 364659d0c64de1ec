/** Looks at every claim and mail of the year at the moment at which it comes, and says what is wrong with it. */
import { readMime } from "../../infra/local/mail-mime.ts";
import { parseClaimTag } from "../../shared/table/claim-name.ts";
import type { Store } from "../../shared/table/store.ts";
import type { SentMail } from "./reminders.ts";
import { watchedStore } from "./watched-store.ts";
import {
  type DueDate,
  dayOfAccount,
  dueAt,
  firstDayToTell,
  isTimeToTell,
  mailDayOf,
  occurrenceName,
  type YearAccount,
} from "./year-oracle.ts";

interface Claim {
  /** What the account was to be told when it was made. */
  due: DueDate[];
  /** When the last attempt began, in milliseconds. */
  attemptedAt: number;
  /** Mails that SES took. */
  mails: SentMail[];
  /** Whether it was noted that SES took one, or an event has said so. */
  isRecorded: boolean;
}

export interface YearWatch {
  /** The table, with an eye on the claims that are written. */
  store: Store;
  claims: Map<string, Claim>;
  faults: string[];
  /** Mails that came a second time where the contract allows it. */
  doubles: number;
  take: (mail: SentMail) => void;
  /** An event has told of the mail. */
  hearOf: (mail: SentMail) => void;
  /** The last claim of the account of whose mail nobody knows, and for which it is time. */
  openClaim: (account: YearAccount) => Claim | undefined;
}

const silence = 15 * 60_000;

export function watchYear(store: Store, accounts: readonly YearAccount[], now: () => number): YearWatch {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const claims = new Map<string, Claim>();
  const last = new Map<string, Claim>();
  const faults: string[] = [];
  const fail = (account: string, text: string) => {
    faults.push(`${new Date(now()).toISOString()} ${describe(byId.get(account), now())}: ${text}`);
  };

  const claimed = (tag: string) => {
    const { accountId = "" } = parseClaimTag(tag) ?? {};
    const account = byId.get(accountId);
    if (!account) return fail(accountId, "a claim of nobody");
    const due = dueAt(account, now());
    if (due.length === 0) fail(accountId, `${tag} is claimed, and there is nothing to tell`);
    const claim = { due, attemptedAt: now(), mails: [], isRecorded: false };
    claims.set(tag, claim);
    last.set(accountId, claim);
  };

  const watched = watchedStore(store, async ({ name, input }, send) => {
    const answer = await send();
    const { Item, Key, ExpressionAttributeValues = {} } = input as WatchedInput;
    if (name === "PutCommand" && Item?.sk.startsWith("W#")) claimed(tagOf(Item));
    const claim = name === "UpdateCommand" && Key?.sk.startsWith("W#") ? claims.get(tagOf(Key)) : undefined;
    if (claim && ":accepted" in ExpressionAttributeValues) claim.isRecorded = true;
    if (claim && ":attempts" in ExpressionAttributeValues) claim.attemptedAt = now();
    return answer;
  });

  const watch: YearWatch = {
    store: watched,
    claims,
    faults,
    doubles: 0,
    take(mail) {
      const tag = mail.tags.claim ?? "";
      const claim = claims.get(tag);
      const account = byId.get(tag.slice(0, 36));
      if (!claim || !account) return fail(tag.slice(0, 36), `a mail without a claim: ${tag}`);
      const before = claim.mails.at(-1);
      if (before) {
        watch.doubles++;
        if (claim.isRecorded) fail(account.id, `${tag} came again though its acceptance was known`);
        if (now() - before.at.getTime() < silence) fail(account.id, `${tag} came again too early`);
      }
      claim.mails.push(mail);
      account.mailAt = now();
      const left = stillToTell(claim, account, now());
      const fault = compareMail(mail, account, left);
      if (fault) fail(account.id, `${tag}: ${fault}`);
      for (const each of left) account.told.add(occurrenceName(each));
    },
    hearOf({ tags }) {
      const claim = claims.get(tags.claim ?? "");
      if (claim) claim.isRecorded = true;
    },
    openClaim(account) {
      const claim = last.get(account.id);
      if (!claim || claim.isRecorded) return undefined;
      const left = stillToTell(claim, account, now());
      // Who sets another time or zone has the mail that may be lost when it is time there.
      const isMoved = account.movedAt > claim.attemptedAt;
      return left.some((date) => !isMoved || isTimeToTell(account, date, now())) ? claim : undefined;
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
  return `${pk.slice(2)}_${day}_${Number(number)}`;
}

/** Dates that are gone, are over or fall on another day by now are left out; the others are as they are now. */
function stillToTell({ due }: Claim, account: YearAccount, instant: number): DueDate[] {
  const first = firstDayToTell(account, instant);
  const left = due.filter(({ occurrence }) => occurrence >= first);
  return left.flatMap(({ contactId, date: { id, date: day }, occurrence }) => {
    const date = account.contacts.get(contactId)?.find((each) => each.id === id);
    return date && date.date.slice(5) === day.slice(5) ? [{ contactId, date, occurrence }] : [];
  });
}

/** What is wrong with the mail, as somebody sees who opens it. */
function compareMail(mail: SentMail, account: YearAccount, wanted: readonly DueDate[]): string | undefined {
  if (mail.to !== account.email) return `it goes to ${mail.to}`;
  const { text = "", html = "" } = readMime(mail.raw);
  const locale = account.language === "pt" ? "en" : account.language;
  if (!html.includes(`<html lang="${locale}"`)) return `it is not in ${locale}`;
  const found: string[] = [];
  let day = "";
  for (const [, heading, note] of text.matchAll(/\n\n([^\n]+)\n\n(?=- )|(note\d+\.)/g)) {
    day = heading ?? day;
    if (note !== undefined) found.push(`${note} ${day}`);
  }
  const missing = wanted.filter(({ date, occurrence }) => {
    const place = found.findIndex(
      (line) => line.startsWith(`${date.note} `) && line.includes(dayText(locale, occurrence)),
    );
    if (place >= 0) found.splice(place, 1);
    return place < 0;
  });
  const lines = missing.map(({ date, occurrence }) => `${date.note} ${occurrence}`);
  return missing.length + found.length > 0 ? `it lacks [${lines}] and has besides [${found}]` : undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function dayText(locale: string, day: string): string {
  const options = { timeZone: "UTC", day: "numeric", month: "long" } as const;
  const formatter = formatters.get(locale) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(locale, formatter);
  return formatter.format(new Date(day));
}

export function describe(account: YearAccount | undefined, instant: number): string {
  if (!account) return "somebody";
  const { id, timezone, reminderSendTime, leapDay } = account;
  return `${id.slice(-6)} (${dayOfAccount(account, instant)} in ${timezone}, from ${reminderSendTime}, ${leapDay}, last mail ${mailDayOf(account)})`;
}
