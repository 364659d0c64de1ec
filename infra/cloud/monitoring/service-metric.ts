/** The metrics of log lines for dashboards and alarms. */
import { Stack } from "aws-cdk-lib";
import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { MeasuredEvent, metrics } from "../../../shared/platform/log/metrics.ts";

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
