/** The triggers of a background function, and the queue of the events that it could not handle. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type EventPattern, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { EventType } from "aws-cdk-lib/aws-s3";
import { LambdaDestination } from "aws-cdk-lib/aws-s3-notifications";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./function/service-function.ts";
import type { Buckets } from "./resources/buckets.ts";
import { type BucketFunction, bucketTriggers } from "./triggers.ts";

export class BackgroundTrigger extends Construct {
  /** Events that failed at every attempt, with the last error. */
  readonly deadLetters: Queue;
  private readonly target: ServiceFunction;

  constructor(scope: Construct, id: string, target: ServiceFunction) {
    super(scope, id);
    this.target = target;
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.target.live.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 2,
      // Long enough for three runs of a quarter of an hour each and the pauses between them.
      maxEventAge: Duration.hours(1),
    });
  }

  /** Every object that is created under the function's prefix is an event. */
  watchBucket(buckets: Buckets, name: BucketFunction): this {
    const { bucket, prefix } = bucketTriggers[name];
    buckets[bucket].addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(this.target.live), { prefix });
    return this;
  }

  /** Starts the function on a schedule. A scheduled event has the same attempts and the same queue. */
  repeat(interval: Duration): this {
    new Rule(this, "Schedule", {
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.target.live)],
    });
    return this;
  }

  /** Starts the function with events of the default bus. */
  receive(eventPattern: EventPattern): this {
    new Rule(this, "Events", { eventPattern, targets: [new LambdaFunction(this.target.live)] });
    return this;
  }
}
