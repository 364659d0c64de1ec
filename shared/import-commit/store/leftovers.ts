/**
 * What undos left of imports (shared/import/undo/undone-contact.ts), compressed, in an item for each contact, and the groups
 * that they left because they had members. The account head says until when there may be any, so that others read nothing.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { AccountHead } from "../../account/store/account.ts";
import type { Leftover } from "../../import/undo/undone-contact.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

/** The milliseconds for which the imports that met a contact meanwhile can be undone, and the undo may take. */
const lifetime = 37 * 24 * 60 * 60_000;
/** An item of DynamoDB has at most 400 KB. */
const maxBytes = 390 * 1024;

const keyStart = "IL#";
/** No contact has this id. */
const groupsId = "groups";

function leftoverKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: keyStart + id };
}

/** Whether there may be any. */
export function mayHaveLeftovers({ leftoversUntil }: AccountHead, now: Date): boolean {
  return leftoversUntil !== null && leftoversUntil > now.toISOString();
}

/** The head of a write that stores leftovers. */
export function withLeftovers(head: AccountHead, now: Date): AccountHead {
  return { ...head, leftoversUntil: new Date(now.getTime() + lifetime).toISOString() };
}

/** Consistently reads the leftovers of contacts, by contact. */
export async function readLeftovers(
  store: Store,
  head: AccountHead,
  contactIds: Iterable<string>,
  now: Date,
): Promise<Map<string, readonly Leftover[]>> {
  return new Map(await readItems<readonly Leftover[]>(store, head, [...contactIds], now));
}

/** Replaces the leftovers of a contact, newest first. Without room for all, the oldest are dropped: their values stay for good. */
export function leftoverAction(
  store: Store,
  accountId: string,
  contactId: string,
  leftovers: readonly Leftover[],
  now: Date,
): WriteAction {
  return itemAction(store, accountId, contactId, leftovers, now);
}

/** Consistently reads the ids of the groups that undos left. */
export async function readLeftGroups(store: Store, head: AccountHead, now: Date): Promise<readonly string[]> {
  const [item] = await readItems<readonly string[]>(store, head, [groupsId], now);
  return item?.[1] ?? [];
}

export function leftGroupsAction(store: Store, accountId: string, ids: readonly string[], now: Date): WriteAction {
  return itemAction(store, accountId, groupsId, ids, now);
}

async function readItems<Content>(store: Store, head: AccountHead, ids: readonly string[], now: Date) {
  if (!mayHaveLeftovers(head, now) || ids.length === 0) return [];
  const items = await batchGet(
    store,
    ids.map((id) => leftoverKey(head.accountId, id)),
  );
  // DynamoDB deletes expired items some time later.
  const current = items.filter(({ expiresAt }) => Number(expiresAt) * 1000 > now.getTime());
  return current.map(({ sk, content }): [string, Content] => [
    String(sk).slice(keyStart.length),
    JSON.parse(zstdDecompressSync(content as Uint8Array).toString()) as Content,
  ]);
}

function itemAction(store: Store, accountId: string, id: string, entries: readonly unknown[], now: Date): WriteAction {
  const { tableName: TableName } = store;
  const Key = leftoverKey(accountId, id);
  if (entries.length === 0) return { Delete: { TableName, Key } };
  const content = zstdCompressSync(JSON.stringify(entries));
  if (content.byteLength > maxBytes) return itemAction(store, accountId, id, entries.slice(0, -1), now);
  const expiresAt = Math.ceil((now.getTime() + lifetime) / 1000);
  return { Put: { TableName, Item: { ...Key, content, expiresAt } } };
}
