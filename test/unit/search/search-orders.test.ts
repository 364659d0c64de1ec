import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContactOrder, orderKey } from "../../../shared/contact/store/contact-order.ts";
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import type { SearchChange, SearchEntry } from "../../../shared/search/entry.ts";
import { sortableByBytes } from "../../../shared/search/sorted-slots.ts";
import { arbitraryEntries, arbitraryEntryOf, arbitrarySearchOf } from "../../support/search/search-entries.ts";

const contactOrders = ["name", "surname", "interaction", "createdAt"] as const satisfies ContactOrder[];
const everybody = { search: null, keepInTouch: false };
const ids = (entries: readonly SearchEntry[]) => entries.map(({ id }) => id);

function expectOrders(index: ContactIndex, entries: readonly SearchEntry[]): void {
  expect(index.size).toBe(entries.length);
  expect([...index.entries()].sort(byId)).toEqual(entries.toSorted(byId));
  for (const order of contactOrders) {
    const expected = plainOrder(entries, order);
    expect(index.find(everybody, { order, descending: false })).toEqual(ids(expected));
    expect(index.find(everybody, { order, descending: true })).toEqual(ids(expected).reverse());
    for (const at of [0, 1, entries.length - 1, entries.length]) {
      expect(index.at(at, order, false)).toEqual(expected[at]);
      expect(index.at(at, order, true)).toEqual(expected.at(-1 - at));
    }
  }
  expect(index.find(everybody, null)).toEqual(ids(plainOrder(entries, "name")));
}

/** The entries in the order of an index of DynamoDB. */
function plainOrder(entries: readonly SearchEntry[], order: ContactOrder): SearchEntry[] {
  const bytes = (entry: SearchEntry) => Buffer.from(orderKey(order, entry));
  return entries.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)));
}

/** The changes after a position, sorted again. */
function plainChanges(entries: readonly SearchEntry[], version: number, id: string | null) {
  return entries
    .filter((entry) => entry.version > version || (entry.version === version && id !== null && entry.id > id))
    .sort((one, other) => one.version - other.version || byId(one, other))
    .map((entry) => ({ id: entry.id, version: entry.version }));
}

/** Changes, creations and deletions, of some contacts several times, and of contacts that don't exist. */
function arbitraryChanges(entries: readonly SearchEntry[]): fc.Arbitrary<SearchChange[]> {
  const known = entries.map(({ id }) => id);
  const id = fc.oneof(fc.constantFrom(...known, "0190b6a4-1111-7abc-8def-0123456789ab"), fc.uuid({ version: 7 }));
  const change = id.chain((id) =>
    fc.record({ id: fc.constant(id), entry: fc.option(arbitraryEntryOf(id), { freq: 3, nil: null }) }),
  );
  return fc.array(change, { maxLength: 6 });
}

/** Entries, and groups of changes that are applied together. */
const arbitraryHistory = arbitraryEntries(8).chain((entries) =>
  fc.tuple(fc.constant(entries), fc.array(arbitraryChanges(entries), { maxLength: 6 })),
);

function changed(entries: readonly SearchEntry[], changes: readonly SearchChange[]): SearchEntry[] {
  const left = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, entry } of changes) {
    if (entry) left.set(id, entry);
    else left.delete(id);
  }
  return [...left.values()];
}

function byId(one: SearchEntry, other: SearchEntry): number {
  return one.id < other.id ? -1 : 1;
}

