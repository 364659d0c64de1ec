/**
 * The outbox: an item `WE#` for each write that caused events to which a webhook of the account is subscribed. It is written in
 * the transaction of the change, so that the event is sent exactly if the write succeeds. The stream of the table
 * announces it to the sender, which reads it in the order of the writes.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";
import type { WebhookEvent } from "../events.ts";
import type { AccountHead } from "./account.ts";

export interface OutboxItem {
  /** The `txid` of the write that caused the events. */
  txid: number;
  /** In the order in which they are sent. */
  events: readonly WebhookEvent[];
  /** The time of the write, ISO 8601 in UTC. */
  at: string;
}

/** The start of the sort keys, by which the stream is filtered. */
export const outboxPrefix = "WE#";
/** Longer than the attempts of an event last, and than a webhook fails before it is switched off. In milliseconds. */
const lifetime = 5 * 24 * 3600 * 1000;
const txidDigits = 15;

/** Stores those events to which a webhook is subscribed. Only `writeAccount` calls it, because a write has one item. */
export function planOutbox(
  { tableName }: Store,
  head: AccountHead,
  events: readonly WebhookEvent[],
  { txid, now }: { txid: number; now: Date },
): { actions: WriteAction[]; head: AccountHead } {
  const sent = events.filter(({ type }) => head.webhookEvents?.includes(type));
  if (sent.length === 0) return { actions: [], head };
  const expiresAt = Math.ceil((now.getTime() + lifetime) / 1000);
  const Item = { ...outboxKey(head.accountId, txid), events: sent, at: now.toISOString(), expiresAt };
  return { actions: [{ Put: { TableName: tableName, Item } }], head: { ...head, outboxTxid: txid } };
}

/** Consistently reads the items after a `txid`, the oldest first, and at most `limit`. */
export async function readOutbox(
  { client, tableName }: Store,
  accountId: string,
  afterTxid: number,
  limit: number,
): Promise<OutboxItem[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: {
        ":pk": accountPartition(accountId),
        ":first": outboxKey(accountId, afterTxid + 1).sk,
        ":last": `${outboxPrefix}~`,
      },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items.map(({ sk, events, at }) => ({ txid: Number(String(sk).slice(outboxPrefix.length)), events, at }));
}

export function outboxKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: outboxPrefix + String(txid).padStart(txidDigits, "0") };
}
