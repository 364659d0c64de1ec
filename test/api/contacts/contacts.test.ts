import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, refusalOf, type Written } from "../../support/contact/contact-api.ts";
import { type ApiRequest, api, freshAccount, localStack } from "../../support/process/stack.ts";

let token: string;
const create = (body: object) => createContact(token, body);
const refusal = (path: string, init: ApiRequest) => refusalOf(path, { token, ...init });
let accountId: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
  accountId = (await create({ firstName: "First" })).contact.userId;
}, 120_000);

const everything = {
  firstName: " Zoë ",
  lastName: "Łęcka",
  middleName: "M.",
  headline: "Bridge builder",
  position: "Engineer",
  location: "Gdańsk",
  latitude: 54.352,
  longitude: 18.6466,
  timezone: "Europe/Warsaw",
  language: "pl",
  emails: [{ value: "Zoe@Example.ORG", type: "work", preferred: true }, { value: "z@x.example" }],
  phones: [{ prefix: "+48", value: "601234567", type: "mobile", preferred: true }, { value: "+49 30 1234567" }],
  addresses: [{ type: "home", addressLine1: "ul. Długa 1", addressPostalCode: "80-827", addressCity: "Gdańsk" }],
  importantDates: [{ type: "birthday", date: "1904-02-29", note: "cake", notifyDaysBefore: 7 }],
  network_a: "zoe-lecka",
  network_b: "@zoe.l",
  network_c: "https://www.facebook.com/zoe.lecka",
  network_d: "+48 601 234 567",
  network_e: "+48601234567",
  website: "example.org/zoe",
  notes: "Met in Sopot.\nLikes sailing.",
  keepFrequencyDays: 30,
  lastInteraction: "2026-01-15T12:00:00+01:00",
};

describe("one contact", () => {
  it("is created with every field, and read the same", async () => {
    const answer = await api("/contacts", { method: "POST", json: everything, token });
    expect(answer.status).toBe(201);
    const { contact, txid } = (await answer.json()) as Written;
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(contact).toEqual({
      ...everything,
      id: uuid,
      userId: accountId,
      firstName: "Zoë",
      avatar: null,
      granularity: null,
      gisPoint: { type: "Point", coordinates: [18.6466, 54.352] },
      emails: [
        { preferred: true, type: "work", value: "Zoe@example.org" },
        { preferred: false, type: "other", value: "z@x.example" },
      ],
      phones: [
        { preferred: true, type: "mobile", prefix: "+48", value: "601234567" },
        { preferred: false, type: "other", prefix: "+49", value: "301234567" },
      ],
      addresses: [
        {
          id: uuid,
          type: "home",
          label: null,
          value: null,
          addressLine1: "ul. Długa 1",
          addressLine2: null,
          addressCity: "Gdańsk",
          addressState: null,
          addressStateCode: null,
          addressPostalCode: "80-827",
          addressCountry: null,
          addressCountryCode: null,
          addressFormatted: "ul. Długa 1, 80-827 Gdańsk",
          latitude: expect.closeTo(54.35, 1),
          longitude: expect.closeTo(18.65, 1),
          granularity: "city",
          timezone: "Europe/Warsaw",
        },
      ],
      importantDates: [
        {
          id: uuid,
          personId: contact.id,
          userId: accountId,
          type: "birthday",
          date: "1904-02-29",
          note: "cake",
          notifyDaysBefore: 7,
          notifyOn: expect.stringMatching(/^\d{4}-02-2[12]$/),
          createdAt: contact.createdAt,
          updatedAt: contact.createdAt,
        },
      ],
      network_a: "https://www.linkedin.com/in/zoe-lecka",
      network_b: "zoe.l",
      network_c: "zoe.lecka",
      network_d: "+48601234567",
      website: "https://example.org/zoe",
      notesUpdatedAt: contact.createdAt,
      lastInteraction: "2026-01-15T11:00:00.000Z",
      lastInteractionActivityId: null,
      myself: false,
      createdAt: timestamp,
      updatedAt: contact.createdAt,
    });
    const { baseUrl } = await localStack();
    expect(answer.headers.get("location")).toBe(`${baseUrl}/contacts/${contact.id}`);
    expect(answer.headers.get("x-txid")).toBe(txid);
    expect(txid).toMatch(/^\d+$/);

    const read = await api(`/contacts/${contact.id}`, { token });
    expect(await read.json()).toEqual({ contact });
    expect(read.headers.get("etag")).toBe(answer.headers.get("etag"));
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
    expect(read.headers.get("x-txid")).toBe(txid);
    const followed = await fetch(answer.headers.get("location") ?? "", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await followed.json()).toEqual({ contact });
  });

  it("needs only a first name, and always has every key", async () => {
    const { contact } = await create({ firstName: "Bo" });
    const { contact: full } = await create(everything);
    expect(Object.keys(contact)).toEqual(Object.keys(full));
    expect(contact).toMatchObject({ lastName: "", timezone: "UTC", language: "en", emails: [], notes: null });
  });

  it("is changed field by field, and is unchanged by what was read", async () => {
    const { contact, txid } = await create(everything);
    const path = `/contacts/${contact.id}`;
    const same = (await (await api(path, { method: "PATCH", json: contact, token })).json()) as Written;
    expect(same.contact).toEqual(contact);
    const empty = await api(path, { method: "PATCH", json: {}, token });
    expect(await empty.json()).toEqual(same);
    const changed = await api(path, { method: "PATCH", json: { headline: null, emails: [], notes: "new" }, token });
    expect(changed.status).toBe(200);
    const after = (await changed.json()) as Written;
    expect(Number(after.txid)).toBeGreaterThan(Number(txid));
    expect(after.contact).toEqual({
      ...contact,
      headline: null,
      emails: [],
      notes: "new",
      notesUpdatedAt: after.contact.updatedAt,
      updatedAt: after.contact.updatedAt,
    });
    expect(changed.headers.get("etag")).not.toBe(empty.headers.get("etag"));
  });

  it("is not found after its deletion", async () => {
    const { contact } = await create({ firstName: "Bo" });
    const path = `/contacts/${contact.id}`;
    const deleted = await api(path, { method: "DELETE", token });
    expect([deleted.status, await deleted.json()]).toEqual([200, { message: expect.any(String) }]);
    expect(deleted.headers.get("x-txid")).toMatch(/^\d+$/);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect(await refusal(path, { method, ...(method === "PATCH" && { json: {} }) })).toMatchObject({
        status: 404,
        code: "contact_not_found",
      });
    }
  });

  it("is answered below /api, with a final slash, with its id in capitals, and to HEAD", async () => {
    const { contact } = await create(everything);
    for (const path of [
      `/api/contacts/${contact.id}`,
      `/contacts/${contact.id}/`,
      `/contacts/${contact.id.toUpperCase()}`,
    ]) {
      expect(await (await api(path, { token })).json()).toEqual({ contact });
    }
    const head = await api(`/contacts/${contact.id}`, { method: "HEAD", token });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("etag")).toMatch(/^"\d+\.[\w-]{8}"$/);
    const created = await api("/api/contacts/", { method: "POST", json: { firstName: "Bo" }, token });
    expect(created.status).toBe(201);
  });

  it("of another account is not found", async () => {
    const { contact } = await create(everything);
    const other = await freshAccount();
    const missing = { method: "GET", token: other.token };
    for (const id of [contact.id, accountId, randomUUID()]) {
      expect(await refusal(`/contacts/${id}`, missing)).toMatchObject({ status: 404, code: "contact_not_found" });
      const patch = { method: "PATCH", json: { firstName: "Mine now" }, token: other.token };
      expect(await refusal(`/contacts/${id}`, patch)).toMatchObject({ status: 404, code: "contact_not_found" });
      const remove = { method: "DELETE", token: other.token, headers: { "if-match": "*" } };
      expect(await refusal(`/contacts/${id}`, remove)).toMatchObject({ status: 404, code: "contact_not_found" });
    }
    const list = await api("/contacts", { token: other.token });
    expect(await list.json()).toMatchObject({ contacts: [], pagination: { totalCount: 0 } });
    expect(await (await api(`/contacts/${contact.id}`, { token })).json()).toEqual({ contact });
  });

  it("of the account's owner can be read and changed, and not deleted or listed", async () => {
    const path = `/contacts/${accountId}`;
    const read = (await (await api(path, { token })).json()) as Written;
    expect(read.contact).toMatchObject({ id: accountId, myself: true });
    const patched = await api(path, { method: "PATCH", json: { headline: "Me" }, token });
    expect(patched.status).toBe(200);
    expect(await refusal(path, { method: "DELETE" })).toMatchObject({
      status: 403,
      code: "contact_delete_self_forbidden",
    });
    const { contacts } = (await (await api("/contacts?limit=200", { token })).json()) as { contacts: ContactAnswer[] };
    expect(contacts.filter(({ myself }) => myself)).toEqual([]);
  });
});

