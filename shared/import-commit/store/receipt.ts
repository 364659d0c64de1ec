/**
 * The receipt of an import: what its commits did with how many rows, and the state of its undo. The results of the rows are in
 * the parts of the receipt (receipt-parts.ts). Counts and status change only together with the account head, so that they
 * agree with the contacts. The lease and the attempts of the worker are no account data, and change without the head.
 */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ImportSource } from "../../import/row/parsed-contact.ts";
import type { ImportRecord } from "../../import/store/import.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import { type Author, currentAuthor } from "../../platform/http/author.ts";

export type ReceiptStatus = "running" | "done" | "undoing" | "undone" | "failed";

/** `skipped` are rows that bring nothing, and `failed` all others that were not written. */
export interface ReceiptCounts {
  imported: number;
  updated: number;
  skipped: number;
  failed: number;
}

export interface ReceiptRecord extends ReceiptCounts {
  /** UUID version 7. */
  id: string;
  accountId: string;
  importId: string;
  source: ImportSource;
  fileNames: string[];
  /** Who sends the rows: the import worker, or a client in commits of its own. */
  by: "server" | "client";
  /** Who asked for the commit and, once an undo was asked for, who did that. */
  author: Author;
  status: ReceiptStatus;
  /** The rows that were chosen: of a client, those that it has sent so far. */
  total: number;
  /** ISO 8601, as are all times of the receipt. */
  startedAt: string;
  /** The time of the last transaction with rows. */
  lastCommitAt: string;
  /** When the commit ended, or the undo; null before. */
  endedAt: string | null;
  undoableUntil: string;
  /** The number of invocations of the worker that began with the commit or, after it, with the undo. */
  attempts: number;
  /** The request id of the invocation that works on it. Lambda keeps the id when it tries an event again. */
  leaseHolder: string | null;
  /** No other invocation works on it before this time, in milliseconds since the epoch. */
  leaseUntil: number;
  /** When its undo was asked for last. Only a receipt whose undo has begun has it. */
  undoStartedAt?: string;
  /** The id of its change in the activity. Only a receipt whose undo has begun has it. */
  undoId?: string;
  /** The results from this one on are undone. Only a receipt whose undo has begun has it. */
  undoneFrom?: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** The milliseconds in which an import can be undone. */
const undoTime = 30 * 24 * 60 * 60_000;
/** The seconds for which a receipt that can't be undone any more is still shown. An undo that began in time ends before. */
const margin = 7 * 24 * 60 * 60;
/** The milliseconds without a commit after which a client has ended its import. */
const clientPatience = 60 * 60_000;
/** The milliseconds after which a worker has begun, unless its request was lost with the call that should send it. */
const beginTime = 2 * 60 * 60_000;

export function newReceipt(
  made: Pick<ReceiptRecord, "id" | "by" | "total">,
  { accountId, id: importId, source, files }: Pick<ImportRecord, "accountId" | "id" | "source" | "files">,
  now: Date,
): ReceiptRecord {
  const startedAt = now.toISOString();
  const undoableUntil = new Date(now.getTime() + undoTime).toISOString();
  return {
    ...{ ...made, accountId, importId, source, fileNames: files.map(({ name }) => name) },
    ...{ imported: 0, updated: 0, skipped: 0, failed: 0 },
    ...{ status: "running", startedAt, lastCommitAt: startedAt, endedAt: null, undoableUntil },
    ...{ attempts: 0, leaseHolder: null, leaseUntil: 0, author: currentAuthor() },
    expiresAt: Math.ceil(Date.parse(undoableUntil) / 1000) + margin,
  };
}

/** The number of rows that have a result, which is the offset of the next part. */
export function rowsDone({ imported, updated, skipped, failed }: ReceiptCounts): number {
  return imported + updated + skipped + failed;
}

const receiptStart = "IR#";

function receiptKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: receiptStart + id };
}

/** The action for a new receipt. */
export function createReceipt({ tableName: TableName }: Store, record: ReceiptRecord): WriteAction {
  const Item = { ...receiptKey(record.accountId, record.id), ...record };
  return { Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" } };
}

type ReceiptLocation = Pick<ReceiptRecord, "accountId" | "id">;
type ReceiptChange = Partial<Omit<ReceiptRecord, "id" | "accountId">>;

/**
 * The action that replaces fields of a receipt, which was read in the same plan. `leaseHolder` is the invocation that must
 * have its lease, if a worker changes it.
 */
export function changeReceipt(
  { tableName: TableName }: Store,
  { accountId, id }: ReceiptLocation,
  change: ReceiptChange,
  leaseHolder?: string,
) {
  const entries = Object.entries(change);
  return {
    Update: {
      TableName,
      Key: receiptKey(accountId, id),
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(", ")}`,
      ConditionExpression: `attribute_exists(pk)${leaseHolder === undefined ? "" : " AND leaseHolder = :itsHolder"}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
        ...(leaseHolder !== undefined && { ":itsHolder": leaseHolder }),
      },
    },
  } satisfies WriteAction;
}

