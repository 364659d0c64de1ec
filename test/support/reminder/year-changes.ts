/** Changes that people make during the simulated year, by the operations of the service and in the model. */

import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { addDays } from "../../../shared/platform/time/calendar.ts";
import { planAddress, planSettings, type Settings } from "../../../shared/reminder/account-settings.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import type { Chance } from "../files/mutate.ts";
import { dayOfAccount, type YearAccount, type YearDate } from "./year-oracle.ts";
import { anyDates, anyNotice, nextNote, sendTimes, yearDate, yearLanguages, yearZones } from "./year-world.ts";

interface ChangeParts {
  store: Store;
  chance: Chance;
  now: () => Date;
}

type Change = (parts: ChangeParts, account: YearAccount) => Promise<void>;

/** Makes one random change. */
export async function changeSomething(parts: ChangeParts, account: YearAccount): Promise<void> {
  await parts.chance.from(changes)(parts, account);
}

const changes: readonly Change[] = [
  addContact,
  addContact,
  addContact,
  changeDate,
  changeDate,
  changeDate,
  removeContact,
  rename,
  (parts, account) => changeSettings(parts, account, { timezone: parts.chance.from(yearZones) }),
  (parts, account) => changeSettings(parts, account, { reminderSendTime: parts.chance.from(sendTimes) }),
  (parts, account) => changeSettings(parts, account, { leapDay: parts.chance.from(["feb28", "mar1"]) }),
  (parts, account) => changeSettings(parts, account, { language: parts.chance.from(yearLanguages) }),
  turn,
  turn,
  changeAddress,
];

/** Half of the dates fall on one of the next days. */
async function addContact({ store, chance, now }: ChangeParts, account: YearAccount): Promise<void> {
  const dates = anyDates(chance, 1 + chance.below(3)).map((date) =>
    chance.below(2) === 0 ? date : { ...date, date: soon(chance, account, now()) },
  );
  const answer = await contactCalls(store, account.id, { now }).create({ firstName: "Ben", importantDates: dates });
  const { contact } = answer.body as { contact: { id: string; importantDates: YearDate[] } };
  account.contacts.set(contact.id, contact.importantDates.map(yearDate));
}

/** Changes the day, the notice or the note of a date, or removes it. */
async function changeDate({ store, chance, now }: ChangeParts, account: YearAccount): Promise<void> {
  const id = anyContact(chance, account);
  if (id === undefined) return;
  const dates = account.contacts.get(id) ?? [];
  const chosen = chance.below(dates.length);
  const changed = dates.flatMap((date, index): YearDate[] => {
    if (index !== chosen) return [date];
    const note = nextNote();
    switch (chance.below(5)) {
      case 0:
        return [];
      case 1:
        return [{ ...date, note }];
      case 2:
        return [{ ...date, note, notifyDaysBefore: anyNotice(chance) }];
      default: {
        const day = soon(chance, account, now());
        return [{ ...date, note, ...(day.slice(5) !== date.date.slice(5) && { date: day }) }];
      }
    }
  });
  const answer = await contactCalls(store, account.id, { now }).putDates(id, changed);
  account.contacts.set(id, (answer.body as { dates: YearDate[] }).dates.map(yearDate));
}

async function removeContact({ store, chance, now }: ChangeParts, account: YearAccount): Promise<void> {
  const id = anyContact(chance, account);
  if (id === undefined) return;
  await contactCalls(store, account.id, { now }).remove(id);
  account.contacts.delete(id);
}

async function rename({ store, chance, now }: ChangeParts, account: YearAccount): Promise<void> {
  const id = anyContact(chance, account);
  if (id !== undefined)
    await contactCalls(store, account.id, { now }).patch(id, { firstName: `Cy${chance.below(1e6)}` });
}

async function turn(parts: ChangeParts, account: YearAccount): Promise<void> {
  await changeSettings(parts, account, { remindersEnabled: !account.remindersEnabled });
  if (account.remindersEnabled) account.bounced = false;
}

async function changeSettings({ store, now }: ChangeParts, account: YearAccount, wanted: Partial<Settings>) {
  await writeAccount(store, account.id, (head) => planSettings(store, head, wanted, now()));
  Object.assign(account, wanted, { movedAt: now().getTime() });
}

async function changeAddress({ store, now }: ChangeParts, account: YearAccount): Promise<void> {
  const email = `${nextNote()}${account.id}@example.org`;
  await writeAccount(store, account.id, (head) => planAddress(store, head, email, now()));
  Object.assign(account, { email, bounced: false, movedAt: now().getTime() });
}

function anyContact(chance: Chance, { contacts }: YearAccount): string | undefined {
  const ids = [...contacts.keys()].filter((id) => (contacts.get(id) ?? []).length > 0);
  return ids.length > 0 ? chance.from(ids) : undefined;
}

/** A day of the last or the next days, of some year. */
function soon(chance: Chance, account: YearAccount, now: Date): string {
  const day = addDays(dayOfAccount(account, now.getTime()), chance.below(12) - 2);
  return day.endsWith("02-29") ? "1996-02-29" : `${1930 + chance.below(90)}${day.slice(4)}`;
}
