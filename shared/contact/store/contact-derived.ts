/**
 * Everything in the table that is derived from a contact: index keys in its item, and items for lookups by handle, e-mail
 * address, phone number and external id (`L#`, `E#`, `T#`, `EI#`), pins of addresses with coordinates (`A#`) and marks of imported rows
 * (`R#`). These items have no data of their own, so a write replaces those that differ, and no attribute repeats what the key
 * has. Important dates, which have data of their own, have an item elsewhere
 * (shared/important-date/store/important-dates.ts). Lookups of phone numbers start with the last digits, which national and
 * international spellings share.
 */
import { createHash } from "node:crypto";
import geohash from "ngeohash";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { fold } from "../../platform/text/fold.ts";
import { longId, shortId } from "../../platform/text/short-id.ts";
import { formatAddress } from "../address.ts";
import { pinOf } from "../change/locate.ts";
import { lookupHandle, type Platform, platforms } from "../reach/handles.ts";
import { isSameNumber, phoneLookupKey, phoneTail } from "../reach/phones.ts";
import type { ContactRecord } from "../record.ts";
import type { ContactPatch } from "../schema.ts";
import { type OrderedContact, orderIndexes, orderKey } from "./contact-order.ts";

/** The number of characters of a stored geohash, whose cells have about 5 by 5 metres. */
export const geohashPrecision = 9;
/** The longest value in the sort key of a lookup. A sort key may have 1,024 bytes. Longer values (of websites) are hashed. */
const maxLookupBytes = 500;

/** A handle, an e-mail address or a phone number by which contacts are found. The value is normalised. */
export type Lookup =
  | { kind: "handle"; platform: Platform; value: string }
  | { kind: "email"; value: string }
  | { kind: "phone"; value: string };

/** An id in another system, which at most one contact has. */
export interface ExternalIdLookup {
  kind: "externalId";
  value: string;
}

export type Findable = Pick<ContactPatch, "emails" | "phones" | Platform>;

/** All lookups of a contact with these fields. The number of a messenger is also a phone number. */
export function lookupsOf(contact: Findable): Lookup[] {
  const handles = platforms.flatMap((platform): Lookup[] => {
    const handle = contact[platform];
    return handle ? [{ kind: "handle", platform, value: lookupHandle(platform, handle) }] : [];
  });
  const emails = (contact.emails ?? []).map(({ value }): Lookup => ({ kind: "email", value: value.toLowerCase() }));
  const phones = (contact.phones ?? []).map(
    ({ prefix, value }): Lookup => ({ kind: "phone", value: phoneLookupKey(prefix, value) }),
  );
  const messengers = [contact.network_d, contact.network_e].map(
    (number): Lookup => ({ kind: "phone", value: number ?? "" }),
  );
  return [...handles, ...emails, ...phones, ...messengers].filter(({ value }) => value !== "");
}

/** The start of the sort keys of marks of imported rows. */
export const markStart = "R#";

/**
 * The key of the mark of an imported row, `source#tempId`. The item has the short id of the contact as `id`, and
 * `created` if the row created the contact.
 */
export function importedRowKey(accountId: string, row: string) {
  return { pk: accountPartition(accountId), sk: markStart + row };
}

/** The sort keys of the lookups of the contact, and of the marks of its imported rows. */
export function lookupAndMarkKeys(contact: ContactRecord): string[] {
  return [...derivedItems(contact).keys()].filter((sk) => !sk.startsWith(pinStart));
}

/** Plans to replace the derived items of `before` by the derived items of `after`; with `keepsLookups`, only pins. */
export function derivedActions(
  store: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
  keepsLookups = false,
): WriteAction[] {
  const contact = after ?? before;
  if (!contact) return [];
  const pk = accountPartition(contact.accountId);
  const [old, current] = [before, after].map((contact) => {
    const items = [...derivedItems(contact)];
    return new Map(keepsLookups ? items.filter(([sk]) => sk.startsWith(pinStart)) : items);
  }) as [Map<string, Attributes>, Map<string, Attributes>];
  const deletes = [...old.keys()].filter((sk) => !current.has(sk));
  const puts = [...current].filter(([sk, attributes]) => JSON.stringify(old.get(sk)) !== JSON.stringify(attributes));
  return [
    ...deletes.map((sk): WriteAction => ({ Delete: { TableName: store.tableName, Key: { pk, sk } } })),
    ...puts.map(
      ([sk, attributes]): WriteAction => ({ Put: { TableName: store.tableName, Item: { pk, sk, ...attributes } } }),
    ),
  ];
}

type Attributes = Record<string, unknown>;

const pinStart = "A#";

/**
 * The derived items by sort key. The owner's own contact has only the item of its external id, so that no other lookup, map or
 * import finds it.
 */
