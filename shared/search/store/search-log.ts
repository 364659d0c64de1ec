/**
 * The search log: every write that changes a searched field, an order or the existence of contacts adds one item with the new
 * entries and the `txid` of the write. Each item has the `txid` of the item before it, so that a reader notices a missing one.
 * Items expire; then readers read the contacts. Items with deletions live longer, for those who read changes (deletion-log.ts).
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import { decodeEntry, type EncodedEntry, encodeEntry, entryFormat, type SearchChange } from "../entry.ts";
import { decodeTouches, encodeTouches, type Touch } from "./touches.ts";

/**
 * The number of actions that the log adds to a transaction. It is a single item, because a query may see some items of a
 * transaction before others ("Isolation levels for DynamoDB transactions" in the developer guide).
 */
export const maxLogActions = 1;
const day = 24 * 3600 * 1000;
/** Milliseconds. Items also contain names of contacts that were deleted later, so they are not kept longer than needed. */
const logLifetime = 14 * day;
/** Milliseconds for items with deletions, which have only ids. */
const deletionLifetime = 90 * day;
/**
 * For a longer entry, the log only has the id, because reading the contact costs little more. A hundred entries stay below the
 * 400 KB of an item.
 */
const maxEntryBytes = 2_500;
/** The bytes of an item without its entries. */
const itemOverhead = 120;
/** Characters. A shorter text fits in a write unit as it is, and most writes change only one contact. */
const longJson = 900;
const txidDigits = 15;

interface LogPosition {
  /** The `txid` of the last item in the log. */
  after: number;
  /** That of the last item with a deletion. */
  afterDeletion: number;
  /** That of the new item. */
  txid: number;
  now: Date;
}

/** The item of a write. An item with a deletion has no entries, so that no name of a deleted contact is kept. */
export function searchLogActions(
  { tableName }: Store,
  accountId: string,
  { changes, touches = [] }: { changes: readonly SearchChange[]; touches?: readonly Touch[] },
  { after, afterDeletion, txid, now }: LogPosition,
): WriteAction[] {
  const sk = logKey(txid);
  const isDeletion = changes.some(({ entry }) => !entry);
  const expiresAt = Math.ceil((now.getTime() + (isDeletion ? deletionLifetime : logLifetime)) / 1000);
  const encoded = encodeTouches(touches);
  const Item = {
    ...{ pk: accountPartition(accountId), sk, after, txid, expiresAt },
    ...{ format: entryFormat, changes: encodeChanges(changes, isDeletion) },
    ...(encoded && { touches: encoded }),
    ...(isDeletion && { afterDeletion, dueKey: sk }),
  };
  return [{ Put: { TableName: tableName, Item } }];
}

/** The last change of each contact. */
export interface SearchLog {
  changes: SearchChange[];
  /** The ids of changed contacts without entries, which must be read. */
  changedIds: string[];
  /** The last versions of contacts that were changed in nothing that is searched. */
  touches: Touch[];
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
  /** Reading stops after this number of changes. */
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
  const touches = new Map<string, number>();
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
        // Nearly every item has a change, so this limit is enough to notice early that there are too many.
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
      for (const { id, version } of decodeTouches(item.touches ?? null)) touches.set(id, version);
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
  const touched = Array.from(touches, ([id, version]) => ({ id, version }));
  return { changes, changedIds, touches: touched, txid, bytes };
}

export interface LogItem {
  after: number;
  txid: number;
  format: number;
  changes: StoredChanges;
  touches?: Uint8Array;
  expiresAt: number;
  /** Of an item with deletions: the `txid` of the one before it. */
  afterDeletion?: number;
}

/** JSON, compressed if it is long. */
type StoredChanges = string | Uint8Array;

/** An entry; the id of a deleted contact; or the id in an array, for a change without its entry. */
type EncodedChange = EncodedEntry | string | [id: string];
/** Null for a deleted contact. */
type LoggedState = NonNullable<SearchChange["entry"]> | null | "changed";

/** The start of the sort keys, and of the keys of deletions in their index. */
export const logStart = "X#";

export function logKey(txid: number): string {
  return logStart + String(txid).padStart(txidDigits, "0");
}

/** A JSON array. With `idsOnly`, entries are replaced by their ids; so are long ones, usually with long notes. */
function encodeChanges(changes: readonly SearchChange[], idsOnly: boolean): StoredChanges {
  const texts = changes.map(({ id, entry }) => {
    if (!entry) return JSON.stringify(id);
    const text = JSON.stringify(encodeEntry(entry));
    return idsOnly || Buffer.byteLength(text) > maxEntryBytes ? JSON.stringify([id]) : text;
  });
  const json = `[${texts.join(",")}]`;
  return json.length < longJson ? json : zstdCompressSync(json);
}

function readChanges({ changes }: LogItem): EncodedChange[] {
  return JSON.parse(typeof changes === "string" ? changes : zstdDecompressSync(changes).toString());
}

/** The id comes first in entries of every format, so entries of other versions of the service can be read from the contacts. */
function decodeChanges(item: LogItem): [id: string, LoggedState][] {
  const { format, txid } = item;
  return readChanges(item).map((encoded) => {
    if (typeof encoded === "string") return [encoded, null];
    const isKnown = encoded.length > 1 && format === entryFormat;
    return [encoded[0], isKnown ? decodeEntry(encoded as EncodedEntry, txid) : "changed"];
  });
}

/** The ids of the contacts that a write deleted. */
export function deletedIds(item: LogItem): string[] {
  return readChanges(item).filter((encoded) => typeof encoded === "string");
}
