import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { contactOrders } from "../support/search-changes.ts";
import { arbitraryEntries, arbitrarySearchOf } from "../support/search-entries.ts";
import { plainOrder, plainSearch } from "../support/search-plain.ts";

const searched = (maxLength: number) =>
  arbitraryEntries(maxLength).chain((entries) => fc.tuple(fc.constant(entries), arbitrarySearchOf(entries)));

describe("searching the index", () => {
  it.each([
    ["few", 12, 600],
    ["many", 90, 60],
  ])("finds what a plain search finds, in the same order, among %s", (_, size, numRuns) => {
    fc.assert(
      fc.property(searched(size), ([entries, search]) => {
        const found = new ContactIndex(entries).find({ search, keepInTouch: false }, null);
        expect(found).toEqual(plainSearch(entries, search));
      }),
      { numRuns },
    );
  });

  it("finds the same in the order that was asked for, among those to keep in touch with", () => {
    const order = fc.record({ order: fc.constantFrom(...contactOrders), descending: fc.boolean() });
    fc.assert(
      fc.property(searched(12), order, fc.boolean(), ([entries, search], asked, keepInTouch) => {
        const found = new ContactIndex(entries).find({ search, keepInTouch }, asked);
        const matching = new Set(plainSearch(entries, search));
        const inOrder = plainOrder(entries, asked.order).filter(({ id }) => matching.has(id));
        const kept = inOrder.filter((entry) => entry.keepInTouch || !keepInTouch).map(({ id }) => id);
        expect(found).toEqual(asked.descending ? kept.reverse() : kept);
      }),
      { numRuns: 150 },
    );
  });
});
