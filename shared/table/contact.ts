/**
 * The contact: one item with everything that an answer shows, or two when it is very long. What is derived from it
 * (contact-derived.ts) follows every write in the same transaction.
 */
import { isDeepStrictEqual } from "node:util";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import geohash from "ngeohash";
import { pinOf } from "../contact/locate.ts";
import { blankAddress, blankContact, type ContactRecord } from "../contact/record.ts";
import { unavailable } from "../http/errors.ts";
import { fold } from "../text/fold.ts";
import type { WriteAction } from "./account-write.ts";
import { derivedActions, geohashPrecision } from "./contact-derived.ts";
import { contactKeyStart, orderIndexes, orderKey } from "./contact-order.ts";
import { pictureActions } from "./picture.ts";
import { accountOfPartition, accountPartition, type Store } from "./store.ts";

/**
 * Bytes of a contact as JSON above which its long fields lie in an item of their own (`B#`), which no index carries: an
 * item and its entries in the local indexes may have 400 KB together, and three of them carry it whole ("Item
 * collections in local secondary indexes", AWS's guide).
 */
export const maxIndexedBytes = 90_000;
/** Writes that may come between the reads of a long contact's two items before the reader gives up. */
const maxRereads = 10;

/**
 * The account's own contact lies outside the range of contacts and carries no index key, so no list, count or map meets
 * it.
 */
export function contactKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: id === accountId ? "MYSELF" : contactKeyStart + id };
}

/** The item that the indexes carry. */
export function contactToItem(contact: ContactRecord): Record<string, unknown> {
  return mainItem(contact, contact.version);
}

/** `continuedAs` is the version of the second item, where there is one. */
function mainItem(contact: ContactRecord, continuedAs: number): Record<string, unknown> {
  const { accountId, id } = contact;
  return {
    ...contactKey(accountId, id),
    ...(isLong(contact)
      ? { ...shortFields(contact), continued: true, continuedAs }
      : { ...shortFields(contact), ...longFields(contact) }),
    ...(!isMyself(contact) && indexKeys(contact)),
  };
}

/**
 * Of contacts as they were read: the version of the second item, null for none. A write that leaves its fields alone
 * leaves the item alone. What was not read, or was changed since, is not in it.
 */
const continuations = new WeakMap<ContactRecord, number | null>();

/** Of an item that is not continued; see `contactsFromItems`. */
function contactFromItem(item: Record<string, unknown>): ContactRecord {
  const {
    pk,
    sk: _sk,
    continued,
    continuedAs,
    nameKey: _nameKey,
    surnameKey: _surnameKey,
    interactionKey: _interactionKey,
    contactGeohash: _contactGeohash,
    pinLatitude: _pinLatitude,
    pinLongitude: _pinLongitude,
    addresses = [],
    ...fields
  } = item as unknown as Partial<ContactRecord> & Record<string, unknown>;
  const contact: ContactRecord = {
    ...blankContact(accountOfPartition(String(pk)), "", new Date(0)),
    ...fields,
    addresses: addresses.map((address) => ({ ...blankAddress, ...address })),
  };
  continuations.set(contact, continued ? Number(continuedAs ?? contact.version) : null);
  return contact;
}

/**
 * The contacts of these items, in their order; those that are continued are read on, and left out when they were
 * deleted meanwhile.
 */
export async function contactsFromItems(
  store: Store,
  items: readonly Record<string, unknown>[],
): Promise<ContactRecord[]> {
  const contacts = await Promise.all(
    items.map((item) => (item.continued ? readOn(store, item) : contactFromItem(item))),
  );
  return contacts.filter((contact) => contact !== undefined);
}

