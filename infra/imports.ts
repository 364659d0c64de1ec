/** The way of an import file: whatever lands below the prefix starts the parser, and an event that it can't handle waits in a queue. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { EventType } from "aws-cdk-lib/aws-s3";
import { LambdaDestination } from "aws-cdk-lib/aws-s3-notifications";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { uploadPrefix } from "../shared/files/import-keys.ts";
import type { Buckets } from "./buckets.ts";
import type { ServiceFunction } from "./service-function.ts";

export class ImportTrigger extends Construct {
  /** Events that failed at every attempt, with the error of the last. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, buckets: Buckets, parser: ServiceFunction) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    parser.live.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
    });
    buckets.imports.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(parser.live), {
      prefix: uploadPrefix,
    });
  }
}
