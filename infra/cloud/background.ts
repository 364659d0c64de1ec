/** Starts the background functions, and keeps the events that they could not handle in a queue. */
import { Duration } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { type EventPattern, type IRuleTarget, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { DynamoEventSource, SqsDlq, SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { EventType } from "aws-cdk-lib/aws-s3";
import { LambdaDestination } from "aws-cdk-lib/aws-s3-notifications";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { lanes } from "../../shared/webhook/queue.ts";
import type { ServiceFunction } from "./function/service-function.ts";
import type { Buckets } from "./resources/buckets.ts";
import { privateQueue, type WebhookQueue } from "./resources/webhook-queue.ts";
import {
  type BackgroundFunction,
  type BucketTrigger,
  backgroundFunctions,
  bucketFunctions,
  bucketTriggers,
  eventAttempts,
  hourlyFunctions,
  mailEventFunction,
  queueTrigger,
  tableTrigger,
} from "./triggers.ts";

export interface BackgroundProps {
  functions: Readonly<Record<BackgroundFunction, ServiceFunction>>;
  buckets: Buckets;
  /** Its stream announces new items; a table without one starts nothing. */
  mainTable: ITable;
  webhookQueue: WebhookQueue;
  /** Executions at a time for the messages of each lane; the numbers of the trigger when undefined. */
  queueConcurrency: number | undefined;
  /** The events of the mails that this stack sends; undefined without a sender. */
  mailEvents: EventPattern | undefined;
}

/** "Amazon EventBridge quotas": targets of a rule. */
const maxTargets = 5;

export class Background extends Construct {
  /**
   * Events that failed at every attempt, of all functions. A message names its function and the last error, or the rule that
   * could not start the function.
   */
  readonly deadLetters: Queue;
  /** Together they start every function of `hourlyFunctions`. */
  readonly hourly: readonly Rule[];
  readonly mailEvents: Rule | undefined;

  constructor(scope: Construct, id: string, props: BackgroundProps) {
    super(scope, id);
    const { functions, buckets, mailEvents } = props;
    this.deadLetters = new Queue(this, "DeadLetters", privateQueue);
    for (const name of backgroundFunctions) this.keepFailuresOf(functions[name]);
    for (const name of bucketFunctions) {
      const { bucket, ...keys }: BucketTrigger = bucketTriggers[name];
      buckets[bucket].addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(functions[name].live), keys);
    }
    this.startByTable(functions[tableTrigger.function], props.mainTable);
    this.startByQueue(functions[queueTrigger.function], props);
    this.hourly = ["Hourly", "HourlyToo"].map((id, index) => {
      const names = hourlyFunctions.slice(index * maxTargets, (index + 1) * maxTargets);
      // After an hour the next run is due.
      const targets = names.map((name) => this.startOf(functions[name], Duration.hours(1)));
      return new Rule(this, id, { schedule: Schedule.rate(Duration.hours(1)), targets });
    });
    if (!mailEvents) return;
    this.mailEvents = new Rule(this, "MailEvents", {
      eventPattern: mailEvents,
      targets: [this.startOf(functions[mailEventFunction], Duration.hours(24))],
    });
  }

  private startByTable({ live }: ServiceFunction, table: ITable): void {
    if (table.tableStreamArn === undefined) return;
    const { prefix, batchSize, windowSeconds, maxAttempts } = tableTrigger;
    const isNew = {
      eventName: FilterRule.isEqual("INSERT"),
      dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(prefix) } } },
    };
    live.addEventSource(
      new DynamoEventSource(table, {
        // The records of a day before the stream was connected only say that there may be something to deliver.
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [FilterCriteria.filter(isNew)],
        batchSize,
        maxBatchingWindow: Duration.seconds(windowSeconds),
        bisectBatchOnError: true,
        retryAttempts: maxAttempts - 1,
        onFailure: new SqsDlq(this.deadLetters),
      }),
    );
  }

  private startByQueue({ live }: ServiceFunction, { webhookQueue, queueConcurrency }: BackgroundProps): void {
    const { batchSize, maxConcurrency } = queueTrigger;
    for (const lane of lanes) {
      live.addEventSource(
        new SqsEventSource(webhookQueue.queues[lane], {
          batchSize,
          maxConcurrency: queueConcurrency ?? maxConcurrency[lane],
          reportBatchItemFailures: true,
        }),
      );
    }
  }

  private keepFailuresOf({ live }: ServiceFunction): void {
    live.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: eventAttempts - 1,
      // The longest time that Lambda keeps an event which it can't start, because all concurrency is used ("How Lambda handles
      // errors and retries with asynchronous invocation"). Later the event goes to the queue.
      maxEventAge: Duration.hours(6),
    });
  }

  /**
   * A target of a rule. An event that EventBridge itself can't hand over to Lambda, for example without a permission, goes to
   * the same queue ("Using dead-letter queues to process undelivered events in EventBridge").
   */
  private startOf({ live }: ServiceFunction, maxEventAge: Duration): IRuleTarget {
    return new LambdaFunction(live, { deadLetterQueue: this.deadLetters, maxEventAge, retryAttempts: 185 });
  }
}
