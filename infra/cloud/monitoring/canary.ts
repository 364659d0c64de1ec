/** Calls the health routes from outside every five minutes. */
import { readFileSync } from "node:fs";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { Canary, Code, Runtime, Schedule, Test } from "aws-cdk-lib/aws-synthetics";
import { Construct } from "constructs";
import { privateBucket } from "../resources/buckets.ts";

const script = readFileSync(new URL("./check-health.cjs", import.meta.url), "utf8");

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
      runtime: Runtime.SYNTHETICS_NODEJS_3_1,
      test: Test.custom({ code: Code.fromInline(script), handler: "index.handler" }),
      schedule: Schedule.rate(Duration.minutes(5)),
      timeout: Duration.seconds(30),
      environmentVariables: { API_URL: apiUrl },
      artifactsBucketLocation: { bucket: reports },
      provisionedResourceCleanup: true,
      successRetentionPeriod: Duration.days(7),
      failureRetentionPeriod: Duration.days(30),
    });
  }

  metricFailed(): Metric {
    return this.canary.metricFailed({ period: Duration.minutes(5), statistic: "Sum" });
  }
}
