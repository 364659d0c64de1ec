/** The places of contacts in the orders of contacts, each as DynamoDB's index of that order lists them. */
import { type ContactOrder, orderKey } from "../table/contact-order.ts";
import { sortableByBytes } from "../text/compare.ts";
import type { Rows } from "./rows.ts";

export class SortedPlaces {
  private readonly rows: Rows;
  /** Ascending; only those that were asked for. */
  private readonly orders = new Map<ContactOrder, number[]>();

  constructor(rows: Rows) {
    this.rows = rows;
  }

  /** Ascending. */
  in(order: ContactOrder): readonly number[] {
    const sorted = this.orders.get(order) ?? this.sort(order);
    this.orders.set(order, sorted);
    return sorted;
  }

  /** To be called when the contact is there. */
  add(place: number): void {
    for (const [order, sorted] of this.orders) sorted.splice(this.find(place, order, sorted), 0, place);
  }

  /** To be called while the contact is still there. */
  remove(place: number): void {
    for (const [order, sorted] of this.orders) sorted.splice(this.find(place, order, sorted), 1);
  }

  /** Lets every order be sorted anew. */
  forget(): void {
    this.orders.clear();
  }

  private sort(order: ContactOrder): number[] {
    const keyed = Array.from(this.rows.occupied(), (place) => ({ place, key: this.keyOf(order, place) }));
    // No two are equal, as they end with the id.
    return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ place }) => place);
  }

  /** How many come before. */
  private find(place: number, order: ContactOrder, sorted: readonly number[]): number {
    const key = this.keyOf(order, place);
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keyOf(order, sorted[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private keyOf(order: ContactOrder, place: number): string {
    const entry = this.rows.entries[place];
    return entry ? sortableByBytes(orderKey(order, entry)) : "";
  }
}
