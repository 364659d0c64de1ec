/** The queue whose messages let webhooks be delivered, and the queue of the messages that failed at every attempt. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "../function/service-function.ts";
import { queueTrigger } from "../triggers.ts";

/** The properties of all queues of the stack. Two weeks is the longest time that a message is kept. */
export const privateQueue = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(14),
  removalPolicy: RemovalPolicy.DESTROY,
} as const satisfies QueueProps;

export class WebhookQueue extends Construct {
  readonly queue: Queue;
  /**
   * Not the queue of failed events, because an operator moves messages back to the queue from which they came, which is only possible
   * between queues ("Configure a dead-letter queue redrive").
   */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", privateQueue);
    this.queue = new Queue(this, "Queue", {
      ...privateQueue,
      visibilityTimeout: Duration.seconds(queueTrigger.visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: queueTrigger.maxReceives },
    });
  }

  /** Allows sending messages. */
  grantSend(target: ServiceFunction): void {
    target.configure("WEBHOOK_QUEUE_URL", this.queue.queueUrl).allow(["sqs:SendMessage"], [this.queue.queueArn]);
  }
}
