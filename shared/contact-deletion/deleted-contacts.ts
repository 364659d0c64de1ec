/**
 * Contacts to which interactions or relationships may still refer in another way than they should, since they were deleted,
 * moved into the trash or were restored: an item `D#` for each write that did this to some. Of those that were deleted for good,
 * it also has the contacts into which others were merged, which left more (contact/store/absorbed-contacts.ts).
 * Contacts don't depend on it. A request that lists interactions applies the items first (remove-references.ts); a single
 * interaction is shown as it will be. Relationships of contacts that don't exist are never shown. The head counts the items.
 */
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { type HistorySubject, hasValues } from "../account/store/history-values.ts";
import { type Aliases, loadAliases } from "../contact/store/aliases.ts";
import { type InteractionRecord, isVisible } from "../interaction/store/interaction.ts";
import { interactionsInMonth } from "../interaction/store/interaction-counts.ts";
import { interactionIdsOf, interactionPages, participationsOf } from "../interaction/store/interaction-list.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems } from "../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../platform/dynamodb/store.ts";
import { isRelated } from "../relationship/store/relationship.ts";

/** How interactions refer to a contact: not at all, hidden while it is in the trash, or as to every other contact. */
export type ReferenceState = "gone" | "hidden" | "shown";

/** The last state of each contact whose references may still be in another one. */
export type ReferenceStates = ReadonlyMap<string, ReferenceState>;

export interface DeletedContacts {
  /** The `txid` of the write that deleted or restored them. */
  txid: number;
  state: ReferenceState;
  /** When a contact was restored, it showed its interactions up to this time, ISO 8601 in UTC; otherwise null. */
  shownUntil: string | null;
  /** The contacts that took part in interactions, and all contacts that were merged into deleted ones. */
  contactIds: readonly string[];
  /** Of deleted contacts those with relationships, and all contacts that were merged into them. */
  relatedIds: readonly string[];
  /** The contacts that were merged into deleted ones. */
  absorbedIds: readonly string[];
  /** Of deleted contacts those whose history has values, and all contacts that were merged into them. */
  valuedIds: readonly string[];
}

/** The largest number of actions of `planTombstone`, except for contacts that were edited and are deleted for good: it has one for them. */
export function tombstoneActions(head: AccountHead): number {
  return hasInteractions(head) || head.mergeCount > 0 || head.hasRelationships ? 1 : 0;
}

/** Whether contacts, also those in the trash, may have taken part in interactions. */
export function hasInteractions({ interactionCount, hasHiddenInteractions }: AccountHead): boolean {
  return interactionCount > 0 || hasHiddenInteractions;
}

const parallelQueries = 16;

/**
 * Stores the ids of the contacts, which this write deletes or restores, that have interactions or relationships, or into which
 * others were merged, if there are any. The aliases of these contacts are not stored again, because there may be thousands:
 * they don't change before the undo of a merge, which stores an item for what it takes out. The account must have no pending
 * work, so that all entries of the contacts exist.
 */
