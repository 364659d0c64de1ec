import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { expect, it } from "vitest";
import { createQueueSender, parseQueueMessage, QueueError, type QueueMessage } from "../../../shared/webhook/queue.ts";

const urls = {
  WEBHOOK_QUEUE_URL: "http://127.0.0.1:4566/000000000000/webhooks",
  WEBHOOK_SLOW_QUEUE_URL: "http://127.0.0.1:4566/000000000000/slow",
};
const accountId = "0198e0a0-0000-7000-8000-000000000001";
const webhookId = "0198e0a0-0000-7000-8000-000000000002";
const deliveryId = "0198e0a0-0000-7000-8000-000000000003";

function mockedQueue() {
  const client = new SQSClient({ region: "us-east-1" });
  return [client, mockClient(client)] as const;
}

it("messages are sent in batches of ten, with the delay that SQS allows", async () => {
  const [client, sqs] = mockedQueue();
  sqs.on(SendMessageBatchCommand).resolves({});
  const send = createQueueSender(urls, client);
  await send(
    Array.from({ length: 12 }, () => ({ accountId, webhookId })),
    3_600.2,
  );
  const batches = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
  expect(batches.map(({ length }) => length)).toEqual([10, 2]);
  expect(batches[0]?.[0]).toEqual({
    Id: "0",
    MessageBody: JSON.stringify({ accountId, webhookId }),
    DelaySeconds: 900,
  });
});

it("the messages of each lane go to its queue, those of the slow one in the group of their account", async () => {
  const [client, sqs] = mockedQueue();
  sqs.on(SendMessageBatchCommand).resolves({});
  const slow = { accountId, webhookId, lane: "slow" } as const;
  await createQueueSender(urls, client)([{ accountId, webhookId }, slow]);
  const sent = sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input);
  const entry = { Id: "0", DelaySeconds: 0 };
  expect(sent).toEqual([
    {
      QueueUrl: urls.WEBHOOK_QUEUE_URL,
      Entries: [{ ...entry, MessageBody: JSON.stringify({ accountId, webhookId }) }],
    },
    {
      QueueUrl: urls.WEBHOOK_SLOW_QUEUE_URL,
      Entries: [{ ...entry, MessageBody: JSON.stringify(slow), MessageGroupId: accountId }],
    },
  ]);
});

it("a message that SQS refuses is an error with the code", async () => {
  const [client, sqs] = mockedQueue();
  const Failed = [{ Id: "0", SenderFault: false, Code: "InternalError" }];
  sqs.on(SendMessageBatchCommand).resolves({ Failed });
  const sending = createQueueSender(urls, client)([{ accountId, webhookId }]);
  await expect(sending).rejects.toThrow(new QueueError("InternalError"));
});

it("a message is read as it was sent, and any other text is none", () => {
  for (const message of [
    { accountId, webhookId },
    { accountId, webhookId, deliveryId },
    { accountId, webhookId, deliveryId, lane: "slow" },
    { accountId, webhookId, lane: "slow", lease: deliveryId },
  ] satisfies QueueMessage[]) {
    expect(parseQueueMessage(JSON.stringify(message))).toEqual(message);
  }
  for (const text of [
    "",
    "null",
    "7",
    "{}",
    JSON.stringify({ accountId, webhookId: "x" }),
    JSON.stringify({ webhookId }),
    JSON.stringify({ accountId, webhookId, lane: "fast" }),
    JSON.stringify({ accountId, webhookId, lease: "x" }),
  ]) {
    expect(parseQueueMessage(text)).toBeUndefined();
  }
});
