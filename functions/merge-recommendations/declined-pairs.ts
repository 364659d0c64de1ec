/**
 * The recommendations that were declined. The items of an account (`S#`) have the ids of the pairs in sets, by the first
 * digits of the id, so that all are read in few units and an update writes little.
 */
import { parse, v5 as uuidV5 } from "uuid";
import { AccountMemory } from "../../shared/account/account-memory.ts";
import type { AccountHead } from "../../shared/account/store/account.ts";
import type { WritePlan } from "../../shared/account/store/account-write.ts";
import { prefixQuery, queryItems } from "../../shared/platform/dynamodb/query.ts";
import { accountPartition, type Store } from "../../shared/platform/dynamodb/store.ts";

const namespace = "8f0c8f2b-3f5e-5b0a-9a43-6f1f1d0b7c11";

/** The id of the recommendation of two contacts, in any order: a UUID of version 5 (RFC 9562, section 5.5). */
export function pairId(one: string, other: string): string {
  return uuidV5([one.toLowerCase(), other.toLowerCase()].sort().join(" "), namespace);
}

export interface DeclinedPairs {
  /** The stored forms of the declined ids; see `isDeclined`. Reads nothing while no other pair was declined or restored. */
  load: (head: AccountHead) => Promise<ReadonlySet<string>>;
}

export function isDeclined(declined: ReadonlySet<string>, id: string): boolean {
  return declined.size > 0 && declined.has(storedId(id));
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
    memory.keep(accountId, held);
    return held;
  };
  return {
    load: async (head) => {
      if (head.declinedCount === 0) return new Set();
      return (
        await memory.load(
          head.accountId,
          ({ txid }) => txid >= head.declinedTxid,
          () => read(head),
        )
      ).ids;
    },
  };
}

/** The plan of declining or restoring a pair, which must change it. */
export function planDecision(
  { tableName }: Store,
  head: AccountHead,
  { id, decline, txid }: { id: string; decline: boolean; txid: number },
): Omit<WritePlan<unknown>, "result"> {
  const action = {
    Update: {
      TableName: tableName,
      Key: { pk: accountPartition(head.accountId), sk: keyStart + id.slice(0, bucketDigits).toLowerCase() },
      UpdateExpression: decline ? "ADD ids :id" : "DELETE ids :id",
      ExpressionAttributeValues: { ":id": new Set([storedId(id)]) },
    },
  };
  const declinedCount = head.declinedCount + (decline ? 1 : -1);
  return { actions: [action], head: { ...head, declinedCount, declinedTxid: txid } };
}

const keyStart = "S#";
/** 256 items: with 10,000 declined pairs, each has one kilobyte. */
const bucketDigits = 2;

/** 22 characters instead of 36. */
function storedId(id: string): string {
  return Buffer.from(parse(id)).toString("base64url");
}