/** The actions that bring the table from `before` to `after`; null is a contact that does not exist. */
export function contactWriteActions(
  store: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
): WriteAction[] {
  const contact = after ?? before;
  if (!contact) return [];
  const TableName = store.tableName;
  const { accountId, id } = contact;
  const kept = after && keptContinuation(before, after);
  const main: WriteAction = after
    ? { Put: { TableName, Item: mainItem(after, kept ?? after.version) } }
    : { Delete: { TableName, Key: contactKey(accountId, id) } };
  return [
    main,
    ...(kept === null ? continuationActions(store, before, after) : []),
    ...derivedActions(store, before, after),
    ...pictureActions(store, before, after),
  ];
}

/** Consistent. */
export async function getContact(store: Store, accountId: string, id: string): Promise<ContactRecord | undefined> {
  const item = await getItem(store, contactKey(accountId, id));
  return item && (await contactsFromItems(store, [item]))[0];
}

function continuationKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: `B#${id}` };
}

/** The version of the second item that `after` shares with `before`; null when it has none, or another one. */
function keptContinuation(before: ContactRecord | null, after: ContactRecord): number | null {
  const stored = before && continuations.get(before);
  if (stored == null || !before || !isLong(after)) return null;
  return isDeepStrictEqual(longFields(before), longFields(after)) ? stored : null;
}

function continuationActions(store: Store, before: ContactRecord | null, after: ContactRecord | null): WriteAction[] {
  const TableName = store.tableName;
  if (after && isLong(after)) {
    const Item = { ...continuationKey(after.accountId, after.id), version: after.version, ...longFields(after) };
    return [{ Put: { TableName, Item } }];
  }
  // Half, so that what was written under a slightly different measure is never left behind.
  if (!before || continuations.get(before) === null || jsonBytes(before) < maxIndexedBytes / 2) return [];
  return [{ Delete: { TableName, Key: continuationKey(before.accountId, before.id) } }];
}

/** The main item says which version of the other one it needs: if that is not it, a write came between the two reads. */
async function readOn(store: Store, item: Record<string, unknown>): Promise<ContactRecord | undefined> {
  const { accountId, id } = contactFromItem(item);
  let main: Record<string, unknown> | undefined = item;
  for (let reads = 0; reads < maxRereads; reads++) {
    if (!main?.continued) return main && contactFromItem(main);
    const rest = await getItem(store, continuationKey(accountId, id));
    if (rest && rest.version === (main.continuedAs ?? main.version)) return contactFromItem({ ...rest, ...main });
    main = await getItem(store, contactKey(accountId, id));
  }
  throw unavailable(new Error("the two items of a contact do not come to fit"));
}

async function getItem(store: Store, Key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
  const { Item } = await store.client.send(new GetCommand({ TableName: store.tableName, Key, ConsistentRead: true }));
  return Item;
}

function isLong(contact: ContactRecord): boolean {
  return jsonBytes(contact) > maxIndexedBytes;
}

function jsonBytes(contact: ContactRecord): number {
  return Buffer.byteLength(JSON.stringify(contact));
}

function shortFields(contact: ContactRecord): Record<string, unknown> {
  const { accountId: _accountId, notes: _notes, addresses: _addresses, ...fields } = contact;
  return dropEmpty(fields);
}

function longFields({ notes, addresses }: ContactRecord): Record<string, unknown> {
  return dropEmpty({ notes, addresses: addresses.map(dropEmpty) });
}

/**
 * Empty fields are left out: the item lies in the table and in three indexes, and their names alone would add a fifth.
 */
function dropEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function isMyself(contact: ContactRecord): boolean {
  return contact.id === contact.accountId;
}

function indexKeys(contact: ContactRecord): Record<string, string | number> {
  const ordered = {
    id: contact.id,
    first: fold(contact.firstName),
    last: fold(contact.lastName),
    lastInteraction: contact.lastInteraction ?? "",
  };
  return {
    [orderIndexes.name.attribute]: orderKey("name", ordered),
    [orderIndexes.surname.attribute]: orderKey("surname", ordered),
    [orderIndexes.interaction.attribute]: orderKey("interaction", ordered),
    ...pinAttributes(contact),
  };
}

/** The pin's coordinates only where the contact's own are others: they lie in the table and in every list's index. */
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