function derivedItems(contact: ContactRecord | null): Map<string, Attributes> {
  if (!contact) return new Map();
  const { externalId } = contact;
  const id = shortId(contact.id);
  const external: [string, Attributes][] =
    externalId === null ? [] : [[`${lookupKey({ kind: "externalId", value: externalId })}${id}`, {}]];
  if (contact.id === contact.accountId) return new Map(external);
  return new Map<string, Attributes>([
    ...external,
    ...lookupsOf(contact).map((lookup): [string, Attributes] => [`${lookupKey(lookup)}${id}`, {}]),
    ...contact.importedRows.map((row): [string, Attributes] => [
      importedRowKey(contact.accountId, row).sk,
      row === contact.createdByRow ? { id, created: true } : { id },
    ]),
    ...contact.addresses.flatMap((address) => addressPin(contact, address)),
  ]);
}

/**
 * The prefix of the sort keys of all items that the lookup may find. For a phone number it has the last digits, which some
 * other numbers share, so that `isFoundBy` must check each item.
 */
export function lookupPrefix(lookup: Lookup | ExternalIdLookup): string {
  return lookup.kind === "phone" ? `T#${phoneTail(lookup.value)}#` : lookupKey(lookup);
}

/** The sort key of a lookup's item without the contact's short id at its end. */
export function lookupKey(lookup: Lookup | ExternalIdLookup): string {
  switch (lookup.kind) {
    case "handle":
      return `L#${lookup.platform}#${keyPart(lookup.value)}#`;
    case "email":
      return `E#${keyPart(lookup.value)}#`;
    case "externalId":
      return `EI#${keyPart(lookup.value)}#`;
    case "phone":
      return `${lookupPrefix(lookup)}${lookup.value}#`;
  }
}

/** Whether the lookup finds the item of another lookup with the same `lookupPrefix`; `key` is the `lookupKey` of the other. */
export function isFoundBy(lookup: Lookup | ExternalIdLookup, key: string): boolean {
  return lookup.kind !== "phone" || isSameNumber(lookup.value, key.slice(lookupPrefix(lookup).length, -1));
}

/** The `lookupPrefix` at the start of a `lookupKey`. */
export function prefixOfKey(key: string): string {
  return key.startsWith("T#") ? key.slice(0, key.indexOf("#", 2) + 1) : key;
}

/** A `#` in the value is escaped. Otherwise `example.org/a` would find `example.org/a#b`. */
function keyPart(value: string): string {
  const escaped = value.replace(/[%#]/g, encodeURIComponent);
  if (Buffer.byteLength(escaped) <= maxLookupBytes) return escaped;
  return createHash("sha256").update(value).digest("base64url");
}

function addressPin(contact: ContactRecord, address: ContactRecord["addresses"][number]): [string, Attributes][] {
  if (address.latitude === null || address.longitude === null) return [];
  const attributes = {
    addressGeohash: geohash.encode(address.latitude, address.longitude, geohashPrecision),
    addressType: address.type,
    addressCity: address.addressCity,
    addressCountry: address.addressCountry,
    addressFormatted: address.addressFormatted ?? formatAddress(address),
    firstName: contact.firstName,
    lastName: contact.lastName,
    ...(contact.photoVersion !== null && { photoVersion: contact.photoVersion }),
    latitude: address.latitude,
    longitude: address.longitude,
  };
  return [[`${pinStart}${shortId(contact.id)}#${shortId(address.id)}`, attributes]];
}

/** The contact and the address of the sort key of an address pin. */
export function idsOfPin(sk: string): { personId: string; addressId: string } {
  const [personId = "", addressId = ""] = sk.slice(pinStart.length).split("#").map(longId);
  return { personId, addressId };
}

/** The attributes by which lists are sorted and the map finds the contact. */
export function indexKeys(contact: ContactRecord): Record<string, string | number> {
  const ordered = { ...orderedContact(contact), id: shortId(contact.id) };
  return {
    [orderIndexes.name.attribute]: orderKey("name", ordered),
    [orderIndexes.surname.attribute]: orderKey("surname", ordered),
    [orderIndexes.interaction.attribute]: orderKey("interaction", ordered),
    ...pinAttributes(contact),
  };
}

/** The values by which the contact is sorted in every order. */
export function orderedContact({ id, firstName, lastName, lastInteraction }: ContactRecord): OrderedContact {
  return { id, first: fold(firstName), last: fold(lastName), lastInteraction: lastInteraction ?? "" };
}

/** The pin has its own coordinates only if they differ from the contact's, because every index has these attributes. */
function pinAttributes(contact: ContactRecord): Record<string, string | number> {
  const pin = pinOf(contact);
  if (!pin) return {};
  const { latitude, longitude } = pin;
  const isOwn = latitude === contact.latitude && longitude === contact.longitude;
  return {
    contactGeohash: geohash.encode(latitude, longitude, geohashPrecision),
    ...(!isOwn && { pinLatitude: latitude, pinLongitude: longitude }),
  };
}
