/** The queues whose messages let webhooks be delivered, one for each lane, and the queue of the messages that failed at every attempt. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type Lane, lanes, queueVariables } from "../../../shared/webhook/queue.ts";
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
  readonly queues: Readonly<Record<Lane, Queue>>;
  /**
   * Not the queue of failed events, because an operator moves messages back to the queue from which they came, which is only possible
   * between queues ("Configure a dead-letter queue redrive").
   */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", privateQueue);
    const options = {
      ...privateQueue,
      visibilityTimeout: Duration.seconds(queueTrigger.visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: queueTrigger.maxReceives },
    };
    this.queues = { quick: new Queue(this, "Queue", options), slow: new Queue(this, "SlowQueue", options) };
  }

  /** Allows sending messages. */
  grantSend(target: ServiceFunction): void {
    for (const lane of lanes) {
      const { queueUrl, queueArn } = this.queues[lane];
      target.configure(queueVariables[lane], queueUrl).allow(["sqs:SendMessage"], [queueArn]);
    }
  }
}
