/**
 * An import: which files are due, how far their parsing is, and where the parsed rows lie. No account data that anyone
 * reads by `txid`, so it is written without the account head; it is gone after a day, as its files are.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import type { ErrorCode, ErrorDetail } from "../http/errors.ts";
import type { FollowStrategy, ImportSource } from "../imports/parsed-contact.ts";
import { within } from "../time/within.ts";
import { keysFrom, queryItems } from "./query.ts";
import { accountPartition, type Store } from "./store.ts";

export type ImportStatus = "waiting" | "parsing" | "parsed" | "failed";

export interface ImportCounts {
  totalCount: number;
  validCount: number;
  invalidCount: number;
  /** Rows about somebody who is a contact already, or whom an earlier row is about. */
  duplicateCount: number;
  skippedCount: number;
  /** From 0 to 1. */
  coverage: number;
}

export interface ImportRecord {
  id: string;
  accountId: string;
  source: ImportSource;
  /** Which lists are read, of network_b only. */
  strategy?: FollowStrategy;
  status: ImportStatus;
  /**
   * The files that are due, in the order of their indexes: the name for people only, the size in bytes, and the place
   * among the parts of the request where they came in one. All files of a request are one object, each from the byte
   * `start` of it on; without it, each is an object of its own.
   */
  files: { name: string; size: number; part?: number; start?: number }[];
  /** Indexes of the objects that lie in the bucket. */
  arrived: ReadonlySet<number>;
  /** When one was last noted; milliseconds since the epoch, 0 before the first. */
  arrivedAt: number;
  /** Rows found so far. */
  rowsRead: number;
  counts: ImportCounts | null;
  /** Where the rows lie: an id of their own for every parse, and how many rows each of its objects holds. */
  rows: { id: string; chunks: number[] } | null;
  error: { code: ErrorCode; message: string; details: ErrorDetail[] } | null;
  /** The invocation that parses, and until when nobody else does; milliseconds since the epoch. */
  claimedBy: string | null;
  leaseUntil: number;
  createdAt: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

const lifeSeconds = 24 * 60 * 60;
/** Milliseconds after the end of a lease in which a crashed parse is tried again by the event's retries. */
const retryGrace = 10 * 60 * 1000;
/** Milliseconds after the last arrival in which retries of its event may still begin to parse. */
const beginGrace = 2 * 60 * 60 * 1000;

/** Waits for its files, for a day. */
export function newImport(
  given: Pick<ImportRecord, "id" | "accountId" | "source" | "strategy" | "files">,
  now: Date,
): ImportRecord {
  return {
    ...given,
    status: "waiting",
    arrived: new Set(),
    arrivedAt: 0,
    rowsRead: 0,
    counts: null,
    rows: null,
    error: null,
    claimedBy: null,
    leaseUntil: 0,
    createdAt: now.toISOString(),
    expiresAt: Math.floor(now.getTime() / 1000) + lifeSeconds,
  };
}

function importKey(accountId: string, importId: string) {
  return { pk: accountPartition(accountId), sk: `I#${importId}` };
}

/** Takes the place of one with the same id. */
export async function putImport(store: Store, record: ImportRecord): Promise<void> {
  // An empty set can't be stored: the first arrival makes it.
  const { arrived: _arrived, ...attributes } = record;
  const Item = { ...importKey(record.accountId, record.id), ...attributes };
  await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
}

/**
 * Consistently read; undefined when there is none, or none any more. A parse whose crash outlived every retry shows as
 * failed, so that nobody waits for it, and so does one that never began though its files are there. After `withinMs` milliseconds it ends with a TimeoutError.
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
  const { Item } = await within(withinMs, (options) => store.client.send(get, options));
  if (!Item) return undefined;
  const record = importFromItem(Item);
  // Expired items may lie around for days until the table deletes them.
  if (record.expiresAt * 1000 <= now.getTime()) return undefined;
  return isAbandoned(record, now.getTime()) ? { ...record, status: "failed", error: abandonedError } : record;
}

function isAbandoned({ status, files, arrived, arrivedAt, leaseUntil }: ImportRecord, time: number): boolean {
  if (status === "parsing") return leaseUntil + retryGrace < time;
  return status === "waiting" && isComplete({ files, arrived }) && arrivedAt + beginGrace < time;
}

/** Whether all files lie in the bucket. */
export function isComplete({ files, arrived }: Pick<ImportRecord, "files" | "arrived">): boolean {
  return files.every((file, index) => arrived.has(objectOf(file, index)));
}

/** The index of the object that holds the file. */
export function objectOf({ start }: ImportRecord["files"][number], index: number): number {
  return start === undefined ? index : 0;
}

/** The parsed imports of the account that have not expired, in no particular order, consistently read. */
export async function listParsedImports(store: Store, accountId: string, now: Date): Promise<ImportRecord[]> {
  const records: ImportRecord[] = [];
  const query = keysFrom(accountId, importKey(accountId, "").sk);
  for await (const item of queryItems(store, query)) records.push(importFromItem(item));
  return records.filter(({ status, expiresAt }) => status === "parsed" && expiresAt * 1000 > now.getTime());
}

const abandonedError: ImportRecord["error"] = {
  code: "service_unavailable",
  message: "The files could not be parsed. Send them again.",
  details: [],
};

/**
 * Notes that a file lies in the bucket; the import as it is then, or undefined when nothing waits for the file any
 * more.
 */
export function noteArrival(
  store: Store,
  accountId: string,
  importId: string,
  index: number,
  now: Date,
): Promise<ImportRecord | undefined> {
  return update(store, accountId, importId, {
    UpdateExpression: "ADD arrived :index SET arrivedAt = :now",
    ConditionExpression: "#status IN (:waiting, :parsing)",
    ExpressionAttributeValues: {
      ":index": new Set([index]),
      ":now": now.getTime(),
      ":waiting": "waiting",
      ":parsing": "parsing",
    },
  });
}

export interface Claim {
  /**
   * The invocation's request id: Lambda keeps it when it tries an event again, so a retry takes up its own crashed
   * attempt at once.
   */
  by: string;
  now: number;
  /** When this invocation ends at the latest. */
  until: number;
}

/** Takes the import for parsing; undefined when somebody else is at it, or it is done. */
export function claimImport(
  store: Store,
  { accountId, id }: ImportRecord,
  { by, now, until }: Claim,
): Promise<ImportRecord | undefined> {
  return update(store, accountId, id, {
    UpdateExpression: "SET #status = :parsing, claimedBy = :by, leaseUntil = :until",
    ConditionExpression: "#status = :waiting OR (#status = :parsing AND (claimedBy = :by OR leaseUntil <= :now))",
    ExpressionAttributeValues: {
      ":parsing": "parsing",
      ":waiting": "waiting",
      ":by": by,
      ":until": until,
      ":now": now,
    },
  });
}

/**
 * What the claimer found out; nothing is written, and the answer is undefined, when the claim has passed to another.
 */
export function updateClaimed(
  store: Store,
  { accountId, id }: ImportRecord,
  by: string,
  changes: Partial<Pick<ImportRecord, "status" | "rowsRead" | "counts" | "rows" | "error" | "leaseUntil">>,
): Promise<ImportRecord | undefined> {
  const names = Object.keys(changes);
  return update(store, accountId, id, {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
    ConditionExpression: "#status = :claimed AND claimedBy = :by",
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`:${name}`, value])),
      ":claimed": "parsing",
      ":by": by,
    },
  });
}

async function update(
  store: Store,
  accountId: string,
  importId: string,
  input: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<ImportRecord | undefined> {
  try {
    const { Attributes } = await store.client.send(
      new UpdateCommand({
        TableName: store.tableName,
        Key: importKey(accountId, importId),
        ReturnValues: "ALL_NEW",
        ...input,
        ExpressionAttributeNames: { "#status": "status", ...input.ExpressionAttributeNames },
      }),
    );
    return Attributes && importFromItem(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

function importFromItem(item: Record<string, unknown>): ImportRecord {
  const { pk: _pk, sk: _sk, ...record } = item;
  return { arrived: new Set(), ...record } as unknown as ImportRecord;
}
