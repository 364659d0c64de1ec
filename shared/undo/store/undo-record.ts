/**
 * An undo of changes (`AU#`): which changes it takes back, and how far it is. Every transaction of the undo replaces it, so that nothing is
 * done or counted twice. What must not be rewritten each time has items of its own: the chosen ids, and for each transaction what was kept.
 */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { longestUndo } from "../../account/store/account.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";
import type { Author } from "../../platform/http/author.ts";
import type { KeptChange } from "../take-back.ts";

export interface UndoRecord {
  /** UUID version 7. */
  id: string;
  accountId: string;
  /** Null at the end of an undo for whose rest the account had no room, so that its record does not grow. */
  author: Author | null;
  /** A `full` one has ended, too, and keeps what it has not looked at: the changes before the position, from the index on. */
  status: "running" | "done" | "full";
  /** Changes between two positions of the history, from the first one up to before the second one. Null if an item has chosen ids. */
  range: { from: string; to: string; by?: string | undefined; agent?: boolean | undefined } | null;
  total: number;
  undone: number;
  /** ISO 8601 in UTC. */
  startedAt: string;
  endedAt: string | null;
  /** The changes at this position and after it are done. */
  position: string;
  /** The subjects that are done of the changes before the position that are read next. */
  index: number;
  /** How far the next subject is, if it needs several transactions. */
  inSubject: string;
  keptCount: number;
  /** The invocations of the worker since the last progress. */
  attempts: number;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** What of a record is shown and stored of kept changes. */
export const maxKept = 200;
/** Seconds. */
export const undoLifetime = longestUndo / 1000;

function undoKey(accountId: string, id: string, part = "") {
  return { pk: accountPartition(accountId), sk: `AU#${id}${part}` };
}

/** The actions of a new undo, or of its progress. `kept` are new. */
export function putUndo(
  { tableName: TableName }: Store,
  record: UndoRecord,
  { kept = [], changeIds }: { kept?: readonly KeptChange[]; changeIds?: readonly string[] | undefined } = {},
): WriteAction[] {
  const { accountId, id, keptCount, expiresAt } = record;
  const stored = kept.slice(0, maxKept - keptCount);
  const put = (part: string, fields: object): WriteAction => {
    return { Put: { TableName, Item: { ...undoKey(accountId, id, part), ...fields } } };
  };
  const number = String(keptCount).padStart(3, "0");
  return [
    put("", { ...record, keptCount: keptCount + stored.length }),
    ...(stored.length > 0 ? [put(`#K${number}`, { kept: stored, expiresAt })] : []),
    ...(changeIds ? [put("#C", { changeIds, expiresAt })] : []),
  ];
}

/** Consistently reads an undo; undefined if there is none, or it has expired. */
export async function getUndo(store: Store, accountId: string, id: string, now: Date): Promise<UndoRecord | undefined> {
  const [item] = await batchGet(store, [undoKey(accountId, id)]);
  if (!item) return undefined;
  const { pk: _pk, sk: _sk, ...record } = item as Stored<UndoRecord>;
  return record.expiresAt * 1000 > now.getTime() ? record : undefined;
}

/** The ids that were chosen for an undo. */
export async function readChosenIds(store: Store, { accountId, id }: UndoRecord): Promise<readonly string[]> {
  const [item] = await batchGet(store, [undoKey(accountId, id, "#C")]);
  return (item?.changeIds ?? []) as string[];
}

/** The first changes that were kept, in the order in which they were looked at. */
export async function readKept(store: Store, { accountId, id }: UndoRecord): Promise<KeptChange[]> {
  const kept: KeptChange[] = [];
  const { sk } = undoKey(accountId, id, "#K");
  for await (const item of queryItems(store, prefixQuery(accountId, sk))) kept.push(...(item.kept as KeptChange[]));
  return kept;
}

/** Counts an invocation of the worker. Nothing is written if the undo has gone with its account. */
export async function countAttempt({ client, tableName }: Store, { accountId, id }: UndoRecord): Promise<void> {
  const update = {
    UpdateExpression: "ADD attempts :one",
    ExpressionAttributeValues: { ":one": 1 },
    ConditionExpression: "attribute_exists(pk)",
  };
  await unlessRefused(client.send(new UpdateCommand({ TableName: tableName, Key: undoKey(accountId, id), ...update })));
}
