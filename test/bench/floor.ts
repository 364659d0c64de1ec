/** What an access costs at the least, whatever code serves it: the bytes that are answered or must change. */
import { isDeepStrictEqual } from "node:util";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { accountHeadToItem, getAccountHead } from "../../shared/table/account.ts";
import { maxActions } from "../../shared/table/account-write.ts";
import { batchGet } from "../../shared/table/batch-get.ts";
import { contactKey, contactWriteActions } from "../../shared/table/contact.ts";
import { mainTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import type { BenchContact } from "./account.ts";
import { itemBytes } from "./item-size.ts";
import { type Item, type ItemChange, transactionUnits } from "./write-units.ts";

export interface Floor {
  readUnits: number;
  writeUnits: number;
}

/** Bytes of a consistent read unit. */
export const unitBytes = 4096;

/** Of contacts that lie side by side in an index: their bytes, rounded up once. */
export async function pageFloor(store: Store, accountId: string, ids: readonly string[]): Promise<Floor> {
  const bytes = await contactBytes(store, accountId, ids);
  return { readUnits: Math.max(1, Math.ceil(sum(bytes) / unitBytes)), writeUnits: 0 };
}

/** Of contacts that lie apart: a unit each, for that is the least of a read. */
export async function scatteredFloor(store: Store, accountId: string, ids: readonly string[]): Promise<Floor> {
  const bytes = await contactBytes(store, accountId, ids);
  return { readUnits: Math.max(1, sum(bytes.map((each) => Math.ceil(each / unitBytes)))), writeUnits: 0 };
}

/** The head is read and replaced by every write, the contact is read unless it is new, and what differs is written. */
export async function writeFloor(
  store: Store,
  before: ContactRecord | undefined,
  after: ContactRecord | undefined,
): Promise<Floor> {
  const accountId = (after ?? before)?.accountId ?? "";
  const head = accountHeadToItem(await getAccountHead(store, accountId));
  const changes = [{ before: head, after: { ...head, txid: 0 } }, ...contactChanges(store, before, after)];
  return { readUnits: before ? 2 : 1, writeUnits: transactionUnits(mainTable, changes) };
}

/** Contacts are read side by side, and deleted with as few heads as transactions of 100 actions need. */
export function deletionFloor(contacts: readonly BenchContact[]): Floor {
  const actions = sum(contacts.map(({ deletion }) => deletion.actions));
  const units = sum(contacts.map(({ deletion }) => deletion.units));
  return {
    readUnits: Math.ceil(sum(contacts.map(({ bytes }) => bytes)) / unitBytes),
    writeUnits: units + 2 * Math.ceil(actions / (maxActions - 1)),
  };
}

/** The items of a contact that differ, from all that are stored of it. */
export function contactChanges(
  store: Store,
  before: ContactRecord | undefined,
  after: ContactRecord | undefined,
): ItemChange[] {
  const [old, wanted] = [contactItems(store, before), contactItems(store, after)];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .map((sk) => ({ before: old.get(sk), after: wanted.get(sk) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

/** All that is stored of a contact, by sort key. */
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
