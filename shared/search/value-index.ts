/**
 * The contacts by their e-mail addresses, handles, websites and phone numbers. It is coarser than the lookups in the table:
 * values are folded, handles do not name their network, and of a number only the last digits are compared.
 */

import { phoneTail } from "../contact/reach/phones.ts";
import type { Lookup } from "../contact/store/contact-derived.ts";
import { fold } from "../platform/text/fold.ts";
import type { SearchEntry } from "./entry.ts";
import { linesOf, tailsOf } from "./searched-text.ts";

export class ValueIndex {
  /** The slot of the contact by key, or a list of slots. */
  private readonly slots = new Map<string, number | number[]>();

  add(entry: SearchEntry, slot: number): void {
    for (const key of keysOf(entry)) {
      const known = this.slots.get(key);
      if (Array.isArray(known)) known.push(slot);
      else this.slots.set(key, known === undefined ? slot : [known, slot]);
    }
  }

  remove(entry: SearchEntry, slot: number): void {
    for (const key of keysOf(entry)) {
      const known = this.slots.get(key);
      if (!Array.isArray(known)) this.slots.delete(key);
      else if (known.length === 2) this.slots.set(key, known[known[0] === slot ? 1 : 0] as number);
      else known.splice(known.indexOf(slot), 1);
    }
  }

  /** The slots of the contacts that may have the value. */
  find(lookup: Lookup): readonly number[] {
    const found = this.slots.get(keyOf(lookup)) ?? [];
    return Array.isArray(found) ? found : [found];
  }
}

/** No line begins with this sign. */
const numberStart = "\v";

function keysOf({ text }: SearchEntry): Set<string> {
  return new Set([...linesOf(text), ...Array.from(tailsOf(text), (tail) => numberStart + tail)]);
}

function keyOf(lookup: Lookup): string {
  switch (lookup.kind) {
    case "email":
      return fold(lookup.value);
    case "phone":
      return numberStart + phoneTail(lookup.value);
    case "handle":
      return fold(lookup.platform === "website" ? lookup.value : `@${lookup.value}`);
  }
}
