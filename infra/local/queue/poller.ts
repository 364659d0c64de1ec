/** Reads a queue and passes its messages on in batches, as Lambda does ("Using Lambda with Amazon SQS"). */
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { type Poller, type Report, startPoller } from "../server/poller.ts";

/** Resolves with the ids of the messages that failed. They come again after their time, and all do if it rejects. */
export type HandleMessages = (messages: readonly Message[]) => Promise<readonly string[]>;

export interface PolledQueue {
  client: SQSClient;
  url: string;
  /** The largest number of messages that are passed at once. */
  batchSize: number;
  /** Batches at a time. */
  concurrency: number;
}

export function pollQueue(queue: PolledQueue, handle: HandleMessages, onError: Report): Poller {
  const { client, url: QueueUrl, batchSize, concurrency } = queue;
  const receive = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: batchSize,
    MessageSystemAttributeNames: ["All"],
    // The seconds after which an empty queue answers.
    WaitTimeSeconds: 20,
  });
  const running = new Set<Promise<void>>();

  const handleBatch = async (messages: readonly Message[]): Promise<void> => {
    const failed = await handle(messages);
    const Entries = messages
      .filter(({ MessageId = "" }) => !failed.includes(MessageId))
      .map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
    if (Entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };

  return startPoller(async (abortSignal, report) => {
    const { Messages = [] } = await client.send(receive, { abortSignal });
    if (Messages.length === 0) return;
    const batch = handleBatch(Messages)
      .catch(report)
      .finally(() => running.delete(batch));
    running.add(batch);
    if (running.size >= concurrency) await Promise.race(running);
  }, onError);
}
