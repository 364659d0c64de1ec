/**
 * The recommendations that were declined. The items of an account (`S#`) have the ids of the pairs in sets, by the first
 * digits of the id, so that all are read in few units and an update writes little.
 */
import { parse, v5 as uuidV5 } from "uuid";
import { AccountMemory } from "../../shared/account/account-memory.ts";
import type { AccountHead } from "../../shared/account/store/account.ts";
import { maxPlanActions, type WritePlan } from "../../shared/account/store/account-write.ts";
import { type Aliases, loadAliases } from "../../shared/contact/store/aliases.ts";
import { prefixQuery, queryItems } from "../../shared/platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../shared/platform/dynamodb/store.ts";

const namespace = "8f0c8f2b-3f5e-5b0a-9a43-6f1f1d0b7c11";

/** The id of the recommendation of two contacts, in any order: a UUID of version 5 (RFC 9562, section 5.5). */
export function pairId(one: string, other: string): string {
  return uuidV5([one.toLowerCase(), other.toLowerCase()].sort().join(" "), namespace);
}

export interface DeclinedPairs {
  /** Reads nothing while no other pair was declined or restored, and no contact was merged. */
  load: (head: AccountHead) => Promise<Declined>;
}

interface Sides {
  left: string;
  right: string;
}

/** The declined pairs of an account. A contact stands for those that were merged into it, too. */
class Declined {
  readonly count: number;
  private readonly stored: ReadonlySet<string>;
  private readonly aliases: Aliases;

  constructor(stored: ReadonlySet<string>, aliases: Aliases) {
    this.count = stored.size;
    this.stored = stored;
    this.aliases = aliases;
  }

  has(pair: Sides): boolean {
    return this.count > 0 && this.idsOf(pair).length > 0;
  }

  /** The declined ids of two contacts, which are several if contacts were merged after they were declined. */
  idsOf(pair: Sides): string[] {
    const [lefts, rights] = [this.partsOf(pair.left), this.partsOf(pair.right)];
    const ids = lefts.length * rights.length === 1 ? [recommendationId(pair)] : idsOfAll(lefts, rights);
    return ids.filter((id) => this.stored.has(storedId(id)));
  }

  private partsOf(id: string): string[] {
    return [id, ...this.aliases.aliasesOf(id)];
  }
}

function idsOfAll(lefts: readonly string[], rights: readonly string[]): string[] {
  return lefts.flatMap((left) => rights.map((right) => pairId(left, right)));
}

/** Hashing an id for each of many pairs takes longer than the rest of a request. */
const known = new WeakMap<Sides, string>();

export function recommendationId(pair: Sides): string {
  const id = known.get(pair) ?? pairId(pair.left, pair.right);
  known.set(pair, id);
  return id;
}

interface Held {
  ids: ReadonlySet<string>;
  /** The head's `declinedTxid`. */
  txid: number;
}

/** Ids in memory. */
const room = 500_000;
/** A query may miss a write that was just committed, but a later one sees it. */
const maxReads = 3;

export function createDeclinedPairs(store: Store): DeclinedPairs {
  const memory = new AccountMemory<Held>(room, ({ ids }) => 1 + ids.size);
  const read = async ({ accountId, declinedCount, declinedTxid }: AccountHead): Promise<Held> => {
    let ids = new Set<string>();
    for (let reads = 0; reads < maxReads && ids.size !== declinedCount; reads++) {
      ids = new Set();
      for await (const item of queryItems(store, prefixQuery(accountId, keyStart))) {
        for (const id of (item.ids as ReadonlySet<string> | undefined) ?? []) ids.add(id);
      }
    }
    const held = { ids, txid: declinedTxid };
    // Otherwise the ids may be from before the last decision, or from after a later one.
    if (ids.size === declinedCount) memory.keep(accountId, held);
    return held;
  };
  return {
    load: async (head) => {
      const isCurrent = ({ txid }: Held) => txid >= head.declinedTxid;
      const ids =
        head.declinedCount > 0
          ? (await memory.load(head.accountId, isCurrent, () => read(head))).ids
          : new Set<string>();
      return new Declined(ids, await loadAliases(store, ids.size > 0 ? head : { ...head, mergeCount: 0 }));
    },
  };
}

/** The items that one write can change. */
export const maxDecided = maxPlanActions;

/** Plans to decline or to restore pairs, all of which must change. It leaves the ids of further items as they are. */
export function planDecision(
  { tableName }: Store,
  head: AccountHead,
  { ids, decline, txid }: { ids: readonly string[]; decline: boolean; txid: number },
): Omit<WritePlan<unknown>, "result"> {
  if (ids.length === 0) return { actions: [], head };
  const items = [...Map.groupBy(ids, bucketOf)].slice(0, maxDecided);
  const actions = items.map(([bucket, changed]) => ({
    Update: {
      TableName: tableName,
      Key: { pk: accountPartition(head.accountId), sk: keyStart + bucket },
      UpdateExpression: decline ? "ADD ids :ids" : "DELETE ids :ids",
      ExpressionAttributeValues: { ":ids": new Set(changed.map(storedId)) },
    },
  }));
  const count = items.reduce((sum, [, changed]) => sum + changed.length, 0);
  const declinedCount = head.declinedCount + (decline ? count : -count);
  return { actions, head: { ...head, declinedCount, declinedTxid: txid } };
}

const keyStart = "S#";
/** 256 items: with 10,000 declined pairs, each has one kilobyte. */
const bucketDigits = 2;

function bucketOf(id: string): string {
  return id.slice(0, bucketDigits).toLowerCase();
}

/** 22 characters instead of 36. */
function storedId(id: string): string {
  return Buffer.from(parse(id)).toString("base64url");
}
