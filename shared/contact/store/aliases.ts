/**
 * Which contacts are part of which others since they were merged: a log of one item (`J#`) for each merge and each undo, in
 * the order of their writes. Items that refer to a merged contact (interactions, lookups, marks of imported rows) keep its id in
 * storage, so that a merge and an undo are one write at any size. Readers map the ids. The log is kept in memory, and
 * only its new items are read.
 */
import { AccountMemory } from "../../account/account-memory.ts";
import type { AccountHead } from "../../account/store/account.ts";
import { queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

/** Which contacts are part of which others since they were merged. */
export interface Aliases {
  /** The contact that the id stands for now: the survivor at the end of a chain of merges, or the id itself. */
  survivorOf(contactId: string): string;
  /** All ids that were merged into this contact, directly or through others; usually empty. */
  aliasesOf(contactId: string): readonly string[];
  /** The `txid` of the last merge that brought such an id; 0 for none. */
  mergedAt(contactId: string): number;
}

type AliasHead = Pick<AccountHead, "accountId" | "createdAt" | "mergeCount" | "mergeTxid">;

/** An item of the log. */
export interface AliasChange {
  /** The `txid` of the write. */
  txid: number;
  absorbed: string;
  /** Null when the merge is undone. */
  survivor: string | null;
}

/** The aliases of an account without merges. */
export const noAliases: Aliases = { survivorOf: (id) => id, aliasesOf: () => [], mergedAt: () => 0 };

/**
 * The aliases after every merge and undo up to the head, and perhaps after later ones. This costs nothing for an account
 * without merges, or without a merge after the last load of this process.
 */
export async function loadAliases(store: Store, head: AliasHead): Promise<Aliases> {
  if (head.mergeCount === 0) return noAliases;
  const memory = memories.get(store.client) ?? new AccountMemory<AliasLog>(cacheBytes, ({ size }) => size);
  memories.set(store.client, memory);
  // An account that was closed and opened again has the same id.
  const key = `${store.tableName} ${head.accountId} ${head.createdAt}`;
  const isRecent = ({ txid }: AliasLog) => txid >= head.mergeTxid;
  return memory.load(key, isRecent, async () => {
    const known = memory.get(key);
    const changes: AliasChange[] = [];
    for await (const item of queryItems(store, changesAfter(head.accountId, known?.txid ?? 0))) {
      changes.push(fromItem(item));
    }
    const log = new AliasLog(changes, known);
    memory.keep(key, log);
    return log;
  });
}

/**
 * The number of contacts that may have lookups and marks in storage: merged contacts keep theirs. Undone merges count, too. It
 * is 0 only if there are none.
 */
export function contactsWithLookups({
  contactCount,
  mergeCount,
}: Pick<AccountHead, "contactCount" | "mergeCount">): number {
  return contactCount + mergeCount;
}

/** The action of a merge, or of its undo. The write also adds 1 to `mergeCount` of the head, and sets its `mergeTxid`. */
export function aliasAction(store: Store, accountId: string, { txid, absorbed, survivor }: AliasChange): WriteAction {
  return { Put: { TableName: store.tableName, Item: { ...itemKey(accountId, txid), absorbed, survivor } } };
}

/** The bytes of about a hundred accounts with a thousand merges each. */
const cacheBytes = 30_000_000;
const bytesOfAlias = 350;
/** One memory for each client; a process has one client for its table. */
const memories = new WeakMap<Store["client"], AccountMemory<AliasLog>>();

/** The aliases after the changes of a log, up to the last one. */
export class AliasLog implements Aliases {
  /** The `txid` of the last change. */
  readonly txid: number;
  /** The contact into which each contact was merged, which may have been merged itself. */
  private readonly survivors: Map<string, string>;
  /** The `txid` of the merge of each contact. */
  private readonly txids: Map<string, number>;
  private readonly absorbed = new Map<string, string[]>();

  /** `changes` came after `earlier`, and are in their order. */
  constructor(changes: readonly AliasChange[], earlier?: AliasLog) {
    this.survivors = new Map(earlier?.survivors);
    this.txids = new Map(earlier?.txids);
    for (const { absorbed, survivor, txid } of changes) {
      this.txids.set(absorbed, txid);
      // A contact that is merged again after an undo comes last.
      this.survivors.delete(absorbed);
      if (survivor !== null) this.survivors.set(absorbed, survivor);
    }
    for (const [id, survivor] of this.survivors) {
      const ids = this.absorbed.get(survivor) ?? [];
      this.absorbed.set(survivor, ids);
      ids.push(id);
    }
    this.txid = changes.at(-1)?.txid ?? earlier?.txid ?? 0;
  }

  /** The approximate bytes in memory. */
  get size(): number {
    return this.survivors.size * bytesOfAlias;
  }

  readonly survivorOf = (contactId: string): string => {
    let [id, next] = [contactId, this.survivors.get(contactId)];
    while (next !== undefined) [id, next] = [next, this.survivors.get(next)];
    return id;
  };

  /** In the order of the merges, each id followed by its own aliases. A chain of merges has any length. */
  readonly aliasesOf = (contactId: string): readonly string[] => {
    const ids: string[] = [];
    const open = [contactId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id !== contactId) ids.push(id);
      open.push(...(this.absorbed.get(id)?.toReversed() ?? []));
    }
    return ids;
  };

  readonly mergedAt = (contactId: string): number => {
    return Math.max(0, ...this.aliasesOf(contactId).map((id) => this.txids.get(id) ?? 0));
  };
}

const keyStart = "J#";
const txidDigits = 15;

function itemKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: keyStart + String(txid).padStart(txidDigits, "0") };
}

function changesAfter(accountId: string, txid: number) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ":start": itemKey(accountId, txid + 1).sk,
      ":end": `${keyStart}~`,
    },
    ConsistentRead: true,
  };
}

function fromItem({ sk, absorbed, survivor }: Record<string, unknown>): AliasChange {
  const txid = Number(String(sk).slice(keyStart.length));
  return { txid, absorbed: String(absorbed), survivor: survivor === null ? null : String(survivor) };
}
