import { describe, expect, it } from "vitest";
import { upcomingAnswer } from "../../../functions/contacts/schemas.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { Meter, meteredStore, noCost } from "../../support/capacity/meter.ts";
import { contactCalls, recordOf, storeAll } from "../../support/contact/contact-calls.ts";
import { billsAsAws, freshTable } from "../../support/process/stack.ts";
import { accountWith, markSent } from "../../support/reminder/due-accounts.ts";

const { store } = await freshTable();

interface Scene {
  settings?: Parameters<typeof accountWith>[1];
  now?: string;
}

async function start({ settings, now = "2026-03-01T10:00:00.000Z" }: Scene = {}) {
  const accountId = await accountWith(store, { timezone: "UTC", ...settings });
  let time = new Date(now);
  const meter = new Meter();
  const calls = contactCalls(meteredStore(meter, store, mainTable), accountId, { now: () => time });
  const create = async (firstName: string, ...importantDates: object[]) =>
    (await calls.create({ firstName, importantDates })).body.contact.id;
  /** The contact, the day and the state of each upcoming reminder. */
  const upcoming = async (query: Record<string, string> = {}) => {
    const { body } = await calls.upcoming(query);
    expect(upcomingAnswer().safeParse(body).error).toBeUndefined();
    return body.reminders.map(({ person, importantDate, notificationSent }) => {
      return `${person.firstName} ${importantDate.notifyOn}${notificationSent ? " sent" : ""}`;
    });
  };
  const at = (instant: string) => {
    time = new Date(instant);
  };
  return { accountId, calls, meter, create, upcoming, at };
}

const on = (date: string, notifyDaysBefore: number | null = 0, type = "other") => ({ type, date, notifyDaysBefore });

describe("GET /contacts/important-dates/upcoming", () => {
  it("has the date, the contact and the state of the mail", async () => {
    const { accountId, calls, create } = await start();
    const id = await create("Ann", on("1904-03-05", 7, "birthday"));
    const [date] = (await calls.dates(id)).body.dates;
    const person = { id, firstName: "Ann", lastName: "", avatar: null };
    const common = { importantDate: { ...date, notifyOn: "2026-02-26" }, person };
    const unsent = { ...common, notificationSent: false, notificationSentAt: null };
    expect((await calls.upcoming()).body).toEqual({ reminders: [unsent] });
    const sentAt = "2026-02-26T08:00:07.000Z";
    await markSent(store, accountId, id, "2026-03-05", sentAt);
    const sent = { ...common, notificationSent: true, notificationSentAt: sentAt };
    expect((await calls.upcoming()).body).toEqual({ reminders: [sent] });
  });

  it("has every date with reminders from 31 days before the mail until the date has passed", async () => {
    const { create, upcoming } = await start();
    await create("today", on("2000-03-01"), on("2000-03-01", 1, "anniversary"));
    await create("yesterday", on("2000-02-28"));
    await create("at the end", on("2000-04-01"), on("2000-04-08", 7));
    await create("behind it", on("2000-04-02"), on("2000-04-09", 7));
    await create("without reminders", on("2000-03-02", null));
    await create("a year ahead", on("2000-02-28", 365), on("2000-03-02", 365));
    await create("in years", on("2028-03-02"));
    expect((await upcoming()).toSorted()).toEqual([
      // The occurrence is in this year or, if that has passed, in the next year.
      "a year ahead 2025-03-02",
      "a year ahead 2026-02-28",
      "at the end 2026-04-01",
      "at the end 2026-04-01",
      "today 2026-02-28",
      "today 2026-03-01",
    ]);
  });

  it("has dates without reminders when all are asked for, by the day on which each begins to matter", async () => {
    const { create, upcoming } = await start();
    await create("Ann", on("2000-03-05", null), on("2000-03-20", 18));
    await create("Ben", on("2004-02-29", null), on("2000-04-02", null));
    await create("Cid", on("2000-04-01", null), on("2000-03-01", null));
    expect(await upcoming()).toEqual(["Ann 2026-03-02"]);
    expect(await upcoming({ all: "true" })).toEqual(["Cid null", "Ann 2026-03-02", "Ann null", "Cid null"]);
    expect(await upcoming({ all: "true", limit: "2" })).toEqual(["Cid null", "Ann 2026-03-02"]);
  });

  it("uses the day in the account's time zone", async () => {
    const settings = { timezone: "Pacific/Kiritimati" };
    const { create, upcoming, at } = await start({ settings, now: "2026-03-05T09:59:00.000Z" });
    await create("Ann", on("2000-03-05"));
    expect(await upcoming()).toEqual(["Ann 2026-03-05"]);
    // In this zone, 6 March begins.
    at("2026-03-05T10:00:00.000Z");
    expect(await upcoming()).toEqual([]);
  });

  it.runIf(billsAsAws)("reads neither contacts nor later dates", async () => {
    const { accountId, meter, upcoming } = await start();
    const contacts = Array.from({ length: 360 }, (_, n) => {
      const day = new Date(Date.UTC(2000, 2, 1 + n)).toISOString().slice(0, 10);
      const body = { firstName: `P${n}`, notes: "x".repeat(3_000), importantDates: [on(day)] };
      return { ...recordOf(accountId, body), updatedAt: "2026-03-01T10:00:00.000Z" };
    });
    await storeAll(store, accountId, contacts);
    meter.cost = noCost;
    const all = await upcoming();
    expect(all).toHaveLength(32);
    // One query reads about 400 bytes per reminder, one finds nothing, and one read is for the head.
    expect(meter.cost).toMatchObject({ roundTrips: 3, readUnits: 5 });
    meter.cost = noCost;
    expect(await upcoming({ limit: "1" })).toEqual(all.slice(0, 1));
    expect(meter.cost.readUnits).toBeLessThanOrEqual(5);
  });

  it("reads contacts whose reminders are over by few queries", async () => {
    const { accountId, meter, upcoming, create, at } = await start();
    const contacts = Array.from({ length: 60 }, (_, n) => {
      const body = { firstName: `P${n}`, importantDates: [on("2000-03-02")] };
      return { ...recordOf(accountId, body), updatedAt: "2026-03-01T10:00:00.000Z" };
    });
    await storeAll(store, accountId, contacts);
    await create("Ann", on("2000-03-20"));
    at("2026-03-10T10:00:00.000Z");
    meter.cost = noCost;
    expect(await upcoming({ limit: "1" })).toEqual(["Ann 2026-03-20"]);
    expect(meter.cost.roundTrips).toBeLessThanOrEqual(5);
  });
});
