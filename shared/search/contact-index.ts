/** The contacts of an account in memory, for searching, filtering and sorting. */
import type { Lookup } from "../contact/store/contact-derived.ts";
import type { ContactOrder } from "../contact/store/contact-order.ts";
import { ranksOf } from "./best-match.ts";
import type { SearchChange, SearchEntry } from "./entry.ts";
import { IndexedContacts } from "./indexed-contacts.ts";
import { parseQuery } from "./query.ts";
import { SortedSlots } from "./sorted-slots.ts";
import type { Touch } from "./store/touches.ts";
import { rank } from "./word-index.ts";

export interface ContactFilter {
  /** Null for no search. */
  search: string | null;
  keepInTouch: boolean;
  /** The ids of the contacts that may match; without it, all contacts may. */
  among?: ReadonlySet<string>;
}

/** Up to this number of changes, moving contacts in the sorted orders is cheaper than sorting again. */
const fewChanges = 200;

export class ContactIndex {
  private readonly contacts = new IndexedContacts();
  private readonly sorted = new SortedSlots(this.contacts);

  constructor(entries: Iterable<SearchEntry>) {
    for (const entry of entries) this.put(entry.id, entry);
  }

  get size(): number {
    return this.contacts.size;
  }

  has(id: string): boolean {
    return this.contacts.slotOf(id) !== undefined;
  }

  /** All entries, in no particular order. */
  entries(): SearchEntry[] {
    return this.contacts.entries.filter((entry) => entry !== undefined);
  }

  apply(changes: readonly SearchChange[]): void {
    if (changes.length > fewChanges) this.sorted.forget();
    for (const { id, entry } of changes) this.put(id, entry);
  }

  /** Sets the versions of contacts of which nothing changed that is searched. */
  touch(touches: readonly Touch[]): void {
    if (touches.length > fewChanges) this.sorted.forget();
    for (const { id, version } of touches) {
      const slot = this.contacts.slotOf(id) ?? -1;
      const entry = this.contacts.entries[slot];
      if (!entry || entry.version >= version) continue;
      this.sorted.remove(slot);
      entry.version = version;
      this.sorted.add(slot);
    }
  }

  /** Undefined for a contact that the index does not have. */
  versionOf(id: string): number | undefined {
    return this.contacts.entries[this.contacts.slotOf(id) ?? -1]?.version;
  }

  /** At most `most` contacts in the order of versions and ids, after this contact of a version, or after all of that version. */
  changedAfter(version: number, id: string | null, most: number): Touch[] {
    const slots = this.sorted.changedAfter(version, id, most);
    // Copies, because callers await others before they use them.
    return slots.flatMap((slot) => {
      const entry = this.contacts.entries[slot];
      return entry ? { id: entry.id, version: entry.version } : [];
    });
  }

  /**
   * The ids of at most `most` contacts that may have this handle, e-mail address or phone number, the oldest first.
   * Every contact with the value is among them, unless there are more than `most`; callers compare the contacts.
   */
  idsWith(lookup: Lookup, most: number): string[] {
    return this.contacts.idsWith(lookup, most);
  }

  /** The ids of the contacts that match, in this order. With `null`, the best match comes first. */
  find(
    { search, keepInTouch, among }: ContactFilter,
    order: { order: ContactOrder; descending: boolean } | null,
  ): string[] {
    const { entries, ids } = this.contacts;
    const ranks = search === null ? new Uint8Array(entries.length) : ranksOf(this.contacts, parseQuery(search));
    const byRank: string[][] = [];
    for (const slot of this.sorted.in(order?.order ?? "name")) {
      const rankFound = ranks[slot] ?? rank.none;
      if (rankFound === rank.none) continue;
      const id = ids[slot] ?? "";
      if ((keepInTouch && !entries[slot]?.keepInTouch) || (among && !among.has(id))) continue;
      const level = order ? 0 : rankFound;
      byRank[level] ??= [];
      byRank[level].push(id);
    }
    const found = byRank.flat();
    return order?.descending ? found.reverse() : found;
  }

  /** The entry at this position of the order, from 0 on. */
  at(position: number, order: ContactOrder, descending: boolean): SearchEntry | undefined {
    const sorted = this.sorted.in(order);
    return this.contacts.entries[sorted[descending ? sorted.length - 1 - position : position] ?? -1];
  }

  private put(id: string, entry: SearchEntry | null): void {
    const before = this.contacts.slotOf(id);
    if (before !== undefined) {
      this.sorted.remove(before);
      this.contacts.remove(before);
    }
    if (entry) this.sorted.add(this.contacts.add(entry));
  }
}
