import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressTextFields } from "../../../shared/contact/address.ts";
import { interactionState } from "../../../shared/contact/change/last-interaction.ts";
import { fieldNames, fieldsMerged } from "../../../shared/contact/fields.ts";
import { emailIdentity } from "../../../shared/contact/reach/email.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactCreateSchema } from "../../../shared/contact/schema.ts";
import {
  type MergedField,
  mergeContacts,
  mergedFields,
  type Resolutions,
  type Side,
} from "../../../shared/merge/merged-contact.ts";
import { restoreContact } from "../../../shared/merge/restored-contact.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";

const accountId = "01890000-0000-7000-8000-000000000000";
const now = new Date("2026-04-01T12:00:00.000Z");
const none: Resolutions = {};

/** A pair that shares some values, because otherwise two contacts have nothing in common. */
const pair = fc
  .tuple(arbitraryContact(accountId), arbitraryContact(accountId), fc.subarray([...fieldNames]))
  .map(([left, right, shared]) => {
    const same = Object.fromEntries(shared.map((field) => [field, left[field]]));
    return { left, right: { ...right, ...same } };
  });
const side = fc.constantFrom<Side>("left", "right");
const resolutions: fc.Arbitrary<Resolutions> = fc
  .record(Object.fromEntries(mergedFields.map((field) => [field, side])), { requiredKeys: [] })
  .map(({ longitude: _longitude, ...chosen }) => chosen as Resolutions);

/** Every value of a list's entry that a person may miss. */
function factsOf(contact: ContactRecord): string[] {
  return [
    ...contact.emails.flatMap(({ value, type }) => [`email ${emailIdentity(value)}`, ...typeOf(value, type)]),
    ...contact.phones.map(({ value }) => `phone ${value.replace(/\D/g, "").slice(-4)}`),
    ...contact.addresses.flatMap((address) =>
      addressTextFields.flatMap((field) => (address[field] === null ? [] : [`address ${fold(address[field])}`])),
    ),
    ...contact.importantDates.flatMap(({ type, date, note, notifyDaysBefore }) => [
      `date ${type} ${date.slice(5)}`,
      ...(note === "" ? [] : [`note ${type} ${fold(note)}`]),
      ...(notifyDaysBefore === null ? [] : [`reminder ${type} ${notifyDaysBefore}`]),
    ]),
  ];
}

function typeOf(value: string, type: string): string[] {
  return type === "other" ? [] : [`type ${emailIdentity(value)} ${fold(type)}`];
}

