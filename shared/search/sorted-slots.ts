/** The slots of contacts in each order, sorted like the index of that order in DynamoDB. */
import { type ContactOrder, orderKey } from "../contact/store/contact-order.ts";
import type { IndexedContacts } from "./indexed-contacts.ts";

export class SortedSlots {
  private readonly contacts: IndexedContacts;
  /** Ascending. Orders are sorted when they are first needed. */
  private readonly orders = new Map<ContactOrder, number[]>();

  constructor(contacts: IndexedContacts) {
    this.contacts = contacts;
  }

  /** Ascending. */
  in(order: ContactOrder): readonly number[] {
    const sorted = this.orders.get(order) ?? this.sort(order);
    this.orders.set(order, sorted);
    return sorted;
  }

  /** Must be called after the contact was added. */
  add(slot: number): void {
    for (const [order, sorted] of this.orders) sorted.splice(this.find(slot, order, sorted), 0, slot);
  }

  /** Must be called before the contact is removed. */
  remove(slot: number): void {
    for (const [order, sorted] of this.orders) sorted.splice(this.find(slot, order, sorted), 1);
  }

  /** Makes every order be sorted again. */
  forget(): void {
    this.orders.clear();
  }

  private sort(order: ContactOrder): number[] {
    const keyed = this.contacts.entries.flatMap((entry, slot) => (entry ? { slot, key: this.keyOf(order, slot) } : []));
    // Keys end with the id, so they are all different.
    return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ slot }) => slot);
  }

  /** The number of slots before this one. */
  private find(slot: number, order: ContactOrder, sorted: readonly number[]): number {
    const key = this.keyOf(order, slot);
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(order, sorted[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private keyOf(order: ContactOrder, slot: number): string {
    const entry = this.contacts.entries[slot];
    return entry ? sortableByBytes(orderKey(order, entry)) : "";
  }
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
