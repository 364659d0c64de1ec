import fc from "fast-check";
import { v7 as newId } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportantDate } from "../../shared/contact/record.ts";
import { commitRows } from "../../shared/imports/commit.ts";
import { readCommitRow } from "../../shared/imports/commit-row.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { getContact } from "../../shared/table/contact.ts";
import { planContacts } from "../../shared/table/contact-write.ts";
import { dueShards, listDueAccounts, planDueAnew } from "../../shared/table/due-index.ts";
import {
  firstLookDay,
  getDatedContacts,
  listDatedContacts,
  listDueContacts,
  listToldContacts,
} from "../../shared/table/important-dates.ts";
import { noteStoring } from "../../shared/table/picture.ts";
import type { Store } from "../../shared/table/store.ts";
import { arbitraryDay } from "../support/arbitrary-dates.ts";
import { contactCalls, itemsOf } from "../support/contact-calls.ts";
import { accountWith, allOf, dueEntriesOf, expectDatesInStep, tell } from "../support/due-accounts.ts";
import { parsedContact } from "../support/imports.ts";
import { findNothing } from "../support/places.ts";
import { freshTable } from "../support/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const now = new Date("2026-03-01T10:00:00.000Z");
const birthday = { type: "birthday", date: "1990-03-20", notifyDaysBefore: 7 };

async function start(settings: Parameters<typeof accountWith>[1] = {}) {
  const accountId = await accountWith(store, { timezone: "Europe/Berlin", ...settings });
  const calls = contactCalls(store, accountId, { now: () => now });
  const create = async (body: object) => (await calls.create({ firstName: "Ann", ...body })).body.contact.id;
  const dueAt = async () => (await getAccountHead(store, accountId)).dueAt;
  const inStep = () => expectDatesInStep(store, accountId, now);
  return { accountId, calls, create, dueAt, inStep };
}

