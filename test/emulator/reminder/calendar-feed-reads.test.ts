import { randomBytes } from "node:crypto";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { calendarOperations } from "../../../functions/calendar/operations.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { hashCalendarToken, mintCalendarToken } from "../../../shared/auth/account-tokens.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { planSettings, type Settings } from "../../../shared/reminder/account-settings.ts";
import { contactCalls, recordOf, storeAll } from "../../support/contact/contact-calls.ts";
import { anonymousInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWith } from "../../support/reminder/due-accounts.ts";

const { store } = await freshTable();

const start = "2026-03-01T10:00:00.000Z";

/** An account with a feed, and a clock that can be set. */
async function withFeed(maxBytes?: number) {
  const accountId = await accountWith(store);
  const token = mintCalendarToken(accountId, randomBytes);
  const set = (change: Partial<AccountHead>) =>
    writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...change }, result: undefined }));
  await set({ calendarToken: { hash: hashCalendarToken(token), createdAt: start } });
  let time = start;
  const now = () => new Date(time);
  const read = (headers: Record<string, string> = {}, text = token) => {
    const operations = calendarOperations({ store, now, ...(maxBytes && { maxBytes }) });
    return operations.getCalendar({ ...anonymousInput, headers, params: { token: text } });
  };
  const setTime = (instant: string) => {
    time = instant;
  };
  return { accountId, token, set, read, setTime, now, contacts: contactCalls(store, accountId, { now }) };
}

const tagOf = ({ headers }: { headers?: Record<string, string> }) => headers?.etag ?? expect.fail("no tag");
const cost = (work: () => Promise<unknown>) =>
  meterCapacity(async (units) => {
    await work().catch((error) => expect(error).toBeInstanceOf(AppError));
    return units;
  });

