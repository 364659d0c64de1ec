/** What starts the background functions, and the queue of the events that they could not handle. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type EventPattern, type IRuleTarget, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { EventType } from "aws-cdk-lib/aws-s3";
import { LambdaDestination } from "aws-cdk-lib/aws-s3-notifications";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./function/service-function.ts";
import type { Buckets } from "./resources/buckets.ts";
import {
  type BackgroundFunction,
  type BucketTrigger,
  backgroundFunctions,
  bucketFunctions,
  bucketTriggers,
  hourlyFunctions,
  mailEventFunction,
} from "./triggers.ts";

export interface BackgroundProps {
  functions: Readonly<Record<BackgroundFunction, ServiceFunction>>;
  buckets: Buckets;
  /** The events of the mails that this stack sends; undefined without a sender. */
  mailEvents: EventPattern | undefined;
}

export class Background extends Construct {
  /**
   * Events that failed at every attempt, of all functions. A message names its function and the last error, or the rule that
   * could not start the function.
   */
  readonly deadLetters: Queue;
  /** Starts every function of `hourlyFunctions`. A rule has at most five targets ("Amazon EventBridge quotas"). */
  readonly hourly: Rule;
  readonly mailEvents: Rule | undefined;

  constructor(scope: Construct, id: string, { functions, buckets, mailEvents }: BackgroundProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    for (const name of backgroundFunctions) this.keepFailuresOf(functions[name]);
    for (const name of bucketFunctions) {
      const { bucket, ...keys }: BucketTrigger = bucketTriggers[name];
      buckets[bucket].addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(functions[name].live), keys);
    }
    this.hourly = new Rule(this, "Hourly", {
      schedule: Schedule.rate(Duration.hours(1)),
      // After an hour the next run is due.
      targets: hourlyFunctions.map((name) => this.startOf(functions[name], Duration.hours(1))),
    });
    if (!mailEvents) return;
    this.mailEvents = new Rule(this, "MailEvents", {
      eventPattern: mailEvents,
      targets: [this.startOf(functions[mailEventFunction], Duration.hours(24))],
    });
  }

  private keepFailuresOf({ live }: ServiceFunction): void {
    live.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 2,
      // The longest time that Lambda keeps an event which it can't start, because all concurrency is used ("How Lambda handles
      // errors and retries with asynchronous invocation"). Later the event goes to the queue.
      maxEventAge: Duration.hours(6),
    });
  }

  /**
   * A target of a rule. What EventBridge itself can't hand over to Lambda, for example because a permission is missing, goes to
   * the same queue ("Using dead-letter queues to process undelivered events in EventBridge").
   */
  private startOf({ live }: ServiceFunction, maxEventAge: Duration): IRuleTarget {
    return new LambdaFunction(live, { deadLetterQueue: this.deadLetters, maxEventAge, retryAttempts: 185 });
  }
}
