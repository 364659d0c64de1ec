/** The columns of the tables of alarms, and the metrics that alarms watch. */
import { Stack } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type JsonPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { LineAlarm } from "../../../../shared/platform/log/watched-events.ts";
import type { Api } from "../../api.ts";
import type { Background } from "../../background.ts";
import type { ServiceFunction } from "../../function/service-function.ts";
import type { Database } from "../../resources/database.ts";
import type { Users } from "../../resources/users.ts";
import type { WebhookQueue } from "../../resources/webhook-queue.ts";
import type { HealthCanary } from "../canary.ts";
import { fiveMinutes } from "../metric-sources.ts";

export interface Watched {
  api: Api;
  authorizer: ServiceFunction;
  database: Database;
  background: Background;
  webhookQueue: WebhookQueue;
  /** Whether the stack sends mail. */
  hasMail: boolean;
  canary: HealthCanary | undefined;
  signUpDimensions: Users["signUpDimensions"];
}

export interface AlarmRow {
  /** Undefined if the stack has nothing that the alarm could watch. `scope` is the construct of the alarms. */
  metric: (watched: Watched, scope: Construct) => IMetric | undefined;
  /** The alarm fires at this value or above it. */
  threshold: number;
  /** The alarm fires below the threshold instead. */
  below?: true;
  /** Periods in a row that must have such a value (1). */
  periods?: number;
  /** Fires as soon as one of the periods has such a value. */
  any?: true;
  /**
   * The meaning of a period without data: nothing happened (the default), the state stays, or something that must run does not.
   * The last meaning is reported as the change from OK to "insufficient data", in which an alarm also begins, so that a first
   * deployment reports nothing.
   */
  missing?: "good" | "unchanged" | "reported";
  runbook: Runbook;
}

/** Short sentences: CloudWatch accepts 1,024 characters for the three together. */
export interface Runbook {
  means: string;
  lookFirst: string;
  thenDo: string;
}

export type AlarmTable = Readonly<Record<string, AlarmRow>>;

/** Counts the log lines of all functions that belong to an alarm (shared/platform/log/watched-events.ts). */
export function linesOf(alarm: LineAlarm): AlarmRow["metric"] {
  return (_, scope) =>
    new Metric({
      namespace: Stack.of(scope).stackName,
      metricName: "lines",
      dimensionsMap: { alarm },
      ...fiveMinutes,
    });
}

/** Counts the gateway's answers by a pattern of its access log. */
export function answersLike(metricName: string, filterPattern: JsonPattern): AlarmRow["metric"] {
  return ({ api }, scope) => {
    const filter = new MetricFilter(scope, `${metricName}InAccessLog`, {
      logGroup: api.accessLog,
      filterPattern,
      metricNamespace: Stack.of(scope).stackName,
      metricName,
    });
    return filter.metric(fiveMinutes);
  };
}

/** A field of the access log, in which every value is text. */
export function field(name: string, comparison: "=" | "!=", value: string): JsonPattern {
  return FilterPattern.stringValue(`$.${name}`, comparison, value);
}

/**
 * The sum of metrics of which some may be missing. An alarm can have ten ("Using math expressions with CloudWatch metrics"). It
 * is not documented that FILL fills a metric that never had data. SUM also adds those that exist, and `+` does not.
 */
export function sumOf(usingMetrics: Record<string, IMetric>): MathExpression {
  const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: `SUM([${filled.join(", ")}])`, usingMetrics, period: fiveMinutes.period });
}

/** One or more when one of the metrics has reached its limit, a number beside it. As with SUM, some metrics may be missing. */
export function largestShare(limited: Readonly<Record<string, readonly [IMetric, number]>>): MathExpression {
  const shares = Object.entries(limited).map(([name, [, limit]]) => `FILL(${name}, 0) / ${limit}`);
  const usingMetrics = Object.fromEntries(Object.entries(limited).map(([name, [metric]]) => [name, metric]));
  return new MathExpression({ expression: `MAX([${shares.join(", ")}])`, usingMetrics, period: fiveMinutes.period });
}
