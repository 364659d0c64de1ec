/** All contacts of an account in memory, as far as searching, filtering and counting on need them. */
import type { ContactOrder } from "../table/contact-order.ts";
import { ranksOf } from "./best-match.ts";
import type { SearchChange, SearchEntry } from "./entry.ts";
import { parseQuery } from "./query.ts";
import { rank } from "./rank.ts";
import { idsByRank } from "./ranked-ids.ts";
import { Rows } from "./rows.ts";
import { SortedPlaces } from "./sorted-places.ts";

export interface ContactFilter {
  /** As the caller typed it; null is none. */
  search: string | null;
  keepInTouch: boolean;
  /** Ids of the contacts that may pass; all when it is absent. */
  among?: ReadonlySet<string>;
}

/** Changes at once up to which it is cheaper to move them in sorted contacts than to sort again. */
const fewChanges = 200;

export class ContactIndex {
  private rows = new Rows();
  private sorted = new SortedPlaces(this.rows);

  constructor(entries: Iterable<SearchEntry>) {
    for (const entry of entries) this.put(entry.id, entry);
  }

  get size(): number {
    return this.rows.size;
  }

  has(id: string): boolean {
    return this.rows.placeOf(id) !== undefined;
  }

  /** Every entry, in no particular order. */
  *entries(): Iterable<SearchEntry> {
    for (const entry of this.rows.entries) if (entry) yield entry;
  }

  apply(changes: readonly SearchChange[]): void {
    if (changes.length > fewChanges) this.sorted.forget();
    for (const { id, entry } of changes) this.put(id, entry);
    if (this.rows.isStale) this.renew();
  }

  /** Ids of the contacts that pass, in this order; `null` is the best match first. */
  find(filter: ContactFilter, order: { order: ContactOrder; descending: boolean } | null): string[] {
    const { search, keepInTouch, among } = filter;
    const ranks = search === null ? new Uint8Array(this.rows.capacity) : ranksOf(this.rows, parseQuery(search));
    if (keepInTouch) this.dropUntouched(ranks);
    if (among) this.dropOthers(ranks, among);
    // In an order that was asked for, all count the same.
    if (order) for (let place = 0; place < ranks.length; place++) ranks[place] = levelled(ranks[place]);
    const ids = idsByRank(this.sorted.in(order?.order ?? "name"), ranks, this.rows.ids);
    return order?.descending ? ids.reverse() : ids;
  }

  /** The entry at this place of the order, counted from 0. */
  at(position: number, order: ContactOrder, descending: boolean): SearchEntry | undefined {
    const sorted = this.sorted.in(order);
    return this.rows.entries[sorted[descending ? sorted.length - 1 - position : position] ?? -1];
  }

  private put(id: string, entry: SearchEntry | null): void {
    const before = this.rows.placeOf(id);
    if (before !== undefined) {
      this.sorted.remove(before);
      this.rows.remove(before);
    }
    if (entry) this.sorted.add(this.rows.add(entry));
  }

  private renew(): void {
    const { entries } = this.rows;
    this.rows = new Rows();
    this.sorted = new SortedPlaces(this.rows);
    for (const entry of entries) if (entry) this.rows.add(entry);
  }

  private dropUntouched(ranks: Uint8Array): void {
    for (let place = 0; place < ranks.length; place++) {
      if (!this.rows.entries[place]?.keepInTouch) ranks[place] = rank.none;
    }
  }

  private dropOthers(ranks: Uint8Array, among: ReadonlySet<string>): void {
    for (let place = 0; place < ranks.length; place++) {
      if (!among.has(this.rows.ids[place] ?? "")) ranks[place] = rank.none;
    }
  }
}

function levelled(found: number | undefined): number {
  return found === rank.none ? rank.none : rank.anywhere;
}
