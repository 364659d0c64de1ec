/** The metrics that AWS and the log lines report. CloudWatch accepts any other, and then it never has a value. */
import { metrics } from "../../shared/platform/log/metrics.ts";
import { watchedEvents } from "../../shared/platform/log/watched-events.ts";
import { at, listOf, resourcesOf, type Template } from "./template.ts";

/** A metric that the dashboard shows or an alarm watches. */
export interface WatchedMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** The metrics of an alarm without its expression. */
export function metricsOfAlarm(alarm: Record<string, unknown>): WatchedMetric[] {
  const measured = listOf(alarm.Metrics).flatMap((query) => at(query, "MetricStat", "Metric") ?? []);
  return (alarm.Metrics === undefined ? [alarm] : measured).map((metric) => ({
    namespace: String(at(metric, "Namespace")),
    name: String(at(metric, "MetricName")),
    dimensions: Object.fromEntries(
      listOf(at(metric, "Dimensions")).map((pair) => [at(pair, "Name"), String(at(pair, "Value"))]),
    ),
  }));
}

/** The metrics of AWS by namespace, under each set of dimensions by which AWS reports them (the guide of each service). */
const ofAws: Record<string, Record<string, string[]>> = {
  "AWS/ApiGateway": { ApiName: ["Count", "4XXError", "5XXError", "Latency", "IntegrationLatency"] },
  "AWS/Cognito": { "UserPool,UserPoolClient": ["SignUpSuccesses"] },
  "AWS/DynamoDB": {
    TableName: [...consumed("Read"), ...consumed("Write")],
    "GlobalSecondaryIndexName,TableName": [...consumed("Read"), ...consumed("Write")],
  },
  "AWS/Events": { RuleName: ["Invocations", "FailedInvocations"] },
  "AWS/Lambda": {
    "": ["ConcurrentExecutions", "Errors", "Invocations", "Throttles"],
    FunctionName: ["Errors", "Invocations", "Throttles"],
    "FunctionName,Resource": ["Errors", "Invocations"],
  },
  "AWS/Logs": { "": ["IncomingBytes"] },
  "AWS/S3": { "BucketName,StorageType": ["BucketSizeBytes"] },
  "AWS/SES": { "": ["Reputation.BounceRate", "Reputation.ComplaintRate"] },
  "AWS/SQS": { QueueName: ["ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage"] },
  CloudWatchSynthetics: { CanaryName: ["SuccessPercent"] },
};

function consumed(kind: "Read" | "Write"): string[] {
  return [`Consumed${kind}CapacityUnits`, `${kind}ThrottleEvents`];
}

/** What is wrong with a metric: nobody reports it, or it is about a resource that the stack does not have. */
export function faultOf({ namespace, name, dimensions }: WatchedMetric, template: Template): string | undefined {
  const keys = Object.keys(dimensions).sort().join();
  if (namespace === "contacts") {
    const isReported = namesOfLines(template, keys, dimensions).includes(name);
    return isReported ? undefined : `no line has ${name} by ${JSON.stringify(dimensions)}`;
  }
  if (!ofAws[namespace]?.[keys]?.includes(name)) return `AWS does not report ${name} by ${keys || "nothing"}`;
  const indexes = Object.values(resourcesOf(template, "AWS::DynamoDB::Table")).flatMap(({ GlobalSecondaryIndexes }) =>
    listOf(GlobalSecondaryIndexes).map((index) => at(index, "IndexName")),
  );
  const apis = Object.values(resourcesOf(template, "AWS::ApiGateway::RestApi")).map(({ Name }) => Name);
  const known = [...Object.keys(template.resources), ...apis, ...indexes, "StandardStorage"];
  const unknown = Object.values(dimensions).find((value) => !known.includes(value.replace(/(\.QueueName|:live)$/, "")));
  return unknown && `the stack has no ${unknown}`;
}

/** The names of the metrics that lines report under these dimensions; without any, those of filters of a log. */
function namesOfLines(template: Template, keys: string, { event, alarm }: Record<string, string>): readonly unknown[] {
  if (keys === "event") return metrics[event as keyof typeof metrics] ?? [];
  if (keys === "alarm") return Object.values<string>(watchedEvents).includes(String(alarm)) ? ["lines"] : [];
  if (keys !== "") return [];
  const filters = Object.values(resourcesOf(template, "AWS::Logs::MetricFilter"));
  return filters.map(({ MetricTransformations }) => at(MetricTransformations, 0, "MetricName"));
}
