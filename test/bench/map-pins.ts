/** Contacts on the map: realistic ones that live where they are put, and what the index of pins carries of them. */
import type { Located } from "../../shared/map/bounds.ts";
import { contactToItem } from "../../shared/table/contact.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { benchContact, benchTime, createIds } from "./account.ts";
import { itemBytes } from "./item-size.ts";
import { peopleAt } from "./map-people.ts";
import type { SizedPin } from "./map-reads.ts";
import { entryOf, type Item } from "./write-units.ts";

export const mapAccountId = createIds("account of the map", benchTime)();

/** Contacts whose entries are measured; larger accounts have pins as large as these, over and over. */
const sampleSize = 1_000;

/** Their items, the nth at the nth place. */
export function contactsAt(places: readonly Located[]): Item[] {
  return places.map((place, n) => contactToItem(benchContact(mapAccountId, n, benchTime, n + 2, place)));
}

/** Bytes of the entries of realistic contacts. */
export function entrySizes(): number[] {
  const [contactPins] = mainTable.globalIndexes;
  return contactsAt(peopleAt(sampleSize)).map((item) => itemBytes(entryOf(mainTable, contactPins, item) ?? {}));
}

export function sizePins(places: readonly Located[], sizes: readonly number[]): SizedPin[] {
  return places.map((place, n) => ({ ...place, bytes: sizes[n % sizes.length] ?? 0 }));
}
