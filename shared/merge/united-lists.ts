/**
 * Unites the lists of two contacts. An entry of the right contact completes the same entry of the left contact, and no
 * value is dropped silently: the answer lists those for which the united list has no room beside the left contact's.
 */
import { addressTextFields } from "../contact/address.ts";
import { contactLimits as limits, unknownYear } from "../contact/limits.ts";
import { emailIdentity } from "../contact/reach/email.ts";
import { isSameNumber } from "../contact/reach/phones.ts";
import type { ContactAddress, ContactRecord, ImportantDate } from "../contact/record.ts";
import { addressIdentity, isOnce, readNumber, saysNothing } from "../import/merge/merge-lists.ts";
import { fold, foldAlike } from "../platform/text/fold.ts";

export type ListName = "emails" | "phones" | "addresses" | "importantDates";
export type Entry<Name extends ListName> = ContactRecord[Name][number];

interface ListRules<Item> {
  /** Whether only one of the two can be in a list. */
  isSame: (one: Item, other: Item) => boolean;
  /** What an entry says besides, part by part; null for a part that says nothing. */
  partsOf: (item: Item) => Readonly<Record<string, string | number | null>>;
  /** The entry with the parts of the other one that it lacks. */
  complete: (item: Item, other: Item) => Item;
  /** The text that no two entries of a list share. */
  keyOf: (item: Item) => string;
}

type Email = Entry<"emails">;
type Phone = Entry<"phones">;

const typePart = (type: string) => (saysNothing(type) ? null : fold(type));
const moreTelling = (type: string, other: string) => (saysNothing(type) ? other : type);

const emailRules: ListRules<Email> = {
  isSame: (one, other) => emailIdentity(one.value) === emailIdentity(other.value),
  partsOf: ({ type }) => ({ type: typePart(type) }),
  complete: (item, { type }) => ({ ...item, type: moreTelling(item.type, type) }),
  keyOf: ({ value }) => emailIdentity(value),
};

const phoneRules: ListRules<Phone> = {
  isSame: (one, other) => {
    const [first, second] = [readNumber(one), readNumber(other)];
    const isSameLine = first.number === second.number || isSameNumber(first.number, second.number);
    return isSameLine && first.extension === second.extension;
  },
  partsOf: ({ prefix, type }) => ({ type: typePart(type), country: prefix === "" ? null : "known" }),
  complete: (item, other) => {
    const { prefix, value } = item.prefix === "" ? other : item;
    return { ...item, prefix, value, type: moreTelling(item.type, other.type) };
  },
  keyOf: ({ prefix, value }) => `${prefix} ${value.replace(/\D/g, "")}`,
};

const addressRules: ListRules<ContactAddress> = {
  isSame: (one, other) =>
    addressIdentity(one) === addressIdentity(other) &&
    addressTextFields.every(
      (field) => one[field] === null || other[field] === null || foldAlike(one[field], other[field]),
    ),
  partsOf: ({ type, label, timezone, latitude, longitude, granularity, ...texts }) => ({
    type: typePart(type),
    label: label === null ? null : fold(label),
    timezone,
    // Coordinates that the service found follow from the text.
    coordinates: latitude === null || granularity !== null ? null : `${latitude} ${longitude}`,
    ...Object.fromEntries(addressTextFields.map((field) => [field, foldedOrNull(texts[field])])),
  }),
  complete: (item, other) => {
    const texts = Object.fromEntries(addressTextFields.map((field) => [field, item[field] ?? other[field]]));
    const isGiven = item.latitude !== null && item.granularity === null;
    const isBetter = other.latitude !== null && (other.granularity === null || item.latitude === null);
    const { latitude, longitude, granularity } = !isGiven && isBetter ? other : item;
    return {
      ...{ ...item, ...texts, latitude, longitude, granularity },
      type: item.type === "other" ? other.type : item.type,
      label: item.label ?? other.label,
      timezone: item.timezone ?? other.timezone,
    };
  },
  keyOf: ({ id }) => id,
};

