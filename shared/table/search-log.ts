/**
 * The log of what searching has to know: every write that changes a searched field, an order or the existence of a
 * contact leaves one item with the new entries, stamped with its `txid`. Each item names the stamp before it, so a
 * reader sees whether it has all of them. Items expire; whoever comes later reads the contacts themselves.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { decodeEntry, type EncodedEntry, encodeEntry, type SearchChange, searchEntryOf } from "../search/entry.ts";
import type { WriteAction } from "./account-write.ts";
import type { ContactChange } from "./contact-write.ts";
import { accountPartition, type Store } from "./store.ts";

/** Actions that the log may take of one transaction. */
export const maxLogActions = 2;
/** Milliseconds that an item is kept at least. */
const logLifetime = 90 * 24 * 3600 * 1000;
/** Characters of an item's changes: together with the longest single one below DynamoDB's 400 KB in three-byte letters. */
const maxChangesLength = 100_000;
const stampDigits = 15;

/** What these changes mean to a searcher: nothing when only notes, dates or the like differ. */
export function searchChanges(changes: readonly ContactChange[]): SearchChange[] {
  return changes.flatMap(({ before, after }): SearchChange[] => {
    if (!after) return before ? [{ id: before.id, entry: null }] : [];
    const entry = searchEntryOf(after);
    const same = before && JSON.stringify(searchEntryOf(before)) === JSON.stringify(entry);
    return same ? [] : [{ id: after.id, entry }];
  });
}

/** `after` is the stamp of the log's last item, `txid` that of the new one. */
export function searchLogActions(
  { tableName }: Store,
  accountId: string,
  changes: readonly SearchChange[],
  { after, txid, now }: { after: number; txid: number; now: Date },
): WriteAction[] {
  const expiresAt = Math.ceil((now.getTime() + logLifetime) / 1000);
  return chunked(changes).map((text, part) => ({
    Put: {
      TableName: tableName,
      Item: { pk: accountPartition(accountId), sk: `${logKey(txid)}#${part}`, after, txid, changes: text, expiresAt },
    },
  }));
}

export interface SearchLog {
  changes: SearchChange[];
  /** The stamp of the last change. */
  txid: number;
}

/**
 * All changes after the stamp, in order, consistently read; undefined when the log does not reach back to it.
 */
export async function readSearchLog(
  { client, tableName }: Store,
  accountId: string,
  stamp: number,
  now: Date,
): Promise<SearchLog | undefined> {
  const log: SearchLog = { changes: [], txid: stamp };
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: {
          ":pk": accountPartition(accountId),
          ":first": logKey(stamp + 1),
          ":last": `${logStart}~`,
        },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    for (const item of Items as LogItem[]) {
      const follows = item.after === log.txid || item.txid === log.txid;
      // Items vanish one by one after their time, so what is past it counts as gone.
      if (!follows || item.expiresAt * 1000 <= now.getTime()) return undefined;
      log.changes.push(...decodeChanges(item.changes));
      log.txid = item.txid;
    }
    from = LastEvaluatedKey;
  } while (from);
  return log;
}

interface LogItem {
  after: number;
  txid: number;
  changes: string;
  expiresAt: number;
}

const logStart = "X#";

function logKey(txid: number): string {
  return logStart + String(txid).padStart(stampDigits, "0");
}

/** A deleted contact is its id alone. */
function decodeChanges(text: string): SearchChange[] {
  return (JSON.parse(text) as (EncodedEntry | string)[]).map((encoded) =>
    typeof encoded === "string" ? { id: encoded, entry: null } : { id: encoded[0], entry: decodeEntry(encoded) },
  );
}

/** JSON arrays of the changes, cut so that each fits into an item. */
function chunked(changes: readonly SearchChange[]): string[] {
  const chunks: string[][] = [];
  let length = 0;
  for (const { id, entry } of changes) {
    const text = JSON.stringify(entry ? encodeEntry(entry) : id);
    if (chunks.length === 0 || length + text.length > maxChangesLength) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(text);
    length += text.length;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}
