/**
 * The parts of a receipt: what a transaction of a commit did with its rows, compressed, written in that transaction. So results
 * and contacts are there together or not at all.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { RowChange } from "../../import/undo/row-change.ts";
import { prefixRange, queryItems, type TableItem } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import type { CommitResult } from "../commit-result.ts";
import type { ReceiptRecord } from "./receipt.ts";

export interface ReceiptPart {
  /** The number of the receipt's results before this part. */
  offset: number;
  results: CommitResult[];
  /** What the rows changed, in the order of the rows, for an undo. */
  changes: RowChange[];
  /** The ids of the groups that the rows made. */
  groups: string[];
}

/** An item of DynamoDB has at most 400 KB. */
const maxPartBytes = 390 * 1024;
/** Digits for more results than any receipt has, so that keys sort by offset. */
const offsetDigits = 9;

type PartOwner = Pick<ReceiptRecord, "accountId" | "id" | "expiresAt">;

function partsStart(receiptId: string): string {
  return `IP#${receiptId}#`;
}

function partKey({ accountId, id }: PartOwner, offset: number) {
  return { pk: accountPartition(accountId), sk: partsStart(id) + String(offset).padStart(offsetDigits, "0") };
}

/** Replaces the part with the same offset. Undefined if the part is too large for an item, so that it must have fewer rows. */
export function putPart(store: Store, owner: PartOwner, { offset, ...content }: ReceiptPart): WriteAction | undefined {
  const packed = zstdCompressSync(JSON.stringify(content));
  if (packed.byteLength > maxPartBytes) return undefined;
  const Item = { ...partKey(owner, offset), content: packed, expiresAt: owner.expiresAt };
  return { Put: { TableName: store.tableName, Item } };
}

interface PartRange {
  from?: number;
  to?: number;
  descending?: boolean;
  atOnce?: number;
}

/**
 * Consistently reads the parts with these offsets, in ascending or descending order. They are read in pages of `atOnce` when
 * the loop asks for the first part of a page.
 */
export async function* readParts(
  store: Store,
  owner: PartOwner,
  { from = 0, to, descending = false, atOnce = 20 }: PartRange = {},
): AsyncGenerator<ReceiptPart, void> {
  const all = prefixRange(partsStart(owner.id));
  const query = {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
    ExpressionAttributeValues: {
      ":pk": accountPartition(owner.accountId),
      ":start": partKey(owner, from).sk,
      ":end": to === undefined ? all[":end"] : partKey(owner, to).sk,
    },
    ConsistentRead: true,
    ScanIndexForward: !descending,
    Limit: atOnce,
  };
  for await (const item of queryItems(store, query)) yield partFromItem(item);
}

/** Consistently reads up to `limit` results from `offset` on. */
export async function readResults(
  store: Store,
  owner: PartOwner,
  { offset, limit }: { offset: number; limit: number },
): Promise<CommitResult[]> {
  const results: CommitResult[] = [];
  const first = await lastPartUpTo(store, owner, offset);
  if (!first) return results;
  for await (const part of readParts(store, owner, { from: first.offset })) {
    const start = Math.max(0, offset - part.offset);
    results.push(...part.results.slice(start, start + limit - results.length));
    if (results.length === limit) break;
  }
  return results;
}

async function lastPartUpTo(store: Store, owner: PartOwner, offset: number): Promise<ReceiptPart | undefined> {
  for await (const part of readParts(store, owner, { to: offset, descending: true, atOnce: 1 })) return part;
  return undefined;
}

function partFromItem({ sk, content }: TableItem): ReceiptPart {
  const offset = Number(String(sk).slice(-offsetDigits));
  const json = zstdDecompressSync(content as Uint8Array).toString();
  return { offset, ...(JSON.parse(json) as Omit<ReceiptPart, "offset">) };
}
