/**
 * Storage of contacts. A contact is one item, or two items if it is very long. Items that are derived from it
 * (contact-derived.ts) are written in the same transaction. Of its fields, only those that are read without the others, and
 * the names, have attributes of their own (packed-fields.ts).
 */
import { isDeepStrictEqual } from "node:util";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { mainTable } from "../../platform/dynamodb/definition.ts";
import { accountOfPartition, accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unavailable } from "../../platform/http/errors.ts";
import { longId, shortId } from "../../platform/text/short-id.ts";
import { blankAddress } from "../address.ts";
import { blankContact, type ContactChange, type ContactRecord } from "../record.ts";
import { derivedActions, indexKeys } from "./contact-derived.ts";
import { contactKeyPrefix } from "./contact-order.ts";
import { packedAttribute, packFields, unpackFields } from "./packed-fields.ts";

/**
 * The size of a contact as JSON, in bytes, above which its long fields are in a second item (`B#`), which is in no index.
 * An item and its entries in the local indexes may have 400 KB together, and three indexes have the whole item ("Item
 * collections in local secondary indexes", Amazon DynamoDB developer guide).
 */
export const maxIndexedBytes = 90_000;
/** The number of attempts to read the two items of a long contact in the same version. */
const maxRereads = 10;

/** The owner's own contact has a key of another kind and no index keys, so that lists, counts and maps don't have it. */
export function contactKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: id === accountId ? myselfKey : contactKeyPrefix + shortId(id) };
}

/** The account and the contact that a contact's item belongs to. */
export function idsOfKey({ pk, sk }: Readonly<Record<string, unknown>>): { accountId: string; id: string } {
  const accountId = accountOfPartition(String(pk));
  return { accountId, id: sk === myselfKey ? accountId : longId(String(sk).slice(contactKeyPrefix.length)) };
}

const myselfKey = "MYSELF";

/** The fields that are read without the others. By the names, an operator of the table finds a person. */
const plainFields: readonly string[] = ["firstName", "lastName", "photoVersion", "version"];
/** These are plain only in the items of contacts on the map. */
const pinFields: readonly string[] = mainTable.globalIndexes[0].projection;

/** The main item of a contact. */
export function contactToItem(contact: ContactRecord): Record<string, unknown> {
  return mainItem(contact, contact.version, isLong(contact));
}

/** `continuedAs` is the version of the second item, which a long contact has. */
function mainItem(contact: ContactRecord, continuedAs: number, long: boolean): Record<string, unknown> {
  const keys = isMyself(contact) ? {} : indexKeys(contact);
  const attributes = attributesOf(contact, long ? continuedAs : null, "contactGeohash" in keys);
  return { ...contactKey(contact.accountId, contact.id), ...keys, ...attributes };
}

/**
 * The attributes of the main item of a stored contact without its keys, for an item that takes its place. The second item
 * of the contact belongs to it, too.
 */
export function keylessAttributes(contact: ContactRecord): Record<string, unknown> {
  return attributesOf(contact, continuations.get(contact) ?? null, false);
}

/** The action that deletes the second item of a stored contact, if it has one. */
export function secondItemDeletion({ tableName: TableName }: Store, contact: ContactRecord): WriteAction[] {
  if (continuations.get(contact) == null) return [];
  return [{ Delete: { TableName, Key: continuationKey(contact.accountId, contact.id) } }];
}

/** `continuedAs` is null without a second item. */
function attributesOf(contact: ContactRecord, continuedAs: number | null, isOnMap: boolean): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  const packed: Record<string, unknown> = {};
  for (const fields of [shortFields(contact), continuedAs === null ? longFields(contact) : {}]) {
    for (const name in fields) {
      const isPlain = plainFields.includes(name) || (isOnMap && pinFields.includes(name));
      (isPlain ? plain : packed)[name] = fields[name];
    }
  }
  return {
    ...plain,
    ...(continuedAs !== null && { continued: true, continuedAs }),
    [packedAttribute]: packFields(packed),
  };
}

/**
 * The version of the second item of each contact that was read; null without a second item. A write doesn't touch the
 * second item if its fields are unchanged. New and changed contacts are not in this map.
 */
const continuations = new WeakMap<ContactRecord, number | null>();

