/**
 * Deleted contacts to which interactions or relationships may still refer, and those into which others were merged, which
 * left more (contact/store/absorbed-contacts.ts): an item `D#` for each write that deleted some.
 * Contacts don't depend on it. A request that lists interactions removes the references first (remove-references.ts); a single
 * interaction is shown without the deleted contacts, and their relationships are not shown. The head counts the items.
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { type Aliases, loadAliases } from "../contact/store/aliases.ts";
import { interactionsInMonth } from "../interaction/store/interaction-counts.ts";
import { interactionPages, participationsOf } from "../interaction/store/interaction-list.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems } from "../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../platform/dynamodb/store.ts";
import { isRelated } from "../relationship/store/relationship.ts";

export interface DeletedContacts {
  /** The `txid` of the write that deleted them. */
  txid: number;
  /** The contacts that took part in interactions, and all contacts that were merged into deleted ones. */
  contactIds: readonly string[];
  /** The contacts with relationships, and all contacts that were merged into deleted ones. */
  relatedIds: readonly string[];
  /** The contacts that were merged into deleted ones. */
  absorbedIds: readonly string[];
}

/** The largest number of actions of `planTombstone`. */
export function tombstoneActions({ interactionCount, hasRelationships, mergeCount }: AccountHead): number {
  return interactionCount === 0 && !hasRelationships && mergeCount === 0 ? 0 : 1;
}

const parallelQueries = 16;

/**
 * Stores the ids of the contacts, which this write deletes, that have interactions or relationships, or into which others
 * were merged, if there are any. The aliases of these contacts don't change any more, so they are not stored again: there
 * may be thousands. The account must have no pending work, so that all entries of the contacts exist.
 */
export async function planTombstone(
  store: Store,
  head: AccountHead,
  ids: readonly string[],
  txid: number,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const { accountId, interactionCount, hasRelationships, deletedContactItems } = head;
  const aliases = await loadAliases(store, head);
  const survivorIds = ids.filter((id) => aliases.aliasesOf(id).length > 0);
  const having = async (isAny: boolean, has: (id: string) => Promise<boolean>) => {
    const found = isAny ? await mapInParallel(ids, parallelQueries, has) : [];
    return ids.filter((_id, index) => found[index]);
  };
  const isParticipant = async (id: string) => (await participationsOf(store, accountId, id, 1)).length > 0;
  const contactIds = await having(interactionCount > 0, isParticipant);
  const relatedIds = await having(hasRelationships, (id) => isRelated(store, accountId, id));
  if (contactIds.length + relatedIds.length + survivorIds.length === 0) return { actions: [], head };
  const Item = {
    ...itemKey(accountId, txid),
    contactIds,
    ...(relatedIds.length > 0 && { relatedIds }),
    ...(survivorIds.length > 0 && { survivorIds }),
  };
  return {
    actions: [{ Put: { TableName: store.tableName, Item } }],
    head: { ...head, deletedContactItems: deletedContactItems + 1 },
  };
}

/** Plans the removal of an item, unless another process has removed it. */
export async function planTombstoneRemoval(
  store: Store,
  head: AccountHead,
  txid: number,
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const Key = itemKey(head.accountId, txid);
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key, ConsistentRead: true, ProjectionExpression: "pk" }),
  );
  if (!Item) return { actions: [], head };
  return {
    actions: [{ Delete: { TableName: store.tableName, Key } }],
    head: { ...head, deletedContactItems: head.deletedContactItems - 1 },
  };
}

/** Consistently reads the oldest items. */
export async function firstDeletedContacts(store: Store, accountId: string, limit: number): Promise<DeletedContacts[]> {
  const query = { TableName: store.tableName, ...prefixQuery(accountId, keyStart), Limit: limit };
  const { Items = [] } = await store.client.send(new QueryCommand(query));
  const hasMerged = Items.some(({ survivorIds }) => survivorIds !== undefined);
  const aliases = hasMerged ? await loadAliases(store, await getAccountHead(store, accountId)) : undefined;
  return Items.map((item) => fromItem(item, aliases));
}

/**
 * All deleted contacts to which interactions may still refer. Read them after the head and before the interactions,
 * because an item is removed when no interaction refers to its contacts.
 */
export async function allDeletedContacts(store: Store, head: AccountHead): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  if (head.deletedContactItems === 0) return ids;
  const aliases = await loadAliases(store, head);
  for await (const item of queryItems(store, prefixQuery(head.accountId, keyStart))) {
    for (const id of fromItem(item, aliases).contactIds) ids.add(id);
  }
  return ids;
}

/** The interactions of one query. */
const pageSize = 500;

/**
 * The number of interactions in the UTC month of `now`, including those in the future, and without those whose participants
 * are all deleted. The head still counts such interactions until they are removed. So only an account from which some are to
 * be removed reads those of the month, and a reader of contacts need not remove them.
 */
export async function shownInteractionsInMonth(store: Store, head: AccountHead, now: Date): Promise<number> {
  if (head.deletedContactItems === 0 || head.interactionCount === 0) return interactionsInMonth(store, head, now);
  const deleted = await allDeletedContacts(store, head);
  const month = now.toISOString().slice(0, 7);
  let count = 0;
  for await (const page of interactionPages(store, head.accountId, { from: month, to: month }, pageSize)) {
    count += page.filter(({ participantIds }) => participantIds.some((id) => !deleted.has(id))).length;
  }
  return count;
}

const keyStart = "D#";
const txidDigits = 15;

function itemKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: keyStart + String(txid).padStart(txidDigits, "0") };
}

function fromItem(item: Record<string, unknown>, aliases?: Aliases): DeletedContacts {
  const listOf = (name: string) => (item[name] ?? []) as string[];
  const absorbedIds = listOf("survivorIds").flatMap((id) => aliases?.aliasesOf(id) ?? []);
  return {
    txid: Number(String(item.sk).slice(keyStart.length)),
    contactIds: [...listOf("contactIds"), ...absorbedIds],
    relatedIds: [...listOf("relatedIds"), ...absorbedIds],
    absorbedIds,
  };
}
