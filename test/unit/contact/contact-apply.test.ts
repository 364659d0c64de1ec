import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactView } from "../../../shared/contact/answer/view.ts";
import { applyPatch, changedFields, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactPatchSchema } from "../../../shared/contact/schema.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { arbitraryContact, arbitraryContactPatch } from "../../support/contact/arbitrary-contact.ts";
import { newContact, patchedContact } from "../../support/contact/new-contact.ts";
import { findAnywhere } from "../../support/map/places.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const created = new Date("2026-01-01T00:00:00.000Z");
const later = new Date("2026-02-01T00:00:00.000Z");
const defaults = { timezone: "Europe/Lisbon", language: "pt", leapDay: "feb28" } as const;

function writing(now: Date): WriteContext {
  let ids = 0;
  return { now, newId: () => nthId(now, ++ids), defaults, findPlace: findAnywhere };
}

/** The nth id that `writing` creates at this time. */
function nthId(now: Date, n: number): string {
  const time = now.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`;
}

function contactOf(body: object): ContactRecord {
  const context = { ...writing(created), id: "0190b6a4-1111-7abc-8def-0123456789ab" };
  return { ...newContact(accountId, { firstName: "Ann", ...body }, context), version: 7 };
}

function patched(contact: ContactRecord, body: object, now = later): ContactRecord {
  return patchedContact(contact, body, writing(now));
}

function read(contact: ContactRecord) {
  return JSON.parse(JSON.stringify(contactView(contact, { defaults, now: later, avatarUrl: () => null })));
}

function codeOf(work: () => unknown): { code: string; path: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, path: error.details?.[0]?.path };
    throw error;
  }
  return { code: "none", path: undefined };
}

describe("merging", () => {
  it("an empty patch changes nothing, updatedAt included", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), (contact) => applyPatch(contact, {}, writing(later)) === contact),
    );
  });

  it("absent fields stay, null clears a field, and arrays are replaced as a whole", () => {
    const before = contactOf({
      lastName: "Lee",
      headline: "x",
      emails: [{ value: "a@x.example" }, { value: "b@x.example" }],
    });
    const after = patched(before, { headline: null, emails: [{ value: "b@x.example" }] });
    expect(after).toEqual({
      ...before,
      headline: null,
      emails: [{ preferred: false, type: "other", value: "b@x.example" }],
      updatedAt: later.toISOString(),
    });
  });

  it("the same patch a second time changes nothing, unless it makes new entries", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), arbitraryContactPatch(), (contact, body) => {
        const { addresses: _addresses, importantDates: _dates, timezone, ...others } = body;
        // A zone that was read before a move is derived in the first write, and entered in the second.
        const moves = others.latitude !== undefined || others.location !== undefined;
        const rest = moves || timezone === undefined ? others : { ...others, timezone };
        const once = patched(contact, rest);
        expect(patched(once, rest, new Date("2027-01-01"))).toBe(once);
      }),
    );
  });

  it("every change sets updatedAt, and none changes createdAt or an id", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), arbitraryContactPatch(), (contact, body) => {
        const after = patched(contact, body);
        const { id, createdAt } = contact;
        const updatedAt = after === contact ? contact.updatedAt : later.toISOString();
        expect(after).toMatchObject({ id, accountId, createdAt, updatedAt });
      }),
    );
  });

  it("returns the fields of a patch that differ from the stored ones", () => {
    const before = contactOf({ headline: "x", addresses: [{ type: "home", addressLine1: "1 High Street" }] });
    const patch = contactPatchSchema().parse({ ...read(before), headline: "y", notes: "n", language: "pt" });
    expect(changedFields(before, applyPatch(before, patch, writing(later)), patch).toSorted()).toEqual([
      "headline",
      "notes",
    ]);
  });
});

describe("notesUpdatedAt", () => {
  it("is null without notes and the time of creation with them", () => {
    expect(contactOf({}).notesUpdatedAt).toBeNull();
    expect(contactOf({ notes: " " }).notesUpdatedAt).toBeNull();
    expect(contactOf({ notes: "n" }).notesUpdatedAt).toBe(created.toISOString());
  });

  it("changes exactly when the stored value changes", () => {
    const before = contactOf({ notes: "n" });
    for (const body of [{ notes: "n" }, { notes: "  n\n" }, { headline: "x" }, {}]) {
      expect(patched(before, body).notesUpdatedAt).toBe(created.toISOString());
    }
    for (const body of [{ notes: "m" }, { notes: null }, { notes: "" }]) {
      expect(patched(before, body).notesUpdatedAt).toBe(later.toISOString());
    }
    expect(patched(contactOf({}), { notes: null }).notesUpdatedAt).toBeNull();
  });
});

describe("derived zone and language", () => {
  const berlin = { latitude: 52.52, longitude: 13.405 };

  it("stay derived when they are sent back", () => {
    const before = contactOf(berlin);
    expect(read(before)).toMatchObject({ timezone: "Europe/Berlin", language: "pt" });
    const after = patched(before, { timezone: "Europe/Berlin", language: "pt", headline: "x" });
    expect(after).toMatchObject({ timezone: null, language: null, headline: "x" });
    expect(read(patched(after, { latitude: 35.68, longitude: 139.69 })).timezone).toBe("Asia/Tokyo");
  });

  it("stay derived when they are sent back beside other coordinates", () => {
    const after = patched(contactOf(berlin), { timezone: "Europe/Berlin", latitude: 35.68, longitude: 139.69 });
    expect(read(after).timezone).toBe("Asia/Tokyo");
  });

  it("stay derived when they are sent back late, when the contact has moved", () => {
    const home = { type: "home", addressLine1: "1 High Street", ...berlin };
    const before = contactOf({ ...berlin, addresses: [home] });
    const { timezone, addresses } = read(before);
    expect([timezone, addresses[0].timezone]).toEqual(["Europe/Berlin", "Europe/Berlin"]);
    const tokyo = { latitude: 35.68, longitude: 139.69 };
    const moved = patched(before, { ...tokyo, addresses: [{ ...addresses[0], ...tokyo, timezone: null }] });
    const late = patched(moved, { ...read(before), notes: "n" });
    expect(late).toMatchObject({ timezone: null, notes: "n", addresses: [{ timezone: null }] });
    expect(read(patched(late, tokyo)).timezone).toBe("Asia/Tokyo");
    const nowhere = patched(moved, { latitude: null, longitude: null });
    expect(patched(moved, { ...read(nowhere), notes: "n" })).toMatchObject({ timezone: null });
  });

  it("are stored when the account's own are set for a contact elsewhere", () => {
    const { timezone } = defaults;
    expect(patched(contactOf(berlin), { timezone })).toMatchObject({ timezone });
  });

  it("are kept when they are set", () => {
    const set = patched(contactOf(berlin), { timezone: "Asia/Tokyo", language: "ja" });
    expect(set).toMatchObject({ timezone: "Asia/Tokyo", language: "ja" });
    expect(patched(set, { timezone: "Asia/Tokyo", headline: "x" })).toMatchObject({ timezone: "Asia/Tokyo" });
    expect(patched(set, { timezone: null, language: null })).toMatchObject({ timezone: null, language: null });
  });

  it("are stored for a new contact even if they equal the account's", () => {
    const contact = contactOf({ ...berlin, timezone: defaults.timezone, language: defaults.language });
    expect(read(contact)).toMatchObject({ timezone: defaults.timezone, language: defaults.language });
    expect(contact).toMatchObject({ timezone: defaults.timezone, language: defaults.language });
  });
});

describe("coordinates", () => {
  const before = contactOf({ latitude: 1, longitude: 2 });

  it.each([
    [{ latitude: 1 }, "longitude"],
    [{ longitude: 1 }, "latitude"],
    [{ latitude: null }, "longitude"],
    [{ longitude: null }, "latitude"],
    [{ latitude: null, longitude: 1 }, "latitude"],
    [{ latitude: 1, longitude: null }, "longitude"],
  ])("%j is incomplete: %s", (body, missing) => {
    const expected = { code: "contact_location_incomplete", path: `body.${missing}` };
    expect(codeOf(() => patched(before, body))).toEqual(expected);
    expect(codeOf(() => contactOf(body))).toEqual(expected);
  });

  it("both null clears", () => {
    expect(patched(before, { latitude: null, longitude: null })).toMatchObject({ latitude: null, longitude: null });
  });
});

describe("addresses", () => {
  const home = { type: "home", addressLine1: "1 High Street", addressCity: "Porto" };

  it("get an id, and keep it when it is sent back, in any order", () => {
    const before = contactOf({ addresses: [home, { ...home, type: "work" }] });
    const [first, second] = read(before).addresses;
    expect(new Set([first.id, second.id]).size).toBe(2);
    const after = patched(before, { addresses: [second, { ...first, addressCity: "Braga" }, home] });
    expect(after.addresses.map(({ id }) => id)).toEqual([second.id, first.id, nthId(later, 1)]);
    expect(after.addresses[1]?.addressCity).toBe("Braga");
  });

  it("an id of another contact is not used", () => {
    const stranger = "0190b6a4-2222-7abc-8def-0123456789ab";
    const [address] = contactOf({ addresses: [{ ...home, id: stranger }] }).addresses;
    expect(address?.id).not.toBe(stranger);
  });

  it("addressFormatted is derived when absent, follows the parts when it was sent back, and stays when it was set", () => {
    const before = contactOf({ addresses: [{ ...home, addressPostalCode: "4000", addressCountry: "Portugal" }] });
    const [address] = read(before).addresses;
    expect(address.addressFormatted).toBe("1 High Street, 4000 Porto, Portugal");
    const moved = patched(before, { addresses: [address] });
    expect(moved).toBe(before);
    const { addressFormatted: _formatted, ...parts } = address;
    const [braga] = read(patched(before, { addresses: [{ ...parts, addressCity: "Braga" }] })).addresses;
    expect(braga.addressFormatted).toBe("1 High Street, 4000 Braga, Portugal");
    const set = patched(before, { addresses: [{ ...address, addressFormatted: "The blue house" }] });
    expect(read(set).addresses[0].addressFormatted).toBe("The blue house");
  });

  it.each([
    [{ value: "1 High Street\r\nPorto" }, "1 High Street, Porto"],
    [{ addressCountryCode: "PT", addressStateCode: "13" }, "13, PT"],
    [
      { addressState: "Norte", addressStateCode: "13", addressCountry: "Portugal", addressCountryCode: "PT" },
      "Norte, Portugal",
    ],
    [{ addressPostalCode: "4000" }, "4000"],
  ])("%j is written %s", (parts, line) => {
    const contact = contactOf({ addresses: [{ type: "other", ...parts }] });
    expect(read(contact).addresses[0].addressFormatted).toBe(line);
  });

  it("the longest derived text can be sent back", () => {
    const part = "x".repeat(200);
    const names = [
      "addressLine1",
      "addressLine2",
      "addressPostalCode",
      "addressCity",
      "addressState",
      "addressCountry",
    ];
    const contact = contactOf({
      addresses: [{ type: "home", ...Object.fromEntries(names.map((name) => [name, part])) }],
    });
    expect(read(contact).addresses[0].addressFormatted.length).toBeGreaterThan(1_200);
    expect(patched(contact, read(contact))).toBe(contact);
    const lines = contactOf({ addresses: [{ type: "home", value: Array(100).fill("x").join("\n") }] });
    expect(patched(lines, read(lines))).toBe(lines);
  });
});

describe("important dates", () => {
  const birthday = { type: "birthday", date: "1990-05-17" };

  it("keep id and createdAt when they are sent back, and updatedAt without a change", () => {
    const before = contactOf({ importantDates: [birthday, { type: "other", date: "2000-01-01" }] });
    const [first, second] = read(before).importantDates;
    const after = patched(before, { importantDates: [{ ...first, note: "cake" }, second] });
    expect(after.importantDates).toEqual([
      { ...before.importantDates[0], note: "cake", updatedAt: later.toISOString() },
      before.importantDates[1],
    ]);
  });

  it("without ids are matched by their content, so that the same list sent twice changes nothing", () => {
    const sent = { importantDates: [birthday, { type: "other", date: "2000-01-01", note: "x" }] };
    const before = contactOf(sent);
    expect(patched(before, sent)).toBe(before);
    const [first, second] = before.importantDates;
    const moved = { ...birthday, date: "1991-06-18", note: "cake" };
    const after = patched(before, { importantDates: [{ ...sent.importantDates[1], notifyDaysBefore: 3 }, moved] });
    expect(after.importantDates).toEqual([
      { ...second, notifyDaysBefore: 3, updatedAt: later.toISOString() },
      { ...first, ...moved, updatedAt: later.toISOString() },
    ]);
    // A stored date that is matched by its id is not matched by its content again.
    const both = [
      { ...read(before).importantDates[1], note: "y" },
      { type: "other", date: "2000-01-01", note: "x" },
    ];
    const ids = patched(before, { importantDates: both }).importantDates.map(({ id }) => id);
    expect([ids[0], new Set(ids).size]).toEqual([second?.id, 2]);
  });

  it("without ids and with another note are matched by type and day if only one is left", () => {
    const day = { type: "other", date: "2000-01-01" };
    const notes = (...all: string[]) => all.map((note) => ({ ...day, note }));
    const before = contactOf({ importantDates: [...notes("a", "b"), { type: "anniversary", date: "2000-01-01" }] });
    const [a, b, anniversary] = before.importantDates.map(({ id }) => id);
    const idsAfter = (importantDates: object[]) =>
      patched(before, { importantDates }).importantDates.map(({ id }) => [a, b, anniversary].indexOf(id));
    expect(idsAfter(notes("b", "c"))).toEqual([1, 0]);
    expect(idsAfter(notes("c", "d"))).toEqual([-1, -1]);
    expect(idsAfter(notes("c"))).toEqual([-1]);
    expect(idsAfter([{ ...day, id: a, note: "x" }, ...notes("c")])).toEqual([0, 1]);
    expect(idsAfter(notes("a", "c", "d"))).toEqual([0, -1, -1]);
    expect(idsAfter([{ type: "anniversary", date: "2000-01-02" }])).toEqual([-1]);
    expect(idsAfter([{ type: "anniversary", date: "2000-01-01", note: "x" }])).toEqual([2]);
  });

  it("an unknown id makes a new date", () => {
    const id = "0190b6a4-2222-7abc-8def-0123456789ab";
    const [date] = contactOf({ importantDates: [{ ...birthday, id }] }).importantDates;
    expect(date?.id).not.toBe(id);
  });

  it.each([
    [[birthday, { type: "birthday", date: "1991-01-01" }], 1],
    [[{ type: "nameday", date: "1904-06-24" }, birthday, { type: "nameday", date: "1904-06-24", note: "x" }], 2],
    [
      [
        { type: "other", date: "2000-01-01", note: "x" },
        { type: "other", date: "2000-01-01", note: " x " },
      ],
      1,
    ],
    [
      [
        { type: "anniversary", date: "2000-01-01" },
        { type: "anniversary", date: "2000-01-01", note: null },
      ],
      1,
    ],
  ])("%j has the same date twice", (importantDates, index) => {
    expect(codeOf(() => contactOf({ importantDates }))).toEqual({
      code: "important_date_duplicate",
      path: `body.importantDates.${index}`,
    });
  });

  it("the same day may have two types, two notes, and two days one type", () => {
    const day = { date: "2000-01-01" };
    const importantDates = [
      { type: "other", ...day },
      { type: "other", ...day, note: "x" },
      { type: "anniversary", ...day },
      { type: "anniversary", date: "2001-01-01" },
    ];
    expect(contactOf({ importantDates }).importantDates).toHaveLength(4);
  });
});
