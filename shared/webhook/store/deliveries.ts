/** Storage of deliveries: each item is one event for one webhook, with what became of it. They are kept for 30 days. */
import { createHash } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { EventType, testEvent, WebhookEvent } from "../../account/events.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, readFirst } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { unlessRefused, updateOf } from "../../platform/dynamodb/update.ts";

export type DeliveryStatus = "pending" | "succeeded" | "retrying" | "failed";

export interface DeliveryRecord {
  /** UUID version 7, so that the items are in the order of time. */
  id: string;
  accountId: string;
  webhookId: string;
  /** The value of the header `webhook-id`. A delivery that is sent again at its owner's request has that of the first one. */
  messageId: string;
  event: EventType | typeof testEvent;
  /** The `data` of the body. */
  data: Omit<WebhookEvent, "type"> & { txid: string };
  /** The `timestamp` of the body: when the event happened, ISO 8601 in UTC, as are all times. */
  timestamp: string;
  status: DeliveryStatus;
  /** The number of attempts so far. */
  attempts: number;
  /** The last attempt: when it began, how long it took, and what was answered; null before the first one. */
  attemptedAt: string | null;
  durationMs: number | null;
  responseStatus: number | null;
  /** The first 256 bytes of the answer as text. */
  responseBody: string | null;
  /** Why the last attempt failed without an answer. */
  error: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** The number of deliveries that are shown. */
const shownDeliveries = 100;
/** The seconds for which a delivery is kept. */
const lifetime = 30 * 24 * 60 * 60;

/**
 * The id of the delivery of an event to a webhook. The same event always has the same id, so that an attempt after a crash is
 * the same delivery. `index` is the position of the event in its write, and `at` the time of the write.
 */
export function deliveryIdOf(webhookId: string, txid: number, index: number, at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, "0");
  const hash = createHash("sha256").update(`${webhookId} ${txid} ${index}`).digest("hex");
  const variant = (8 + (Number.parseInt(hash.slice(3, 4), 16) % 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The value of the header `webhook-id` of a new delivery. */
function messageIdOf(deliveryId: string): string {
  return `msg_${deliveryId}`;
}

/** A delivery before its first attempt. */
export function newDelivery(
  made: Pick<DeliveryRecord, "id" | "accountId" | "webhookId" | "event" | "data" | "timestamp">,
  now: Date,
): DeliveryRecord {
  return {
    ...made,
    messageId: messageIdOf(made.id),
    status: "pending",
    attempts: 0,
    ...{ attemptedAt: null, durationMs: null, responseStatus: null, responseBody: null, error: null },
    nextAttemptAt: null,
    createdAt: now.toISOString(),
    expiresAt: Math.ceil(now.getTime() / 1000) + lifetime,
  };
}

function deliveriesStart(webhookId: string): string {
  return `WD#${webhookId}#`;
}

type DeliveryLocation = Pick<DeliveryRecord, "accountId" | "webhookId" | "id">;

function deliveryKey({ accountId, webhookId, id }: DeliveryLocation) {
  return { pk: accountPartition(accountId), sk: deliveriesStart(webhookId) + id };
}

export function deliveryToItem(delivery: DeliveryRecord): Record<string, unknown> {
  return { ...deliveryKey(delivery), ...delivery };
}

function deliveryFromItem(item: Record<string, unknown>): DeliveryRecord {
  const { pk: _pk, sk: _sk, ...record } = item as Stored<DeliveryRecord>;
  // The end of a delivery removes the time of its next attempt.
  return { ...record, nextAttemptAt: record.nextAttemptAt ?? null };
}

/** The action that stores a delivery, new or changed. */
export function putDelivery({ tableName: TableName }: Store, delivery: DeliveryRecord): WriteAction {
  return { Put: { TableName, Item: deliveryToItem(delivery) } };
}

/** Stores a delivery, new or changed, without a transaction. */
export async function storeDelivery({ client, tableName }: Store, delivery: DeliveryRecord): Promise<void> {
  await client.send(new PutCommand({ TableName: tableName, Item: deliveryToItem(delivery) }));
}

/** Records that a delivery is not tried again. */
export async function endDelivery({ client, tableName }: Store, at: DeliveryLocation): Promise<void> {
  const failed: DeliveryStatus = "failed";
  const command = new UpdateCommand({
    TableName: tableName,
    Key: deliveryKey(at),
    ...updateOf({ status: failed, nextAttemptAt: null }),
    ConditionExpression: "attribute_exists(pk)",
  });
  await unlessRefused(client.send(command));
}

/** Consistently reads a delivery; undefined without one that has not expired. */
export async function findDelivery(store: Store, at: DeliveryLocation, now: Date): Promise<DeliveryRecord | undefined> {
  const [item] = await batchGet(store, [deliveryKey(at)]);
  const delivery = item && deliveryFromItem(item);
  return delivery && isKept(delivery, now) ? delivery : undefined;
}

/** Consistently reads the last deliveries of a webhook, the newest first, at most `shownDeliveries`. */
export async function listDeliveries(
  store: Store,
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<DeliveryRecord[]> {
  const query = { ...prefixQuery(accountId, deliveriesStart(webhookId)), ScanIndexForward: false };
  const deliveries = (await readFirst(store, query, shownDeliveries)).map(deliveryFromItem);
  return deliveries.filter((delivery) => isKept(delivery, now));
}

/** The table deletes expired items days later. */
function isKept({ expiresAt }: DeliveryRecord, now: Date): boolean {
  return expiresAt * 1000 > now.getTime();
}