export interface ReceiptLease {
  holder: string;
  now: number;
  /** The end of the invocation at the latest. */
  until: number;
}

/**
 * Takes a receipt with this status for the worker, and counts the attempt. Undefined if it has another status, or another
 * invocation works on it.
 */
export async function takeReceipt(
  { client, tableName: TableName }: Store,
  { accountId, id }: ReceiptLocation,
  status: "running" | "undoing",
  { holder, now, until }: ReceiptLease,
): Promise<ReceiptRecord | undefined> {
  const answer = await unlessRefused(
    client.send(
      new UpdateCommand({
        TableName,
        Key: receiptKey(accountId, id),
        ReturnValues: "ALL_NEW",
        UpdateExpression: "SET leaseHolder = :holder, leaseUntil = :until ADD attempts :one",
        ConditionExpression: "#status = :status AND (leaseHolder = :holder OR leaseUntil <= :now)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":holder": holder, ":until": until, ":now": now, ":one": 1, ":status": status },
      }),
    ),
  );
  return answer?.Attributes && receiptFromItem(answer.Attributes);
}

/** Reads consistently, with the status at this time. Undefined if there is none, or it has expired. */
export async function getReceipt(
  store: Store,
  accountId: string,
  id: string,
  now: Date,
): Promise<ReceiptRecord | undefined> {
  const [item] = await batchGet(store, [receiptKey(accountId, id)]);
  return item && receiptAt(receiptFromItem(item), now);
}

/** Consistently reads the receipts of the account, newest first, with their status at this time. */
export async function listReceipts(store: Store, accountId: string, now: Date): Promise<ReceiptRecord[]> {
  const receipts: ReceiptRecord[] = [];
  const query = { ...prefixQuery(accountId, receiptStart), ScanIndexForward: false };
  for await (const item of queryItems(store, query)) {
    const receipt = receiptAt(receiptFromItem(item), now);
    if (receipt) receipts.push(receipt);
  }
  return receipts;
}

/**
 * Consistently reads the receipts that only the time has ended, because a client committed the rows and nothing has recorded
 * the end. `over` is the time of the end in milliseconds since the epoch.
 */
export async function listEndedClientReceipts(
  store: Store,
  accountId: string,
  now: Date,
): Promise<{ receipt: ReceiptRecord; over: number }[]> {
  const ended: { receipt: ReceiptRecord; over: number }[] = [];
  for await (const item of queryItems(store, prefixQuery(accountId, receiptStart))) {
    const receipt = receiptFromItem(item);
    if (isOver(receipt, now.getTime())) ended.push({ receipt, over: endOf(receipt) });
  }
  return ended;
}

/** A client's commits have ended. */
function isOver(receipt: ReceiptRecord, time: number): boolean {
  return receipt.by === "client" && receipt.status === "running" && endOf(receipt) <= time;
}

function endOf({ lastCommitAt }: ReceiptRecord): number {
  return Date.parse(lastCommitAt) + clientPatience;
}

/**
 * A client doesn't say when it has sent its last rows, so its commits have ended when an hour passes without one. A commit on
 * the server whose request was lost has failed, and an undo whose request was lost has not begun. Undefined for an expired
 * receipt, which the table deletes only after days.
 */
function receiptAt(record: ReceiptRecord, now: Date): ReceiptRecord | undefined {
  const { by, status, attempts, total, startedAt, lastCommitAt, undoStartedAt = startedAt, expiresAt } = record;
  const time = now.getTime();
  if (expiresAt * 1000 <= time) return undefined;
  if (status === "undoing" && attempts === 0 && Date.parse(undoStartedAt) + beginTime <= time)
    return { ...record, status: rowsDone(record) < total ? "failed" : "done", endedAt: lastCommitAt };
  if (status !== "running") return record;
  if (isOver(record, time)) return { ...record, status: "done", endedAt: lastCommitAt };
  if (by === "server" && attempts === 0 && Date.parse(startedAt) + beginTime <= time)
    return { ...record, status: "failed", endedAt: startedAt };
  return record;
}

function receiptFromItem(item: Record<string, unknown>): ReceiptRecord {
  const { pk: _pk, sk: _sk, ...record } = item as Stored<ReceiptRecord>;
  return record;
}
