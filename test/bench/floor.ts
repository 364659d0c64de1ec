/** The least that an access can cost, whatever code serves it: the units of the bytes that are answered or must change. */
import { isDeepStrictEqual } from "node:util";
import { accountHeadToItem, getAccountHead } from "../../shared/account/store/account.ts";
import { maxActions } from "../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { contactKey } from "../../shared/contact/store/contact.ts";
import { contactWriteActions } from "../../shared/contact-change/contact-write.ts";
import { putTrashed } from "../../shared/contact-deletion/trash.ts";
import { batchGet } from "../../shared/platform/dynamodb/batch.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { currentAuthor, withAuthor } from "../../shared/platform/http/author.ts";
import type { Units } from "../support/capacity/meter.ts";
import {
  historyUnits,
  type Item,
  type ItemChange,
  itemBytes,
  transactionUnits,
} from "../support/capacity/write-units.ts";

/** Bytes of a consistent read unit. */
export const unitBytes = 4096;

/** Contacts that are neighbours in an index: their bytes, rounded up once. */
export async function pageFloor(store: Store, accountId: string, ids: readonly string[]): Promise<Units> {
  const bytes = await contactBytes(store, accountId, ids);
  return { readUnits: Math.max(1, Math.ceil(sum(bytes) / unitBytes)), writeUnits: 0 };
}

/** Contacts that are no neighbours: at least one unit each, which is the minimum of a read. */
export async function scatteredFloor(store: Store, accountId: string, ids: readonly string[]): Promise<Units> {
  const bytes = await contactBytes(store, accountId, ids);
  return { readUnits: Math.max(1, sum(bytes.map((each) => Math.ceil(each / unitBytes)))), writeUnits: 0 };
}

/**
 * Every write reads and replaces the head, reads the contact unless it is new, and writes the items that differ, a change in the history
 * and, of a deletion, the item of the trash.
 */
export async function writeFloor(
  store: Store,
  before: ContactRecord | undefined,
  after: ContactRecord | undefined,
): Promise<Units> {
  const accountId = (after ?? before)?.accountId ?? "";
  const head = accountHeadToItem(await getAccountHead(store, accountId));
  const changes = [{ before: head, after: { ...head, txid: 0 } }, ...contactChanges(store, before, after)];
  if (before && !after) changes.push(trashChange(store, before));
  return { readUnits: before ? 2 : 1, writeUnits: transactionUnits(mainTable, changes) + historyUnits };
}

/** The bytes of a contact's own item, and what its deletion in a transaction costs. */
interface Deletable {
  bytes: number;
  deletion: { units: number; actions: number };
}

/** The contacts are read as neighbours, and deleted in the fewest transactions of 100 actions, each with the head. */
export function deletionFloor(contacts: readonly Deletable[]): Units {
  const actions = sum(contacts.map(({ deletion }) => deletion.actions));
  const units = sum(contacts.map(({ deletion }) => deletion.units));
  return {
    readUnits: Math.ceil(sum(contacts.map(({ bytes }) => bytes)) / unitBytes),
    writeUnits: units + 2 * Math.ceil(actions / (maxActions - 1)),
  };
}

/** What the deletion of a contact adds to the trash. */
export function trashChange(store: Store, contact: ContactRecord): ItemChange {
  const { agent: _, ...deletedBy } = withAuthor(undefined, currentAuthor);
  const note = { deletedAt: contact.createdAt, deletedBy };
  return { before: undefined, after: putTrashed(store, { contact, labels: [], sent: {}, ...note }).Put?.Item };
}

/** The stored items of a contact that differ. */
export function contactChanges(
  store: Store,
  before: ContactRecord | undefined,
  after: ContactRecord | undefined,
): ItemChange[] {
  const [old, changed] = [contactItems(store, before), contactItems(store, after)];
  return [...new Set([...old.keys(), ...changed.keys()])]
    .map((sk) => ({ before: old.get(sk), after: changed.get(sk) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

/** All items of a contact, by sort key. */
export function contactItems(store: Store, contact: ContactRecord | undefined): Map<string, Item> {
  const actions = contact ? contactWriteActions(store, null, contact) : [];
  return new Map(actions.flatMap(({ Put }) => (Put?.Item ? [[String(Put.Item.sk), Put.Item]] : [])));
}

async function contactBytes(store: Store, accountId: string, ids: readonly string[]): Promise<number[]> {
  const items = await batchGet(
    store,
    ids.map((id) => contactKey(accountId, id)),
  );
  return items.map(itemBytes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
