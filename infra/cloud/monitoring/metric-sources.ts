/** The metrics that both the dashboard and alarms read: of log lines, of tables and of mail. */
import { Duration, Stack } from "aws-cdk-lib";
import { Metric, type MetricOptions, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { MeasuredEvent, metrics } from "../../../shared/platform/log/metrics.ts";

export const fiveMinutes = { period: Duration.minutes(5), statistic: Stats.SUM };

/** A metric of the lines with this event. Of `durationMs`, the statistic SampleCount is the number of lines. */
export function serviceMetric<Event extends MeasuredEvent>(
  scope: Construct,
  event: Event,
  metricName: (typeof metrics)[Event][number],
  options: MetricOptions = {},
): Metric {
  const namespace = Stack.of(scope).stackName;
  return new Metric({ namespace, metricName, dimensionsMap: { event }, ...options });
}

/** The sum of a metric of a table, or of one of its global indexes. */
export function tableMetric({ tableName: TableName }: ITable, metricName: string, index?: string): Metric {
  const dimensionsMap = { TableName, ...(index && { GlobalSecondaryIndexName: index }) };
  return new Metric({ namespace: "AWS/DynamoDB", metricName, dimensionsMap, ...fiveMinutes });
}

/** A rate that SES measures for the whole account ("Creating reputation monitoring alarms using CloudWatch", SES guide). */
export function reputation(name: "BounceRate" | "ComplaintRate"): Metric {
  const metricName = `Reputation.${name}`;
  return new Metric({ namespace: "AWS/SES", metricName, period: Duration.hours(1), statistic: Stats.AVERAGE });
}
