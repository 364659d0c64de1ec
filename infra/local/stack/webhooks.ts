/** Starts the function that delivers webhooks: by the stream of the table, and by the messages of its queue, as in the cloud. */
import { randomUUID } from "node:crypto";
import type { _Record as StreamRecord } from "@aws-sdk/client-dynamodb-streams";
import type { Message } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse } from "aws-lambda";
import { otherFunctions } from "../../../functions/other-functions.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { queueTrigger, tableTrigger } from "../../cloud/triggers.ts";
import type { TableStream } from "../database/stream.ts";
import { faultText, invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import { pollQueue } from "../queue/poller.ts";
import type { WebhookQueues } from "../queue/queues.ts";
import { type Poller, pauseUntil, type Report, startPoller } from "../server/poller.ts";

export interface WebhookStream {
  /** Whether any account has webhooks. */
  isAwaited(): Promise<boolean>;
  open(): Promise<TableStream>;
}

/** Milliseconds between two reads of the stream. */
const streamInterval = 500;

/**
 * New items whose keys have the beginning of the trigger start the function. The stream is opened for the first webhook, because
 * it makes all writes slower (see stream.ts).
 */
export function startTableTrigger(target: LocalFunction, source: WebhookStream, log: Log): Poller {
  const { prefix, batchSize, maxAttempts } = tableTrigger;
  const invoke = async (Records: readonly object[], signal: AbortSignal): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await call(target, tableTrigger.function, { Records });
        return;
      } catch (fault) {
        if (attempt === maxAttempts) throw fault;
        await pauseUntil(signal, streamInterval);
      }
    }
  };
  const read = async ({ read }: TableStream, signal: AbortSignal, report: Report): Promise<void> => {
    const records = (await read(signal)).filter((record) => isNew(record, prefix)).map(eventRecord);
    for (let start = 0; start < records.length; start += batchSize) {
      await invoke(records.slice(start, start + batchSize), signal).catch(report);
    }
  };
  let stream: TableStream | undefined;
  const { stop } = startPoller(
    async (signal, report) => {
      if (stream) await read(stream, signal, report);
      else if (await source.isAwaited()) {
        stream = await source.open();
        // The scheduled run finds what was written between the first webhook and now.
        await call(target, tableTrigger.function, { source: "aws.events" });
      }
      await pauseUntil(signal, streamInterval);
    },
    (fault) => log({ level: "error", event: "function.recordsFailed", function: target.name, fault: faultText(fault) }),
  );
  return {
    stop: () => {
      stop();
      stream?.stop();
    },
  };
}

function isNew({ eventName, dynamodb }: StreamRecord, prefix: string): boolean {
  return eventName === "INSERT" && dynamodb?.Keys?.sk?.S?.startsWith(prefix) === true;
}

/** A record as Lambda has it in its event, where times are numbers. */
function eventRecord({ dynamodb, ...record }: StreamRecord): object {
  const { ApproximateCreationDateTime: at } = dynamodb ?? {};
  return { ...record, dynamodb: { ...dynamodb, ...(at && { ApproximateCreationDateTime: at.getTime() / 1000 }) } };
}

/** Messages start the function. Those that failed too often are logged, and gone. */
export function startQueueTrigger(target: LocalFunction, queues: WebhookQueues, log: Log): Poller {
  const { batchSize, maxConcurrency: concurrency } = queueTrigger;
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
    pollQueue({ client, url: queues.webhooks, batchSize, concurrency }, handle, onError),
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
