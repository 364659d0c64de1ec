/** Starts the function that delivers webhooks: by new items in the outboxes, and by the messages of its queues, as in the cloud. */
import { randomUUID } from "node:crypto";
import type { Message } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse } from "aws-lambda";
import { otherFunctions } from "../../../functions/other-functions.ts";
import { type OutboxItem, outboxKey, readOutbox } from "../../../shared/account/store/outbox.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { lanes } from "../../../shared/webhook/queue.ts";
import { listWebhookAccounts } from "../../../shared/webhook/store/webhook.ts";
import { queueTrigger, tableTrigger } from "../../cloud/triggers.ts";
import { faultText, invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import { pollQueue } from "../queue/poller.ts";
import type { WebhookQueues } from "../queue/queues.ts";
import { type Poller, pauseUntil, startPoller } from "../server/poller.ts";

/** Milliseconds between two looks into the outboxes. */
const outboxInterval = 500;

/**
 * New items in the outboxes of accounts with webhooks start the function, with the records that the stream of the table would
 * have. The host looks for them itself, because dynoxide keeps each record of a stream for ever and counts them all at each
 * write. At first, all items are new.
 */
export function startTableTrigger(target: LocalFunction, store: Store, log: Log): Poller {
  const { batchSize, maxAttempts } = tableTrigger;
  /** The `txid` of the last item of each account that was passed on. */
  const passed = new Map<string, number>();
  const invoke = async (Records: readonly object[], signal: AbortSignal): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await call(target, tableTrigger.function, { Records });
        return;
      } catch (fault) {
        if (attempt === maxAttempts) throw fault;
        await pauseUntil(signal, outboxInterval);
      }
    }
  };
  return startPoller(
    async (signal, report) => {
      for await (const accountId of listWebhookAccounts(store)) {
        const items = await readOutbox(store, accountId, passed.get(accountId) ?? 0, batchSize);
        if (items.length === 0) continue;
        await invoke(
          items.map((item) => streamRecord(accountId, item)),
          signal,
        ).catch(report);
        for (const { txid } of items) passed.set(accountId, txid);
      }
      await pauseUntil(signal, outboxInterval);
    },
    (fault) => log({ level: "error", event: "function.recordsFailed", function: target.name, fault: faultText(fault) }),
  );
}

/** A record of a stream with KEYS_ONLY, as Lambda has it in its event. */
function streamRecord(accountId: string, { txid, at }: OutboxItem): object {
  const { pk, sk } = outboxKey(accountId, txid);
  const ApproximateCreationDateTime = Math.floor(Date.parse(at) / 1000);
  return {
    eventID: randomUUID(),
    eventName: "INSERT",
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: "local",
    dynamodb: { ApproximateCreationDateTime, Keys: { pk: { S: pk }, sk: { S: sk } }, StreamViewType: mainTable.stream },
  };
}

/** Messages start the function. A message that failed too often is logged and deleted. */
export function startQueueTrigger(target: LocalFunction, queues: WebhookQueues, log: Log): Poller {
  const { batchSize, maxConcurrency } = queueTrigger;
  const { client } = queues;
  const onError = (fault: unknown) =>
    log({ level: "error", event: "function.messagesFailed", function: target.name, fault: faultText(fault) });
  const handle = async (messages: readonly Message[]): Promise<string[]> => {
    const answer = await call(target, queueTrigger.function, { Records: messages.map(messageRecord) });
    const { batchItemFailures = [] } = (answer ?? {}) as Partial<SQSBatchResponse>;
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  const reportDead = async (messages: readonly Message[]): Promise<string[]> => {
    for (const { Body: message } of messages) {
      log({ level: "error", event: "function.deadLetter", function: target.name, message });
    }
    return [];
  };
  const pollers = [
    ...lanes.map((lane) =>
      pollQueue({ client, url: queues.webhooks[lane], batchSize, concurrency: maxConcurrency[lane] }, handle, onError),
    ),
    pollQueue({ client, url: queues.deadLetters, batchSize, concurrency: 1 }, reportDead, onError),
  ];
  return {
    stop: () => {
      for (const poller of pollers) poller.stop();
    },
  };
}

function messageRecord({ MessageId, ReceiptHandle, Body, Attributes, MD5OfBody }: Message): object {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes ?? {},
    messageAttributes: {},
    md5OfBody: MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:local:000000000000:contacts-webhooks",
    awsRegion: "local",
  };
}

function call(target: LocalFunction, name: keyof typeof otherFunctions, event: object): Promise<unknown> {
  const timeoutMilliseconds = otherFunctions[name].timeoutSeconds * 1_000;
  return invokeFunction(target, event, { requestId: randomUUID(), timeoutMilliseconds });
}
