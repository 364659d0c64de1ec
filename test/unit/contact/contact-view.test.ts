import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import { contactAnswer } from "../../../shared/contact/answer/answer.ts";
import { contactTag, txidOf } from "../../../shared/contact/answer/current.ts";
import { contactView as contactViewOf, type ViewContext } from "../../../shared/contact/answer/view.ts";
import { requestedFields } from "../../../shared/contact/fields.ts";
import { blankContact, type ContactRecord } from "../../../shared/contact/record.ts";
import { type AvatarVariant, usualVariant } from "../../../shared/picture/avatar-variants.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const contactId = "0190b6a4-1111-7abc-8def-0123456789ab";
const now = new Date("2026-03-01T12:00:00.000Z");
const defaults = { timezone: "Europe/Lisbon", language: "pt", leapDay: "feb28" } as const;
const blank = { ...blankContact(accountId, contactId, now), firstName: "Ann" };

const contactView = (contact: ContactRecord, context: Omit<ViewContext, "avatarUrl">) =>
  contactViewOf(contact, {
    ...context,
    avatarUrl: (photoVersion) => photoVersion && `https://pictures.example/${photoVersion}`,
  });

describe("a contact in an answer", () => {
  it("has every key, and fits the schema, whatever is stored", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), (contact) => {
        const view = JSON.parse(JSON.stringify(contactView(contact, { defaults, now })));
        expect(contactAnswer().safeParse(view).error).toBeUndefined();
        const always = Object.keys(contactAnswer().shape).filter(
          (name) => ![...requestedFields, "groups", "tags"].includes(name),
        );
        expect(Object.keys(view).toSorted()).toEqual(always.toSorted());
      }),
    );
  });

  it("falls back on the account's zone and language, and derives the zone from the coordinates", () => {
    expect(contactView(blank, { defaults, now })).toMatchObject({ timezone: "Europe/Lisbon", language: "pt" });
    const located = { ...blank, latitude: 40.7, longitude: -74 };
    expect(contactView(located, { defaults, now })).toMatchObject({ timezone: "America/New_York" });
    expect(contactView({ ...located, timezone: "UTC" }, { defaults, now })).toMatchObject({ timezone: "UTC" });
  });

  it.each([
    [90, 180],
    [-90, -180],
    [0, 0],
    [0, 180],
    [0, -180],
  ])("has a zone at the edges of the world (%d, %d)", (latitude, longitude) => {
    expect(contactView({ ...blank, latitude, longitude }, { defaults, now }).timezone).not.toBe("");
  });

  it("has its point as GeoJSON, longitude first", () => {
    const view = contactView({ ...blank, latitude: 40.7, longitude: -74 }, { defaults, now });
    expect(view.gisPoint).toEqual({ type: "Point", coordinates: [-74, 40.7] });
    expect(contactView({ ...blank, latitude: 0, longitude: 0 }, { defaults, now }).gisPoint).not.toBeNull();
    expect(contactView(blank, { defaults, now }).gisPoint).toBeNull();
  });

  it("has `myself` exactly if its id is the account's", () => {
    expect(contactView(blank, { defaults, now }).myself).toBe(false);
    expect(contactView({ ...blank, id: accountId }, { defaults, now }).myself).toBe(true);
  });
});

it.each([
  ["2025-12-31T10:30:00Z", "Pacific/Kiritimati", "2026-01-01"],
  ["2026-01-02T10:59:00Z", "Pacific/Midway", "2026-01-01"],
  ["2026-01-02T11:01:00Z", "Pacific/Midway", "2027-01-01"],
  ["2026-01-01T10:30:00Z", "Pacific/Kiritimati", "2027-01-01"],
])("the next reminder of a new year's day is, at %s in %s, on %s", (instant, timezone, notifyOn) => {
  const date = { id: contactId, type: "other", date: "2000-01-01", note: "", createdAt: "", updatedAt: "" } as const;
  const importantDates = [
    { ...date, notifyDaysBefore: 0 },
    { ...date, notifyDaysBefore: null },
  ];
  const context = { defaults: { ...defaults, timezone }, now: new Date(instant) };
  const view = contactView({ ...blank, importantDates }, context);
  expect(view.importantDates.map((shown) => shown.notifyOn)).toEqual([notifyOn, null]);
});

describe("the entity tag of a contact", () => {
  const at = (time: string) => new Date(`2026-03-01T${time}Z`);
  const tagOf = (photoVersion: string | null, time: string, variant: Partial<AvatarVariant> = {}) => {
    const contact = { ...blank, photoVersion, version: 7 };
    return contactTag({ contact, head: defaults, time: at(time) }, { ...usualVariant, ...variant });
  };

  it("changes when the address of its picture changes", () => {
    const tags = (photoVersion: string | null) =>
      ["10:00:00", "10:59:59", "11:00:00"].map((time) => tagOf(photoVersion, time));
    expect(new Set(tags(null)).size).toBe(1);
    const [first, same, next] = tags("some-version");
    expect([same === first, next === first]).toEqual([true, false]);
  });

  it("differs between the variants of the picture", () => {
    const variants = [{}, { avatarSize: "small" }, { avatarQuality: "high" }] as const;
    expect(new Set(variants.map((variant) => tagOf("some-version", "10:00:00", variant))).size).toBe(3);
  });
});

it("the txid of an answer includes the last write of the contact, even if the head was read before", () => {
  const head = { ...newAccountHead(accountId, null, now), txid: 3 };
  const txids = [undefined, { ...blank, version: 2 }, { ...blank, version: 7 }].map((contact) => txidOf(head, contact));
  expect(txids).toEqual(["3", "3", "7"]);
});
