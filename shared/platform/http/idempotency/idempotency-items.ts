/** The items of idempotency keys in the cache table, and the calls that read and write them. */
import { createHash } from "node:crypto";
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { ItemKey } from "../../dynamodb/batch.ts";
import { accountPartition, type WriteAction } from "../../dynamodb/store.ts";
import { unlessRefused } from "../../dynamodb/update.ts";
import type { KeyedRequest } from "./key-reservation.ts";

export interface CacheTable {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** The signal ends every call. */
  options: { abortSignal: AbortSignal };
}

export interface ReservationItem extends ItemKey {
  digest: string;
  runId: string;
  /** Milliseconds since the epoch. */
  leaseUntil: number;
  /** The packed results of writes by their numbers. Removed when there is an answer. */
  notes?: Record<string, Uint8Array>;
  /** The packed answer, if it is short. */
  answer?: Uint8Array;
  /** The number of items with parts of a long answer; 0 for a short answer. Missing while there is no answer. */
  chunks?: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Characters of base64url (132 bits). Every write of a reservation pays for them. */
const hashLength = 22;
const lifeSeconds = 24 * 60 * 60;

/** `time` in milliseconds since the epoch. */
export function newReservation({ accountId, key, digest, runId, endsAt }: KeyedRequest, time: number): ReservationItem {
  // A key may be long and may contain personal data, so only its hash is stored.
  const hash = createHash("sha256").update(key).digest("base64url").slice(0, hashLength);
  const itemKey = { pk: accountPartition(accountId), sk: `IDEMPOTENCY#${hash}` };
  return { ...itemKey, digest, runId, leaseUntil: endsAt, notes: {}, expiresAt: Math.ceil(time / 1000) + lifeSeconds };
}

/** The table may delete expired items days later. */
export function isExpired({ expiresAt }: ReservationItem, time: number): boolean {
  return expiresAt * 1000 <= time;
}

/** Writes a reservation. Returns false if there is one that has not expired. */
export async function createReservation(table: CacheTable, Item: ReservationItem, time: number): Promise<boolean> {
  const input = {
    TableName: table.tableName,
    Item,
    ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(time / 1000) },
  };
  return (await unlessRefused(table.client.send(new PutCommand(input), table.options))) !== undefined;
}

/** Consistently reads a reservation. */
export async function readReservation(table: CacheTable, key: ItemKey): Promise<ReservationItem | undefined> {
  return (await readItem(table, key)) as ReservationItem | undefined;
}

/** Gives the reservation, with all its notes, to another attempt. Undefined if it has changed since it was read. */
export function takeOver(
  table: CacheTable,
  { pk, sk, runId, leaseUntil }: ReservationItem,
  by: KeyedRequest,
): Promise<ReservationItem | undefined> {
  return updateReservation(
    table,
    { pk, sk },
    {
      UpdateExpression: "SET runId = :me, leaseUntil = :until",
      ConditionExpression: "runId = :before AND leaseUntil = :lease AND attribute_not_exists(chunks)",
      ExpressionAttributeValues: { ":me": by.runId, ":until": by.endsAt, ":before": runId, ":lease": leaseUntil },
    },
  );
}

/** Ends the lease, so that the next attempt can take over at once. With "forgotten", it starts without notes. */
export async function releaseReservation(
  table: CacheTable,
  { pk, sk, runId }: ReservationItem,
  writes: "noted" | "forgotten",
): Promise<void> {
  const forget = writes === "forgotten";
  await updateReservation(
    table,
    { pk, sk },
    {
      UpdateExpression: `SET leaseUntil = :over${forget ? ", notes = :none" : ""}`,
      ConditionExpression: "runId = :me",
      ExpressionAttributeValues: { ":over": 0, ":me": runId, ...(forget && { ":none": {} }) },
    },
  );
}

/** The bytes of the largest answer that is stored in the reservation itself, which every later attempt reads. */
const maxInlineBytes = 4 * 1024;
/** The bytes of a part of an answer. An item of DynamoDB has at most 400 KB. */
const partBytes = 390 * 1024;

/** Stores the packed answer, unless another attempt has taken over. */
export async function putAnswer(table: CacheTable, reservation: ReservationItem, packed: Uint8Array): Promise<void> {
  const inline = packed.byteLength <= maxInlineBytes;
  const parts = inline ? [] : cut(packed);
  for (const [index, content] of parts.entries()) {
    const Item = { ...partKey(reservation, index), content, expiresAt: reservation.expiresAt };
    await table.client.send(new PutCommand({ TableName: table.tableName, Item }), table.options);
  }
  await updateReservation(table, reservation, {
    UpdateExpression: `SET chunks = :chunks${inline ? ", answer = :answer" : ""} REMOVE notes`,
    ConditionExpression: "runId = :me",
    ExpressionAttributeValues: {
      ":chunks": parts.length,
      ":me": reservation.runId,
      ...(inline && { ":answer": packed }),
    },
  });
}

/** Reads the packed answer. Throws if a part is missing. */
export async function readAnswer(table: CacheTable, reservation: ReservationItem): Promise<Uint8Array> {
  if (reservation.answer) return reservation.answer;
  const keys = Array.from({ length: reservation.chunks ?? 0 }, (_, index) => partKey(reservation, index));
  const parts = await Promise.all(keys.map((key) => readItem(table, key)));
  return Buffer.concat(
    parts.map((part) => {
      if (!part) throw new Error("a part of a stored answer is missing");
      return part.content as Uint8Array;
    }),
  );
}

/** The action that records the result of a write in its transaction. It fails if another attempt has taken over. */
export function noteAction(
  tableName: string,
  { pk, sk, runId }: ReservationItem,
  index: number,
  packed: Uint8Array,
): WriteAction {
  return {
    Update: {
      TableName: tableName,
      Key: { pk, sk },
      UpdateExpression: "SET notes.#index = :written",
      ConditionExpression: "runId = :me",
      ExpressionAttributeNames: { "#index": String(index) },
      ExpressionAttributeValues: { ":written": packed, ":me": runId },
    },
  };
}

/** The key contains the id of the attempt, so that nobody reads parts of an attempt after another one has taken over. */
function partKey({ pk, sk, runId }: ReservationItem, index: number): ItemKey {
  return { pk, sk: `${sk}#${runId}#${index}` };
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / partBytes);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * partBytes, (index + 1) * partBytes));
}

async function readItem(table: CacheTable, { pk, sk }: ItemKey): Promise<Record<string, unknown> | undefined> {
  const input = { TableName: table.tableName, Key: { pk, sk }, ConsistentRead: true };
  return (await table.client.send(new GetCommand(input), table.options)).Item;
}

async function updateReservation(
  table: CacheTable,
  { pk, sk }: ItemKey,
  input: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<ReservationItem | undefined> {
  const command = new UpdateCommand({ TableName: table.tableName, Key: { pk, sk }, ReturnValues: "ALL_NEW", ...input });
  return (await unlessRefused(table.client.send(command, table.options)))?.Attributes as ReservationItem | undefined;
}
