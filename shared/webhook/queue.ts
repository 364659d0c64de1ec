/**
 * The queue that wakes the webhook sender. A message only says which webhook may have something to deliver, because what is
 * to be delivered is in the table. So messages may come twice, late, or in any order.
 */
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";

export interface QueueMessage {
  accountId: string;
  webhookId: string;
  /** The delivery that a person asked for, by a test or a repetition; absent for the events that wait in the outbox. */
  deliveryId?: string;
}

/** Puts messages into the queue, which delivers them after `delaySeconds`. Throws if not all of them were accepted. */
export type SendToQueue = (messages: readonly QueueMessage[], delaySeconds?: number) => Promise<void>;

/** The longest delay of a message ("Amazon SQS delay queues"). */
export const maxDelaySeconds = 900;

/** The number of messages in one call ("SendMessageBatch" in the Amazon SQS API reference). */
const batchSize = 10;

/** Region, credentials and, on a laptop, the endpoint come from the environment. */
export function createQueueSender(queueUrl: string, client: SQSClient = createQueueClient()): SendToQueue {
  return async (messages, delaySeconds = 0) => {
    for (let start = 0; start < messages.length; start += batchSize) {
      const batch = messages.slice(start, start + batchSize);
      const Entries = batch.map((message, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(message),
        DelaySeconds: Math.min(maxDelaySeconds, Math.max(0, Math.ceil(delaySeconds))),
      }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      if (Failed.length > 0) throw new QueueError(Failed.map(({ Code }) => Code).join(", "));
    }
  };
}

/** The queue did not accept all messages. The text has the codes of SQS. */
export class QueueError extends Error {
  override readonly name = "QueueError";
}

function createQueueClient(): SQSClient {
  return new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined for a text that is no message of this queue. */
export function parseQueueMessage(body: string): QueueMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { accountId, webhookId, deliveryId } = Object(value) as Record<string, unknown>;
  if (!isId(accountId) || !isId(webhookId) || !(deliveryId === undefined || isId(deliveryId))) return undefined;
  return { accountId, webhookId, ...(deliveryId !== undefined && { deliveryId }) };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
