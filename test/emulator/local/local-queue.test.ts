/** What starts the webhook sender on a laptop: the queue that outlives a restart, its messages, and new items of outboxes. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, onTestFinished } from "vitest";
import { queueTrigger } from "../../../infra/cloud/triggers.ts";
import type { LocalFunction } from "../../../infra/local/lambda/lambda-function.ts";
import { startQueueEmulator } from "../../../infra/local/queue/emulator.ts";
import { createQueues, type WebhookQueues } from "../../../infra/local/queue/queues.ts";
import { startQueueTrigger, startTableTrigger } from "../../../infra/local/stack/webhooks.ts";
import { outboxKey } from "../../../shared/account/store/outbox.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { freshTable } from "../../support/process/stack.ts";

const account = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

async function startQueues(folder?: string) {
  const { endpoint, stop } = await startQueueEmulator(folder);
  const queues = await createQueues(account, endpoint);
  return { queues, stop: () => queues.stop().then(stop) };
}

const send = ({ client, webhooks }: WebhookQueues, MessageBody: string, QueueUrl = webhooks.quick) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody }));

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
  const receive = new ReceiveMessageCommand({ QueueUrl: second.queues.webhooks.quick, WaitTimeSeconds: 5 });
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
  await send(queues, "dead", queues.deadLetters);
  expect(await logged.promise).toMatchObject({ event: "function.deadLetter", message: "dead" });
});

it("a slow lane whose executions are all taken holds back no message of the quick lane", async () => {
  const { queues, stop } = await startQueues();
  onTestFinished(stop);
  const [arrived, end] = [new Set<string>(), Promise.withResolvers<void>()];
  const target: LocalFunction = {
    name: "webhook-sender",
    run: async (event) => {
      const bodies = JSON.parse(event).Records.map(({ body }: { body: string }) => body);
      for (const body of bodies) arrived.add(body);
      if (!bodies.includes("quick")) await end.promise;
      return "null";
    },
  };
  onTestFinished(startQueueTrigger(target, queues, () => {}).stop);
  onTestFinished(() => end.resolve());
  for (let taken = 0; taken < queueTrigger.maxConcurrency.slow; taken++) {
    await send(queues, `slow ${taken}`, queues.webhooks.slow);
    await expect.poll(() => arrived.size).toBe(taken + 1);
  }
  await send(queues, "late", queues.webhooks.slow);
  await send(queues, "quick");
  await expect.poll(() => [...arrived]).toContain("quick");
  expect([...arrived]).not.toContain("late");
});

it("new items of an outbox start the function, again if it fails, until it has seen them all", async () => {
  const { store } = await freshTable();
  const { client, tableName: TableName } = store;
  const accountId = randomUUID();
  const put = (Item: Record<string, unknown>) => client.send(new PutCommand({ TableName, Item }));
  const add = (txid: number) => put({ ...outboxKey(accountId, txid), events: [], at: "2026-03-03T14:31:07.250Z" });
  const second = Promise.withResolvers<void>();
  const { target, events } = functionWith((run) => {
    if (run === 1) throw new Error("busy");
    if (run === 2) second.resolve();
  }, 3);
  await put({ pk: "WEBHOOKS", sk: accountId });
  await add(7);
  await add(8);
  await put({ ...outboxKey(randomUUID(), 7), events: [] });
  onTestFinished(startTableTrigger(target, store, () => {}).stop);
  await second.promise;
  await add(9);
  const keys = (await events).map(({ Records }) => Records.map(({ eventName, dynamodb }) => ({ eventName, dynamodb })));
  const record = (txid: number) => {
    const { pk, sk } = outboxKey(accountId, txid);
    return { eventName: "INSERT", dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } };
  };
  expect(keys).toMatchObject([[record(7), record(8)], [record(7), record(8)], [record(9)]]);
});
