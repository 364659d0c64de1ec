/** What starts the webhook sender on a laptop: the queue that outlives a restart, its messages, and the stream of the table. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, onTestFinished, vi } from "vitest";
import { openStream } from "../../../infra/local/database/stream.ts";
import type { LocalFunction } from "../../../infra/local/lambda/lambda-function.ts";
import { startQueueEmulator } from "../../../infra/local/queue/emulator.ts";
import { createQueues, type WebhookQueues } from "../../../infra/local/queue/queues.ts";
import { startQueueTrigger, startTableTrigger } from "../../../infra/local/stack/webhooks.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { freshTable } from "../../support/process/stack.ts";

const account = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

async function startQueues(folder?: string) {
  const { endpoint, stop } = await startQueueEmulator(folder);
  const queues = await createQueues(account, endpoint);
  return { queues, stop: () => queues.stop().then(stop) };
}

const send = ({ client, webhooks }: WebhookQueues, MessageBody: string) =>
  client.send(new SendMessageCommand({ QueueUrl: webhooks, MessageBody }));

/** A function that answers by the number of its runs, and the promise of its events once there are so many runs. */
function functionWith(answer: (run: number) => unknown, runs: number) {
  const events: { Records: Record<string, unknown>[] }[] = [];
  const done = Promise.withResolvers<typeof events>();
  const target: LocalFunction = {
    name: "webhook-sender",
    run: async (event) => {
      events.push(JSON.parse(event));
      if (events.length === runs) done.resolve(events);
      return JSON.stringify(answer(events.length) ?? null);
    },
  };
  return { target, events: done.promise };
}

it("messages survive a restart of the queue, which answers this machine only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "queue-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = await startQueues(folder);
  await send(first.queues, "kept");
  const page = { method: "POST", headers: { origin: "https://page.example.com" } };
  expect((await fetch(first.queues.endpoint, page)).status).toBe(403);
  expect(new URL(first.queues.endpoint).hostname).toBe("127.0.0.1");
  await first.stop();

  const second = await startQueues(folder);
  onTestFinished(second.stop);
  const receive = new ReceiveMessageCommand({ QueueUrl: second.queues.webhooks, WaitTimeSeconds: 5 });
  const { Messages } = await second.queues.client.send(receive);
  expect(Messages).toMatchObject([{ Body: "kept" }]);
});

it("a message starts the function as in the cloud, and one in the queue of dead letters is logged", async () => {
  const { queues, stop } = await startQueues();
  onTestFinished(stop);
  const logged = Promise.withResolvers<RequestLine | JobLine>();
  const { target, events } = functionWith(() => ({ batchItemFailures: [] }), 1);
  const trigger = startQueueTrigger(target, queues, logged.resolve);
  onTestFinished(trigger.stop);
  await send(queues, "wake");
  const [event] = await events;
  expect(event?.Records).toMatchObject([
    { body: "wake", eventSource: "aws:sqs", attributes: { ApproximateReceiveCount: "1" } },
  ]);
  await send({ ...queues, webhooks: queues.deadLetters }, "dead");
  expect(await logged.promise).toMatchObject({ event: "function.deadLetter", message: "dead" });
});

it("the first webhook opens the stream, and then new items of an outbox start the function, again if it fails", async () => {
  const { store, host } = await freshTable();
  const { client, tableName: TableName } = store;
  const streamOf = async () => (await client.send(new DescribeTableCommand({ TableName }))).Table?.StreamSpecification;
  const tables = { endpoint: host.endpoint, region: host.region, credentials: { ...account.credentials, ...host } };
  const isOpen = Promise.withResolvers<void>();
  const source = {
    isAwaited: vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true),
    open: () => openStream({ tables, tableName: TableName, viewType: "KEYS_ONLY", endpoint: host.endpoint }),
  };
  const { target, events } = functionWith((run) => {
    if (run === 1) isOpen.resolve();
    if (run === 2) throw new Error("busy");
  }, 3);
  expect((await streamOf())?.StreamEnabled).not.toBe(true);
  const trigger = startTableTrigger(target, source, () => {});
  onTestFinished(trigger.stop);
  await isOpen.promise;
  expect(await streamOf()).toEqual({ StreamEnabled: true, StreamViewType: "KEYS_ONLY" });
  const key = { pk: "A#1", sk: "WE#000000000000007" };
  await client.send(new PutCommand({ TableName, Item: { pk: "A#1", sk: "HEAD" } }));
  await client.send(new PutCommand({ TableName, Item: key }));
  await client.send(
    new UpdateCommand({
      TableName,
      Key: key,
      UpdateExpression: "SET seen = :yes",
      ExpressionAttributeValues: { ":yes": true },
    }),
  );
  const [sweep, ...changes] = await events;
  // What was written before the stream was open.
  expect(sweep).toEqual({ source: "aws.events" });
  const keys = changes.map(({ Records }) => Records.map(({ eventName, dynamodb }) => ({ eventName, dynamodb })));
  const record = { eventName: "INSERT", dynamodb: { Keys: { pk: { S: "A#1" }, sk: { S: "WE#000000000000007" } } } };
  expect(keys).toMatchObject([[record], [record]]);
});