export async function planTombstone(
  store: Store,
  head: AccountHead,
  contacts: readonly HistorySubject[],
  { txid, now, state, hasRoom = true }: { txid: number; now: Date; state: ReferenceState; hasRoom?: boolean },
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const { accountId, hasRelationships, deletedContactItems } = head;
  const ids = contacts.map(({ id }) => id);
  const aliases = await loadAliases(store, head);
  const survivorIds = ids.filter((id) => aliases.aliasesOf(id).length > 0);
  const having = async (isAny: boolean, has: (id: string, contact: HistorySubject) => Promise<boolean>) => {
    const found = isAny ? await mapInParallel(contacts, parallelQueries, (contact) => has(contact.id, contact)) : [];
    return ids.filter((_id, index) => found[index]);
  };
  const isParticipant = async (id: string) => (await participationsOf(store, accountId, id, 1)).length > 0;
  const contactIds = await having(hasInteractions(head), isParticipant);
  const relatedIds = await having(hasRelationships && state === "gone", (id) => isRelated(store, accountId, id));
  const valuedIds = await having(state === "gone" && hasRoom, (_id, contact) => hasValues(store, head, contact, now));
  if (contactIds.length + relatedIds.length + survivorIds.length + valuedIds.length === 0) return { actions: [], head };
  const Item = {
    ...itemKey(accountId, txid),
    state,
    ...(state === "shown" && { shownUntil: now.toISOString() }),
    contactIds,
    ...(relatedIds.length > 0 && { relatedIds }),
    ...(survivorIds.length > 0 && { survivorIds }),
    ...(valuedIds.length > 0 && { valuedIds }),
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
 * The states of the contacts to which interactions may still refer in another way. Read them after the head and before the
 * interactions, because an item is removed when the interactions of its contacts are as they should be.
 */
export async function referenceStates(store: Store, head: AccountHead): Promise<ReferenceStates> {
  return statesOf(await readItems(store, head));
}

/** Consistently reads all items. */
export async function readItems(store: Store, head: AccountHead): Promise<DeletedContacts[]> {
  if (head.deletedContactItems === 0) return [];
  const aliases = await loadAliases(store, head);
  const items: DeletedContacts[] = [];
  for await (const item of queryItems(store, prefixQuery(head.accountId, keyStart)))
    items.push(fromItem(item, aliases));
  return items;
}

/** The items are in the order of their writes, so that the last one of a contact has its state. */
export function statesOf(items: readonly DeletedContacts[]): ReferenceStates {
  return new Map(items.flatMap(({ contactIds, state }) => contactIds.map((id) => [id, state] as const)));
}

/** The interaction as it should be; null if no participant is left. */
export function withStates(interaction: InteractionRecord, states: ReferenceStates): InteractionRecord | null {
  const { participantIds, hiddenIds } = interaction;
  if (!participantIds.some((id) => states.has(id))) return interaction;
  const stateOf = (id: string) => states.get(id) ?? (hiddenIds.includes(id) ? "hidden" : "shown");
  const left = participantIds.filter((id) => stateOf(id) !== "gone");
  if (left.length === 0) return null;
  return { ...interaction, participantIds: left, hiddenIds: left.filter((id) => stateOf(id) === "hidden") };
}

/** The interactions of one query. */
const pageSize = 500;

/**
 * The number of interactions in the UTC month of `now`, including those in the future, and without those whose participants
 * are all deleted. The head counts such interactions until they are rewritten, and not yet those that come back. So only an
 * account with work of deletions or restores reads those of the month, and a reader of contacts need not do this work.
 */
export async function shownInteractionsInMonth(store: Store, head: AccountHead, now: Date): Promise<number> {
  if (head.deletedContactItems === 0) return interactionsInMonth(store, head, now);
  const { accountId } = head;
  const states = await referenceStates(store, head);
  const month = now.toISOString().slice(0, 7);
  const range = { from: month, to: month };
  const ids = new Set<string>();
  for await (const page of interactionPages(store, accountId, range, pageSize)) {
    for (const stored of page) {
      const interaction = withStates(stored, states);
      if (interaction && isVisible(interaction)) ids.add(interaction.id);
    }
  }
  const shown = [...states].filter(([, state]) => state === "shown");
  await mapInParallel(shown, parallelQueries, async ([contactId]) => {
    for await (const id of interactionIdsOf(store, accountId, { contactId, ...range })) ids.add(id);
  });
  return ids.size;
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
    state: item.state as ReferenceState,
    shownUntil: (item.shownUntil ?? null) as string | null,
    contactIds: [...listOf("contactIds"), ...absorbedIds],
    relatedIds: [...listOf("relatedIds"), ...absorbedIds],
    absorbedIds,
    valuedIds: [...listOf("valuedIds"), ...absorbedIds],
  };
}
