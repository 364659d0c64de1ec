/** The lists of a contact united with those of an imported row: each value once, and what is empty of it filled. */
import { formatAddress } from "../contact/address.ts";
import { emailIdentity } from "../contact/email.ts";
import { isSameNumber, phoneLookupKey } from "../contact/phones.ts";
import type { ContactAddress, ContactRecord, ImportantDate } from "../contact/record.ts";
import type { ContactCreate, ContactPatch } from "../contact/schema.ts";
import { fold, foldAlike } from "../text/fold.ts";

type GivenAddress = NonNullable<ContactPatch["addresses"]>[number] | ContactAddress;
type GivenDate = NonNullable<ContactPatch["importantDates"]>[number] | ImportantDate;
type Phone = ContactRecord["phones"][number];

/** The lists of a contact, of which only the dates may be without what the service gave them. */
export type MergedLists = Pick<ContactRecord, "emails" | "phones" | "addresses"> & {
  importantDates: readonly GivenDate[];
};

/** Without the limits of the lists: what the contact has, and behind it what only the row has. */
export function unitedLists(contact: MergedLists, given: ContactCreate) {
  return {
    emails: unite(contact.emails, keepPreference(contact.emails, given.emails), {
      keyOf: ({ value }) => emailIdentity(value),
      isSame: (one, other) => one === other,
      complete: withType,
    }),
    phones: unite(contact.phones, keepPreference(contact.phones, given.phones), {
      keyOf: readNumber,
      isSame: isSamePhone,
      complete: withType,
    }),
    addresses: unite<GivenAddress, string>(locatedBy(contact, given), given.addresses ?? [], {
      keyOf: addressIdentity,
      isSame: (one, other) => one === other,
      complete: withAddressType,
    }),
    importantDates: unite<GivenDate, GivenDate>(contact.importantDates, given.importantDates ?? [], {
      keyOf: (date) => date,
      isSame: isSameDate,
      complete: withNote,
    }),
  };
}

/** The file's preference counts only where the contact has no list of its own. */
function keepPreference<Item extends { preferred: boolean }>(
  own: readonly Item[],
  given: readonly Item[] | null | undefined,
): readonly Item[] {
  const items = given ?? [];
  return own.length === 0 ? items : items.map((item) => ({ ...item, preferred: false }));
}

interface Uniting<Item, Key> {
  /** What is compared. */
  keyOf: (item: Item) => Key;
  isSame: (one: Key, other: Key) => boolean;
  /** What the list has, with what a repeat says and it does not; `item` itself where it has all of it. */
  complete: (item: Item, repeat: Item) => Item | "differs";
}

/**
 * What is in both comes once, as `first` has it, or else as it is met first. Of several in the list that are the same
 * as a repeat, one that says all that the repeat does keeps the others as they are.
 */
function unite<Item, Key>(
  first: readonly Item[],
  second: readonly Item[],
  { keyOf, isSame, complete }: Uniting<Item, Key>,
): Item[] {
  const united = first.map((item) => ({ item, key: keyOf(item) }));
  // Once more at the end: what one of them completes may have come behind it.
  for (const repeat of [...second, ...second]) {
    const key = keyOf(repeat);
    const same = united.filter((known) => isSame(known.key, key));
    const completed = same.map(({ item }) => complete(item, repeat));
    const index = completed.findIndex((item, at) => item !== "differs" && item !== same[at]?.item);
    const [known, item] = [same[index], completed[index]];
    const isSaid = completed.some((each, at) => each === same[at]?.item);
    if (same.length === 0) united.push({ item: repeat, key });
    else if (!isSaid && known && item !== undefined && item !== "differs") {
      known.item = item;
      known.key = keyOf(item);
    }
  }
  return united.map(({ item }) => item);
}

/** A type that says nothing gives way to one that does. */
function withType<Item extends { type: string }>(item: Item, { type }: Item): Item | "differs" {
  if (saysNothing(type) || foldAlike(item.type, type)) return item;
  return saysNothing(item.type) ? { ...item, type } : "differs";
}

function saysNothing(type: string): boolean {
  return type === "" || type === "other";
}

interface ReadNumber {
  number: string;
  /** Digits of it, or none. */
  extension: string;
}

function readNumber({ prefix, value }: Phone): ReadNumber {
  const [, ...behind] = value.split(/[x,;]/i);
  return { number: phoneLookupKey(prefix, value) || value, extension: behind.join("").replace(/\D/g, "") };
}

/** Behind one number each extension is another phone; a number without is the same as any. */
function isSamePhone(one: ReadNumber, other: ReadNumber): boolean {
  const isOther = one.extension !== "" && other.extension !== "" && one.extension !== other.extension;
  return !isOther && (one.number === other.number || isSameNumber(one.number, other.number));
}

/** The contact's addresses, with the coordinates that the row has for those to which nobody gave any. */
function locatedBy(contact: MergedLists, given: ContactCreate): GivenAddress[] {
  return contact.addresses.map((own) => {
    const isSame = (address: GivenAddress) => addressIdentity(address) === addressIdentity(own);
    const wasGiven = own.latitude !== null && own.granularity === null;
    // Of two alike nobody knows which one is meant.
    if (wasGiven || contact.addresses.filter(isSame).length > 1) return own;
    const same = given.addresses?.find(isSame);
    return same?.latitude == null ? own : { ...own, latitude: same.latitude, longitude: same.longitude };
  });
}

/** Equal addresses may be of another type or label. */
function addressIdentity(address: GivenAddress): string {
  return fold(address.addressFormatted ?? formatAddress(address) ?? "");
}

/** A label is a chosen type, of a kind that is "other". */
function withAddressType(item: GivenAddress, { type, label }: GivenAddress): GivenAddress | "differs" {
  // Where nothing else can be shown of an address, its label is.
  if ((type === "other" && label === null) || addressIdentity(item) === "") return item;
  if (item.type === type && (label === null || foldAlike(item.label ?? "", label))) return item;
  if (item.label !== null || (item.type !== type && item.type !== "other")) return "differs";
  return { ...item, type, label };
}

/**
 * One birthday and one nameday a contact. Of the others a day of a type stands there once for each note that tells what
 * it is; one without a note is the same as any.
 */
function isSameDate(one: GivenDate, other: GivenDate): boolean {
  if (one.type !== other.type) return false;
  if (isOnce(one)) return true;
  return one.date === other.date && (one.note === "" || other.note === "" || foldAlike(one.note, other.note));
}

/** Of which a contact has one. */
export function isOnce({ type }: { type: string }): boolean {
  return type === "birthday" || type === "nameday";
}

function withNote(item: GivenDate, { date, note }: GivenDate): GivenDate | "differs" {
  if (note === "" || foldAlike(item.note, note)) return item;
  return item.note === "" && item.date === date ? { ...item, note } : "differs";
}