/** `rest` is the second item of a contact with two. */
function contactFromItem(item: Record<string, unknown>, rest?: Record<string, unknown>): ContactRecord {
  const { accountId, id } = idsOfKey(item);
  const contact: ContactRecord & Record<string, unknown> = { ...blankContact(accountId, id, new Date(0)) };
  for (const name in item) if (name in contact) contact[name] = item[name];
  // Field by field, because spreading several objects into one takes longer.
  for (const fields of [rest ? unpackFields(rest) : {}, unpackFields(item)]) {
    for (const name in fields) contact[name] = fields[name];
  }
  contact.addresses = contact.addresses.map((address) => ({ ...blankAddress, ...address }));
  continuations.set(contact, item.continued ? Number(item.continuedAs ?? contact.version) : null);
  return contact;
}

/** The contacts of these main items, in their order. Reads second items. A contact that was deleted meanwhile is left out. */
export async function contactsFromItems(
  store: Store,
  items: readonly Record<string, unknown>[],
): Promise<ContactRecord[]> {
  const contacts = await Promise.all(
    items.map((item) => (item.continued ? readBothItems(store, item) : contactFromItem(item))),
  );
  return contacts.filter((contact) => contact !== undefined);
}

/**
 * The actions for the items of a contact, its lookups and its pins; null before its creation and after its deletion. With
 * `keepsLookups`, lookups stay as they are. The second item of a contact that moves into the trash stays there for it.
 */
export function contactItemActions(store: Store, { before, after, merge, trashed }: ContactChange): WriteAction[] {
  const contact = after ?? before;
  if (!contact) return [];
  const TableName = store.tableName;
  const { accountId, id } = contact;
  const long = after !== null && isLong(after);
  const stored = before ?? trashed?.contact ?? null;
  const kept = long ? keptContinuation(stored, after) : null;
  const isRewritten = kept === null && !(trashed && !after);
  const main: WriteAction = after
    ? { Put: { TableName, Item: mainItem(after, kept ?? after.version, long) } }
    : { Delete: { TableName, Key: contactKey(accountId, id) } };
  return [
    main,
    ...(isRewritten ? continuationActions(store, stored, long ? after : null) : []),
    ...derivedActions(store, before, after, merge?.keepsLookups),
  ];
}

/** Reads a contact consistently. */
export async function getContact(store: Store, accountId: string, id: string): Promise<ContactRecord | undefined> {
  const item = await getItem(store, contactKey(accountId, id));
  return item && (await contactsFromItems(store, [item]))[0];
}

function continuationKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: `B#${shortId(id)}` };
}

/** The version of the second item if both contacts have the same one; otherwise null. `after` is long. */
function keptContinuation(before: ContactRecord | null, after: ContactRecord): number | null {
  const stored = before && continuations.get(before);
  if (stored == null || !before) return null;
  return isDeepStrictEqual(longFields(before), longFields(after)) ? stored : null;
}

/** `after` is null, too, if the contact is not long. */
function continuationActions(store: Store, before: ContactRecord | null, after: ContactRecord | null): WriteAction[] {
  const TableName = store.tableName;
  if (after) {
    const Item = {
      ...continuationKey(after.accountId, after.id),
      version: after.version,
      [packedAttribute]: packFields(longFields(after)),
    };
    return [{ Put: { TableName, Item } }];
  }
  // Half of the limit also covers contacts that were written with a slightly different limit.
  if (!before || continuations.get(before) === null || jsonBytes(before) < maxIndexedBytes / 2) return [];
  return [{ Delete: { TableName, Key: continuationKey(before.accountId, before.id) } }];
}

/** The main item has the version of its second item. If they differ, a write came between the two reads. */
async function readBothItems(store: Store, item: Record<string, unknown>): Promise<ContactRecord | undefined> {
  const { accountId, id } = idsOfKey(item);
  let main: Record<string, unknown> | undefined = item;
  for (let reads = 0; reads < maxRereads; reads++) {
    if (!main?.continued) return main && contactFromItem(main);
    const rest = await getItem(store, continuationKey(accountId, id));
    if (rest && rest.version === (main.continuedAs ?? main.version)) return contactFromItem(main, rest);
    main = await getItem(store, contactKey(accountId, id));
  }
  throw unavailable(new Error("the two items of a contact have different versions"));
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
  const { id: _id, accountId: _accountId, notes: _notes, addresses: _addresses, ...fields } = contact;
  return dropEmpty(fields);
}

function longFields({ notes, addresses }: ContactRecord): Record<string, unknown> {
  return dropEmpty({ notes, addresses: addresses.map(dropEmpty) });
}

/** Empty fields are not stored: they would take a fifth of the item's bytes. */
function dropEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const left: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && !(Array.isArray(value) && value.length === 0)) left[name] = value;
  }
  return left;
}

function isMyself(contact: ContactRecord): boolean {
  return contact.id === contact.accountId;
}
