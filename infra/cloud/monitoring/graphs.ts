/** The graphs of the dashboard: requests, capacity, jobs, mail and bytes. */
import { Duration, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { reputation, serviceMetric, fiveMinutes as sum, tableMetric } from "./metric-sources.ts";

/** The metrics of each graph, by its title. */
export type Graphs = Readonly<Record<string, IMetric[]>>;

export type Tables = Readonly<Record<"main" | "cache", ITable>>;
export type ShownBuckets = Readonly<Record<"pictures" | "accounts", IBucket>>;

const hourly = { ...sum, period: Duration.hours(1) };
/** S3 reports the size of a bucket once a day. */
const oneDay = Duration.days(1);
const count = { ...sum, statistic: Stats.SAMPLE_COUNT };
const percentile = (percent: number) => ({ ...sum, statistic: Stats.percentile(percent), label: `p${percent}` });

export function requestGraphs(scope: Construct, api: SpecRestApi): Graphs {
  const line = (name: "coldStart" | "unauthorized" | "rateLimited", label: string) =>
    serviceMetric(scope, "request", name, { ...sum, label });
  return {
    Requests: [api.metricCount({ ...sum, label: "requests" }), line("coldStart", "with a cold start")],
    "Refused and failed requests": [
      api.metricClientError({ ...sum, label: "4xx" }),
      line("unauthorized", "401"),
      line("rateLimited", "429"),
      api.metricServerError({ ...sum, label: "5xx" }),
    ],
    "Latency for callers (ms)": [api.metricLatency(percentile(50)), api.metricLatency(percentile(99))],
    "Duration in the functions (ms)": [
      serviceMetric(scope, "request", "durationMs", percentile(50)),
      serviceMetric(scope, "request", "durationMs", percentile(99)),
    ],
  };
}

export function capacityGraphs(tables: Tables): Graphs {
  const { main, cache } = tables;
  return {
    "Read units": unitsOf(tables, "ConsumedReadCapacityUnits"),
    "Write units": unitsOf(tables, "ConsumedWriteCapacityUnits"),
    Throttles: [
      LambdaFunction.metricAllThrottles({ ...sum, label: "functions of the AWS account" }),
      tableMetric(main, "ReadThrottleEvents").with({ label: "reads of the table" }),
      tableMetric(main, "WriteThrottleEvents").with({ label: "writes of the table" }),
      tableMetric(cache, "WriteThrottleEvents").with({ label: "writes of the expiring table" }),
    ],
    "Functions of the AWS account": [
      LambdaFunction.metricAllConcurrentExecutions({ period: sum.period, label: "at once" }),
      LambdaFunction.metricAllErrors({ ...sum, label: "crashes" }),
    ],
  };
}

/** It shows the queues that the stack has when this is called. */
export function jobGraphs(scope: Construct): Graphs {
  const ran = (
    event: "import.parse" | "importWork.done" | "export.done" | "deletion.done" | "accountDeletion.done",
    label: string,
  ) => serviceMetric(scope, event, "durationMs", { ...count, label });
  const queues = Stack.of(scope)
    .node.findAll()
    .filter((node) => node instanceof Queue);
  return {
    "Imports and exports": [
      ran("import.parse", "imports"),
      serviceMetric(scope, "import.parse", "failed", { ...sum, label: "imports that failed" }),
      serviceMetric(scope, "import.parse", "rows", { ...sum, label: "rows" }),
      ran("importWork.done", "commits and undos on the server"),
      serviceMetric(scope, "importWork.done", "rows", { ...sum, label: "their rows" }),
      ran("export.done", "exports"),
    ],
    Deletions: [
      ran("deletion.done", "bulk deletions"),
      serviceMetric(scope, "deletion.done", "deletedCount", { ...sum, label: "contacts of bulk deletions" }),
      ran("accountDeletion.done", "accounts"),
    ],
    Webhooks: [
      serviceMetric(scope, "webhook.delivered", "deliveries", { ...sum, label: "delivered" }),
      serviceMetric(scope, "webhook.failed", "deliveries", { ...sum, label: "attempts that failed" }),
    ],
    Queues: queues.map((queue) =>
      queue.metricApproximateNumberOfMessagesVisible({
        period: sum.period,
        statistic: Stats.MAXIMUM,
        label: `${queue.node.scope?.node.id}, ${queue.node.id}`,
      }),
    ),
  };
}

export function mailGraphs(scope: Construct): Graphs {
  const reminders = (name: "sent" | "failed") =>
    (["done", "unfinished", "stopped"] as const).map((end) => serviceMetric(scope, `reminders.${end}`, name, hourly));
  return {
    Reminders: [total("sent", reminders("sent")), total("failed", reminders("failed"))],
    "Mail reputation": [
      reputation("BounceRate").with({ label: "bounce rate" }),
      reputation("ComplaintRate").with({ label: "complaint rate" }),
    ],
  };
}

export function byteGraphs({ pictures, accounts }: ShownBuckets): Graphs {
  const stored = (bucket: IBucket, label: string) =>
    new Metric({
      namespace: "AWS/S3",
      metricName: "BucketSizeBytes",
      dimensionsMap: { BucketName: bucket.bucketName, StorageType: "StandardStorage" },
      period: oneDay,
      statistic: Stats.AVERAGE,
      label,
    });
  const label = "logs of the AWS account in a day";
  const logged = { namespace: "AWS/Logs", metricName: "IncomingBytes", label, period: oneDay };
  return {
    "Bytes stored and logged": [
      stored(pictures, "pictures"),
      stored(accounts, "accounts"),
      new Metric({ ...sum, ...logged }),
    ],
  };
}

function unitsOf(
  { main, cache }: Tables,
  metricName: "ConsumedReadCapacityUnits" | "ConsumedWriteCapacityUnits",
): IMetric[] {
  return [
    tableMetric(main, metricName).with({ label: "table" }),
    ...mainTable.globalIndexes.map(({ name }) => tableMetric(main, metricName, name).with({ label: name })),
    tableMetric(cache, metricName).with({ label: "expiring table" }),
  ];
}

function total(label: string, metrics: readonly Metric[]): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`${label}${index}`, metric]));
  return new MathExpression({
    expression: `SUM([${Object.keys(usingMetrics).join(",")}])`,
    usingMetrics,
    period: hourly.period,
    label,
  });
}
