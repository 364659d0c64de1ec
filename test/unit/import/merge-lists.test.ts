/** Lists of contacts and rows whose values are alike in many ways: each is there once, whatever the order. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import { type ContactCreate, contactCreateSchema } from "../../../shared/contact/schema.ts";
import { differingFields } from "../../../shared/import/merge/differing.ts";
import { mergeImported } from "../../../shared/import/merge/merge.ts";
import { findNothing } from "../../support/map/places.ts";

function context(): WriteContext {
  let ids = 0;
  return {
    now: new Date("2026-03-01T10:00:00.000Z"),
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
    defaults: { timezone: "UTC", language: "en" },
    findPlace: findNothing,
  };
}

const type = fc.constantFrom("other", "home", "work", "Home");
const lists = {
  emails: fc.record({ value: fc.constantFrom("a@x.example", "A@x.example", "b@x.example"), type }),
  phones: fc.record({
    value: fc.constantFrom(
      ...["030 1234567", "+49 30 1234567", "+43 30 1234567"].flatMap((each) => [each, `${each} x1`, `${each} x2`]),
    ),
    type,
  }),
  addresses: fc.record({
    type: fc.constantFrom("home", "work", "other"),
    label: fc.constantFrom(null, "X", "Y"),
    addressCity: fc.constantFrom("A", "B", null),
    addressCountryCode: fc.constantFrom(null, "DE"),
    addressFormatted: fc.constantFrom(null, "A", "X"),
  }),
  importantDates: fc.record({
    type: fc.constantFrom("birthday", "other", "anniversary"),
    date: fc.constantFrom("2000-01-01", "1904-01-01"),
    note: fc.constantFrom("", "X", "x", "Y", "Z"),
  }),
};

/** What a request may say: of each list those that its rules let in. */
function arbitraryBody(): fc.Arbitrary<ContactCreate> {
  const all = fc.record({
    emails: fc.array(lists.emails, { maxLength: 4 }),
    phones: fc.array(lists.phones, { maxLength: 14 }),
    addresses: fc.array(lists.addresses, { maxLength: 14 }),
    importantDates: fc.array(lists.importantDates, { maxLength: 14 }),
  });
  return all.map((given) => {
    let body: Record<string, unknown[]> = {};
    for (const [name, items] of Object.entries(given)) {
      for (const item of items) {
        const longer = { ...body, [name]: [...(body[name] ?? []), item] };
        if (accepted(longer)) body = longer;
      }
    }
    return contactCreateSchema.parse({ firstName: "Ada", ...body });
  });
}

function accepted(body: Record<string, unknown[]>): boolean {
  const read = contactCreateSchema.safeParse({ firstName: "Ada", ...body });
  if (!read.success) return false;
  try {
    createContact("a", "c", read.data, context());
    return true;
  } catch {
    return false;
  }
}

it("merging a row twice is merging it once, and a row that the contact was made of adds nothing", () => {
  fc.assert(
    fc.property(arbitraryBody(), arbitraryBody(), (own, row) => {
      const contact = { ...createContact("a", "c", own, context()), version: 1 };
      const merge = (into: typeof contact, from: ContactCreate) =>
        mergeImported(into, { contact: from, groupLabels: [] }, context());
      expect(merge(contact, own)).toBe(contact);
      expect(differingFields(contact, own)).toEqual([]);
      const once = merge(contact, row);
      expect(merge(once, row)).toBe(once);
    }),
  );
});
