import { beforeAll, describe, expect, it } from "vitest";
import { upcomingAnswer } from "../../functions/contacts/dates-schemas.ts";
import { mainTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { noCost } from "../bench/cost.ts";
import { Meter, meteredStore } from "../bench/meter.ts";
import { contactCalls, recordOf, storeAll } from "../support/contact-calls.ts";
import { accountWith, tell } from "../support/due-accounts.ts";
import { billsAsAws, freshTable } from "../support/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

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
  /** Who, when to be told, and whether that was. */
  const upcoming = async (query: Record<string, string> = {}) => {
    const { body } = await calls.upcoming(query);
    expect(upcomingAnswer.safeParse(body).error).toBeUndefined();
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
  it("tells the date, the person and whether the mail was accepted", async () => {
    const { accountId, calls, create } = await start();
    const id = await create("Ann", on("1904-03-05", 7, "birthday"));
    const [date] = (await calls.dates(id)).body.dates;
    const person = { id, firstName: "Ann", lastName: "", avatar: null };
    const common = { importantDate: { ...date, notifyOn: "2026-02-26" }, person };
    const unsent = { ...common, notificationSent: false, notificationSentAt: null };
    expect((await calls.upcoming()).body).toEqual({ reminders: [unsent] });
    const sentAt = "2026-02-26T08:00:07.000Z";
    await tell(store, accountId, id, "2026-03-05", sentAt);
    const sent = { ...common, notificationSent: true, notificationSentAt: sentAt };
    expect((await calls.upcoming()).body).toEqual({ reminders: [sent] });
  });

  it("has every date with a notification until it has passed, from 31 days before the mail", async () => {
    const { create, upcoming } = await start();
    await create("today", on("2000-03-01"), on("2000-03-01", 1, "anniversary"));
    await create("yesterday", on("2000-02-28"));
    await create("at the end", on("2000-04-01"), on("2000-04-08", 7));
    await create("behind it", on("2000-04-02"), on("2000-04-09", 7));
    await create("untold", on("2000-03-02", null));
    await create("a year ahead", on("2000-02-28", 365), on("2000-03-02", 365));
    await create("in years", on("2028-03-02"));
    expect((await upcoming()).toSorted()).toEqual([
      // Of the occurrences of this year and, where that has passed, of the next.
      "a year ahead 2025-03-02",
      "a year ahead 2026-02-28",
      "at the end 2026-04-01",
      "at the end 2026-04-01",
      "today 2026-02-28",
      "today 2026-03-01",
    ]);
  });

  it("is in the order of telling, then of dates, then of ids, up to the limit", async () => {
    const { calls, create, upcoming } = await start();
    await create("d", on("2000-03-07", 2));
    await create("b", on("1990-03-05"));
    await create("a", on("1980-03-05"));
    await create("c", on("1990-03-05"));
    await create("e", on("2000-03-04"), on("2000-03-08", 1));
    const all = ["e 2026-03-04", "a 2026-03-05", "b 2026-03-05", "c 2026-03-05", "d 2026-03-05", "e 2026-03-07"];
    const found = await upcoming();
    expect(found.toSorted()).toEqual(all.toSorted());
    const keys = (await calls.upcoming()).body.reminders.map(({ importantDate: { notifyOn, date, id } }) => {
      return `${notifyOn} ${date} ${id}`;
    });
    expect(keys).toEqual(keys.toSorted());
    for (let limit = 1; limit <= 7; limit++)
      expect(await upcoming({ limit: `${limit}` })).toEqual(found.slice(0, limit));
  });

  it("goes by the day of the account's zone", async () => {
    const day = "2026-03-05";
    const east = await start({ settings: { timezone: "Pacific/Kiritimati" }, now: "2026-03-05T09:59:00.000Z" });
    await east.create("Ann", on("2000-03-05"));
    expect(await east.upcoming()).toEqual([`Ann ${day}`]);
    // There it is the sixth.
    east.at("2026-03-05T10:00:00.000Z");
    expect(await east.upcoming()).toEqual([]);
    const west = await start({ settings: { timezone: "Etc/GMT+12" }, now: "2026-03-06T11:59:00.000Z" });
    await west.create("Ann", on("2000-03-05"));
    expect(await west.upcoming()).toEqual([`Ann ${day}`]);
    west.at("2026-03-06T12:00:00.000Z");
    expect(await west.upcoming()).toEqual([]);
  });

  it.each([
    ["feb28", "2026-02-28T10:00:00.000Z", ["Ann 2026-02-28"]],
    ["feb28", "2026-03-01T10:00:00.000Z", []],
    ["mar1", "2026-03-01T10:00:00.000Z", ["Ann 2026-03-01"]],
    ["mar1", "2026-03-02T10:00:00.000Z", []],
    ["feb28", "2028-02-10T10:00:00.000Z", ["Ann 2028-02-29"]],
    ["mar1", "2028-02-10T10:00:00.000Z", ["Ann 2028-02-29"]],
  ] as const)("has a 29 February by the choice %s at %s", async (leapDay, now, expected) => {
    const { create, upcoming } = await start({ settings: { leapDay }, now });
    await create("Ann", on("1904-02-29", 0, "birthday"));
    expect(await upcoming()).toEqual(expected);
  });

  it("still shows what was told, until the day has passed, and starts again with the next year", async () => {
    const { accountId, create, upcoming, at } = await start();
    const id = await create("Ann", on("2000-08-10", 100));
    at("2026-05-02T10:00:00.000Z");
    await tell(store, accountId, id, "2026-08-10", "2026-05-02T08:00:00.000Z");
    for (const day of ["05-02", "06-01", "08-10"]) {
      at(`2026-${day}T23:59:00.000Z`);
      expect(await upcoming()).toEqual(["Ann 2026-05-02 sent"]);
    }
    at("2026-08-11T00:00:00.000Z");
    expect(await upcoming()).toEqual([]);
    at("2027-04-10T10:00:00.000Z");
    expect(await upcoming()).toEqual(["Ann 2027-05-02"]);
  });

  it("includes the write that was answered before, of every kind", async () => {
    const { calls, create, upcoming } = await start();
    const id = await create("Ann", on("2000-03-05"));
    await calls.patch(id, { firstName: "Bo" });
    expect(await upcoming()).toEqual(["Bo 2026-03-05"]);
    await calls.putDates(id, [on("2000-03-06", 1)]);
    expect(await upcoming()).toEqual(["Bo 2026-03-05"]);
    await calls.putDates(id, [on("2000-03-06", null)]);
    expect(await upcoming()).toEqual([]);
    await calls.patch(id, { importantDates: [on("2000-03-07")] });
    expect(await upcoming()).toEqual(["Bo 2026-03-07"]);
    await calls.remove(id);
    expect(await upcoming()).toEqual([]);
  });

  it.runIf(billsAsAws)("reads what it answers, and neither contacts nor what comes later", async () => {
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
    // Some 400 bytes each, in one query; one that finds nothing; and the head.
    expect(meter.cost).toMatchObject({ roundTrips: 3, readUnits: 5 });
    meter.cost = noCost;
    expect(await upcoming({ limit: "1" })).toEqual(all.slice(0, 1));
    expect(meter.cost.readUnits).toBeLessThanOrEqual(5);
  });
});
