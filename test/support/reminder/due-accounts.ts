/** Accounts with settings, and checks that the data for reminders agree with the contacts. */
import { expect } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { listContacts } from "../../../shared/contact/store/contact-list.ts";
import { firstNotifyDay } from "../../../shared/important-date/dated-contact.ts";
import { listDatedContacts, markSentAction } from "../../../shared/important-date/store/important-dates.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { dueInstant, dueShards, listDueAccounts } from "../../../shared/reminder/store/due-index.ts";
import { itemsOf, seedAccount } from "../contact/contact-calls.ts";

/** Creates an account that gets mail, and returns its id. */
export async function accountWith(store: Store, settings: Partial<AccountHead> = {}): Promise<string> {
  const accountId = await seedAccount(store);
  await writeAccount(store, accountId, (head) => {
    return { actions: [], head: { ...head, email: "ann@example.org", ...settings }, result: undefined };
  });
  return accountId;
}

/** The instants of the account's entries in all shards of the due index. */
export async function dueEntriesOf(store: Store, accountId: string): Promise<string[]> {
  const found: string[] = [];
  for (const shard of dueShards) {
    for await (const entry of listDueAccounts(store, shard, new Date("9999-12-31T23:59:59.999Z"))) {
      if (entry.accountId === accountId) found.push(entry.dueAt);
    }
  }
  return found;
}

/** Expects that dates, due index and head agree with the contacts. */
export async function expectDatesInStep(store: Store, accountId: string, now: Date): Promise<void> {
  const order = { order: "createdAt", descending: false } as const;
  const contacts = await listContacts(store, accountId, order, { offset: 0 }, { limit: 1000, maxNotes: 1e9 });
  const dated = contacts.filter(({ importantDates }) => importantDates.length > 0);
  const stored = await allOf(listDatedContacts(store, accountId));
  expect(stored.map(({ sent: _sent, renamedAt: _at, ...shown }) => shown)).toEqual(dated.map(shownOf));
  const days = stored.flatMap(({ dates, sent }) => firstNotifyDay(dates, now.toISOString(), sent) ?? []);
  const head = await getAccountHead(store, accountId);
  const latest = dueInstant(head, days.toSorted()[0], now);
  expect(await dueEntriesOf(store, accountId)).toEqual(head.dueAt === null ? [] : [head.dueAt]);
  if (latest !== null) expect(String(head.dueAt) <= latest).toBe(true);
  for (const [sk, item] of await itemsOf(store, accountId)) {
    if (!sk.startsWith("V#")) continue;
    const { dates, sent } = stored.find(({ id }) => sk === `V#${shortId(id)}`) ?? expect.fail();
    const day = firstNotifyDay(dates, now.toISOString(), sent);
    if (day === undefined) expect(item).not.toHaveProperty("dueKey");
    else expect(String(item.dueKey) <= `${sk.slice(0, 2)}${day}#${sk.slice(2)}`).toBe(true);
  }
}

function shownOf({ id, accountId, firstName, lastName, photoVersion, importantDates }: ContactRecord) {
  return { id, accountId, firstName, lastName, photoVersion, dates: importantDates };
}

/** Records, like the reminder sender, that reminders of all dates of a contact were sent for this occurrence. */
export async function markSent(
  store: Store,
  accountId: string,
  id: string,
  occurrence: string,
  at: string,
): Promise<void> {
  await writeAccount(store, accountId, async (head) => {
    const all = await allOf(listDatedContacts(store, accountId));
    const contact = all.find((each) => each.id === id) ?? expect.fail();
    const reminded = contact.dates.map((date) => ({ dateId: date.id, occurrence }));
    return { actions: [markSentAction(store, contact, reminded, at)], head, result: undefined };
  });
}

export async function allOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}
