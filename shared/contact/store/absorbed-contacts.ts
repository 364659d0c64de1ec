/**
 * What is left of a contact that was merged into another: an item (`Z#`) with the sort keys of its lookups and of the marks
 * of its imported rows, which stay in storage under its id (aliases.ts), and the pictures that are kept for the undo. All are
 * removed with the surviving contact.
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { AccountMemory } from "../../account/account-memory.ts";
import type { AccountHead } from "../../account/store/account.ts";
import { endKeeping } from "../../picture/store/unshown-pictures.ts";
import { batchDelete, batchGet } from "../../platform/dynamodb/batch.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import { shortId } from "../../platform/text/short-id.ts";
import { findAmongKeys, type LookupResult } from "./lookups.ts";

export interface AbsorbedContact {
  contactId: string;
  /** The sort keys of its lookups and marks, and of what the undo of the merge needs. */
  keys: readonly string[];
  /** The `photoVersion`s that the undo of the merge may show again. */
  pictures: readonly string[];
}

/** Stores the item when a contact is merged. */
export function putAbsorbedContact(
  { tableName: TableName }: Store,
  accountId: string,
  { contactId, ...fields }: AbsorbedContact,
): WriteAction {
  return { Put: { TableName, Item: { ...absorbedContactKey(accountId, contactId), ...fields } } };
}

/** Deletes the item when a merge is undone, and the contact has these lookups and marks itself again. */
export function deleteAbsorbedContact(
  { tableName: TableName }: Store,
  accountId: string,
  contactId: string,
): WriteAction {
  return { Delete: { TableName, Key: absorbedContactKey(accountId, contactId) } };
}

type MergeHead = Pick<AccountHead, "accountId" | "createdAt" | "mergeCount" | "mergeTxid">;

/**
 * Finds merged contacts by the lookups that they left in storage. A merged contact may be found although its survivor was deleted.
 * The items are read once after each merge and undo, and kept in memory.
 */
export async function loadAbsorbedLookups(store: Store, head: MergeHead): Promise<LookupResult> {
  if (head.mergeCount === 0) return () => [];
  const memory = memories.get(store.client) ?? new AccountMemory<AbsorbedLookups>(cachedKeys, ({ size }) => size);
  memories.set(store.client, memory);
  // An account that was closed and opened again has the same id.
  const name = `${store.tableName} ${head.accountId} ${head.createdAt}`;
  const isRecent = ({ mergeTxid }: AbsorbedLookups) => mergeTxid >= head.mergeTxid;
  const loaded = await memory.load(name, isRecent, async () => {
    const lookups: string[] = [];
    for await (const { keys } of queryItems(store, prefixQuery(head.accountId, keyStart))) {
      lookups.push(...(keys as string[]).filter((sk) => /^[LET]#/.test(sk)));
    }
    const known = { mergeTxid: head.mergeTxid, find: findAmongKeys(lookups), size: lookups.length };
    memory.keep(name, known);
    return known;
  });
  return loaded.find;
}

interface AbsorbedLookups {
  /** The items after this write, and perhaps after later ones, are known. */
  mergeTxid: number;
  find: LookupResult;
  /** The number of lookups. */
  size: number;
}

/** About 30 MB. */
const cachedKeys = 100_000;
/** One memory for each client; a process has one client for its table. */
const memories = new WeakMap<Store["client"], AccountMemory<AbsorbedLookups>>();

/** The contacts whose items are read together, and the items that are deleted at once. */
const contactsAtOnce = 16;
const parallelDeletions = 16;

/**
 * Deletes everything that these contacts left, when their surviving contact was deleted. The item with the keys goes last,
 * so that this can be repeated after a crash. Returns false when `left` returns no more milliseconds.
 */
export async function removeAbsorbedContacts(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
  { left, pause }: { left: () => number; pause: (milliseconds: number) => Promise<void> },
): Promise<boolean> {
  for (let at = 0; at < contactIds.length; at += contactsAtOnce) {
    if (left() <= 0) return false;
    const keys = contactIds.slice(at, at + contactsAtOnce).map((id) => absorbedContactKey(accountId, id));
    const items = (await batchGet(store, keys)) as Stored<Omit<AbsorbedContact, "contactId">>[];
    const owned = items.flatMap((item) => item.keys.map((sk) => ({ contactId: item.sk.slice(keyStart.length), sk })));
    await mapInParallel(owned, parallelDeletions, (each) => deleteOwned(store, accountId, each));
    const pictures = items.flatMap((item) => item.pictures);
    await mapInParallel(pictures, parallelDeletions, (version) => endKeeping(store, accountId, version));
    const own = items.map(({ pk, sk }) => ({ pk, sk }));
    await batchDelete(store, own, pause);
  }
  return true;
}

/** Deletes an item, unless another contact has it now: a row that is imported again marks its new contact. */
async function deleteOwned(
  { client, tableName: TableName }: Store,
  accountId: string,
  { contactId, sk }: { contactId: string; sk: string },
): Promise<void> {
  const deletion = new DeleteCommand({
    TableName,
    Key: { pk: accountPartition(accountId), sk },
    ConditionExpression: "attribute_not_exists(id) OR id = :id",
    ExpressionAttributeValues: { ":id": shortId(contactId) },
  });
  await unlessRefused(client.send(deletion));
}

const keyStart = "Z#";

function absorbedContactKey(accountId: string, contactId: string) {
  return { pk: accountPartition(accountId), sk: keyStart + contactId };
}
