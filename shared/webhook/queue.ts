/**
 * The queues that wake the webhook sender. A message only says which webhook may have something to deliver, because what is
 * to be delivered is in the table. So messages may come twice, late, or in any order.
 */
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";

/** Each lane has a queue. What may take long is in the slow lane, so that webhooks whose receivers are quick do not wait for it. */
export const lanes = ["quick", "slow"] as const;
export type Lane = (typeof lanes)[number];

/** The variables with the addresses of the queues. */
export const queueVariables = { quick: "WEBHOOK_QUEUE_URL", slow: "WEBHOOK_SLOW_QUEUE_URL" } as const;

export interface QueueMessage {
  accountId: string;
  webhookId: string;
  /** The delivery that a person asked for, by a test or a repetition; absent for the events that wait in the outbox. */
  deliveryId?: string;
  /** The quick lane when absent. */
  lane?: Lane;
  /** The holder of the webhook's lease, which this message passes on from the quick lane to the slow one. */
  lease?: string;
}

/** Puts messages into the queues of their lanes, which deliver them after `delaySeconds`. Throws if not all of them were accepted. */
export type SendToQueue = (messages: readonly QueueMessage[], delaySeconds?: number) => Promise<void>;

/** The longest delay of a message ("Amazon SQS delay queues"). */
export const maxDelaySeconds = 900;

/** The number of messages in one call ("SendMessageBatch" in the Amazon SQS API reference). */
const batchSize = 10;

/** `environment` has the addresses of the queues. Region, credentials and, on a laptop, the endpoint come from the process. */
export function createQueueSender(
  environment: Readonly<Record<(typeof queueVariables)[Lane], string>>,
  client: SQSClient = createQueueClient(),
): SendToQueue {
  return async (messages, delaySeconds = 0) => {
    for (const [lane, ofLane] of Map.groupBy(messages, ({ lane }) => lane ?? "quick")) {
      for (let start = 0; start < ofLane.length; start += batchSize) {
        const Entries = ofLane.slice(start, start + batchSize).map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          DelaySeconds: Math.min(maxDelaySeconds, Math.max(0, Math.ceil(delaySeconds))),
          // SQS prefers accounts that take less than a tenth of the lane's time ("How Amazon SQS fair queues work").
          ...(lane === "slow" && { MessageGroupId: message.accountId }),
        }));
        const QueueUrl = environment[queueVariables[lane]];
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        if (Failed.length > 0) throw new QueueError(Failed.map(({ Code }) => Code).join(", "));
      }
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
  const { accountId, webhookId, deliveryId, lane, lease } = Object(value) as Record<string, unknown>;
  if (!isId(accountId) || !isId(webhookId)) return undefined;
  if (!isIdOrAbsent(deliveryId) || !isIdOrAbsent(lease) || !isLaneOrAbsent(lane)) return undefined;
  const more = { ...(deliveryId && { deliveryId }), ...(lane && { lane }), ...(lease && { lease }) };
  return { accountId, webhookId, ...more };
}

function isLaneOrAbsent(value: unknown): value is Lane | undefined {
  return value === undefined || lanes.some((lane) => lane === value);
}

function isIdOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || isId(value);
}

function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
