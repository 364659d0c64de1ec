/** Which operation an event of the webhook sender asks for. */
import type {
  DynamoDBRecord,
  DynamoDBStreamEvent,
  ScheduledEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import type { Invocation } from "../invocation.ts";
import { serveBatch, sweepWebhooks, type WebhookSenderParts, wakeWebhooks } from "./operations.ts";

/** New items in outboxes by the stream of the table, messages of the queue, or the clock. */
export type SenderEvent = DynamoDBStreamEvent | SQSEvent | ScheduledEvent;

/** The answer to messages names those that come again. */
export async function dispatchEvent(
  parts: WebhookSenderParts,
  event: SenderEvent,
  invocation: Invocation,
): Promise<SQSBatchResponse | undefined> {
  if (!("Records" in event)) await sweepWebhooks(parts, invocation);
  else if (event.Records.every(isMessage)) return serveBatch(parts, event.Records, invocation);
  else {
    const changes = event.Records.filter((record) => !isMessage(record));
    await wakeWebhooks(
      parts,
      changes.map(({ dynamodb }) => dynamodb?.Keys?.pk?.S),
    );
  }
  return undefined;
}

function isMessage(record: DynamoDBRecord | SQSRecord): record is SQSRecord {
  return "body" in record;
}
