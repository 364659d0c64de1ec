/** Changes of the search index for property tests. */
import fc from "fast-check";
import type { SearchChange, SearchEntry } from "../../shared/search/entry.ts";
import type { ContactOrder } from "../../shared/table/contact-order.ts";
import { arbitraryEntries, arbitraryEntryOf } from "./search-entries.ts";

export const contactOrders = ["name", "surname", "interaction", "createdAt"] as const satisfies ContactOrder[];

/** Contacts that come, change and go, some several times, and some that nobody knows. */
export function arbitraryChanges(entries: readonly SearchEntry[], maxLength: number): fc.Arbitrary<SearchChange[]> {
  const known = entries.map(({ id }) => id);
  const change = fc
    .tuple(
      fc.oneof(fc.constantFrom(...known, "0190b6a4-1111-7abc-8def-0123456789ab"), fc.uuid({ version: 7 })),
      fc.nat(3),
    )
    .chain(([id, kind]) =>
      fc.record({ id: fc.constant(id), entry: kind === 0 ? fc.constant(null) : arbitraryEntryOf(id) }),
    );
  return fc.array(change, { maxLength });
}

/** Entries, and groups of changes that are applied together. */
export function arbitraryHistory(size: number): fc.Arbitrary<[SearchEntry[], SearchChange[][]]> {
  return arbitraryEntries(size).chain((entries) =>
    fc.tuple(fc.constant(entries), fc.array(arbitraryChanges(entries, 6), { maxLength: 6 })),
  );
}

/** What there is after the changes. */
export function changed(entries: readonly SearchEntry[], changes: readonly SearchChange[]): SearchEntry[] {
  const left = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, entry } of changes) {
    if (entry) left.set(id, entry);
    else left.delete(id);
  }
  return [...left.values()];
}