describe("conditional requests", () => {
  it("an unchanged contact is not sent again", async () => {
    const { contact } = await create(everything);
    const path = `/contacts/${contact.id}`;
    const etag = (await api(path, { token })).headers.get("etag") ?? "";
    const unchanged = await api(path, { token, headers: { "if-none-match": `"0.x", W/${etag}` } });
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get("etag")]).toEqual([304, "", etag]);
    const variant = await api(`${path}?avatarSize=large`, { token, headers: { "if-none-match": etag } });
    expect(variant.status).toBe(200);
    await api(path, { method: "PATCH", json: { notes: "x" }, token });
    const changed = await api(path, { token, headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it("a change based on an old version is refused with the current one and the fields that differ", async () => {
    const { contact } = await create(everything);
    const path = `/contacts/${contact.id}`;
    const old = (await api(path, { token })).headers.get("etag") ?? "";
    const theirs = await api(path, { method: "PATCH", json: { notes: "theirs", headline: "theirs" }, token });
    const current = theirs.headers.get("etag") ?? "";
    const mine = { ...contact, notes: "mine", headline: "theirs" };
    const refused = await refusal(path, { method: "PATCH", json: mine, headers: { "if-match": old } });
    expect(refused).toMatchObject({ status: 412, code: "precondition_failed", paths: ["body.notes"] });
    expect(refused.headers.get("etag")).toBe(current);
    expect(await refusal(path, { method: "DELETE", headers: { "if-match": old } })).toMatchObject({ status: 412 });
    expect(await (await api(path, { token })).json()).toMatchObject({ contact: { notes: "theirs" } });

    const accepted = await api(path, {
      method: "PATCH",
      json: { notes: "mine" },
      token,
      headers: { "if-match": current },
    });
    expect(accepted.status).toBe(200);
    const last = accepted.headers.get("etag") ?? "";
    expect((await api(path, { method: "DELETE", token, headers: { "if-match": last } })).status).toBe(200);
  });

  it("a faulty body is refused before the precondition", async () => {
    const { contact } = await create(everything);
    const headers = { "if-match": '"0.x"' };
    const path = `/contacts/${contact.id}`;
    expect(await refusal(path, { method: "PATCH", json: { latitude: 1 }, headers })).toMatchObject({
      status: 400,
      code: "contact_location_incomplete",
      paths: ["body.longitude"],
    });
  });
});
