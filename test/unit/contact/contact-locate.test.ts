import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactView } from "../../../shared/contact/answer/view.ts";
import { pinOf } from "../../../shared/contact/change/locate.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { FindPlace } from "../../../shared/place/find-place.ts";
import { arbitraryContact, arbitraryContactPatch } from "../../support/contact/arbitrary-contact.ts";
import { countedIds, newContact, patchedContact } from "../../support/contact/new-contact.ts";
import { findAnywhere } from "../../support/map/places.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const towns: Readonly<Record<string, [number, number]>> = { Porto: [41.15, -8.61], Lima: [-12.05, -77.04] };

/** Knows two towns, by the text or by the city of an address. */
const findTown: FindPlace = (query) => {
  const place = towns["text" in query ? query.text : (query.city ?? query.freeText ?? "")];
  const somewhere = findAnywhere(query);
  return place && somewhere && { ...somewhere, latitude: place[0], longitude: place[1] };
};

const porto = { latitude: 41.15, longitude: -8.61, granularity: "city" };
const lima = { latitude: -12.05, longitude: -77.04, granularity: "city" };
const own = { latitude: 1, longitude: 2 };
const none = { latitude: null, longitude: null, granularity: null };

const context = { now: new Date("2026-03-01T10:00:00.000Z"), newId: countedIds(), findPlace: findTown };

function contactOf(body: Record<string, unknown>): ContactRecord {
  return { ...newContact(accountId, { firstName: "Ada", ...body }, context), version: 1 };
}

function patched(contact: ContactRecord, body: Record<string, unknown>): ContactRecord {
  return patchedContact(contact, body, context);
}

const viewing = {
  defaults: { timezone: "UTC", language: "en", leapDay: "feb28" },
  now: context.now,
  avatarUrl: () => null,
} as const;

describe("a contact", () => {
  it.each([
    ["without a location", {}, none],
    ["at a town", { location: "Porto" }, porto],
    ["at a town, with null coordinates", { location: "Porto", latitude: null, longitude: null }, porto],
    ["at an unknown place", { location: "Over the rainbow" }, none],
    ["with coordinates of its own", { location: "Porto", ...own }, { ...own, granularity: null }],
  ])("%s has the right coordinates", (_name, body, place) => {
    expect(contactOf(body)).toMatchObject(place);
  });

  it.each([
    ["another location moves it", { location: "Lima" }, lima],
    ["an unknown location takes it off the map", { location: "Utopia" }, none],
    ["no location takes it off the map", { location: null }, none],
    ["another field leaves it", { headline: "Baker" }, porto],
    ["the values that were read leave it", { location: "Porto", latitude: 41.15, longitude: -8.61 }, porto],
    ["another location beside what was read moves it", { location: "Lima", latitude: 41.15, longitude: -8.61 }, lima],
    ["null coordinates clear it", { latitude: null, longitude: null }, none],
    ["null coordinates beside its location leave it", { location: "Porto", latitude: null, longitude: null }, porto],
    ["coordinates of its own move it", own, { ...own, granularity: null }],
  ])("at a town: %s", (_name, body, place) => {
    expect(patched(contactOf({ location: "Porto" }), body)).toMatchObject(place);
  });

  it.each([
    ["another location", { location: "Lima" }],
    ["no location", { location: null }],
  ])("with coordinates of its own keeps them: %s", (_name, body) => {
    const moved = patched(contactOf({ location: "Porto", ...own }), body);
    expect(moved).toMatchObject({ ...own, granularity: null });
  });

  it.each([
    ["copied into another contact", (read: Record<string, unknown>) => contactOf(read)],
    ["written over a newer one", (read: Record<string, unknown>) => patched(contactOf({ location: "Porto" }), read)],
  ])("that was read at a town and is %s is still there by its text alone", (_name, write) => {
    const { location, latitude, longitude } = contactOf({ location: "Lima" });
    const written = write({ location, latitude, longitude });
    expect(written).toMatchObject(lima);
    expect(patched(written, { location: "Porto" })).toMatchObject(porto);
  });

  it("keeps entered coordinates when older ones are sent back", () => {
    const early = { location: "Porto", latitude: porto.latitude, longitude: porto.longitude };
    const better = patched(contactOf({ location: "Porto" }), own);
    expect(patched(better, { ...early, headline: "Baker" })).toMatchObject({ ...own, granularity: null });
  });

  it("whose coordinates were cleared stays off the map until its location changes", () => {
    const cleared = patched(contactOf({ location: "Porto", ...own }), { latitude: null, longitude: null });
    expect(cleared).toMatchObject(none);
    expect(patched(cleared, { location: "Porto", latitude: null, longitude: null, headline: "x" })).toMatchObject(none);
    expect(patched(cleared, { location: "Lima" })).toMatchObject(lima);
  });
});