describe("a merged contact", () => {
  it("has every value of both contacts, or the conflicts show it", () => {
    fc.assert(
      fc.property(pair, ({ left, right }) => {
        const { merged, conflicts } = mergeContacts(left, right, { resolutions: none, now });
        const leftOut = conflicts.flatMap((conflict) => conflict.leftOut ?? []);
        const lists = Object.fromEntries(
          fieldsMerged("list").map((field) => [field, conflicts.find((each) => each.field === field)?.leftOut ?? []]),
        );
        const found = new Set([merged, { ...right, ...lists } as ContactRecord].flatMap(factsOf));
        for (const fact of [...factsOf(left), ...factsOf(right)]) expect(found).toContain(fact);
        const shown = new Set<MergedField>(conflicts.map(({ field }) => field));
        for (const field of fieldsMerged("names", "text", "handle", "value", "locale")) {
          for (const value of [left[field], right[field]]) {
            const isThere = value === null || value === "" || value === merged[field] || shown.has(field);
            const isSpelling = field.startsWith("network_") || field === "website";
            expect(isThere || isSpelling, field).toBe(true);
          }
        }
        const notes = fold([merged.notes ?? "", ...leftOut.filter((each) => typeof each === "string")].join("\n"));
        for (const own of [left, right]) {
          for (const line of (own.notes ?? "").split("\n")) expect(notes).toContain(fold(line));
        }
      }),
    );
  });

  it("is a contact that the API accepts", () => {
    fc.assert(
      fc.property(pair, resolutions, ({ left, right }, chosen) => {
        const { merged } = mergeContacts(left, right, { resolutions: chosen, now });
        const body = Object.fromEntries(fieldNames.map((field) => [field, merged[field]]));
        expect(contactCreateSchema().safeParse(body).error).toBeUndefined();
      }),
    );
  });

  it("has the value of the chosen side, and that of the left one without a choice", () => {
    fc.assert(
      fc.property(pair, resolutions, ({ left, right }, chosen) => {
        const { merged, conflicts } = mergeContacts(left, right, { resolutions: chosen, now });
        for (const { field, taken } of conflicts) {
          if (field === "avatar" || field === "lastInteraction" || taken === "both") continue;
          const wanted = field === "longitude" ? chosen.latitude : chosen[field];
          if (wanted) expect(taken).toBe(wanted);
          expect(merged[field]).toEqual({ left, right }[taken][field]);
        }
        for (const field of mergedFields) {
          const isMissing = field !== "avatar" && [null, ""].includes(left[field] as never);
          if (isMissing) expect(conflicts.map((each) => each.field)).not.toContain(field);
        }
      }),
    );
  });

  it("of equal contacts is the same contact, without conflicts", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), (left) => {
        const { merged, conflicts } = mergeContacts(left, { ...left, id: accountId }, { resolutions: none, now });
        expect(conflicts).toEqual([]);
        expect(merged).toEqual({ ...left, updatedAt: now.toISOString() });
      }),
    );
  });

  it("gives back what it was when nothing was changed", () => {
    fc.assert(
      fc.property(pair, resolutions, ({ left, right }, chosen) => {
        const { merged } = mergeContacts(left, right, { resolutions: chosen, now });
        const { latest } = interactionState(left);
        const { contact, kept } = restoreContact({ before: left, merged, current: merged }, latest, now);
        const { updatedAt, notesUpdatedAt } = contact;
        expect({ contact, kept }).toEqual({ contact: { ...left, updatedAt, notesUpdatedAt }, kept: [] });
      }),
    );
  });
});

/** The merge of two bodies. */
function mergeOf(left: object, right: object, chosen: Resolutions = {}) {
  const [own, given] = [left, right].map((body) => recordOf(accountId, { firstName: "Ann", ...body }));
  if (!own || !given) throw new Error("no contacts");
  return mergeContacts(own, given, { resolutions: chosen, now });
}

const birthday = (date: string, more: object = {}) => ({ type: "birthday", date, ...more });

describe("the lists of a merged contact", () => {
  it("leave out an eleventh phone", () => {
    const ten = Array.from({ length: 10 }, (_, n) => ({ prefix: "+49", value: `301234${n}00` }));
    const eleventh = { prefix: "+49", value: "8912345" };
    const { merged, conflicts } = mergeOf({ phones: ten }, { phones: [eleventh] });
    expect(merged.phones).toHaveLength(10);
    expect(conflicts).toMatchObject([{ field: "phones", taken: "left", leftOut: [eleventh] }]);
  });

  it("leave out a second birthday, and complete the first one", () => {
    const differs = mergeOf({ importantDates: [birthday("1980-05-01")] }, { importantDates: [birthday("1981-05-02")] });
    expect(differs.conflicts).toMatchObject([{ field: "importantDates", leftOut: [{ date: "1981-05-02" }] }]);
    const completed = mergeOf(
      { importantDates: [birthday("1904-05-01", { note: "Cake" })] },
      { importantDates: [birthday("1981-05-01", { notifyDaysBefore: 7 })] },
    );
    expect(completed.merged.importantDates).toMatchObject([
      { date: "1981-05-01", note: "Cake", notifyDaysBefore: 7, updatedAt: now.toISOString() },
    ]);
    expect(completed.conflicts).toMatchObject([{ field: "importantDates", taken: "both" }]);
  });

  it("have a number once, with its country, and different extensions of it", () => {
    const { merged } = mergeOf(
      { phones: [{ value: "030 1234567" }] },
      { phones: [{ value: "+49 30 1234567", type: "work" }, { value: "+49 30 1234567 x12" }] },
    );
    expect(merged.phones).toMatchObject([
      { prefix: "+49", type: "work" },
      { prefix: "+49", value: expect.stringContaining("12") },
    ]);
  });

  it("name the type that an e-mail address has in the right contact only", () => {
    const { conflicts } = mergeOf(
      { emails: [{ value: "ann@example.org", type: "home" }] },
      { emails: [{ value: "Ann@example.org", type: "work" }] },
    );
    expect(conflicts).toMatchObject([{ field: "emails", taken: "left", leftOut: [{ type: "work" }] }]);
  });

  it("have one preferred entry, that of the left contact before that of the right one", () => {
    const [own, given] = [{ value: "a@example.org" }, { value: "b@example.org", preferred: true }];
    expect(mergeOf({ emails: [own] }, { emails: [given] }).merged.emails.map((each) => each.preferred)).toEqual([
      false,
      true,
    ]);
    const both = mergeOf({ emails: [{ ...own, preferred: true }] }, { emails: [given] });
    expect(both.merged.emails.map((each) => each.preferred)).toEqual([true, false]);
  });

  it("are those of one side alone when it is chosen", () => {
    const emails = [[{ value: "a@example.org" }], [{ value: "b@example.org" }]];
    const { merged, conflicts } = mergeOf({ emails: emails[0] }, { emails: emails[1] }, { emails: "right" });
    expect(merged.emails).toMatchObject([{ value: "b@example.org" }]);
    expect(conflicts).toEqual([{ field: "emails", taken: "right" }]);
  });
});

