import { beforeAll, describe, expect, it } from "vitest";
import { inAddressTexts } from "../../../shared/contact/address.ts";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, refusalOf, usualContact, type Written } from "../../support/contact/contact-api.ts";
import { fullBody } from "../../support/contact/exported-contact.ts";
import { type ApiRequest, api, freshAccount, localStack } from "../../support/process/stack.ts";

let token: string;
const create = (body: object) => createContact(token, body);
const refusal = (path: string, init: ApiRequest) => refusalOf(path, { token, ...init });
let accountId: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
  accountId = (await create({ firstName: "First" })).contact.userId;
}, 120_000);

const noTexts = { label: null, ...inAddressTexts(null) };

describe("one contact", () => {
  it("is created with every field, and read the same", async () => {
    const answer = await api("/contacts", { method: "POST", json: fullBody, token });
    expect(answer.status).toBe(201);
    const { contact, txid } = (await answer.json()) as Written;
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const { id, createdAt } = contact;
    const [home, work] = fullBody.addresses;
    const dated = { id: uuid, personId: id, userId: accountId, createdAt, updatedAt: createdAt };
    expect(contact).toEqual({
      ...fullBody,
      id: uuid,
      userId: accountId,
      avatar: null,
      granularity: null,
      gisPoint: { type: "Point", coordinates: [18.6466, 54.352] },
      emails: [
        { preferred: true, type: "work", value: "zoe@example.org" },
        { preferred: false, ...fullBody.emails[1] },
      ],
      phones: [{ preferred: false, ...fullBody.phones[0] }, fullBody.phones[1]],
      addresses: [
        { ...noTexts, ...home, id: uuid, granularity: null },
        {
          ...{ ...noTexts, ...work, id: uuid, addressFormatted: work?.value },
          ...{ latitude: null, longitude: null, granularity: null, timezone: null },
        },
      ],
      importantDates: fullBody.importantDates.map(({ notifyDaysBefore = null, note = "", ...date }) => ({
        ...{ ...date, ...dated, note, notifyDaysBefore },
        notifyOn: notifyDaysBefore === null ? null : expect.stringMatching(/^\d{4}-02-2[12]$/),
      })),
      notesUpdatedAt: createdAt,
      lastInteractionActivityId: null,
      myself: false,
      createdAt: timestamp,
      updatedAt: createdAt,
    });
    const { baseUrl } = await localStack();
    expect(answer.headers.get("location")).toBe(`${baseUrl}/contacts/${id}`);
    expect(answer.headers.get("x-txid")).toBe(txid);

    const read = await api(`/contacts/${id}`, { token });
    expect(await read.json()).toEqual({ contact: usualContact(contact) });
    expect(read.headers.get("etag")).toBe(answer.headers.get("etag"));
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
    expect(read.headers.get("x-txid")).toBe(txid);
  });

  it("is found by a handle in another spelling, by a search of its notes, and first in its order", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { ...fullBody, network_a: "jos\u00e9-\u{1f3bb}" });
    await createContact(token, { firstName: "Ann" });
    const read = async (path: string) => (await api(`/contacts${path}`, { token })).json();
    const handle = "linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB/?trk=x&y=1#z";
    const { id, firstName, lastName, avatar } = contact;
    const found = await read(`/by-social?${new URLSearchParams({ platform: "network_a", handle })}`);
    expect(found).toEqual({ contact: { id, firstName, lastName, avatar }, exists: true });
    expect(await read("?search=sailing&keepInTouch=true")).toMatchObject({ contacts: [usualContact(contact)] });
    expect(await read("/select?limit=1&sort=surnameDesc")).toMatchObject({ contacts: [{ id }] });
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
