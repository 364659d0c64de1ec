import { beforeAll, describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();

function put(id: string, dates: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return api(`/contacts/${id}/important-dates`, { method: "PUT", token, json: { dates }, headers });
}

const birthday = { type: "birthday", date: "1990-05-17", notifyDaysBefore: 7 };

describe("a contact's important dates", () => {
  it("have the tag of their contact: unchanged they are not sent again, and changed they are not overwritten", async () => {
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
  beforeAll(async () => {
    id = (await createContact(token, { firstName: "Ann", importantDates: [birthday] })).contact.id;
  });

  it("are two birthdays, two namedays, and the same date twice, and nothing is written", async () => {
    const txid = async () => (await api("/contacts?limit=1", { token })).headers.get("x-txid");
    const before = await txid();
    const anniversary = { type: "anniversary", date: "2000-01-01", note: "x" };
    for (const [dates, index] of [
      [[birthday, { ...birthday, date: "1991-05-17" }], 1],
      [[birthday, { type: "nameday", date: "2000-01-01" }, { type: "nameday", date: "2000-01-02" }], 2],
      [[anniversary, birthday, { ...anniversary, notifyDaysBefore: 5 }], 2],
    ] as const) {
      const refused = await refusalOf(`/contacts/${id}/important-dates`, { method: "PUT", token, json: { dates } });
      const expected = { status: 409, code: "important_date_duplicate", paths: [`body.dates.${index}`] };
      expect(refused).toMatchObject(expected);
    }
    expect(await txid()).toBe(before);
  });
});
