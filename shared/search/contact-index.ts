/** All contacts of an account in memory, as far as searching, filtering and counting on need them. */
import type { ContactOrder } from "../table/contact-order.ts";
import { orderKey } from "../table/contact-order.ts";
import { fold } from "../text/fold.ts";
import type { SearchChange, SearchEntry } from "./entry.ts";

export interface ContactFilter {
  /** As the caller typed it; null is none. */
  search: string | null;
  keepInTouch: boolean;
}

export class ContactIndex {
  private readonly byId = new Map<string, SearchEntry>();

  constructor(entries: Iterable<SearchEntry>) {
    for (const entry of entries) this.byId.set(entry.id, entry);
  }

  get size(): number {
    return this.byId.size;
  }

  /** Every entry, in no particular order. */
  entries(): Iterable<SearchEntry> {
    return this.byId.values();
  }

  apply(changes: readonly SearchChange[]): void {
    for (const { id, entry } of changes) {
      if (entry) this.byId.set(id, entry);
      else this.byId.delete(id);
    }
  }

  /** Ids of the contacts that pass, in this order; `null` is the best match first. */
  find({ search, keepInTouch }: ContactFilter, order: { order: ContactOrder; descending: boolean } | null): string[] {
    const words = fold(search ?? "").split(" ");
    return this.sorted(order?.order ?? "name", order?.descending ?? false)
      .filter((entry) => !keepInTouch || entry.keepInTouch)
      .filter(({ first, middle, last, text }) => {
        const all = `${first} ${middle} ${last}\n${text}`;
        return words.every((word) => all.includes(word));
      })
      .map(({ id }) => id);
  }

  /** The entry at this place of the order, counted from 0. */
  at(position: number, order: ContactOrder, descending: boolean): SearchEntry | undefined {
    return this.sorted(order, descending)[position];
  }

  private sorted(order: ContactOrder, descending: boolean): SearchEntry[] {
    const keyed = [...this.byId.values()].map((entry) => ({ entry, key: Buffer.from(orderKey(order, entry)) }));
    const ascending = keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ entry }) => entry);
    return descending ? ascending.reverse() : ascending;
  }
}
