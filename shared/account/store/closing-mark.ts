/**
 * The mark of a closed account, which is all that stays of it. Every request of a session reads it, so that tokens from before
 * the closing stay refused. It lies outside the account's partition. A later closing of the same account replaces it.
 */
import { GetCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ItemKey } from "../../platform/dynamodb/batch.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused } from "../../platform/dynamodb/update.ts";

export interface ClosingMark {
  accountId: string;
  /** ISO 8601 in UTC. */
  closedAt: string;
  /** The last `txid`. A new account of the same person continues from there, so that no cache takes old data for new. */
  txid: number;
  /** Whether data of the account are still being deleted. Until then there is no new account. */
  deleting: boolean;
}

/**
 * Milliseconds after the closing in which data of the account may still arrive: a form for an upload is valid for an hour, and
 * then a function may work for a quarter of an hour.
 */
export const arrivalsLast = 80 * 60_000;

function markKey(accountId: string) {
  return { pk: `CLOSED#${accountId}`, sk: "MARK" };
}

function markToItem({ deleting, ...mark }: ClosingMark): Record<string, unknown> {
  return { ...markKey(mark.accountId), ...mark, ...(deleting && { deleting }) };
}

function markFromItem(item: Record<string, unknown>): ClosingMark {
  const { accountId, closedAt, txid, deleting = false } = item;
  return { accountId, closedAt, txid, deleting } as ClosingMark;
}

/** Whether a session began before the closing. Tokens have whole seconds, so one of the same second counts as older. */
export function isClosedFor({ issuedAt }: { issuedAt: number }, { closedAt }: ClosingMark): boolean {
  return issuedAt <= Math.floor(Date.parse(closedAt) / 1000);
}

/** Consistently reads the mark; undefined if the account was never closed. */
export async function findClosingMark(store: Store, accountId: string): Promise<ClosingMark | undefined> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: markKey(accountId), ConsistentRead: true }),
  );
  return Item && markFromItem(Item);
}

export function putMarkAction({ tableName: TableName }: Store, mark: ClosingMark): WriteAction {
  return { Put: { TableName, Item: markToItem(mark) } };
}

/** Checks that the account was not closed after `read`, the mark that was read, or undefined. */
export function checkMarkAction({ tableName: TableName }: Store, accountId: string, read?: ClosingMark): WriteAction {
  return {
    ConditionCheck: {
      TableName,
      Key: markKey(accountId),
      ...(read
        ? {
            ConditionExpression: "closedAt = :read AND attribute_not_exists(deleting)",
            ExpressionAttributeValues: { ":read": read.closedAt },
          }
        : { ConditionExpression: "attribute_not_exists(pk)" }),
    },
  };
}

/** One run of the worker at a time deletes, so that none still deletes when another one has finished and the account is new. */
export interface DeletionLease {
  /** The request id of the invocation, which is the same for every attempt at one event. */
  holder: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The end of the invocation at the latest. */
  until: number;
}

/** False if another run has the lease, or nothing is left to delete. */
export async function leaseDeletion(
  store: Store,
  { accountId, closedAt }: ClosingMark,
  { holder, now, until }: DeletionLease,
): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: store.tableName,
    Key: markKey(accountId),
    UpdateExpression: "SET leaseHolder = :holder, leaseUntil = :until",
    ConditionExpression:
      "closedAt = :read AND attribute_exists(deleting) AND (attribute_not_exists(leaseUntil) OR leaseUntil <= :now OR leaseHolder = :holder)",
    ExpressionAttributeValues: { ":read": closedAt, ":holder": holder, ":now": now, ":until": until },
  });
  return (await unlessRefused(store.client.send(update))) !== undefined;
}

/** Lets another run begin. */
export async function releaseDeletion(store: Store, { accountId }: ClosingMark, holder: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: store.tableName,
    Key: markKey(accountId),
    UpdateExpression: "REMOVE leaseHolder, leaseUntil",
    ConditionExpression: "leaseHolder = :holder",
    ExpressionAttributeValues: { ":holder": holder },
  });
  await unlessRefused(store.client.send(update));
}

/** Deletes the last item of the account, if it exists, and records that nothing is left. The run must have the lease. */
export async function finishDeletion(
  { client, tableName: TableName }: Store,
  { accountId }: ClosingMark,
  holder: string,
  last: ItemKey,
): Promise<void> {
  const finish = {
    TableName,
    Key: markKey(accountId),
    UpdateExpression: "REMOVE deleting, leaseHolder, leaseUntil",
    ConditionExpression: "leaseHolder = :holder",
    ExpressionAttributeValues: { ":holder": holder },
  };
  const TransactItems = [{ Update: finish }, { Delete: { TableName, Key: { ...last } } }];
  await client.send(new TransactWriteCommand({ TransactItems }));
}
