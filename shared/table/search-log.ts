/**
 * The log of what searching has to know: every write that changes a searched field, an order or the existence of a
 * contact leaves one item with the new entries, stamped with its `txid`. Each item names the stamp before it, so a
 * reader sees whether it has all of them. Items expire; whoever comes later reads the contacts themselves.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
  decodeEntry,
  type EncodedEntry,
  encodeEntry,
  entryFormat,
  type SearchChange,
  searchEntryOf,
} from "../search/entry.ts";
import type { WriteAction } from "./account-write.ts";
import type { ContactChange } from "./contact-write.ts";
import { accountPartition, type Store } from "./store.ts";

/**
 * Actions that the log takes of one transaction. A single item is there as a whole or not at all, also to a query,
 * which may see some items of a transaction before the others ("Isolation levels for DynamoDB transactions", AWS's
 * guide).
 */
export const maxLogActions = 1;
/** Milliseconds that an item is kept at least. It holds names also of contacts that were deleted since: not longer than needed. */
const logLifetime = 14 * 24 * 3600 * 1000;
/**
 * Bytes of an entry that is told. A longer one costs a reader hardly more to read from the contact itself, and the writer
 * ten times as much to tell; and the hundred of a transaction stay below the 400 KB of an item.
 */
const maxToldBytes = 2_500;
/** What an item weighs beside its entries: keys, names and numbers. */
const itemOverhead = 120;
const stampDigits = 15;

/** What these changes mean to a searcher: nothing when only dates or the like differ. */
export function searchChanges(changes: readonly ContactChange[]): SearchChange[] {
  return changes.flatMap(({ before, after }): SearchChange[] => {
    if (!after) return before ? [{ id: before.id, entry: null }] : [];
    const entry = searchEntryOf(after);
    const same = before && JSON.stringify(searchEntryOf(before)) === JSON.stringify(entry);
    return same ? [] : [{ id: after.id, entry }];
  });
}

/** `after` is the stamp of the log's last item, `txid` that of the new one. At most `maxLogActions`. */
export function searchLogActions(
  { tableName }: Store,
  accountId: string,
  changes: readonly SearchChange[],
  { after, txid, now }: { after: number; txid: number; now: Date },
): WriteAction[] {
  if (changes.length === 0) return [];
  const key = { pk: accountPartition(accountId), sk: logKey(txid) };
  const expiresAt = Math.ceil((now.getTime() + logLifetime) / 1000);
  const told = { format: entryFormat, changes: encodeChanges(changes) };
  return [{ Put: { TableName: tableName, Item: { ...key, after, txid, expiresAt, ...told } } }];
}

/** The last of what happened to each contact; no contact is in it twice. */
export interface SearchLog {
  changes: SearchChange[];
  /** Ids of contacts of which it only says that they changed: they must be read. */
  untold: string[];
  /** The stamp of the last change. */
  txid: number;
  /** About what the table counts for reading it. */
  bytes: number;
}

export interface LogRange {
  /** The stamp that the reader has. */
  after: number;
  /** Reads the item of that stamp itself once more, if it is still there. */
  again?: boolean;
  /** Changes above which it is given up. */
  most?: number;
}

/**
 * All changes after the stamp, consistently read; undefined when the log does not reach back to it, or is longer than
 * the reader wants. An item costs a round trip for a megabyte of them, and a read unit for 4 KB.
 */
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
        // An item holds one change at least, so that what is given up is not read to its end.
        ...(most < Number.POSITIVE_INFINITY && { Limit: most - seen + 1 }),
      }),
    );
    for (const item of Items as LogItem[]) {
      // Items vanish one by one after their time, so what is past it counts as gone.
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
  const untold = [...states].flatMap(([id, state]) => (state === "untold" ? [id] : []));
  const changes = [...states].flatMap(([id, entry]) => (entry === "untold" ? [] : [{ id, entry }]));
  return { changes, untold, txid, bytes };
}

interface LogItem {
  after: number;
  txid: number;
  format: number;
  changes: string;
  expiresAt: number;
}

/** An entry; the id of a contact that was deleted; the id in an array, which tells only that there was a change. */
type EncodedChange = EncodedEntry | string | [id: string];
/** Null is deleted. */
type LoggedState = NonNullable<SearchChange["entry"]> | null | "untold";

const logStart = "X#";

function logKey(txid: number): string {
  return logStart + String(txid).padStart(stampDigits, "0");
}

/** As a JSON array. Tells entries, and of long ones, mostly of long notes, that they changed. */
function encodeChanges(changes: readonly SearchChange[]): string {
  const texts = changes.map(({ id, entry }) => {
    if (!entry) return JSON.stringify(id);
    const text = JSON.stringify(encodeEntry(entry));
    return Buffer.byteLength(text) > maxToldBytes ? JSON.stringify([id]) : text;
  });
  return `[${texts.join(",")}]`;
}

/** The id comes first in entries of every format, also when a later or an earlier version of the service wrote them. */
function decodeChanges({ format, changes }: LogItem): [id: string, LoggedState][] {
  return (JSON.parse(changes) as EncodedChange[]).map((encoded) => {
    if (typeof encoded === "string") return [encoded, null];
    const told = encoded.length > 1 && format === entryFormat;
    return [encoded[0], told ? decodeEntry(encoded as EncodedEntry) : "untold"];
  });
}
