import fc from "fast-check";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { Memberships } from "../../../shared/label/membership-reader.ts";
import { byBucket, decodeBucket, encodeBucket } from "../../../shared/label/store/membership-buckets.ts";

const ids = fc.uuid({ version: 7 });
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 }), { minLength: 1, maxLength: 200 });
const ascending = numbers.map((given) => given.sort((one, other) => one - other));
const buckets = fc.dictionary(ids, ascending, { maxKeys: 40 }).map((given) => new Map(Object.entries(given)));

describe("a bucket of memberships", () => {
  it("is decoded as it was encoded", () => {
    fc.assert(
      fc.property(buckets, (bucket) => {
        expect(decodeBucket(encodeBucket(bucket))).toEqual(bucket);
      }),
    );
  });

  it("has the same bytes in any order of the contacts", () => {
    fc.assert(
      fc.property(buckets, (bucket) => {
        expect(encodeBucket(new Map([...bucket].reverse()))).toEqual(encodeBucket(bucket));
      }),
    );
  });

  it("has 18 bytes for a contact with one of the first labels, and one more for each other label", () => {
    expect(encodeBucket(new Map([[newId(), [1]]]))).toHaveLength(18);
    expect(encodeBucket(new Map([[newId(), [1, 2, 127]]]))).toHaveLength(20);
    expect(encodeBucket(new Map([[newId(), [1, 300]]]))).toHaveLength(20);
  });

  it("that is cut within a contact is refused", () => {
    const bytes = encodeBucket(new Map([[newId(), [1, 1000]]]));
    for (let length = 1; length < bytes.length; length++) {
      expect(() => decodeBucket(bytes.subarray(0, length)), String(length)).toThrow();
    }
    expect(() => decodeBucket(Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(9, 0xff)]))).toThrow("broken");
  });

  it("has few of many new contacts, because ids that are created one after another are in different buckets", () => {
    const made = Array.from({ length: 5_000 }, () => newId());
    const spread = byBucket([...made, ...made]);
    expect([...spread.keys()]).toEqual([...spread.keys()].toSorted());
    expect([...spread.values()].flat().toSorted()).toEqual(made.toSorted());
    expect(spread.size).toBeGreaterThan(250);
    expect(Math.max(...[...spread.values()].map((each) => each.length))).toBeLessThan(60);
  });
});

describe("memberships in memory", () => {
  it("have the counts and members of a plain list of pairs", () => {
    const few = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }).map((given) => given.sort());
    fc.assert(
      fc.property(fc.dictionary(ids, few, { maxKeys: 60 }), (byId) => {
        const packed = new Map(
          [...byBucket(Object.keys(byId))].map(([name, some]) => [
            name,
            encodeBucket(new Map(some.map((id) => [id, byId[id] ?? []]))),
          ]),
        );
        const memberships = new Memberships(packed);
        for (const number of [1, 2, 3, 4, 5, 6]) {
          const expected = Object.keys(byId)
            .filter((id) => byId[id]?.includes(number))
            .toSorted();
          expect(memberships.countOf(number)).toBe(expected.length);
          expect([...memberships.idsOf(number)].toSorted()).toEqual(expected);
          expect(memberships.firstOf(number, 10)).toEqual(expected.slice(0, 10));
          expect(memberships.firstOf(number, 3)).toEqual(expected.slice(0, 3));
          expect(memberships.numbers().includes(number)).toBe(expected.length > 0);
        }
        for (const [id, given] of Object.entries(byId)) expect(memberships.numbersOf(id)).toEqual(given);
        expect(memberships.numbersOf(newId())).toEqual([]);
      }),
    );
  });
});
