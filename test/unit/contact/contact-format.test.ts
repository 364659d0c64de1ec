import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactKey, contactsFromItems, contactToItem, idsOfKey } from "../../../shared/contact/store/contact.ts";
import { type ContactOrder, orderKey, sortKey } from "../../../shared/contact/store/contact-order.ts";
import { packedAttribute, packFields, unpackFields } from "../../../shared/contact/store/packed-fields.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { longId, shortId } from "../../../shared/platform/text/short-id.ts";
import { benchContact, benchTime, createIds } from "../../bench/account.ts";
import { itemBytes } from "../../support/capacity/write-units.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { unpacked } from "../../support/contact/contact-calls.ts";
import { arbitraryHostileContact } from "../../support/contact/hostile-contact.ts";
import { newContact } from "../../support/contact/new-contact.ts";
import { otherBodies } from "../../support/contact/other-contacts.ts";
import { tries } from "../../support/seed.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
const id = "0190b6a4-1111-7abc-8def-0123456789ab";

describe("the item of a contact", () => {
  it("has every value, whatever the texts are", async () => {
    const contact = fc.oneof(arbitraryContact(accountId), arbitraryHostileContact(accountId));
    await fc.assert(
      fc.asyncProperty(contact, async ({ groupLabels: _, ...stored }: ContactRecord & { groupLabels?: unknown }) => {
        const item = contactToItem(stored);
        if (!item.continued) expect(await contactsFromItems(noStore, [item])).toEqual([stored]);
        expect(idsOfKey(item)).toEqual({ accountId, id: stored.id });
      }),
      { numRuns: tries(100, 1_000) },
    );
  });

  it("of the account's own contact has its id", async () => {
    const own = newContact(accountId, { firstName: "Me" }, { id: accountId });
    expect(await contactsFromItems(noStore, [contactToItem(own)])).toEqual([own]);
  });

  it("has what pins of the map show as attributes if the contact is on the map", () => {
    const { projection } = mainTable.globalIndexes[0];
    const body = { firstName: "Ann", headline: "Pilot", location: "Cork", lastInteraction: "2026-01-01T00:00:00Z" };
    const attributesOf = (more: object) => Object.keys(contactToItem(newContact(accountId, { ...body, ...more })));
    expect(projection.filter((name) => attributesOf({ latitude: 51.9, longitude: -8.5 }).includes(name))).toEqual([
      ...["firstName", "lastName", "headline", "location", "latitude", "longitude", "lastInteraction"],
    ]);
    expect(projection.filter((name) => attributesOf({}).includes(name))).toEqual(["firstName", "lastName"]);
  });
});

describe("the id in the keys of a contact", () => {
  const anyId = fc.oneof(fc.uuid({ version: 7 }), fc.uuid(), fc.constantFrom(id, accountId));

  it("is another spelling of any UUID, and refuses any other text", () => {
    fc.assert(
      fc.property(anyId, (each) => {
        expect(longId(shortId(each))).toBe(each);
      }),
    );
    expect(shortId(id)).toBe("-O1qd03GTfmCvk3YGLT8ek");
    for (const text of ["", "c1", `${id}0`, shortId(id)]) expect(() => contactKey(accountId, text)).toThrow(TypeError);
  });

  it("sorts as the id itself, in every order", () => {
    const contact = fc.record({
      id: anyId,
      first: fc.constantFrom("", "ann", "漢"),
      last: fc.constantFrom("", "lee"),
      lastInteraction: fc.constantFrom("", "2026-01-01T00:00:00.000Z"),
    });
    const order = fc.constantFrom<ContactOrder>("name", "surname", "interaction", "createdAt");
    fc.assert(
      fc.property(contact, contact, order, (one, other, by) => {
        const compare = (keyOf: typeof sortKey) =>
          Buffer.compare(Buffer.from(keyOf(by, one)), Buffer.from(keyOf(by, other)));
        expect(compare(sortKey)).toBe(compare(orderKey));
      }),
      { numRuns: tries(1_000, 10_000) },
    );
  });
});

describe("packed fields", () => {
  const keys = { pk: "A#1", sk: "C#2" };
  const fields = { emails: [{ preferred: true, type: "home", value: "ann@example.org" }], notes: "Met at the harbour" };
  const fault = "the fields of the item A#1 C#2 can't be read";

  it("that were stored can still be read, because their dictionary has not changed", () => {
    const stored = "ePmvF0UzI8r3aE5MzMtzSK1IzC3ISQUVZWCnwqzxTS1RSCxRKMlIVchILErKLy1SqgUA1OQiiA==";
    expect(unpackFields({ ...keys, [packedAttribute]: Buffer.from(stored, "base64") })).toEqual(fields);
  });

  it("that are damaged or missing are an error that names the item, and never other fields", () => {
    const packed = packFields(fields);
    const read = (item: object) => {
      try {
        return unpackFields({ ...keys, ...item });
      } catch (error) {
        return (error as Error).message;
      }
    };
    for (let bit = 0; bit < 8 * packed.length; bit++) {
      const flipped = packed.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      // A few bits of the compressed text are only there to fill a byte.
      expect([fault, fields]).toContainEqual(read({ [packedAttribute]: flipped }));
      expect(read({ [packedAttribute]: packed.subarray(0, bit >> 3) })).toBe(fault);
    }
    expect(read({})).toBe(fault);
  });

  it("of more than any contact are refused before they fill the memory", () => {
    const bomb = packFields({ notes: "a".repeat(3_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => unpackFields({ ...keys, [packedAttribute]: bomb })).toThrow(fault);
  });

  it.each([
    ["contacts of the bench", Array.from({ length: 200 }, (_, n) => benchContact(accountId, n, benchTime, 1_000))],
    ["other contacts", otherContacts()],
  ])("of %s take at most 0.7 of the bytes that they take as attributes", (_, contacts) => {
    const sum = (sizeOf: (item: Record<string, unknown>) => number) =>
      contacts.reduce((total, contact) => total + sizeOf(contactToItem(contact)), 0);
    expect(sum(itemBytes) / sum((item) => itemBytes(unpacked(item)))).toBeLessThan(0.7);
  });
});

/** Only contacts with two items are read from it. */
const noStore = {} as Store;

function otherContacts(): ContactRecord[] {
  return otherBodies.map((body, n) => {
    const newId = createIds(`other ${n}`, benchTime);
    const contact = newContact(accountId, body, { id: newId(), now: new Date(benchTime), newId });
    const mark = `vcard#${Buffer.from(newId().replaceAll("-", ""), "hex").toString("base64url")}`;
    return { ...contact, importedRows: [mark], createdByRow: mark, version: 1_000 };
  });
}