const dateRules: ListRules<ImportantDate> = {
  isSame: (one, other) =>
    one.type === other.type &&
    (isOnce(one) ||
      (one.date === other.date && (one.note === "" || other.note === "" || foldAlike(one.note, other.note)))),
  partsOf: ({ date, note, notifyDaysBefore }) => ({
    year: isYearless(date) ? null : date.slice(0, 4),
    day: date.slice(5),
    note: note === "" ? null : fold(note),
    notifyDaysBefore,
  }),
  complete: (item, other) => ({
    ...item,
    date: isYearless(item.date) ? other.date : item.date,
    note: item.note || other.note,
    notifyDaysBefore: item.notifyDaysBefore ?? other.notifyDaysBefore,
  }),
  keyOf: (date) => (isOnce(date) ? date.type : JSON.stringify([date.type, date.date, date.note])),
};

const listRules: { readonly [Name in ListName]: ListRules<Entry<Name>> } = {
  emails: emailRules,
  phones: phoneRules,
  addresses: addressRules,
  importantDates: dateRules,
};

/** Whether everything that an entry says is in an entry of the list. */
export function isIn<Name extends ListName>(name: Name, entry: Entry<Name>, list: readonly Entry<Name>[]): boolean {
  const { isSame, partsOf } = listRules[name];
  const ownParts = Object.entries(partsOf(entry));
  return list.some((each) => {
    const parts = partsOf(each);
    return isSame(each, entry) && ownParts.every(([part, value]) => value === null || parts[part] === value);
  });
}

/** Whether two dates are one date in a united list. */
export function isSameDate(one: ImportantDate, other: ImportantDate): boolean {
  const [first, second] = [one, other].map((date) => dateRules.partsOf(date));
  return dateRules.isSame(one, other) && first?.day === second?.day;
}

/**
 * The entries of `left`, completed by the same entries of `right`, then the other entries of `right` that have room. Entries
 * that stand beside each other in `right` do so here, too.
 */
export function unite<Name extends ListName>(
  name: Name,
  left: readonly Entry<Name>[],
  right: readonly Entry<Name>[],
): Entry<Name>[] {
  const { isSame, keyOf } = listRules[name];
  const own = [...left];
  const added: Entry<Name>[] = [];
  for (const entry of right) {
    const united = [...own, ...added];
    if (isIn(name, entry, own)) continue;
    if (own.some((each) => isSame(each, entry))) completeOne(name, own, entry, added);
    else if (united.length < limits[name] && united.every((each) => keyOf(each) !== keyOf(entry))) added.push(entry);
  }
  return preferOne(name, [...own, ...added], left, right);
}

/** Completes the first entry that agrees with all parts of `entry` and stays different from all others. */
function completeOne<Name extends ListName>(
  name: Name,
  own: Entry<Name>[],
  entry: Entry<Name>,
  added: readonly Entry<Name>[],
): void {
  const { isSame, partsOf, complete, keyOf } = listRules[name];
  const entryParts = Object.entries(partsOf(entry));
  for (const [at, each] of own.entries()) {
    if (!isSame(each, entry)) continue;
    const parts = partsOf(each);
    const agrees = entryParts.every(([part, value]) => value === null || parts[part] === null || parts[part] === value);
    const completed = complete(each, entry);
    const isAlone = [...own, ...added].every((other, index) => index === at || keyOf(other) !== keyOf(completed));
    if (!agrees || !isAlone) continue;
    own[at] = completed;
    return;
  }
}

/** The preference of the right contact counts only if the left one prefers none. */
function preferOne<Name extends ListName>(
  name: Name,
  united: Entry<Name>[],
  left: readonly Entry<Name>[],
  right: readonly Entry<Name>[],
): Entry<Name>[] {
  if (name !== "emails" && name !== "phones") return united;
  const prefers = (entry: Entry<Name>) => "preferred" in entry && entry.preferred;
  const leftAt = left.findIndex(prefers);
  const rightPreferred = right.find(prefers);
  const preferred =
    leftAt >= 0 || !rightPreferred ? leftAt : united.findIndex((entry) => isIn(name, rightPreferred, [entry]));
  return united.map((entry, at) => ("preferred" in entry ? { ...entry, preferred: at === preferred } : entry));
}

function isYearless(date: string): boolean {
  return date.startsWith(`${unknownYear}-`);
}

function foldedOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}
