import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, readKeyOf, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

let token: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
});

type Dates = ContactAnswer["importantDates"];

async function datesOf(id: string): Promise<Dates> {
  const answer = await api(`/contacts/${id}/important-dates`, { token });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { dates: Dates }).dates;
}

function put(id: string, dates: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return api(`/contacts/${id}/important-dates`, { method: "PUT", token, json: { dates }, headers });
}

/** `MM-DD` so many days from now. */
function ahead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(5, 10);
}

const birthday = { type: "birthday", date: "1990-05-17", notifyDaysBefore: 7 };
const nobody = "0190b6a4-1111-7abc-8def-0123456789ab";

describe("a contact's important dates", () => {
  it("are read and replaced by their own route, and are those of the contact", async () => {
    const { contact, txid } = await createContact(token, { firstName: "Ann", importantDates: [birthday] });
    const [first] = await datesOf(contact.id);
    expect([first]).toEqual(contact.importantDates);
    const other = { type: "other", date: "1904-02-29", note: "Day", notifyDaysBefore: null };
    const answer = await put(contact.id, [{ ...first, note: "cake" }, other]);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get("x-txid"))).toBe(Number(txid) + 1);
    const { dates } = (await answer.json()) as { dates: Dates };
    expect(dates).toMatchObject([{ id: first?.id, note: "cake", createdAt: first?.createdAt }, other]);
    expect(dates[1]).toMatchObject({ personId: contact.id, userId: contact.userId, notifyOn: null });
    expect(await datesOf(contact.id)).toEqual(dates);
    const read = (await (await api(`/contacts/${contact.id}`, { token })).json()) as { contact: ContactAnswer };
    expect(read.contact.importantDates).toEqual(dates);
    await put(contact.id, []);
    expect(await datesOf(contact.id)).toEqual([]);
  });

  it("that are sent back as they were read change nothing", async () => {
    const { contact, txid } = await createContact(token, { firstName: "Ann", importantDates: [birthday] });
    const answer = await put(contact.id, await datesOf(contact.id));
    expect(answer.headers.get("x-txid")).toBe(txid);
    expect(await answer.json()).toEqual({ dates: contact.importantDates });
  });

  it("have the tag of their contact: unchanged they cost no answer, and changed they are not overwritten", async () => {
    const { contact } = await createContact(token, { firstName: "Ann", importantDates: [birthday] });
    const path = `/contacts/${contact.id}/important-dates`;
    const read = await api(path, { token });
    const tag = String(read.headers.get("etag"));
    expect(tag).toBe((await api(`/contacts/${contact.id}`, { token })).headers.get("etag"));
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
    const again = () => api(path, { token, headers: { "if-none-match": tag } });
    const unchanged = await again();
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await put(contact.id, [], { "if-match": tag })).status).toBe(200);
    expect((await again()).status).toBe(200);
    expect((await put(contact.id, [], { "if-match": tag })).status).toBe(412);
  });
});

