/**
 * The deletions of contacts in the search log. Items with deletions live longer than others, and are in an index of their own
 * order. Each has the `txid` of the one before it, so that a reader notices a missing one.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { prefixRange, readFirst, type TableQuery } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored } from "../../platform/dynamodb/store.ts";
import { deletedIds, type LogItem, logKey, logStart } from "./search-log.ts";

export interface Deletion {
  id: string;
  /** The `txid` of the write that deleted the contact. */
  txid: number;
}

/** A query may miss a write that was just committed, but a second one sees it. */
const reads = 2;

export interface Deletions {
  deletions: Deletion[];
  /** Deletions of later writes were not read; infinite if all were. */
  upTo: number;
}

/**
 * Consistently reads the deletions of up to `writes` writes after the `txid`, the oldest first, also of writes after the head. Undefined if
 * some up to the head are missing.
 */
export async function readDeletions(
  store: Store,
  head: AccountHead,
  { after, writes }: { after: number; writes: number },
  now: Date,
): Promise<Deletions | undefined> {
  for (let attempt = 1; attempt <= reads; attempt++) {
    const items = await readItems(store, head.accountId, after, writes);
    const last = items.at(-1)?.txid ?? after;
    const mayBeMore = items.length >= writes;
    if ((mayBeMore || last >= head.deletionTxid) && isUnbroken(items, after, now)) {
      const deletions = items.flatMap((item) => deletedIds(item).map((id) => ({ id, txid: item.txid })));
      return { deletions, upTo: mayBeMore ? last : Number.POSITIVE_INFINITY };
    }
  }
  return undefined;
}

async function readItems(store: Store, accountId: string, after: number, count: number): Promise<LogItem[]> {
  const query: TableQuery = {
    IndexName: "byDue",
    KeyConditionExpression: "pk = :pk AND dueKey BETWEEN :start AND :end",
    ExpressionAttributeValues: {
      ":pk": accountPartition(accountId),
      ...prefixRange(logStart),
      ":start": logKey(after + 1),
    },
    ConsistentRead: true,
  };
  return (await readFirst(store, query, count)) as Stored<LogItem>[];
}

/** DynamoDB deletes expired items one by one, so an expired item counts as missing. */
function isUnbroken(items: readonly LogItem[], after: number, now: Date): boolean {
  return items.every(({ expiresAt, afterDeletion = 0 }, at) => {
    const isNext = at === 0 ? afterDeletion <= after : afterDeletion === items[at - 1]?.txid;
    return isNext && expiresAt * 1000 > now.getTime();
  });
}
