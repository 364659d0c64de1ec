import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phoneLookupKey, toE164 } from "../../../shared/contact/reach/phones.ts";
import {
  isFoundBy,
  type Lookup,
  lookupKey,
  lookupPrefix,
  lookupsOf,
} from "../../../shared/contact/store/contact-derived.ts";
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { searchEntryOf } from "../../../shared/search/entry.ts";
import { ValueIndex } from "../../../shared/search/value-index.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";

const accountId = "0198c0de-0000-7000-8000-00000000000a";

/** Numbers that may be spellings of each other: with and without country, trunk prefix or leading zeros. */
const spelling = fc
  .tuple(
    fc.constantFrom("", "+", "00", "0", "+49", "0049", "+521", "+52"),
    fc.string({ unit: fc.constantFrom(..."012"), maxLength: 3 }),
    fc.constantFrom("1234567", "345", "3012345678"),
  )
  .map((parts) => parts.join(""));

function isFoundIn(index: ValueIndex, lookup: Lookup): boolean {
  return index.find(lookup).includes(0);
}

describe("the index of values", () => {
  it("finds a contact by each of its values, and no longer after its removal", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), arbitraryContact(accountId), (contact, other) => {
        const index = new ValueIndex();
        const [entry, otherEntry] = [contact, other].map(searchEntryOf) as [ReturnType<typeof searchEntryOf>, never];
        index.add(otherEntry, 1);
        index.add(entry, 0);
        const lookups = lookupsOf(contact).filter((lookup) => lookup.kind !== "handle" || !isMessenger(lookup));
        expect(lookups.filter((lookup) => !isFoundIn(index, lookup))).toEqual([]);
        index.remove(entry, 0);
        expect(lookups.filter((lookup) => isFoundIn(index, lookup))).toEqual([]);
        index.remove(otherEntry, 1);
        expect(lookupsOf(other).flatMap((lookup) => index.find(lookup))).toEqual([]);
      }),
    );
  });

  it("finds a contact by the number of its messenger, also with two zeros after the country code", () => {
    fc.assert(
      fc.property(arbitraryContact(accountId), fc.integer({ min: 4_000_000, max: 99_999_999 }), (contact, digits) => {
        // Reading the number again would remove the zero that is left.
        const network_d = toE164(`+4600${digits}`);
        const index = new ContactIndex([searchEntryOf({ ...contact, phones: [], network_d })]);
        for (const lookup of lookupsOf({ network_d }).filter(({ kind }) => kind === "phone")) {
          expect(index.idsWith(lookup, 1)).toEqual([contact.id]);
        }
      }),
    );
  });

  it("finds a contact by every spelling of its number that the lookups of the table find", () => {
    fc.assert(
      fc.property(spelling, spelling, arbitraryContact(accountId), (stored, asked, contact) => {
        const phones = [{ preferred: false, type: "home", prefix: "", value: stored }];
        const lookup: Lookup = { kind: "phone", value: phoneLookupKey("", asked) };
        const own = lookupsOf({ phones }).map((each) => [lookupPrefix(each), lookupKey(each)] as const);
        const isFound = own.some(([prefix, key]) => prefix === lookupPrefix(lookup) && isFoundBy(lookup, key));
        const entry = searchEntryOf({ ...contact, phones });
        if (isFound) expect(new ContactIndex([entry]).idsWith(lookup, 1)).toEqual([contact.id]);
      }),
    );
  });
});

/** Imports find these numbers as phone numbers. */
function isMessenger({ platform }: Extract<Lookup, { kind: "handle" }>): boolean {
  return platform === "network_d" || platform === "network_e";
}
