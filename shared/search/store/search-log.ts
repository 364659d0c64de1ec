/**
 * The search log: every write that changes a searched field, an order or the existence of contacts adds one item with the new
 * entries and the `txid` of the write. Each item has the `txid` of the item before it, so that a reader notices a missing one.
 * Items expire; then readers read the contacts.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { ContactChange } from "../../contact/record.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import {
  decodeEntry,
  type EncodedEntry,
  encodeEntry,
  entryFormat,
  type SearchChange,
  searchEntryOf,
} from "../entry.ts";

/**
 * The number of actions that the log adds to a transaction. It is a single item, because a query may see some items of a
 * transaction before others ("Isolation levels for DynamoDB transactions" in the developer guide).
 */
export const maxLogActions = 1;
/** Milliseconds. Items also contain names of contacts that were deleted later, so they are not kept longer than needed. */
const logLifetime = 14 * 24 * 3600 * 1000;
/**
 * For a longer entry, the log only has the id, because reading the contact costs little more. A hundred entries stay below the
 * 400 KB of an item.
 */
const maxEntryBytes = 2_500;
/** The bytes of an item without its entries. */
const itemOverhead = 120;
const txidDigits = 15;

/** The changes that a search can notice. */
export function searchChanges(changes: readonly ContactChange[]): SearchChange[] {
  return changes.flatMap(({ before, after }): SearchChange[] => {
    if (!after) return before ? [{ id: before.id, entry: null }] : [];
    const entry = searchEntryOf(after);
    const same = before && JSON.stringify(searchEntryOf(before)) === JSON.stringify(entry);
    return same ? [] : [{ id: after.id, entry }];
  });
}

/** `after` is the `txid` of the last item in the log, `txid` that of the new one. */
export function searchLogActions(
  { tableName }: Store,
  accountId: string,
  changes: readonly SearchChange[],
  { after, txid, now }: { after: number; txid: number; now: Date },
): WriteAction[] {
  if (changes.length === 0) return [];
  const key = { pk: accountPartition(accountId), sk: logKey(txid) };
  const expiresAt = Math.ceil((now.getTime() + logLifetime) / 1000);
  const content = { format: entryFormat, changes: encodeChanges(changes) };
  return [{ Put: { TableName: tableName, Item: { ...key, after, txid, expiresAt, ...content } } }];
}

/** The last change of each contact. */
export interface SearchLog {
  changes: SearchChange[];
  /** The ids of changed contacts without entries, which must be read. */
  changedIds: string[];
  /** The `txid` of the last change. */
  txid: number;
  /** About the bytes that DynamoDB counts for reading it. */
  bytes: number;
}

export interface LogRange {
  /** The `txid` that the reader has. */
  after: number;
  /** Also reads the item with that `txid`, if it still exists. */
  again?: boolean;
  /** Reading stops after so many changes. */
  most?: number;
}

/** Consistently reads all changes after a `txid`. Undefined if items are missing, or if there are more than `most` changes. */
export async function readSearchLog(
  { client, tableName }: Store,
  accountId: string,
  { after, again = false, most = Number.POSITIVE_INFINITY }: LogRange,
  now: Date,
): Promise<SearchLog | undefined> {
  const states = new Map<string, LoggedState>();
  let [txid, bytes, seen] = [after, 0, 0];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: {
          ":pk": accountPartition(accountId),
          ":first": logKey(again ? after : after + 1),
          ":last": `${logStart}~`,
        },
        ConsistentRead: true,
        ExclusiveStartKey: from,
        // An item has at least one change, so this limit is enough to notice that there are too many.
        ...(most < Number.POSITIVE_INFINITY && { Limit: most - seen + 1 }),
      }),
    );
    for (const item of Items as LogItem[]) {
      // DynamoDB deletes expired items one by one, so an expired item counts as missing.
      if (item.expiresAt * 1000 <= now.getTime()) {
        if (item.txid === after) continue;
        return undefined;
      }
      if (item.after !== txid && item.txid !== after) return undefined;
      const changes = decodeChanges(item);
      for (const [id, state] of changes) states.set(id, state);
      txid = item.txid;
      bytes += Buffer.byteLength(item.changes) + itemOverhead;
      seen += changes.length;
    }
    if (seen > most) return undefined;
    from = LastEvaluatedKey;
  } while (from);
  const changedIds = [...states].flatMap(([id, state]) => (state === "changed" ? [id] : []));
  const changes = [...states].flatMap(([id, entry]) => (entry === "changed" ? [] : [{ id, entry }]));
  return { changes, changedIds, txid, bytes };
}

interface LogItem {
  after: number;
  txid: number;
  format: number;
  changes: string;
  expiresAt: number;
}

/** An entry; the id of a deleted contact; or the id in an array, for a change without its entry. */
type EncodedChange = EncodedEntry | string | [id: string];
/** Null for a deleted contact. */
type LoggedState = NonNullable<SearchChange["entry"]> | null | "changed";

const logStart = "X#";

function logKey(txid: number): string {
  return logStart + String(txid).padStart(txidDigits, "0");
}

/** A JSON array. Long entries, usually with long notes, are replaced by their ids. */
function encodeChanges(changes: readonly SearchChange[]): string {
  const texts = changes.map(({ id, entry }) => {
    if (!entry) return JSON.stringify(id);
    const text = JSON.stringify(encodeEntry(entry));
    return Buffer.byteLength(text) > maxEntryBytes ? JSON.stringify([id]) : text;
  });
  return `[${texts.join(",")}]`;
}

/** The id comes first in entries of every format, so entries of other versions of the service can be read from the contacts. */
function decodeChanges({ format, changes }: LogItem): [id: string, LoggedState][] {
  return (JSON.parse(changes) as EncodedChange[]).map((encoded) => {
    if (typeof encoded === "string") return [encoded, null];
    const isKnown = encoded.length > 1 && format === entryFormat;
    return [encoded[0], isKnown ? decodeEntry(encoded as EncodedEntry) : "changed"];
  });
}
