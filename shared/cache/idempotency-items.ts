/** The items of the expiring table that idempotency is made of, and the calls that read and write them. */
import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { KeyedRequest } from "../http/idempotency.ts";
import type { WriteAction } from "../table/account-write.ts";

export interface CacheTable {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Of every call: what ends it. */
  options: { abortSignal: AbortSignal };
}

export interface ClaimItem {
  pk: string;
  digest: string;
  runId: string;
  /** Milliseconds since the epoch. */
  leaseUntil: number;
  /** By the number of the write: what it gave, packed. Gone once there is an answer. */
  notes?: Record<string, Uint8Array>;
  /** The packed answer, where it is short. */
  answer?: Uint8Array;
  /** How many items hold it, where it is long. There is an answer exactly when this is there, and be it 0. */
  chunks?: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Characters of base64url: 132 bits, as keys are hardly less random. Each is paid for with every write of a claim. */
const hashLength = 22;
const lifeSeconds = 24 * 60 * 60;

/** `time` in milliseconds since the epoch. */
export function newClaimItem({ accountId, key, digest, runId, endsAt }: KeyedRequest, time: number): ClaimItem {
  // The key may be long, and be anything: its hash is short, and tells nobody what it was.
  const hash = createHash("sha256").update(key).digest("base64url").slice(0, hashLength);
  const pk = `IDEMPOTENCY#${accountId}#${hash}`;
  return { pk, digest, runId, leaseUntil: endsAt, notes: {}, expiresAt: Math.ceil(time / 1000) + lifeSeconds };
}

/** Expired items may lie around for days until the table deletes them. */
export function isExpired({ expiresAt }: ClaimItem, time: number): boolean {
  return expiresAt * 1000 <= time;
}

/** Writes a claim where there is none, or one that has expired; whether it did. */
export async function createClaim(table: CacheTable, Item: ClaimItem, time: number): Promise<boolean> {
  const input = {
    TableName: table.tableName,
    Item,
    ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(time / 1000) },
  };
  return (await unlessRefused(() => table.client.send(new PutCommand(input), table.options))) !== undefined;
}

/** Consistently read. */
export async function readClaim(table: CacheTable, pk: string): Promise<ClaimItem | undefined> {
  return (await readItem(table, pk)) as ClaimItem | undefined;
}

/**
 * The claim under the name of another attempt, with all notes of the earlier ones; undefined when it is no longer as it
 * was read.
 */
export function takeOver(
  table: CacheTable,
  { pk, runId, leaseUntil }: ClaimItem,
  by: KeyedRequest,
): Promise<ClaimItem | undefined> {
  return updateClaim(table, pk, {
    UpdateExpression: "SET runId = :me, leaseUntil = :until",
    ConditionExpression: "runId = :before AND leaseUntil = :lease AND attribute_not_exists(chunks)",
    ExpressionAttributeValues: { ":me": by.runId, ":until": by.endsAt, ":before": runId, ":lease": leaseUntil },
  });
}

/** Lets the next attempt take over at once, unless one has; its notes come with it unless they are forgotten. */
export async function releaseClaim(
  table: CacheTable,
  { pk, runId }: ClaimItem,
  writes: "noted" | "forgotten",
): Promise<void> {
  const forget = writes === "forgotten";
  await updateClaim(table, pk, {
    UpdateExpression: `SET leaseUntil = :over${forget ? ", notes = :none" : ""}`,
    ConditionExpression: "runId = :me",
    ExpressionAttributeValues: { ":over": 0, ":me": runId, ...(forget && { ":none": {} }) },
  });
}

/** Bytes up to which an answer lies in the claim itself, which every later attempt writes or reads. */
const maxInlineBytes = 4 * 1024;
/** Bytes of a part of an answer: DynamoDB takes items of 400 KB, names included. */
const partBytes = 390 * 1024;

/** Leaves the packed answer, unless the claim has passed to another attempt. */
export async function putAnswer(table: CacheTable, claim: ClaimItem, packed: Uint8Array): Promise<void> {
  const inline = packed.byteLength <= maxInlineBytes;
  const parts = inline ? [] : cut(packed);
  for (const [index, content] of parts.entries()) {
    const Item = { pk: partKey(claim, index), content, expiresAt: claim.expiresAt };
    await table.client.send(new PutCommand({ TableName: table.tableName, Item }), table.options);
  }
  await updateClaim(table, claim.pk, {
    UpdateExpression: `SET chunks = :chunks${inline ? ", answer = :answer" : ""} REMOVE notes`,
    ConditionExpression: "runId = :me",
    ExpressionAttributeValues: { ":chunks": parts.length, ":me": claim.runId, ...(inline && { ":answer": packed }) },
  });
}

/** What `putAnswer` left; throws when a part of it is gone. */
export async function readAnswer(table: CacheTable, claim: ClaimItem): Promise<Uint8Array> {
  if (claim.answer) return claim.answer;
  const keys = Array.from({ length: claim.chunks ?? 0 }, (_, index) => partKey(claim, index));
  const parts = await Promise.all(keys.map((pk) => readItem(table, pk)));
  return Buffer.concat(
    parts.map((part) => {
      if (!part) throw new Error("a part of a kept answer is gone");
      return part.content as Uint8Array;
    }),
  );
}

/** A part of the transaction that it is about, which fails when the claim has passed to another attempt. */
export function noteAction(
  tableName: string,
  { pk, runId }: ClaimItem,
  index: number,
  packed: Uint8Array,
): WriteAction {
  return {
    Update: {
      TableName: tableName,
      Key: { pk },
      UpdateExpression: "SET notes.#index = :written",
      ConditionExpression: "runId = :me",
      ExpressionAttributeNames: { "#index": String(index) },
      ExpressionAttributeValues: { ":written": packed, ":me": runId },
    },
  };
}

/** Under the attempt's own name: what one leaves behind that lost its claim is never read. */
function partKey({ pk, runId }: ClaimItem, index: number): string {
  return `${pk}#${runId}#${index}`;
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / partBytes);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * partBytes, (index + 1) * partBytes));
}

async function readItem(table: CacheTable, pk: string): Promise<Record<string, unknown> | undefined> {
  const input = { TableName: table.tableName, Key: { pk }, ConsistentRead: true };
  return (await table.client.send(new GetCommand(input), table.options)).Item;
}

async function updateClaim(
  table: CacheTable,
  pk: string,
  input: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<ClaimItem | undefined> {
  const command = new UpdateCommand({ TableName: table.tableName, Key: { pk }, ReturnValues: "ALL_NEW", ...input });
  return (await unlessRefused(() => table.client.send(command, table.options)))?.Attributes as ClaimItem | undefined;
}

async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof ConditionalCheckFailedException) return undefined;
    throw fault;
  }
}