describe("a feed", () => {
  it("answers 304 for the cost of the head if it has not changed", async () => {
    const { accountId, read } = await withFeed();
    const people = Array.from({ length: 60 }, (_, index) =>
      recordOf(accountId, {
        firstName: `Ann ${index}`,
        importantDates: [{ type: "other", date: "1990-05-03", note: "x".repeat(200) }],
      }),
    );
    await storeAll(store, accountId, people);
    const first = await read();
    expect([first.status, first.headers?.["cache-control"]]).toEqual([200, "private, no-cache"]);
    const again = { "if-none-match": tagOf(first) };
    expect(await read(again)).toMatchObject({ status: 304, headers: { etag: tagOf(first) } });
    expect(await cost(() => read(again))).toEqual({ readUnits: 1, writeUnits: 0 });
    expect((await cost(() => read())).readUnits).toBeGreaterThan(5);
  });

  it("has a new tag after changes that show, and only then", async () => {
    const { set, read, setTime, contacts } = await withFeed();
    let tag = tagOf(await read());
    const changed = async () => {
      const next = tagOf(await read());
      const differs = next !== tag;
      tag = next;
      return differs;
    };
    const { id } = (await contacts.create({ firstName: "Ann" })).body.contact;
    expect(await changed()).toBe(false);
    await contacts.patch(id, { importantDates: [{ type: "birthday", date: "1990-03-20" }] });
    expect(await changed()).toBe(true);
    await contacts.patch(id, { notes: "met" });
    expect(await changed()).toBe(false);
    await contacts.patch(id, { lastName: "Bo" });
    expect(await changed()).toBe(true);
    for (const change of [
      { language: "de" },
      { leapDay: "mar1" },
      { reminderSendTime: "09:00" },
      { feedChangedAt: start },
    ] as const) {
      await set(change);
      expect(await changed(), JSON.stringify(change)).toBe(true);
    }
    await set({ remindersEnabled: false });
    expect(await changed()).toBe(false);
    setTime("2026-03-02T00:00:00.000Z");
    expect(await changed()).toBe(false);
    await contacts.remove(id);
    expect(await changed()).toBe(true);
  });

  it("without room for all dates has a new tag each day", async () => {
    const { accountId, read, setTime } = await withFeed(12_000);
    const people = Array.from({ length: 60 }, (_, index) =>
      recordOf(accountId, { firstName: `Ann ${index}`, importantDates: [{ type: "other", date: "1990-05-03" }] }),
    );
    await storeAll(store, accountId, people);
    const first = await read();
    const again = { "if-none-match": tagOf(first) };
    expect(await read(again)).toMatchObject({ status: 304, headers: { etag: tagOf(first) } });
    setTime("2026-03-02T00:00:00.000Z");
    const next = await read(again);
    expect(next.status).toBe(200);
    expect(tagOf(next)).not.toBe(tagOf(first));
  });

  it("has the times of changes that show, and of no others", async () => {
    const { accountId, read, contacts, setTime: at, now } = await withFeed();
    const change = (wanted: Partial<Settings>) =>
      writeAccount(store, accountId, (head) => planSettings(store, head, wanted, now()));
    const stamps = async () => {
      const { body } = (await read()) as { body: string };
      const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents("vevent");
      return events.map((event) => String(event.getFirstPropertyValue("last-modified")));
    };
    const day = { type: "birthday", date: "1990-03-20" };
    const { id } = (await contacts.create({ firstName: "Ann", importantDates: [day] })).body.contact;
    expect(await stamps()).toEqual(["2026-03-01T10:00:00Z"]);
    at("2026-03-02T00:00:00.000Z");
    await contacts.patch(id, { notes: "x" });
    await contacts.patch(id, { importantDates: [day, { type: "other", date: "2000-01-01" }] });
    expect(await stamps()).toEqual(["2026-03-01T10:00:00Z", "2026-03-02T00:00:00Z"]);
    at("2026-03-03T00:00:00.000Z");
    await contacts.patch(id, { lastName: "Bo" });
    expect(await stamps()).toEqual(["2026-03-03T00:00:00Z", "2026-03-03T00:00:00Z"]);
    at("2026-03-04T00:00:00.000Z");
    await contacts.patch(id, { headline: "x" });
    await contacts.putDates(id, [{ ...day, notifyDaysBefore: 3 }]);
    await change({ name: "Zed", timezone: "Asia/Tokyo", remindersEnabled: false });
    expect(await stamps()).toEqual(["2026-03-04T00:00:00Z"]);
    for (const [instant, wanted] of [
      ["2026-03-05T00:00:00.000Z", { language: "de" }],
      ["2026-03-06T00:00:00.000Z", { leapDay: "mar1" }],
      ["2026-03-07T00:00:00.000Z", { reminderSendTime: "09:00" }],
    ] as const) {
      at(instant);
      await change(wanted);
      expect(await stamps()).toEqual([instant.replace(".000", "")]);
    }
    const { txid } = await getAccountHead(store, accountId);
    at("2026-03-08T00:00:00.000Z");
    await change({ language: "de" });
    expect((await getAccountHead(store, accountId)).txid).toBe(txid);
  });

  it("is not found without its secret, and a malformed one costs nothing", async () => {
    const { accountId, token, read, set } = await withFeed();
    const notFound = expect.objectContaining({ code: "not_found" });
    const other = mintCalendarToken(accountId, randomBytes);
    for (const text of ["", "x", token.slice(1), `${token}a`, `${token.slice(0, -1)}!`, `Z${token.slice(1)}`]) {
      await expect(read({}, text)).rejects.toEqual(notFound);
      expect(await cost(() => read({}, text))).toEqual({ readUnits: 0, writeUnits: 0 });
    }
    await expect(read({}, other)).rejects.toEqual(notFound);
    await expect(read({}, mintCalendarToken(recordOf(accountId, { firstName: "x" }).id, randomBytes))).rejects.toEqual(
      notFound,
    );
    await set({ calendarToken: null });
    await expect(read()).rejects.toEqual(notFound);
  });
});
