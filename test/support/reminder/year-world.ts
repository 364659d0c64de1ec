/** Accounts all over the world with dates of every kind, the same for the same seed except for their ids. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import { mapInParallel } from "../../../shared/platform/dynamodb/parallel.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { addDays } from "../../../shared/platform/time/calendar.ts";
import { newContact } from "../contact/new-contact.ts";
import type { Chance } from "../files/mutate.ts";
import type { YearAccount, YearDate } from "./year-oracle.ts";

/** From the first clocks of the world to the last, with halves and quarters of hours, and changes at midnight. */
export const yearZones = [
  ...["Pacific/Kiritimati", "Pacific/Apia", "Pacific/Chatham", "Pacific/Auckland", "Australia/Lord_Howe"],
  ...["Australia/Sydney", "Australia/Adelaide", "Australia/Eucla", "Asia/Tokyo", "Asia/Kathmandu", "Asia/Kolkata"],
  ...["Asia/Tehran", "Europe/Moscow", "Asia/Beirut", "Africa/Cairo", "Europe/Prague", "Europe/London", "UTC"],
  ...["Africa/Casablanca", "Atlantic/Azores", "America/Nuuk", "America/St_Johns", "America/Santiago"],
  ...["America/New_York", "America/Havana", "America/Los_Angeles", "America/Anchorage", "Pacific/Marquesas"],
  ...["Pacific/Pago_Pago", "Etc/GMT+12"],
];

/** None of them comes while a run of five minutes past the hour, or its second attempt, is under way. */
export const sendTimes = [
  ...["08:00", "08:00", "08:00", "00:00", "00:01", "01:45", "02:00", "02:30", "03:15", "06:30", "07:33", "09:17"],
  ...["12:00", "17:45", "20:20", "22:59", "23:00", "23:30", "23:59"],
];

export const yearLanguages = ["en", "de", "cs", "fr", "es", "en-GB", "pt"];

/** Types of which a contact may have several dates. */
const freeTypes = ["anniversary", "graduation", "other"];

let notes = 0;

/** A note that no other date has. A mail shows it unchanged. */
export function nextNote(): string {
  return `note${++notes}.`;
}

export function anyNotice(chance: Chance): number | null {
  return chance.from([null, 0, 0, 0, 1, 1, 2, 3, 5, 7, 7, 14, 30, 90, 364, 365, chance.below(366)]);
}

/** Mostly of the past, some without their year, some of 29 February, a few of the coming year. */
function anyDay(chance: Chance): string {
  const day = addDays("2003-01-01", chance.below(365)).slice(4);
  switch (chance.below(12)) {
    case 0:
      return chance.from(["1904-02-29", "2000-02-29", "1996-02-29"]);
    case 1:
    case 2:
      return `1904${day}`;
    case 3:
      return `${chance.from([2027, 2028])}${day}`;
    default:
      return `${1930 + chance.below(97)}${day}`;
  }
}

/** Up to five dates of one contact, without ids. */
export function anyDates(chance: Chance, count: number): Omit<YearDate, "id">[] {
  return Array.from({ length: count }, (_, index) => ({
    type: index < 2 ? (["birthday", "nameday"][index] ?? "") : chance.from(freeTypes),
    date: anyDay(chance),
    note: nextNote(),
    notifyDaysBefore: anyNotice(chance),
  }));
}

/** Writes accounts that share the number of `dates`, each in one transaction at the time `now`. */
export async function makeYearAccounts(
  store: Store,
  chance: Chance,
  { accounts, dates, now }: { accounts: number; dates: number; now: Date },
): Promise<YearAccount[]> {
  const made = Array.from({ length: accounts }, (_, index): YearAccount => {
    const id = newUuid();
    return {
      id,
      timezone: yearZones[index % yearZones.length] ?? "UTC",
      language: chance.from(yearLanguages),
      leapDay: chance.from(["feb28", "mar1"] as const),
      reminderSendTime: chance.from(sendTimes),
      remindersEnabled: chance.below(20) > 0,
      email: chance.below(20) > 0 ? `${id}@example.org` : null,
      bounced: false,
      contacts: new Map(),
      mailed: new Set(),
      mailAt: null,
      movedAt: 0,
    };
  });
  const share = Math.round(dates / accounts);
  const contacts = new Map(made.map((account) => [account, Array.from(contactsOf(chance, share))]));
  await mapInParallel(made, 4, (account) => storeAccount(store, account, contacts.get(account) ?? [], now));
  return made;
}

/** Dates of contacts, up to five each. */
function* contactsOf(chance: Chance, dates: number): Generator<Omit<YearDate, "id">[], void> {
  for (let left = dates; left > 0; ) {
    const count = Math.min(left, 1 + chance.below(5));
    yield anyDates(chance, count);
    left -= count;
  }
}

async function storeAccount(
  store: Store,
  account: YearAccount,
  contacts: readonly Omit<YearDate, "id">[][],
  now: Date,
): Promise<void> {
  const { id, timezone, language, leapDay, reminderSendTime, remindersEnabled, email } = account;
  const settings = { timezone, language, leapDay, reminderSendTime, remindersEnabled };
  const Item = accountHeadToItem({ ...newAccountHead(id, email, now), ...settings });
  await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
  const context = { now, defaults: { timezone, language } };
  const records = contacts.map((importantDates) => newContact(id, { firstName: "Ann", importantDates }, context));
  for (const contact of records) account.contacts.set(contact.id, contact.importantDates.map(yearDate));
  await writeAccount(store, id, (head, version) => {
    const changes = records.map((contact) => ({ before: null, after: { ...contact, version } }));
    return { ...planContacts(store, head, changes, { txid: version, now }), result: undefined };
  });
}

export function yearDate({ id, type, date, note, notifyDaysBefore }: YearDate): YearDate {
  return { id, type, date, note, notifyDaysBefore };
}
