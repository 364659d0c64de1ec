/**
 * The contact: one item with everything that an answer shows. What is derived from it (contact-derived.ts) follows every write in the
 * same transaction.
 */
import { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import geohash from "ngeohash";
import type { ContactRecord } from "../contact/record.ts";
import { cutToBytes, fold } from "../text/fold.ts";
import { type AccountHead, accountHeadFromItem, accountHeadKey } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { derivedActions, geohashPrecision } from "./contact-derived.ts";
import { accountPartition, type Store } from "./store.ts";

/** Bytes of one name in an index key; both names, the id and separators stay below the 1,024 that a sort key may have. */
const nameKeyBytes = 400;
/** Digits that a `txid` is padded to, so that text order is number order. */
const changeDigits = 15;

/** The account's own contact lies outside the range of contacts and carries no index key, so no list, count or map meets it. */
export function contactKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: id === accountId ? "MYSELF" : `C#${id}` };
}

export function contactToItem(contact: ContactRecord): Record<string, unknown> {
  const key = contactKey(contact.accountId, contact.id);
  return isMyself(contact) ? { ...key, ...contact } : { ...key, ...contact, ...indexKeys(contact) };
}

export function contactFromItem(item: Record<string, unknown>): ContactRecord {
  const {
    pk: _pk,
    sk: _sk,
    nameKey: _nameKey,
    surnameKey: _surnameKey,
    interactionKey: _interactionKey,
    changeKey: _changeKey,
    contactGeohash: _contactGeohash,
    ...contact
  } = item;
  return contact as unknown as ContactRecord;
}

/** The actions that bring the table from `before` to `after`; null is a contact that does not exist. */
export function contactWriteActions(
  store: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
): WriteAction[] {
  const contact = after ?? before;
  if (!contact) return [];
  const key = contactKey(contact.accountId, contact.id);
  const main: WriteAction = after
    ? { Put: { TableName: store.tableName, Item: contactToItem(after) } }
    : { Delete: { TableName: store.tableName, Key: key } };
  return [main, ...derivedActions(store, before, after)];
}

/** Reads the head and one contact in one round trip, consistently; both may be from either side of a write that comes at the same time. */
export async function getContactWithHead(
  store: Store,
  accountId: string,
  id: string,
): Promise<{ head: AccountHead | undefined; contact: ContactRecord | undefined }> {
  const keys = [accountHeadKey(accountId), contactKey(accountId, id)];
  const { Responses, UnprocessedKeys } = await store.client.send(
    new BatchGetCommand({ RequestItems: { [store.tableName]: { Keys: keys, ConsistentRead: true } } }),
  );
  if (UnprocessedKeys?.[store.tableName]) throw Object.assign(new Error("throttled"), { name: "ThrottlingException" });
  const items = Responses?.[store.tableName] ?? [];
  const head = items.find(({ sk }) => sk === "HEAD");
  const contact = items.find(({ sk }) => sk !== "HEAD");
  return { head: head && accountHeadFromItem(head), contact: contact && contactFromItem(contact) };
}

export async function getContact(store: Store, accountId: string, id: string): Promise<ContactRecord | undefined> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: contactKey(accountId, id), ConsistentRead: true }),
  );
  return Item && contactFromItem(Item);
}

export type ContactOrder = "name" | "surname" | "interaction" | "createdAt";

const orderIndexes = {
  name: { IndexName: "byName", attribute: "nameKey" },
  surname: { IndexName: "bySurname", attribute: "surnameKey" },
  interaction: { IndexName: "byInteraction", attribute: "interactionKey" },
  createdAt: { IndexName: undefined, attribute: "sk" },
} as const;

/** A page of contacts in one of the index orders, consistently read. Contacts before `offset` are read by key only, but cost their bytes. */
export async function listContacts(
  store: Store,
  accountId: string,
  page: { order: ContactOrder; descending: boolean; offset: number; limit: number },
): Promise<ContactRecord[]> {
  const { IndexName, attribute } = orderIndexes[page.order];
  const query = {
    TableName: store.tableName,
    ...(IndexName && { IndexName }),
    KeyConditionExpression: "pk = :pk AND begins_with(#sort, :contacts)",
    ExpressionAttributeNames: { "#sort": attribute },
    ExpressionAttributeValues: { ":pk": accountPartition(accountId), ":contacts": "C#" },
    ConsistentRead: true,
    ScanIndexForward: !page.descending,
  };
  const start = await skip({ store, query }, page.offset);
  if (start.ended) return [];
  const contacts: ContactRecord[] = [];
  let from = start.from;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Limit: page.limit - contacts.length, ExclusiveStartKey: from }),
    );
    contacts.push(...Items.map(contactFromItem));
    from = LastEvaluatedKey;
  } while (from && contacts.length < page.limit);
  return contacts;
}

type StartKey = Record<string, unknown> | undefined;

/** Walks over `count` entries without transferring them. */
async function skip(
  { store, query }: { store: Store; query: ConstructorParameters<typeof QueryCommand>[0] },
  count: number,
): Promise<{ ended: boolean; from: StartKey }> {
  let from: StartKey;
  for (let left = count; left > 0; ) {
    const { Count = 0, LastEvaluatedKey } = await store.client.send(
      new QueryCommand({ ...query, Select: "COUNT", Limit: left, ExclusiveStartKey: from }),
    );
    left -= Count;
    from = LastEvaluatedKey;
    if (!from) return { ended: true, from: undefined };
  }
  return { ended: false, from };
}

function isMyself(contact: ContactRecord): boolean {
  return contact.id === contact.accountId;
}

function indexKeys(contact: ContactRecord): Record<string, string> {
  const first = nameKeyPart(contact.firstName);
  const last = nameKeyPart(contact.lastName);
  return {
    nameKey: `C#${first}\u0001${last}\u0001${contact.id}`,
    surnameKey: `C#${last}\u0001${first}\u0001${contact.id}`,
    // A contact without an interaction comes first: an empty time sorts before every other.
    interactionKey: `C#${contact.lastInteraction ?? ""}#${contact.id}`,
    changeKey: `C#${String(contact.version).padStart(changeDigits, "0")}#${contact.id}`,
    ...(contact.latitude !== null &&
      contact.longitude !== null && {
        contactGeohash: geohash.encode(contact.latitude, contact.longitude, geohashPrecision),
      }),
  };
}

/** U+0001 separates names: it sorts before every character that a name may hold, so that "Ann" comes before "Anna". */
function nameKeyPart(name: string): string {
  return cutToBytes(fold(name), nameKeyBytes);
}
