/**
 * The mark of a closed account, which is all that stays of it. Every request of a session reads it, so that tokens from before
 * the closing stay refused. It lies outside the account's partition. A later closing of the same account replaces it.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";

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
  const { pk: _pk, sk: _sk, deleting = false, ...mark } = item;
  return { ...mark, deleting } as unknown as ClosingMark;
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

/** Records that all data of the account are deleted. Fails if this was recorded before. */
export function finishMarkAction({ tableName: TableName }: Store, { accountId, closedAt }: ClosingMark): WriteAction {
  return {
    Update: {
      TableName,
      Key: markKey(accountId),
      UpdateExpression: "REMOVE deleting",
      ConditionExpression: "closedAt = :read AND attribute_exists(deleting)",
      ExpressionAttributeValues: { ":read": closedAt },
    },
  };
}
