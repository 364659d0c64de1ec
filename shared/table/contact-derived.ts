/**
 * Items derived from a contact: lookups by handle, e-mail and phone (`L#`, `E#`, `T#`), pins of its located addresses
 * (`A#`) and marks of imported rows (`R#`). They hold nothing of their own, so a write replaces exactly those that
 * differ. Important dates have an item that does (important-dates.ts). Phone numbers are sorted by the last digits,
 * which national and international spellings share.
 */
import { createHash } from "node:crypto";
import geohash from "ngeohash";
import { formatAddress } from "../contact/address.ts";
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import { isSameNumber, phoneLookupKey, phoneTail } from "../contact/phones.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { ContactPatch } from "../contact/schema.ts";
import type { WriteAction } from "./account-write.ts";
import { importantDateActions } from "./important-dates.ts";
import { accountPartition, type Store } from "./store.ts";

/** Characters of a stored geohash: cells of about 5 by 5 metres. */
export const geohashPrecision = 9;
/** Bytes of a looked-up value in a sort key, which may have 1,024; a longer one (a website) is found by its hash. */
const maxLookupBytes = 500;

/** A way to find contacts: by a handle, an e-mail address or a phone number, each already normalised for looking up. */
export type Lookup =
  | { kind: "handle"; platform: Platform; value: string }
  | { kind: "email"; value: string }
  | { kind: "phone"; value: string };

export type Findable = Pick<ContactPatch, "emails" | "phones" | Platform>;

/** Every way in which a contact with these fields can be found; by a messenger's number as by any other one too. */
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

/**
 * The key of the mark that a row of an imported file, `source#tempId`, was taken over; its item names the contact as
 * `id`, and says `created` when the row created it.
 */
export function importedRowKey(accountId: string, row: string) {
  return { pk: accountPartition(accountId), sk: `R#${row}` };
}

/** The actions that bring the derived items from those of `before` to those of `after`. */
export function derivedActions(store: Store, before: ContactRecord | null, after: ContactRecord | null): WriteAction[] {
  const accountId = (after ?? before)?.accountId ?? "";
  const pk = accountPartition(accountId);
  const old = derivedItems(before);
  const wanted = derivedItems(after);
  const deletes = [...old.keys()].filter((sk) => !wanted.has(sk));
  const puts = [...wanted].filter(([sk, attributes]) => JSON.stringify(old.get(sk)) !== JSON.stringify(attributes));
  return [
    ...deletes.map((sk): WriteAction => ({ Delete: { TableName: store.tableName, Key: { pk, sk } } })),
    ...puts.map(
      ([sk, attributes]): WriteAction => ({ Put: { TableName: store.tableName, Item: { pk, sk, ...attributes } } }),
    ),
    ...importantDateActions(store, before, after),
  ];
}

type Attributes = Record<string, unknown>;

/** By sort key. The account's own contact has none: nothing may find, pin or match it. */
function derivedItems(contact: ContactRecord | null): Map<string, Attributes> {
  if (!contact || contact.id === contact.accountId) return new Map();
  const { id } = contact;
  return new Map<string, Attributes>([
    ...lookupsOf(contact).map((lookup): [string, Attributes] => [`${lookupKey(lookup)}${id}`, { id }]),
    ...contact.importedRows.map((row): [string, Attributes] => [
      importedRowKey(contact.accountId, row).sk,
      row === contact.createdByRow ? { id, created: true } : { id },
    ]),
    ...contact.addresses.flatMap((address) => addressPin(contact, address)),
  ]);
}

/**
 * The start of the sort keys of all items that this lookup finds. Of a phone number it is the tail that all its
 * spellings share with some other numbers, so that each item is to be asked for by `isFoundBy`.
 */
export function lookupPrefix(lookup: Lookup): string {
  return lookup.kind === "phone" ? `T#${phoneTail(lookup.value)}#` : lookupKey(lookup);
}

/** The sort key of the item that leads to a contact, but for the contact's id, which ends it. */
export function lookupKey(lookup: Lookup): string {
  switch (lookup.kind) {
    case "handle":
      return `L#${lookup.platform}#${keyPart(lookup.value)}#`;
    case "email":
      return `E#${keyPart(lookup.value)}#`;
    case "phone":
      return `${lookupPrefix(lookup)}${lookup.value}#`;
  }
}

/** Whether the lookup finds what has this key, `lookupKey` of another one that begins with its `lookupPrefix`. */
export function isFoundBy(lookup: Lookup, key: string): boolean {
  return lookup.kind !== "phone" || isSameNumber(lookup.value, key.slice(lookupPrefix(lookup).length, -1));
}

/** The part of a `lookupKey` that is its `lookupPrefix`. */
export function prefixOfKey(key: string): string {
  return key.startsWith("T#") ? key.slice(0, key.indexOf("#", 2) + 1) : key;
}

/** The value's own `#` is escaped: else `example.org/a` would find `example.org/a#b`. */
function keyPart(value: string): string {
  const escaped = value.replace(/[%#]/g, encodeURIComponent);
  if (Buffer.byteLength(escaped) <= maxLookupBytes) return escaped;
  return createHash("sha256").update(value).digest("base64url");
}

function addressPin(contact: ContactRecord, address: ContactRecord["addresses"][number]): [string, Attributes][] {
  if (address.latitude === null || address.longitude === null) return [];
  const attributes = {
    addressGeohash: geohash.encode(address.latitude, address.longitude, geohashPrecision),
    addressId: address.id,
    addressType: address.type,
    addressCity: address.addressCity,
    addressCountry: address.addressCountry,
    addressFormatted: address.addressFormatted ?? formatAddress(address),
    personId: contact.id,
    firstName: contact.firstName,
    lastName: contact.lastName,
    ...(contact.photoVersion !== null && { photoVersion: contact.photoVersion }),
    latitude: address.latitude,
    longitude: address.longitude,
  };
  return [[`A#${contact.id}#${address.id}`, attributes]];
}
