/**
 * The record of an export (`EX#`), and for each request the export that answers it (`EA#`). Neither is account data that `txid`
 * counts, so they are written without the account head. They expire after a day.
 */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { GetCommand, TransactWriteCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store, type Stored } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import type { ErrorCode } from "../../platform/http/error-catalogue.ts";
import { type ExportRequest, nameOfRequest } from "../export-request.ts";

export interface ExportRecord {
  id: string;
  accountId: string;
  request: ExportRequest;
  status: "making" | "done" | "failed";
  /** The export includes every write up to this `txid`, and maybe later ones. */
  txid: number;
  requestedAt: string;
  /** The number of invocations that began to make it. */
  attempts: number;
  /** The invocation that makes it. Lambda keeps the id when it tries an event again. */
  leaseHolder: string | null;
  /** No other invocation makes it before this time, in milliseconds since the epoch. */
  leaseUntil: number;
  files: ExportedFile[];
  /** When the files were finished; null before. */
  madeAt: string | null;
  error: ErrorCode | null;
  /** Seconds since the epoch. */
  expiresAt: number;
}

export interface ExportedFile {
  key: string;
  bytes: number;
}

/** The milliseconds for which the files can be read. */
const fileLife = 60 * 60_000;
const recordLifeSeconds = 24 * 60 * 60;

export function newExport(made: Pick<ExportRecord, "id" | "accountId" | "request" | "txid">, now: Date): ExportRecord {
  return {
    ...made,
    status: "making",
    requestedAt: now.toISOString(),
    attempts: 0,
    leaseHolder: null,
    leaseUntil: 0,
    files: [],
    madeAt: null,
    error: null,
    expiresAt: Math.floor(now.getTime() / 1000) + recordLifeSeconds,
  };
}

/** The end of the life of the files, in milliseconds since the epoch; undefined until they are finished. */
export function endOfFiles({ madeAt }: Pick<ExportRecord, "madeAt">): number | undefined {
  return madeAt === null ? undefined : Date.parse(madeAt) + fileLife;
}

function exportKey(accountId: string, id: string) {
  return { pk: accountPartition(accountId), sk: `EX#${id}` };
}

function answerKey(accountId: string, request: ExportRequest) {
  return { pk: accountPartition(accountId), sk: `EA#${nameOfRequest(request)}` };
}

/** Reads consistently. Undefined if there is none, or its files are no longer there. */
export async function getExport(
  store: Store,
  accountId: string,
  id: string,
  now: Date,
): Promise<ExportRecord | undefined> {
  const item = await read(store, exportKey(accountId, id));
  const record = item && exportFromItem(item);
  if (!record || record.expiresAt * 1000 <= now.getTime()) return undefined;
  return (endOfFiles(record) ?? Number.POSITIVE_INFINITY) > now.getTime() ? record : undefined;
}

/** The export that answers this request last, if it is still there, and its id, which `putExport` needs. */
export async function findExport(
  store: Store,
  accountId: string,
  request: ExportRequest,
  now: Date,
): Promise<{ id: string | undefined; record: ExportRecord | undefined }> {
  const item = await read(store, answerKey(accountId, request));
  const id = item && String(item.exportId);
  return { id, record: id === undefined ? undefined : await getExport(store, accountId, id, now) };
}

/** Makes this the export that answers its request. Returns false if another one than `previousId` answers it meanwhile. */
export async function putExport(
  { client, tableName: TableName }: Store,
  record: ExportRecord,
  previousId: string | undefined,
): Promise<boolean> {
  const { accountId, id, request, expiresAt } = record;
  const answer = { ...answerKey(accountId, request), exportId: id, expiresAt };
  const condition =
    previousId === undefined
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "exportId = :previous", ExpressionAttributeValues: { ":previous": previousId } };
  const TransactItems = [
    { Put: { TableName, Item: answer, ...condition } },
    { Put: { TableName, Item: { ...exportKey(accountId, id), ...record } } },
  ];
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
    const isTaken = reasons.some(({ Code }) => Code === "ConditionalCheckFailed" || Code === "TransactionConflict");
    if (isTaken) return false;
    throw error;
  }
}

/** Takes the export for making it. Undefined if it has ended, or another invocation makes it. */
export function takeExport(
  store: Store,
  { accountId, exportId }: { accountId: string; exportId: string },
  { holder, now, until }: { holder: string; now: number; until: number },
): Promise<ExportRecord | undefined> {
  return update(store, accountId, exportId, {
    UpdateExpression: "SET leaseHolder = :holder, leaseUntil = :until ADD attempts :one",
    ConditionExpression: "#status = :making AND (leaseHolder = :holder OR leaseUntil <= :now)",
    ExpressionAttributeValues: { ":holder": holder, ":until": until, ":now": now, ":one": 1 },
  });
}

/** Ends an export that this invocation has taken. Undefined if it has ended, or another invocation makes it. */
export function endExport(
  store: Store,
  { accountId, id, leaseHolder }: ExportRecord,
  end: Pick<ExportRecord, "status"> & Partial<Pick<ExportRecord, "txid" | "files" | "madeAt" | "error">>,
): Promise<ExportRecord | undefined> {
  const names = Object.keys(end);
  return update(store, accountId, id, {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
    ConditionExpression: "#status = :making AND leaseHolder = :holder",
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(end).map(([name, value]) => [`:${name}`, value])),
      ":holder": leaseHolder,
    },
  });
}

async function read({ client, tableName }: Store, Key: { pk: string; sk: string }) {
  const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item;
}

async function update(
  { client, tableName }: Store,
  accountId: string,
  id: string,
  input: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<ExportRecord | undefined> {
  const answer = await unlessRefused(
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: exportKey(accountId, id),
        ReturnValues: "ALL_NEW",
        ...input,
        ExpressionAttributeNames: { "#status": "status", ...input.ExpressionAttributeNames },
        ExpressionAttributeValues: { ":making": "making", ...input.ExpressionAttributeValues },
      }),
    ),
  );
  return answer?.Attributes && exportFromItem(answer.Attributes);
}

function exportFromItem(item: Record<string, unknown>): ExportRecord {
  const { pk: _pk, sk: _sk, ...record } = item as Stored<ExportRecord>;
  return record;
}
