/**
 * The record of an import: its files, the state of its parse, and where the parsed rows are. The record is no account data
 * that `txid` counts, so it is written without the account head. It expires after a day, like the files.
 */
import { GetCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import type { ErrorCode } from "../../platform/http/error-catalogue.ts";
import type { ErrorDetail } from "../../platform/http/errors.ts";
import { withTimeout } from "../../platform/time/timeout.ts";
import type { FollowStrategy, ImportSource, ParsedCounts } from "../row/parsed-contact.ts";

export type ImportStatus = "waiting" | "parsing" | "parsed" | "failed";

export interface ImportCounts extends ParsedCounts {
  /** Rows about a contact of the account, or about the same person as another row. */
  duplicateCount: number;
}

export interface ImportRecord {
  id: string;
  accountId: string;
  source: ImportSource;
  /** The lists that are read, of network_b only. */
  strategy?: FollowStrategy;
  status: ImportStatus;
  /**
   * The expected files: the name, which is only displayed, the size in bytes, the index of the part in a multipart request,
   * and the byte of the object at which the file begins (0 if absent).
   */
  files: { name: string; size: number; part?: number; start?: number }[];
  /** When the object arrived in the bucket, in milliseconds since the epoch; 0 before. */
  arrivedAt: number;
  /** The number of rows that were read so far. */
  rowsRead: number;
  /** The bytes of the files that have become rows so far. Absent until the parse reports its progress. */
  bytesRead?: number;
  counts: ImportCounts | null;
  /** The id of the parse that wrote the rows, and the number of rows in each of its objects. */
  rows: { id: string; chunks: number[] } | null;
  error: { code: ErrorCode; message: string; details: ErrorDetail[] } | null;
  /** The receipt of the rows that clients commit. After its undo, the next commit begins another one. */
  receiptId?: string;
  /** The receipt of the commit on the server that began last. */
  commitId?: string;
  /** The request id of the invocation that parses. Lambda keeps the id when it tries an event again. */
  leaseHolder: string | null;
  /** No other invocation parses before this time, in milliseconds since the epoch. */
  leaseUntil: number;
  createdAt: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

const lifeSeconds = 24 * 60 * 60;
/** The milliseconds after a lease in which the retries of the event may still parse. */
const retryGrace = 10 * 60 * 1000;
/** The milliseconds after the arrival in which the retries of its event may still begin to parse. */
const beginGrace = 2 * 60 * 60 * 1000;

/** An import that waits for its object. */
export function newImport(
  fields: Pick<ImportRecord, "id" | "accountId" | "source" | "strategy" | "files">,
  now: Date,
): ImportRecord {
  return {
    ...fields,
    status: "waiting",
    arrivedAt: 0,
    rowsRead: 0,
    counts: null,
    rows: null,
    error: null,
    leaseHolder: null,
    leaseUntil: 0,
    createdAt: now.toISOString(),
    expiresAt: Math.floor(now.getTime() / 1000) + lifeSeconds,
  };
}

export function importKey(accountId: string, importId: string) {
  return { pk: accountPartition(accountId), sk: `I#${importId}` };
}

/** Replaces an import with the same id. */
export async function putImport(store: Store, record: ImportRecord): Promise<void> {
  const Item = { ...importKey(record.accountId, record.id), ...record };
  await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
}

/**
 * Reads the import consistently. Undefined if there is none, or it has expired. An import whose parse crashed and is not
 * tried again, or never began, is shown as failed, so that no client waits for it. Ends with a TimeoutError after
 * `withinMs` milliseconds.
 */
export async function getImport(
  store: Store,
  accountId: string,
  importId: string,
  now: Date,
  withinMs?: number,
): Promise<ImportRecord | undefined> {
  const Key = importKey(accountId, importId);
  const get = new GetCommand({ TableName: store.tableName, Key, ConsistentRead: true });
  const { Item } = await withTimeout(withinMs, (options) => store.client.send(get, options));
  if (!Item) return undefined;
  const record = importFromItem(Item);
  // The table deletes expired items only after days.
  if (record.expiresAt * 1000 <= now.getTime()) return undefined;
  return isAbandoned(record, now.getTime()) ? { ...record, status: "failed", error: abandonedError } : record;
}

function isAbandoned({ status, arrivedAt, leaseUntil }: ImportRecord, time: number): boolean {
  if (status === "parsing") return leaseUntil + retryGrace < time;
  return status === "waiting" && arrivedAt > 0 && arrivedAt + beginGrace < time;
}

/** The parsed imports of the account that have not expired, in no particular order. The read is consistent. */
export async function listParsedImports(store: Store, accountId: string, now: Date): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  const query = prefixQuery(accountId, importKey(accountId, "").sk);
  for await (const item of queryItems(store, query)) records.push(importFromItem(item));
  return records.filter(({ status, expiresAt }) => status === "parsed" && expiresAt * 1000 > now.getTime());
}

const abandonedError: ImportRecord["error"] = {
  code: "service_unavailable",
  message: "The files could not be parsed. Send them again.",
  details: [],
};

/** Records that the object is in the bucket, and returns the import; undefined if the parse has ended. */
export function noteArrival(
  store: Store,
  accountId: string,
  importId: string,
  now: Date,
): Promise<ImportRecord | undefined> {
  return update(store, accountId, importId, {
    UpdateExpression: "SET arrivedAt = :now",
    ConditionExpression: "#status IN (:waiting, :parsing)",
    ExpressionAttributeValues: { ":now": now.getTime(), ":waiting": "waiting", ":parsing": "parsing" },
  });
}

export interface Lease {
  /** The request id of the invocation. So a retry of the event takes the lease of its crashed attempt at once. */
  holder: string;
  now: number;
  /** The end of the invocation at the latest. */
  until: number;
}

/** Takes the import for parsing. Undefined if another invocation has the lease, or the parse has ended. */
export function takeLease(
  store: Store,
  { accountId, id }: ImportRecord,
  { holder, now, until }: Lease,
): Promise<ImportRecord | undefined> {
  return update(store, accountId, id, {
    UpdateExpression: "SET #status = :parsing, leaseHolder = :holder, leaseUntil = :until",
    ConditionExpression: "#status = :waiting OR (#status = :parsing AND (leaseHolder = :holder OR leaseUntil <= :now))",
    ExpressionAttributeValues: {
      ":parsing": "parsing",
      ":waiting": "waiting",
      ":holder": holder,
      ":until": until,
      ":now": now,
    },
  });
}

/** Changes an import under its lease. Nothing is written, and the result is undefined, if another invocation has the lease. */
export function updateLeased(
  store: Store,
  { accountId, id, leaseHolder }: ImportRecord,
  changes: Partial<
    Pick<ImportRecord, "status" | "rowsRead" | "bytesRead" | "counts" | "rows" | "error" | "leaseUntil">
  >,
): Promise<ImportRecord | undefined> {
  const names = Object.keys(changes);
  return update(store, accountId, id, {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
    ConditionExpression: "#status = :parsing AND leaseHolder = :holder",
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
      ":parsing": "parsing",
      ":holder": leaseHolder,
    },
  });
}

async function update(
  store: Store,
  accountId: string,
  importId: string,
  input: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<ImportRecord | undefined> {
  const answer = await unlessRefused(
    store.client.send(
      new UpdateCommand({
        TableName: store.tableName,
        Key: importKey(accountId, importId),
        ReturnValues: "ALL_NEW",
        ...input,
        ExpressionAttributeNames: { "#status": "status", ...input.ExpressionAttributeNames },
      }),
    ),
  );
  return answer?.Attributes && importFromItem(answer.Attributes);
}

function importFromItem(item: Record<string, unknown>): ImportRecord {
  const { pk: _pk, sk: _sk, ...record } = item as Stored<ImportRecord>;
  return record;
}