describe("the notes of a merged contact", () => {
  it("are joined, with each line of a value once", () => {
    const { merged, conflicts } = mergeOf(
      { notes: "Met in Porto.\n\nNickname: Annie" },
      { notes: "Likes tea.\n\nNickname: Annie\nPronouns: she" },
    );
    expect(merged.notes).toBe("Met in Porto.\n\nLikes tea.\n\nNickname: Annie\nPronouns: she");
    expect(conflicts).toEqual([{ field: "notes", taken: "both" }]);
    expect(merged.notesUpdatedAt).toBe(now.toISOString());
  });

  it("leave out what has no room", () => {
    const { merged, conflicts } = mergeOf({ notes: "x".repeat(19_990) }, { notes: "y".repeat(100) });
    expect(merged.notes).toHaveLength(20_000);
    expect(conflicts).toEqual([{ field: "notes", taken: "both", leftOut: ["y".repeat(92)] }]);
  });
});

describe("the coordinates of a merged contact", () => {
  const found = { location: "Berlin", latitude: 52.5, longitude: 13.4, granularity: "city" as const };
  const entered = { location: "Berlin", latitude: 52.51, longitude: 13.41, granularity: null };
  const place = ({ location, latitude, longitude, granularity }: ContactRecord) => ({
    ...{ location, latitude, longitude, granularity },
  });
  const merge = (left: Partial<ContactRecord>, right: Partial<ContactRecord>, chosen: Resolutions = {}) => {
    const [own, given] = [left, right].map((more) => ({ ...recordOf(accountId, { firstName: "Ann" }), ...more }));
    if (!own || !given) throw new Error("no contacts");
    const { merged, conflicts } = mergeContacts(own, given, { resolutions: chosen, now });
    return { ...place(merged), taken: conflicts.find(({ field }) => field === "latitude")?.taken };
  };

  it("are the entered ones of the same location", () => {
    expect(merge(found, entered)).toEqual({ ...entered, taken: "right" });
    expect(merge(entered, found)).toEqual({ ...entered, taken: "left" });
  });

  it("follow the location when the service found them", () => {
    const paris = { location: "Paris", latitude: 48.9, longitude: 2.3, granularity: "city" as const };
    expect(merge(found, paris)).toEqual({ ...found, taken: "left" });
    expect(merge(found, paris, { location: "right" })).toEqual({ ...paris, taken: "right" });
    expect(merge(found, paris, { latitude: "right" })).toEqual({ ...paris, location: "Berlin", taken: "right" });
  });
});
