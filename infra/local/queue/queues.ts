/** Makes the queues of the local stack, as the stack in the cloud has them. */
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Lane } from "../../../shared/webhook/queue.ts";
import { queueTrigger } from "../../cloud/triggers.ts";

export interface WebhookQueues {
  client: SQSClient;
  endpoint: string;
  /** The URLs of the queues of the lanes, and of their dead letters. */
  webhooks: Readonly<Record<Lane, string>>;
  deadLetters: string;
  stop(): Promise<void>;
}

/** Queues that exist stay as they are. Throws if one has other attributes, or if the service does not answer. */
export async function createQueues(config: SQSClientConfig, endpoint: string): Promise<WebhookQueues> {
  const client = new SQSClient({ ...config, endpoint });
  // An emulator names a host that need not exist, or the port of an earlier run.
  const createQueue = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
    const { QueueUrl = "" } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    return new URL(new URL(QueueUrl).pathname, endpoint).href;
  };
  const deadLetters = await createQueue("contacts-webhook-dead-letters", {});
  const ask = new GetQueueAttributesCommand({ QueueUrl: deadLetters, AttributeNames: ["QueueArn"] });
  const { Attributes: { QueueArn } = {} } = await client.send(ask);
  const attributes = {
    VisibilityTimeout: String(queueTrigger.visibilitySeconds),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: QueueArn, maxReceiveCount: queueTrigger.maxReceives }),
  };
  const webhooks = {
    quick: await createQueue("contacts-webhooks", attributes),
    slow: await createQueue("contacts-webhooks-slow", attributes),
  };
  return { client, endpoint, webhooks, deadLetters, stop: async () => client.destroy() };
}
