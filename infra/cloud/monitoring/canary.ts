/** Calls the health routes from outside, as callers do. So faults are found while there are no requests, too. */
import { readFileSync } from "node:fs";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { CfnRole } from "aws-cdk-lib/aws-iam";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { Canary, Code, Runtime, RuntimeFamily, Schedule, Test } from "aws-cdk-lib/aws-synthetics";
import { Construct } from "constructs";
import { privateBucket } from "../resources/buckets.ts";

const script = readFileSync(new URL("./check-health.cjs", import.meta.url), "utf8");

/**
 * The newest runtime without a browser in November 2026, on Node 22
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Synthetics_Library_Nodejs.html). CDK's constants
 * are older, which a test checks. A canary can't be created with a deprecated runtime; the account gets a mail 60 days before.
 */
const runtime = new Runtime("syn-nodejs-5.4", RuntimeFamily.NODEJS);

/** A run costs 0.0012 dollars, so 2,920 runs a month cost 3.50. Requests of callers are watched by other alarms meanwhile. */
export const canaryInterval = Duration.minutes(15);

export class HealthCanary extends Construct {
  private readonly canary: Canary;

  constructor(scope: Construct, id: string, apiUrl: string) {
    super(scope, id);
    const reports = new Bucket(this, "Reports", {
      ...privateBucket,
      // The canary runs during a first deployment. A bucket with objects can't be deleted, so the rollback would fail.
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [{ id: "expire", expiration: Duration.days(30) }],
    });
    this.canary = new Canary(this, "Canary", {
      runtime,
      test: Test.custom({ code: Code.fromInline(script), handler: "index.handler" }),
      schedule: Schedule.rate(canaryInterval),
      // The script needs 50 seconds at most, if every call is repeated.
      timeout: Duration.seconds(60),
      environmentVariables: { API_URL: apiUrl },
      artifactsBucketLocation: { bucket: reports },
      provisionedResourceCleanup: true,
      successRetentionPeriod: Duration.days(7),
      failureRetentionPeriod: Duration.days(30),
    });
    denyLogs(this.canary);
  }

  /** The percentage of the runs that succeeded. */
  metricSuccess(): Metric {
    return this.canary.metricSuccessPercent({ period: canaryInterval, statistic: Stats.MINIMUM });
  }
}

/**
 * Synthetics would make a log group that no template can name before, that keeps lines for ever, and that outlives the canary
 * (https://docs.aws.amazon.com/AmazonSynthetics/latest/APIReference/API_DeleteCanary.html). The reports have the log of each run,
 * too. A canary runs without the permission (https://github.com/aws/aws-cdk/pull/18946), which is the last of CDK's role.
 */
function denyLogs({ role }: Canary): void {
  const { defaultChild } = role.node;
  if (!(defaultChild instanceof CfnRole)) throw new Error("the role of the canary has no resource");
  defaultChild.addPropertyOverride("Policies.0.PolicyDocument.Statement.4.Effect", "Deny");
}