describe("an address", () => {
  const addressOf = (contact: ContactRecord) => contact.addresses[0];
  const atPorto = { type: "home", addressCity: "Porto" };

  it.each([
    ["of a town", atPorto, porto],
    ["as free text", { type: "home", value: "Lima" }, lima],
    ["as formatted text", { type: "home", addressFormatted: "Lima" }, lima],
    ["of nowhere", { type: "home", addressCity: "Utopia" }, none],
    ["with coordinates", { ...atPorto, ...own }, { ...own, granularity: null }],
    ["copied with another city", { ...atPorto, ...lima }, porto],
    ["copied to nowhere that is known", { type: "home", value: "Utopia", ...lima }, lima],
    ["copied from another", { ...atPorto, ...porto, granularity: null }, porto],
  ])("%s has the right coordinates", (_name, address, place) => {
    expect(addressOf(contactOf({ addresses: [address] }))).toMatchObject(place);
  });

  it.each([
    ["another city moves it", { addressCity: "Lima" }, lima],
    ["an unknown city takes it off the map", { addressCity: "Utopia" }, none],
    ["another type leaves it", { type: "work" }, porto],
    ["clients that do not know of granularity leave it", { granularity: undefined }, porto],
    ["coordinates move it", own, { ...own, granularity: null }],
    ["no city takes it off the map", { addressCity: null, addressLine1: "12 Long Lane" }, none],
  ])("that was read and is sent back: %s", (_name, change, place) => {
    const contact = contactOf({ addresses: [{ ...atPorto, addressLine1: "12 Long Lane" }] });
    const sent = { ...contactView(contact, viewing).addresses[0], ...change };
    const after = addressOf(patched(contact, { addresses: [sent] }));
    expect(after).toMatchObject({ ...place, addressFormatted: null, timezone: null });
  });

  it("that was moved by coordinates stays there when its text changes", () => {
    const contact = contactOf({ addresses: [atPorto] });
    const moved = patched(contact, { addresses: [{ ...addressOf(contact), ...own }] });
    const renamed = patched(moved, { addresses: [{ ...addressOf(moved), addressLine1: "1 High Street" }] });
    expect(addressOf(renamed)).toMatchObject({ ...own, granularity: null });
  });

  it("with entered coordinates keeps them whatever its text becomes, and they can be cleared", () => {
    const contact = contactOf({ addresses: [{ ...atPorto, ...own }] });
    const moved = patched(contact, { addresses: [{ ...addressOf(contact), addressCity: "Lima" }] });
    expect(addressOf(moved)).toMatchObject({ ...own, granularity: null });
    const cleared = patched(contact, { addresses: [{ ...addressOf(contact), latitude: null, longitude: null }] });
    expect(addressOf(cleared)).toMatchObject(none);
  });

  it("has the time zone of its town, which stays derived when it is sent back", () => {
    const contact = contactOf({ addresses: [{ type: "home", addressCity: "Lima" }] });
    const [shown] = contactView(contact, viewing).addresses;
    expect(shown?.timezone).toBe("America/Lima");
    expect(patched(contact, { addresses: [shown] })).toBe(contact);
    const moved = patched(contact, { addresses: [{ ...shown, addressCity: "Porto" }] });
    expect(contactView(moved, viewing).addresses[0]?.timezone).toBe("Europe/Lisbon");
  });
});

describe("the pin of a contact", () => {
  it.each([
    [
      "is at its own coordinates",
      { ...own, addresses: [{ type: "home", value: "x", latitude: 3, longitude: 4 }] },
      own,
    ],
    [
      "is otherwise at the first address with entered coordinates",
      {
        location: "Porto",
        addresses: [
          { type: "home", addressCity: "Lima" },
          { type: "work", value: "x", latitude: 3, longitude: 4 },
          { type: "work", value: "y", latitude: 5, longitude: 6 },
        ],
      },
      { latitude: 3, longitude: 4 },
    ],
    [
      "is at the town of its location before that of an address",
      { location: "Porto", addresses: [{ type: "home", addressCity: "Lima" }] },
      { latitude: 41.15, longitude: -8.61 },
    ],
    [
      "is at the town of an address",
      {
        addresses: [
          { type: "home", value: "?" },
          { type: "home", addressCity: "Lima" },
        ],
      },
      { latitude: -12.05, longitude: -77.04 },
    ],
    [
      "does not exist without a known town",
      { location: "Utopia", addresses: [{ type: "home", value: "?" }] },
      undefined,
    ],
  ])("%s", (_name, body, place) => {
    expect(pinOf(contactOf(body))).toEqual(place);
  });
});

it("a write never changes entered coordinates of an address, whatever its text becomes", () => {
  const read = (contact: ContactRecord) => JSON.parse(JSON.stringify(contactView(contact, viewing))).addresses;
  // An address refuses line and paragraph separators, which the generator has.
  const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((some) => some.replaceAll(/[\u2028\u2029]/g, ""));
  fc.assert(
    fc.property(arbitraryContact(accountId), line, (contact, text) => {
      const sent = read(contact).map((address: object) => ({ ...address, addressLine1: text, value: "x" }));
      const after = patchedContact(contact, { addresses: sent }, { ...context, findPlace: findAnywhere });
      for (const [index, { latitude, longitude, granularity }] of contact.addresses.entries()) {
        if (latitude === null || granularity !== null) continue;
        expect(after.addresses[index]).toMatchObject({ latitude, longitude, granularity });
      }
    }),
  );
});

it("a write without coordinates never changes entered coordinates", () => {
  fc.assert(
    fc.property(arbitraryContact(accountId), arbitraryContactPatch(), (contact, body) => {
      const { latitude: _latitude, longitude: _longitude, ...rest } = body;
      const after = patchedContact(contact, rest, { ...context, findPlace: findAnywhere });
      const { latitude, longitude, granularity } = contact;
      if (latitude !== null && granularity === null) expect(after).toMatchObject({ latitude, longitude, granularity });
    }),
  );
});
