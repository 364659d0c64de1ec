/** Unites the lists of a contact with the lists of an imported row. Each value occurs once, and its empty parts are filled. */
import { formatAddress } from "../../contact/address.ts";
import { emailIdentity } from "../../contact/reach/email.ts";
import { isSameNumber, phoneLookupKey } from "../../contact/reach/phones.ts";
import type { ContactAddress, ContactRecord, ImportantDate } from "../../contact/record.ts";
import type { ContactCreate, ContactPatch } from "../../contact/schema.ts";
import { fold, foldAlike } from "../../platform/text/fold.ts";

type MergedAddress = NonNullable<ContactPatch["addresses"]>[number] | ContactAddress;
type MergedDate = NonNullable<ContactPatch["importantDates"]>[number] | ImportantDate;
type Phone = ContactRecord["phones"][number];

/** The lists of a contact. The dates may lack the fields that the service sets. */
export type MergedLists = Pick<ContactRecord, "emails" | "phones" | "addresses"> & {
  importantDates: readonly MergedDate[];
};

/** The values of the contact and then those that only the row has, without the limits of the lists. */
export function unitedLists(contact: MergedLists, row: ContactCreate) {
  return {
    emails: unite(contact.emails, keepPreference(contact.emails, row.emails), {
      keyOf: ({ value }) => emailIdentity(value),
      isSame: (one, other) => one === other,
      complete: withType,
    }),
    phones: unite(contact.phones, keepPreference(contact.phones, row.phones), {
      keyOf: readNumber,
      isSame: isSamePhone,
      complete: withType,
    }),
    addresses: unite<MergedAddress, string>(locatedBy(contact, row), row.addresses ?? [], {
      keyOf: addressIdentity,
      isSame: (one, other) => one === other,
      complete: withAddressType,
    }),
    importantDates: unite<MergedDate, MergedDate>(contact.importantDates, row.importantDates ?? [], {
      keyOf: (date) => date,
      isSame: isSameDate,
      complete: withNote,
    }),
  };
}

/** The preference of the file counts only if the list of the contact is empty. */
function keepPreference<Item extends { preferred: boolean }>(
  own: readonly Item[],
  added: readonly Item[] | null | undefined,
): readonly Item[] {
  const items = added ?? [];
  return own.length === 0 ? items : items.map((item) => ({ ...item, preferred: false }));
}

interface Uniting<Item, Key> {
  /** The value that is compared. */
  keyOf: (item: Item) => Key;
  isSame: (one: Key, other: Key) => boolean;
  /** The item with the parts that only the repeat has; the same object if there are none, "differs" if both have the part. */
  complete: (item: Item, repeat: Item) => Item | "differs";
}

/**
 * Adds the items of `second` that `first` lacks, and completes the others. A repeat completes no item if another equal item
 * has all its parts.
 */
function unite<Item, Key>(
  first: readonly Item[],
  second: readonly Item[],
  { keyOf, isSame, complete }: Uniting<Item, Key>,
): Item[] {
  const united = first.map((item) => ({ item, key: keyOf(item) }));
  // The second pass applies items to those that a later item completed.
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

/** A type replaces an empty type or "other". */
function withType<Item extends { type: string }>(item: Item, { type }: Item): Item | "differs" {
  if (saysNothing(type) || foldAlike(item.type, type)) return item;
  return saysNothing(item.type) ? { ...item, type } : "differs";
}

/** Whether the type of an entry is the one that entries without a type get. */
export function saysNothing(type: string): boolean {
  return type === "" || type === "other";
}

interface ReadNumber {
  number: string;
  /** Digits of it, or none. */
  extension: string;
}

/** The number without its extension, in the spelling that is compared. */
export function readNumber({ prefix, value }: Phone): ReadNumber {
  const [, ...behind] = value.split(/[x,;]/i);
  return { number: phoneLookupKey(prefix, value) || value, extension: behind.join("").replace(/\D/g, "") };
}

/** Different extensions of a number are different phones. A number without an extension is the same as any of them. */
function isSamePhone(one: ReadNumber, other: ReadNumber): boolean {
  const isOther = one.extension !== "" && other.extension !== "" && one.extension !== other.extension;
  return !isOther && (one.number === other.number || isSameNumber(one.number, other.number));
}

/** The addresses of the contact. One takes the coordinates of the row, unless an equal one has coordinates that a caller entered. */
function locatedBy(contact: MergedLists, row: ContactCreate): MergedAddress[] {
  return contact.addresses.map((own) => {
    const isSame = (address: MergedAddress) => addressIdentity(address) === addressIdentity(own);
    const wasEntered = contact.addresses.some(
      (address) => isSame(address) && address.latitude !== null && address.granularity === null,
    );
    const same = wasEntered ? undefined : row.addresses?.find(isSame);
    return same?.latitude == null ? own : { ...own, latitude: same.latitude, longitude: same.longitude };
  });
}

/** Equal addresses may have different types and labels. */
export function addressIdentity(address: MergedAddress): string {
  return fold(address.addressFormatted ?? formatAddress(address) ?? "");
}

/** A label is a type of the user's own. */
function withAddressType(item: MergedAddress, { type, label }: MergedAddress): MergedAddress | "differs" {
  if (type === "other" && label === null) return item;
  if (item.type === type && (label === null || foldAlike(item.label ?? "", label))) return item;
  if (item.label !== null || (item.type !== type && item.type !== "other")) return "differs";
  return { ...item, type, label };
}

/**
 * A contact has one birthday and one nameday. Other dates of one type and day are different if their notes are. A date
 * without a note is the same as any of them.
 */
function isSameDate(one: MergedDate, other: MergedDate): boolean {
  if (one.type !== other.type) return false;
  if (isOnce(one)) return true;
  return one.date === other.date && (one.note === "" || other.note === "" || foldAlike(one.note, other.note));
}

/** Whether a contact has only one date of this type. */
export function isOnce({ type }: { type: string }): boolean {
  return type === "birthday" || type === "nameday";
}

function withNote(item: MergedDate, { date, note }: MergedDate): MergedDate | "differs" {
  if (note === "" || foldAlike(item.note, note)) return item;
  return item.note === "" && item.date === date ? { ...item, note } : "differs";
}
