import { describe, expect, it } from "vitest";
import { inAddressTexts } from "../../../shared/contact/address.ts";
import { createContact, usualContact, type Written } from "../../support/contact/contact-api.ts";
import { fullBody } from "../../support/contact/exported-contact.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

const noTexts = { label: null, ...inAddressTexts(null) };

describe("one contact", () => {
  it("is created with every field, and read the same", async () => {
    const { token } = await freshAccount();
    const { userId: accountId } = (await createContact(token, { firstName: "First" })).contact;
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
});