describe("orders of the index", () => {
  it("are those of DynamoDB, by the bytes of the keys", () => {
    fc.assert(fc.property(arbitraryEntries(), (entries) => expectOrders(new ContactIndex(entries), entries)));
  });

  it("stay right through any changes, after which an index finds the same as a new one", () => {
    const searches = arbitraryHistory.chain(([entries, history]) => {
      const all = [...entries, ...history.flat().flatMap(({ entry }) => entry ?? [])];
      return fc.tuple(fc.constant(entries), fc.constant(history), fc.array(arbitrarySearchOf(all), { maxLength: 3 }));
    });
    fc.assert(
      fc.property(searches, ([entries, history, some]) => {
        const index = new ContactIndex(entries);
        let expected = entries;
        for (const changes of [[], ...history]) {
          index.apply(changes);
          expected = changed(expected, changes);
          expectOrders(index, expected);
          const fresh = new ContactIndex(expected);
          for (const search of some) {
            const found = index.find({ search, keepInTouch: false }, null);
            expect(found).toEqual(fresh.find({ search, keepInTouch: false }, null));
            const inOrder = ids(plainOrder(expected, "surname")).filter((id) => found.includes(id));
            expect(index.find({ search, keepInTouch: false }, { order: "surname", descending: false })).toEqual(
              inOrder,
            );
          }
        }
      }),
    );
  });

  it("stay right after so many changes that they are sorted again", () => {
    const some = arbitraryEntries(300, 250);
    const [before = [], after = []] = fc.sample(fc.tuple(some, some), { numRuns: 1, seed: 8 })[0] ?? [];
    const index = new ContactIndex(before);
    expectOrders(index, before);
    index.apply([...after.map((entry) => ({ id: entry.id, entry })), ...before.map(({ id }) => ({ id, entry: null }))]);
    expectOrders(index, after);
    const touched = after.map((entry, at) => ({ ...entry, version: (at % 7) + 2 }));
    index.touch(touched);
    expect(index.changedAfter(0, null, 999)).toEqual(plainChanges(touched, 0, null));
  });

  it("of changes stays right through any changes and touches, from any position", () => {
    const versioned = (entries: readonly SearchEntry[]) =>
      fc
        .array(fc.nat(4), { minLength: entries.length, maxLength: entries.length })
        .map((versions) => entries.map((entry, at) => ({ ...entry, version: versions[at] ?? 0 })));
    const touches = (entries: readonly SearchEntry[]) =>
      fc.array(fc.record({ id: fc.constantFrom("none", ...ids(entries)), version: fc.nat(9) }), { maxLength: 4 });
    const cases = arbitraryHistory.chain(([entries, history]) =>
      fc.tuple(
        ...([versioned(entries), fc.constant(history), fc.array(touches(entries), { maxLength: 6 })] as const),
        ...([fc.nat(9), fc.constantFrom(null, ...ids(entries)), fc.integer({ min: 1, max: 9 })] as const),
      ),
    );
    fc.assert(
      fc.property(cases, ([entries, history, touched, version, id, most]) => {
        const index = new ContactIndex(structuredClone(entries));
        let expected = entries;
        for (const [at, changes] of [[], ...history].entries()) {
          index.apply(structuredClone(changes));
          expected = changed(expected, changes);
          for (const touch of touched[at] ?? []) {
            index.touch([touch]);
            expected = expected.map((entry) =>
              entry.id === touch.id ? { ...entry, version: Math.max(entry.version, touch.version) } : entry,
            );
          }
          expect(index.changedAfter(version, id, most)).toEqual(plainChanges(expected, version, id).slice(0, most));
        }
      }),
    );
  });

  it("have only contacts to keep in touch with if `keepInTouch` is set", () => {
    fc.assert(
      fc.property(arbitraryEntries(), (entries) => {
        const kept = plainOrder(entries, "surname").filter(({ keepInTouch }) => keepInTouch);
        const index = new ContactIndex(entries);
        const find = (search: string | null, keepInTouch: boolean) =>
          index.find({ search, keepInTouch }, { order: "surname", descending: false });
        expect(find(null, true)).toEqual(ids(kept));
        expect(find("a", true)).toEqual(find("a", false).filter((id) => ids(kept).includes(id)));
      }),
    );
  });

  it("have letters beyond U+FFFF at the end, although JavaScript compares them differently", () => {
    const names = ["a", "\ud7ff", "\ue000", "\ufb50", "\uffff", "\u{10000}", "\u{20bb7}", "\u{10ffff}"];
    const entries = names.map((first, at) => ({
      ...{ id: `0190b6a4-1111-7abc-8def-0000000000${10 + at}`, first, middle: "", last: "", text: "\f\n\v" },
      ...{ keepInTouch: false, lastInteraction: "", marks: "", version: 1 },
    }));
    const index = new ContactIndex(entries.toReversed());
    expect(index.find(everybody, null)).toEqual(ids(entries));
  });
});

describe("sortable text", () => {
  it("has the order of its bytes", () => {
    const unit = fc.oneof(
      fc.string({ unit: "binary", maxLength: 1 }),
      fc.constantFrom("a", "\ue000", "\uffff", "𐀀", "𝒜"),
    );
    const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [first, second] = [sortableByBytes(one), sortableByBytes(other)];
        const compared = first < second ? -1 : Number(first > second);
        expect(compared).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
      }),
    );
  });
});
