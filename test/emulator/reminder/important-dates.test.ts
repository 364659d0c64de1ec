import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ImportantDate } from "../../../shared/contact/record.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import {
  firstDueDay,
  getDatedContacts,
  listDatedContacts,
  listDueContacts,
  listRemindedContacts,
} from "../../../shared/important-date/store/important-dates.ts";
import { noteStoring } from "../../../shared/picture/store/unshown-pictures.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { arbitraryDay } from "../../support/contact/arbitrary-dates.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWith, allOf, dueEntriesOf, expectDatesInStep, markSent } from "../../support/reminder/due-accounts.ts";
import { tries } from "../../support/seed.ts";

const { store } = await freshTable();

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

describe("the important dates of a contact", () => {
  it("are in an item of their own", async () => {
    const { accountId, create, calls } = await start();
    const id = await create({ lastName: "Bo", importantDates: [birthday] });
    const { dates } = (await calls.dates(id)).body;
    const { personId: _person, userId: _user, notifyOn: _on, ...stored } = dates[0] ?? expect.fail();
    const short = shortId(id);
    const item = {
      pk: accountPartition(accountId),
      sk: `V#${short}`,
      firstName: "Ann",
      lastName: "Bo",
      dates: [stored],
    };
    expect((await itemsOf(store, accountId)).get(`V#${short}`)).toEqual({ ...item, dueKey: `V#2026-03-13#${short}` });
  });

  it("agree with the contact, the due index and the head after writes of every kind", async () => {
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
      fc.record({ does: fc.constant("mark sent" as const), at: fc.nat(5) }),
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
          else if (each.does === "mark sent") {
            const [dated] = await getDatedContacts(store, accountId, [id]);
            if (dated) await markSent(store, accountId, id, "2026-03-20", now.toISOString());
          } else {
            if (each.does === "remove") await calls.remove(id);
            else await calls.deleteContacts({ ids: [id] });
            alive.splice(alive.indexOf(id), 1);
          }
          await inStep();
        }
        await calls.deleteContacts({ filter: {} });
        await inStep();
        expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("V#"))).toEqual([]);
      }),
      { numRuns: tries(8, 25) },
    );
  });

  it("have the contact's new picture", async () => {
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

  it("of imported rows are added to new and existing contacts", async () => {
    const { accountId, create, dueAt, inStep } = await start();
    await create({ emails: [{ value: "ann@example.org" }] });
    const dates = (date: string) => [{ type: "birthday" as const, date, note: "", notifyDaysBefore: 0 }];
    const emails = [{ preferred: false, type: "home", value: "ann@example.org" }];
    const rows = [
      parsedContact({ tempId: "1", firstName: "Ann", emails, importantDates: dates("1990-03-05") }),
      parsedContact({ tempId: "2", firstName: "Cy", importantDates: dates("1991-03-03") }),
    ];
    const { results } = await commit(store, accountId, rows);
    expect(results.map(({ status }) => status)).toEqual(["updated", "imported"]);
    expect(await allOf(listDatedContacts(store, accountId))).toHaveLength(2);
    expect(await dueAt()).toBe("2026-03-03T07:00:00.000Z");
    await inStep();
    const before = await getAccountHead(store, accountId);
    expect((await commit(store, accountId, rows)).txid).toBe(String(before.txid));
  });

  it("of the owner's own contact have reminders too", async () => {
    const { accountId, calls, create, dueAt, inStep } = await start();
    await create({ importantDates: [{ ...birthday, date: "1990-09-09" }] });
    await calls.patch(accountId, { importantDates: [birthday] });
    const { datesTxid, txid } = await getAccountHead(store, accountId);
    expect(datesTxid).toBe(txid);
    expect(await dueAt()).toBe("2026-03-13T07:00:00.000Z");
    const [reminder] = (await calls.upcoming()).body?.reminders ?? [];
    expect(reminder).toMatchObject({ person: { id: accountId }, importantDate: { notifyOn: "2026-03-13" } });
    await calls.deleteContacts({ filter: {} });
    expect(await allOf(listDatedContacts(store, accountId))).toMatchObject([{ id: accountId, firstName: "Me" }]);
    await calls.putDates(accountId, []);
    await inStep();
    expect(await allOf(listDatedContacts(store, accountId))).toEqual([]);
  });
});

describe("sent reminders", () => {
  const at = "2026-03-13T07:00:05.000Z";
  const read = async (accountId: string, id: string) => (await getDatedContacts(store, accountId, [id]))[0];

  it("stay in the item during writes of the contact until the date is removed", async () => {
    const { accountId, calls, create } = await start();
    const id = await create({ importantDates: [birthday] });
    await markSent(store, accountId, id, "2026-03-20", at);
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
    await markSent(store, accountId, id, "2026-03-20", at);
    expect(Object.keys((await read(accountId, id))?.sent ?? {})).not.toContain(date?.id);
    await calls.putDates(id, []);
    await calls.putDates(id, [birthday]);
    expect((await read(accountId, id))?.sent).toEqual({});
  });

  it("move the next due day by a year until the dates change", async () => {
    const { accountId, calls, create } = await start();
    const id = await create({ importantDates: [birthday] });
    await markSent(store, accountId, id, "2026-03-20", at);
    expect(await firstDueDay(store, accountId)).toBe("2027-03-13");
    await calls.patch(id, { firstName: "Bo" });
    expect(await firstDueDay(store, accountId)).toBe("2027-03-13");
    const [date] = (await calls.dates(id)).body.dates;
    await calls.putDates(id, [{ ...date, notifyDaysBefore: 5 }]);
    expect(await firstDueDay(store, accountId)).toBe("2026-03-15");
  });

  it("are listed until the occurrence has passed", async () => {
    const { accountId, create } = await start();
    const id = await create({ importantDates: [birthday] });
    const reminded = async (today: string) =>
      (await allOf(listRemindedContacts(store, accountId, today))).map((contact) => contact.id);
    expect(await reminded("2026-03-01")).toEqual([]);
    await markSent(store, accountId, id, "2026-03-20", at);
    expect(await reminded("2026-03-20")).toEqual([id]);
    expect(await reminded("2026-03-21")).toEqual([]);
    const due = await allOf(listDueContacts(store, accountId, "2026-04-20"));
    expect(due.map((contact) => contact.id)).toEqual([]);
  });
});

describe("the due index", () => {
  const dates = (...days: string[]): Partial<ImportantDate>[] =>
    days.map((date) => ({ type: "other", date, notifyDaysBefore: 0 }));

  it("is moved to an earlier day by a write, and never to a later one", async () => {
    const { accountId, calls, create, dueAt } = await start();
    const id = await create({ importantDates: dates("2000-06-20") });
    expect(await dueAt()).toBe("2026-06-20T06:00:00.000Z");
    await create({ importantDates: dates("2000-07-20") });
    expect(await dueAt()).toBe("2026-06-20T06:00:00.000Z");
    await create({ importantDates: dates("2000-03-29") });
    expect(await dueAt()).toBe("2026-03-29T06:00:00.000Z");
    await calls.deleteContacts({ filter: {} });
    expect(await dueAt()).toBe("2026-03-29T06:00:00.000Z");
    expect(await dueEntriesOf(store, accountId)).toEqual(["2026-03-29T06:00:00.000Z"]);
    expect((await calls.get(id).catch(() => undefined))?.body).toBeUndefined();
  });
});
