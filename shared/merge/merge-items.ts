/**
 * The items that are stored of a merge for 30 days: a short item for lists (`F#`), and its image (`H#`) for the undo: both contacts
 * before the merge and the contact that it wrote, compressed, in as many items as needed.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ContactRecord } from "../contact/record.ts";
import type { DatedContact } from "../important-date/dated-contact.ts";
import { batchGet } from "../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../platform/dynamodb/store.ts";

/** The fields of a contact by which lists show it after it was deleted. */
export type Snapshot = Pick<ContactRecord, "id" | "firstName" | "lastName" | "photoVersion">;

export interface MergeRecord {
  /** UUID version 7. */
  id: string;
  /** The contacts before the merge. */
  left: Snapshot;
  right: Snapshot;
  createdAt: string;
  undoableUntil: string;
  /** Null until the merge is undone. */
  undoneAt: string | null;
}

export interface MergeImage {
  left: ContactRecord;
  right: ContactRecord;
  /** The left contact as the merge wrote it. */
  merged: ContactRecord;
  /** The numbers of the groups and tags of each before the merge. */
  leftLabels: readonly number[];
  rightLabels: readonly number[];
  /** The items for reminders of the contacts with important dates, before the merge. */
  dated: readonly DatedContact[];
}

/** Milliseconds in which a merge can be undone. */
const undoTime = 30 * 24 * 3600 * 1000;
/** Seconds after which items and pictures may be removed, so that an undo that just began finds them. */
const margin = 3600;
/** The bytes of an image in one item. An item of DynamoDB has at most 400 KB. */
const partBytes = 390 * 1024;

export function undoableUntil(now: Date): string {
  return new Date(now.getTime() + undoTime).toISOString();
}

/** Until when pictures of the merged contacts stay in storage. */
export function picturesKeptUntil(until: string): string {
  return new Date(Date.parse(until) + margin * 1000).toISOString();
}

const recordStart = "F#";

function recordKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: recordStart + id };
}

function imageStart(id: string): string {
  return `H#${id}#`;
}

function expiry({ undoableUntil: until }: Pick<MergeRecord, "undoableUntil">): number {
  return Math.ceil(Date.parse(until) / 1000) + margin;
}

function fromItem(item: Record<string, unknown>): MergeRecord {
  const { pk: _pk, sk: _sk, expiresAt: _expiresAt, ...record } = item as Stored<MergeRecord & { expiresAt: number }>;
  return record;
}

export function putMerge({ tableName: TableName }: Store, accountId: string, record: MergeRecord): WriteAction {
  return { Put: { TableName, Item: { ...recordKey(accountId, record.id), ...record, expiresAt: expiry(record) } } };
}

/** Consistently reads a merge that can still be listed; undefined if there is none. */
export async function getMerge(
  store: Store,
  accountId: string,
  id: string,
  now: Date,
): Promise<MergeRecord | undefined> {
  const [item] = await batchGet(store, [recordKey(accountId, id)]);
  return item && isListed(fromItem(item), now) ? fromItem(item) : undefined;
}

/** Consistently reads the merges of the last 30 days, newest first. */
export async function listMerges(store: Store, accountId: string, now: Date): Promise<MergeRecord[]> {
  const merges: MergeRecord[] = [];
  const query = { ...prefixQuery(accountId, recordStart), ScanIndexForward: false };
  for await (const item of queryItems(store, query)) merges.push(fromItem(item));
  return merges.filter((merge) => isListed(merge, now));
}

/** DynamoDB deletes expired items some time later. */
function isListed(merge: MergeRecord, now: Date): boolean {
  return merge.undoableUntil > now.toISOString();
}

export function putImage(
  { tableName: TableName }: Store,
  accountId: string,
  record: MergeRecord,
  image: MergeImage,
): WriteAction[] {
  const packed = zstdCompressSync(JSON.stringify(image));
  const count = Math.ceil(packed.byteLength / partBytes);
  return Array.from({ length: count }, (_, part): WriteAction => {
    const Key = { pk: accountPartition(accountId), sk: `${imageStart(record.id)}${part}` };
    const content = packed.subarray(part * partBytes, (part + 1) * partBytes);
    return { Put: { TableName, Item: { ...Key, content, expiresAt: expiry(record) } } };
  });
}

/** Consistently reads an image, with the actions that delete it. */
export async function readImage(
  store: Store,
  accountId: string,
  id: string,
): Promise<{ image: MergeImage; deletion: WriteAction[] }> {
  const parts: Uint8Array[] = [];
  const deletion: WriteAction[] = [];
  for await (const { pk, sk, content } of queryItems(store, prefixQuery(accountId, imageStart(id)))) {
    parts.push(content as Uint8Array);
    deletion.push({ Delete: { TableName: store.tableName, Key: { pk, sk } } });
  }
  return { image: JSON.parse(zstdDecompressSync(Buffer.concat(parts)).toString()) as MergeImage, deletion };
}