describe("important dates that are refused", () => {
  let id: string;
  let before: string | null;
  const txid = async () => (await api("/contacts?limit=1", { token })).headers.get("x-txid");
  const refusal = (json: unknown) => refusalOf(`/contacts/${id}/important-dates`, { method: "PUT", token, json });
  beforeAll(async () => {
    id = (await createContact(token, { firstName: "Ann", importantDates: [birthday] })).contact.id;
    before = await txid();
  });
  afterAll(async () => {
    expect(await txid()).toBe(before);
  });

  const eleven = Array.from({ length: 11 }, (_, n) => ({ type: "other", date: "2000-01-01", note: `${n}` }));
  it.each([
    [{}, ["body.dates"]],
    [{ dates: [{ ...birthday, date: "2026-02-30" }] }, ["body.dates.0.date"]],
    [
      {
        dates: [
          { ...birthday, type: "wedding" },
          { ...birthday, notifyDaysBefore: 366 },
        ],
      },
      ["body.dates.0.type", "body.dates.1.notifyDaysBefore"],
    ],
    [{ dates: [{ ...birthday, remind: true }] }, ["body.dates.0.remind"]],
    [{ dates: eleven }, ["body.dates"]],
    [{ dates: [], importantDates: [] }, ["body.importantDates"]],
  ])("%j", async (json, paths) => {
    expect(await refusal(json)).toMatchObject({ status: 400, code: "validation_error", paths });
  });

  it("two birthdays, two namedays, and the same date twice", async () => {
    const anniversary = { type: "anniversary", date: "2000-01-01", note: "x" };
    for (const [dates, place] of [
      [[birthday, { ...birthday, date: "1991-05-17" }], 1],
      [[birthday, { type: "nameday", date: "2000-01-01" }, { type: "nameday", date: "2000-01-02" }], 2],
      [[anniversary, birthday, { ...anniversary, notifyDaysBefore: 5 }], 2],
    ] as const) {
      const expected = { status: 409, code: "important_date_duplicate", paths: [`body.dates.${place}`] };
      expect(await refusal({ dates })).toMatchObject(expected);
    }
  });

  it("of a contact that is not there, or another account's, and by a key that may only read", async () => {
    const other = await freshAccount();
    for (const [path, who] of [
      [nobody, token],
      [id, other.token],
    ] as const) {
      for (const method of ["GET", "PUT"]) {
        const init = { method, token: who, ...(method === "PUT" && { json: { dates: [] } }) };
        const refused = await refusalOf(`/contacts/${path}/important-dates`, init);
        expect(refused).toMatchObject({ status: 404, code: "contact_not_found" });
      }
    }
    const key = await readKeyOf(token);
    const init = { method: "PUT", token: key, json: { dates: [] } };
    expect(await refusalOf(`/contacts/${id}/important-dates`, init)).toMatchObject({
      code: "api_key_method_forbidden",
    });
    expect((await api(`/contacts/${id}/important-dates`, { token: key })).status).toBe(200);
    before = await txid();
  });
});

describe("upcoming dates", () => {
  it("are those of the account, in the order of their mails", async () => {
    const own = await freshAccount();
    const [soon, later] = [ahead(3), ahead(10)];
    const dates = [
      { type: "birthday", date: `1904-${later === "02-29" ? "02-28" : later}`, notifyDaysBefore: 2 },
      { type: "other", date: `1904-${soon}`, notifyDaysBefore: 365 },
      { type: "nameday", date: `1904-${soon}` },
    ];
    const { contact } = await createContact(own.token, { firstName: "Ann", lastName: "Bo", importantDates: dates });
    const answer = await api("/contacts/important-dates/upcoming?avatarSize=small&limit=5", { token: own.token });
    expect(answer.status).toBe(200);
    const { reminders } = (await answer.json()) as { reminders: Record<string, unknown>[] };
    const [birthday, other] = contact.importantDates;
    const person = { id: contact.id, firstName: "Ann", lastName: "Bo", avatar: null };
    const common = { notificationSent: false, notificationSentAt: null, person };
    expect(reminders).toEqual([
      { importantDate: other, ...common },
      { importantDate: birthday, ...common },
    ]);
    expect(await (await api("/contacts/important-dates/upcoming", { token })).json()).not.toEqual({ reminders });
  });

  it.each([
    ["limit=0", ["query.limit"]],
    ["avatarSize=huge", ["query.avatarSize"]],
    ["offset=1", ["query.offset"]],
  ])("with %s are refused", async (query, paths) => {
    const refused = await refusalOf(`/contacts/important-dates/upcoming?${query}`, { token });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths });
  });

  it("have paths that are not ids of contacts", async () => {
    const path = "/contacts/important-dates/important-dates";
    expect(await refusalOf(path, { token })).toMatchObject({ status: 400, paths: ["params.id"] });
    const posted = await refusalOf("/contacts/important-dates/upcoming", { method: "POST", token, json: {} });
    expect(posted).toMatchObject({ status: 405, code: "method_not_allowed" });
  });
});