describe("the dates of a contact", () => {
  it("lie in an item of these attributes, beside the contact", async () => {
    const { accountId, create, calls } = await start();
    const id = await create({ lastName: "Bo", importantDates: [birthday] });
    const { dates } = (await calls.dates(id)).body;
    const { personId: _person, userId: _user, notifyOn: _on, ...stored } = dates[0] ?? expect.fail();
    const item = { pk: `A#${accountId}`, sk: `V#${id}`, id, firstName: "Ann", lastName: "Bo", dates: [stored] };
    expect((await itemsOf(store, accountId)).get(`V#${id}`)).toEqual({ ...item, dueKey: `V#2026-03-13#${id}` });
  });

  it("are in step after writes of every kind, with the due index and the head", async () => {
    const date = fc.record({
      type: fc.constant("other"),
      date: arbitraryDay,
      notifyDaysBefore: fc.option(fc.nat(365)),
    });
    const importantDates = fc.uniqueArray(date, { maxLength: 3, selector: ({ date }) => date });
    const body = fc.record(
      { firstName: fc.constantFrom("Ann", "Bo"), importantDates },
      { requiredKeys: ["firstName"] },
    );
    const patch = fc.record(
      { firstName: fc.constantFrom("Ann", "Bo", "Cy"), notes: fc.constantFrom("x", "y"), importantDates },
      { requiredKeys: [] },
    );
    const step = fc.oneof(
      fc.record({ does: fc.constant("create" as const), body }),
      fc.record({ does: fc.constant("patch" as const), body: patch, at: fc.nat(5) }),
      fc.record({ does: fc.constant("put" as const), body: importantDates, at: fc.nat(5) }),
      fc.record({ does: fc.constant("tell" as const), at: fc.nat(5) }),
      fc.record({ does: fc.constantFrom("remove" as const, "bulk" as const), at: fc.nat(5) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const { accountId, calls, create, inStep } = await start();
        const alive = [await create({ importantDates: [birthday] })];
        for (const each of steps) {
          const id = "at" in each ? alive[each.at % Math.max(1, alive.length)] : undefined;
          if (each.does === "create") alive.push(await create(each.body));
          else if (id === undefined) continue;
          else if (each.does === "patch") await calls.patch(id, each.body);
          else if (each.does === "put") await calls.putDates(id, each.body);
          else if (each.does === "tell") {
            const [dated] = await getDatedContacts(store, accountId, [id]);
            if (dated) await tell(store, accountId, id, "2026-03-20", now.toISOString());
          } else {
            if (each.does === "remove") await calls.remove(id);
            else await calls.bulkDelete({ ids: [id] });
            alive.splice(alive.indexOf(id), 1);
          }
          await inStep();
        }
        await calls.bulkDelete({ filter: {} });
        await inStep();
        expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("V#"))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it("follow a new picture", async () => {
    const { accountId, create, inStep } = await start();
    const id = await create({ importantDates: [birthday] });
    const show = (photoVersion: string | null) =>
      writeAccount(store, accountId, async (head, version) => {
        const before = (await getContact(store, accountId, id)) ?? expect.fail();
        const changes = [{ before, after: { ...before, photoVersion, version } }];
        return { ...planContacts(store, head, changes, { txid: version, now }), result: undefined };
      });
    await noteStoring(store, { accountId, photoVersion: "p1", storedAt: now.toISOString() });
    await show("p1");
    expect(await getDatedContacts(store, accountId, [id])).toMatchObject([{ photoVersion: "p1" }]);
    await inStep();
    await show(null);
    expect(await getDatedContacts(store, accountId, [id])).toMatchObject([{ photoVersion: null }]);
    await inStep();
  });

  it("come with imported contacts, new and completed ones", async () => {
    const { accountId, create, dueAt, inStep } = await start();
    await create({ emails: [{ value: "ann@example.org" }] });
    const dates = (date: string) => [{ type: "birthday" as const, date, note: "", notifyDaysBefore: 0 }];
    const emails = [{ preferred: false, type: "home", value: "ann@example.org" }];
    const rows = [
      parsedContact({ tempId: "1", firstName: "Ann", emails, importantDates: dates("1990-03-05") }),
      parsedContact({ tempId: "2", firstName: "Cy", importantDates: dates("1991-03-03") }),
    ].map((row) => readCommitRow(row as Parameters<typeof readCommitRow>[0], now));
    const parts = { store, now: () => now, newId: () => newId(), findPlace: findNothing };
    const { results } = await commitRows(parts, accountId, "vcard", rows);
    expect(results.map(({ status }) => status)).toEqual(["updated", "imported"]);
    expect(await allOf(listDatedContacts(store, accountId))).toHaveLength(2);
    expect(await dueAt()).toBe("2026-03-03T07:00:00.000Z");
    await inStep();
    const before = await getAccountHead(store, accountId);
    expect((await commitRows(parts, accountId, "vcard", rows)).txid).toBe(String(before.txid));
  });

  it("of the account's own contact are told like all others, though no list has it", async () => {
    const { accountId, calls, create, dueAt, inStep } = await start();
    await create({ importantDates: [{ ...birthday, date: "1990-09-09" }] });
    await calls.patch(accountId, { importantDates: [birthday] });
    const { datesTxid, txid } = await getAccountHead(store, accountId);
    expect(datesTxid).toBe(txid);
    expect(await dueAt()).toBe("2026-03-13T07:00:00.000Z");
    const [reminder] = (await calls.upcoming()).body?.reminders ?? [];
    expect(reminder).toMatchObject({ person: { id: accountId }, importantDate: { notifyOn: "2026-03-13" } });
    await calls.bulkDelete({ filter: {} });
    expect(await allOf(listDatedContacts(store, accountId))).toMatchObject([{ id: accountId, firstName: "Me" }]);
    await calls.putDates(accountId, []);
    await inStep();
    expect(await allOf(listDatedContacts(store, accountId))).toEqual([]);
  });

  it("that come without their id stay what they were, so that nobody is told twice", async () => {
    const { accountId, calls, create } = await start();
    const id = await create({ importantDates: [birthday] });
    await tell(store, accountId, id, "2026-03-20", now.toISOString());
    const isTold = async () => (await calls.upcoming()).body?.reminders.map((each) => each.notificationSent);
    await calls.patch(id, { importantDates: [{ ...birthday, note: "cake" }] });
    expect(await isTold()).toEqual([true]);
    await calls.patch(id, { importantDates: [{ ...birthday, date: "1990-03-21" }] });
    expect(await isTold()).toEqual([false]);
  });

  it("change the head's mark exactly when something changes that the calendar shows", async () => {
    const { accountId, calls, create } = await start();
    const markAfter = async (write: Promise<unknown>) => {
      await write;
      const { datesTxid, txid } = await getAccountHead(store, accountId);
      return datesTxid === txid;
    };
    expect(await markAfter(create({}))).toBe(false);
    const id = await create({ importantDates: [birthday] });
    expect(await markAfter(create({ importantDates: [birthday] }))).toBe(true);
    expect(await markAfter(calls.patch(id, { notes: "x" }))).toBe(false);
    expect(await markAfter(calls.patch(id, { lastName: "Bo" }))).toBe(true);
    expect(await markAfter(calls.putDates(id, [{ ...birthday, note: "cake" }]))).toBe(true);
    expect(await markAfter(calls.remove(id))).toBe(true);
  });
});

describe("what was told", () => {
  const at = "2026-03-13T07:00:05.000Z";
  const read = async (accountId: string, id: string) => (await getDatedContacts(store, accountId, [id]))[0];

  it("stays with the date through all writes of the contact, and goes with the date", async () => {
    const { accountId, calls, create } = await start();
    const id = await create({ importantDates: [birthday] });
    await tell(store, accountId, id, "2026-03-20", at);
    const [date] = (await calls.dates(id)).body.dates;
    const sent = { [String(date?.id)]: { occurrence: "2026-03-20", at } };
    expect(await read(accountId, id)).toMatchObject({ sent });
    await calls.patch(id, { firstName: "Bo", notes: "x" });
    await calls.putDates(id, [
      { ...date, note: "cake" },
      { ...birthday, type: "other" },
    ]);
    expect(await read(accountId, id)).toMatchObject({ firstName: "Bo", sent });
    await calls.putDates(id, [{ ...birthday, type: "other" }]);
    await tell(store, accountId, id, "2026-03-20", at);
    expect(Object.keys((await read(accountId, id))?.sent ?? {})).not.toContain(date?.id);
    await calls.putDates(id, []);
    await calls.putDates(id, [birthday]);
    expect((await read(accountId, id))?.sent).toEqual({});
  });

  it("puts the next look off for a year, until the dates change", async () => {
    const { accountId, calls, create } = await start();
    const id = await create({ importantDates: [birthday] });
    await tell(store, accountId, id, "2026-03-20", at);
    expect(await firstLookDay(store, accountId)).toBe("2027-03-13");
    await calls.patch(id, { firstName: "Bo" });
    expect(await firstLookDay(store, accountId)).toBe("2027-03-13");
    const [date] = (await calls.dates(id)).body.dates;
    await calls.putDates(id, [{ ...date, notifyDaysBefore: 5 }]);
    expect(await firstLookDay(store, accountId)).toBe("2026-03-15");
  });

  it("is found as long as the occurrence has not passed", async () => {
    const { accountId, create } = await start();
    const id = await create({ importantDates: [birthday] });
    const told = async (today: string) =>
      (await allOf(listToldContacts(store, accountId, today))).map((contact) => contact.id);
    expect(await told("2026-03-01")).toEqual([]);
    await tell(store, accountId, id, "2026-03-20", at);
    expect(await told("2026-03-20")).toEqual([id]);
    expect(await told("2026-03-21")).toEqual([]);
    const due = await allOf(listDueContacts(store, accountId, "2026-04-20"));
    expect(due.map((contact) => contact.id)).toEqual([]);
  });
});

describe("the due index", () => {
  const dates = (...days: string[]): Partial<ImportantDate>[] =>
    days.map((date) => ({ type: "other", date, notifyDaysBefore: 0 }));

  it("is brought forward by a write, never put off", async () => {
    const { accountId, calls, create, dueAt } = await start();
    const id = await create({ importantDates: dates("2000-06-20") });
    expect(await dueAt()).toBe("2026-06-20T06:00:00.000Z");
    await create({ importantDates: dates("2000-07-20") });
    expect(await dueAt()).toBe("2026-06-20T06:00:00.000Z");
    await create({ importantDates: dates("2000-03-29") });
    expect(await dueAt()).toBe("2026-03-29T06:00:00.000Z");
    await calls.bulkDelete({ filter: {} });
    expect(await dueAt()).toBe("2026-03-29T06:00:00.000Z");
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-29T06:00:00.000Z"]);
    expect((await calls.get(id).catch(() => undefined))?.body).toBeUndefined();
  });

  it("names an account at once when a date is to be told of today or was to be", async () => {
    const { create, dueAt } = await start({ reminderSendTime: "09:00" });
    await create({ importantDates: [{ ...birthday, date: "1990-03-04" }] });
    expect(await dueAt()).toBe(now.toISOString());
    const later = await start({ reminderSendTime: "18:30" });
    await later.create({ importantDates: [{ ...birthday, date: "1990-03-04" }] });
    expect(await later.dueAt()).toBe("2026-03-01T17:30:00.000Z");
  });

  it("leaves out who gets no mail, until the settings say else", async () => {
    const { accountId, create, dueAt } = await start({ email: null });
    await create({ importantDates: [birthday] });
    expect(await dueAt()).toBeNull();
    const settle = (settings: object) =>
      writeAccount(store, accountId, async (head) => {
        const planned = await planDueAnew(store, { ...head, ...settings }, now);
        return { ...planned, result: undefined };
      });
    await settle({ email: "ann@example.org" });
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-13T07:00:00.000Z"]);
    await settle({ timezone: "Pacific/Kiritimati", reminderSendTime: "23:30" });
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-13T09:30:00.000Z"]);
    await settle({ remindersEnabled: false });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
    expect(await dueAt()).toBeNull();
  });

  it("is put off to the next day by a look that told everything, however early the contacts' days are", async () => {
    const { accountId, create, calls, dueAt } = await start();
    // Yesterday: somewhere it still is that day.
    const id = await create({ importantDates: dates("2000-02-28") });
    expect(await dueAt()).toBe(now.toISOString());
    const look = (doneOn: string) =>
      writeAccount(store, accountId, async (head) => {
        return { ...(await planDueAnew(store, head, now, doneOn)), result: undefined };
      });
    await look("2026-03-01");
    expect(await dueAt()).toBe("2026-03-02T07:00:00.000Z");
    await calls.putDates(id, dates("2000-03-01"));
    expect(await dueAt()).toBe(now.toISOString());
    await calls.putDates(id, dates("2000-05-01"));
    await look("2026-03-01");
    expect(await dueAt()).toBe("2026-05-01T06:00:00.000Z");
  });

  it("lists the accounts of a shard whose time has come, the earliest first, each in one shard", async () => {
    const accounts = await Promise.all(
      ["2000-08-03", "2000-08-01", "2000-08-02"].map(async (date) => {
        const { accountId, create } = await start({ timezone: "UTC" });
        await create({ importantDates: dates(date) });
        return { accountId, dueAt: `2026-${date.slice(5)}T08:00:00.000Z` };
      }),
    );
    const due = async (until: string) => {
      const found = await Promise.all(dueShards.map((shard) => allOf(listDueAccounts(store, shard, new Date(until)))));
      for (const shard of found)
        expect(shard).toEqual(shard.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1)));
      const ids = new Set(accounts.map(({ accountId }) => accountId));
      return found.flat().filter(({ accountId }) => ids.has(accountId));
    };
    expect(await due("2026-08-01T07:59:59.999Z")).toEqual([]);
    expect(await due("2026-08-01T08:00:00.000Z")).toEqual([accounts[1]]);
    expect(await due("2026-08-09T08:00:00.000Z")).toEqual(expect.arrayContaining(accounts));
  });
});
