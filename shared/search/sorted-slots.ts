/** The slots of contacts in each order, sorted like the index of that order in DynamoDB, and by version. */
import { type ContactOrder, orderKey } from "../contact/store/contact-order.ts";
import type { SearchEntry } from "./entry.ts";
import type { IndexedContacts } from "./indexed-contacts.ts";

/** The orders of lists, and that of changes, which no list has. */
type SortedOrder = ContactOrder | "version";

export class SortedSlots {
  private readonly contacts: IndexedContacts;
  /** Ascending. Orders are sorted when they are first needed. 100,000 contacts take 0.8 MB each. */
  private readonly orders = new Map<SortedOrder, number[]>();

  constructor(contacts: IndexedContacts) {
    this.contacts = contacts;
  }

  /** Ascending. */
  in(order: SortedOrder): readonly number[] {
    const sorted = this.orders.get(order) ?? this.sort(order);
    this.orders.set(order, sorted);
    return sorted;
  }

  /** At most `most` slots in the order of versions and ids, after this contact of a version, or after all of that version. */
  changedAfter(version: number, id: string | null, most: number): readonly number[] {
    const sorted = this.in("version");
    // `~` sorts after every character of an id.
    const first = this.find(versionKey(version, `${id ?? ""}~`), "version", sorted);
    return sorted.slice(first, first + most);
  }

  /** Must be called after the contact was added. */
  add(slot: number): void {
    for (const [order, sorted] of this.orders)
      sorted.splice(this.find(this.keyOf(order, slot), order, sorted), 0, slot);
  }

  /** Must be called before the contact is removed. */
  remove(slot: number): void {
    for (const [order, sorted] of this.orders) sorted.splice(this.find(this.keyOf(order, slot), order, sorted), 1);
  }

  /** Makes every order be sorted again. */
  forget(): void {
    this.orders.clear();
  }

  private sort(order: SortedOrder): number[] {
    const { entries } = this.contacts;
    if (order === "version") {
      // A new process sorts before its first page, and comparing numbers takes a third of the time of comparing keys.
      const versioned = entries.flatMap((entry, slot) => (entry ? { slot, entry } : []));
      return versioned.sort((one, other) => byVersion(one.entry, other.entry)).map(({ slot }) => slot);
    }
    const keyed = entries.flatMap((entry, slot) => (entry ? { slot, key: this.keyOf(order, slot) } : []));
    // Keys end with the id, so they are all different.
    return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ slot }) => slot);
  }

  /** The number of slots before this key. */
  private find(key: string, order: SortedOrder, sorted: readonly number[]): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(order, sorted[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private keyOf(order: SortedOrder, slot: number): string {
    const entry = this.contacts.entries[slot];
    if (!entry) return "";
    return order === "version" ? versionKey(entry.version, entry.id) : sortableByBytes(orderKey(order, entry));
  }
}

/** The same order as that of `versionKey`. */
function byVersion(one: SearchEntry, other: SearchEntry): number {
  return one.version - other.version || (one.id < other.id ? -1 : 1);
}

/** A `txid` has up to 15 digits. */
function versionKey(version: number, id: string): string {
  return `${String(version).padStart(15, "0")}${id}`;
}

const high = /[\ud800-\uffff]/;
const everyHigh = /[\ud800-\uffff]/g;

/**
 * Converts text so that `<` sorts converted texts as DynamoDB sorts the originals. UTF-16 sorts surrogates before U+E000
 * to U+FFFF, so the two ranges change places.
 */
export function sortableByBytes(text: string): string {
  if (!high.test(text)) return text;
  return text.replace(everyHigh, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
}
