/**
 * The metrics that CloudWatch reads from log lines ("Specification: Embedded metric format" in its user guide). A metric is a
 * number of a line, under the same name, with the line's `event` as its dimension. Decision 32 has the prices.
 */
import { alarmOf } from "./watched-events.ts";

/** The metrics of each event. `durationMs` also counts the lines, by the statistic SampleCount. */
export const metrics = {
  request: [
    "durationMs",
    "readUnits",
    "writeUnits",
    "coldStart",
    "clientError",
    "serverError",
    "unauthorized",
    "rateLimited",
  ],
  "import.parse": ["durationMs", "rows", "failed"],
  "importWork.done": ["durationMs", "rows"],
  "export.done": ["durationMs"],
  "deletion.done": ["durationMs", "deletedCount"],
  "accountDeletion.done": ["durationMs"],
  "reminders.done": ["sent", "failed"],
  "reminders.unfinished": ["sent", "failed"],
  "reminders.stopped": ["sent", "failed"],
  "webhook.delivered": ["deliveries", "latenessMs"],
  "webhook.failed": ["deliveries"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MeasuredEvent = keyof typeof metrics;

/** The fields of a line that are read by name. The numbers are found by the names of the metrics. */
interface MeasuredLine {
  event: string;
  status?: unknown;
}

/** The numbers that a request's metrics count, by its status. Each is 1 or absent. */
function countsOf({ event, status }: MeasuredLine): Record<string, 1> {
  if (event !== "request" || typeof status !== "number") return {};
  return {
    ...(status >= 400 && status < 500 && { clientError: 1 }),
    ...(status >= 500 && { serverError: 1 }),
    ...(status === 401 && { unauthorized: 1 }),
    ...(status === 429 && { rateLimited: 1 }),
  };
}

export interface MetricSettings {
  /** Without it, lines have no metrics. */
  namespace: string | undefined;
  /** Whether requests have the same metrics for each route, too. */
  byRoute: boolean;
}

/**
 * What a line has in addition, so that CloudWatch reads its metrics. A zero is not a metric, because a metric is paid for in
 * each hour that has it, and the hourly functions mostly do nothing. `now` is in milliseconds since the epoch.
 */
export function metricsOf(line: MeasuredLine, settings: MetricSettings, now: number): object {
  if (settings.namespace === undefined) return {};
  const names: readonly string[] = metrics[line.event as MeasuredEvent] ?? [];
  const alarm = alarmOf(line.event);
  const counts = {
    ...countsOf(line),
    ...(alarm !== undefined && { alarm, lines: 1 }),
  };
  const numbers: Readonly<Record<string, unknown>> = { ...line, ...counts };
  const measured = names.filter((name) => name === "durationMs" || numbers[name]);
  const dimensions = [["event"], ...(settings.byRoute && line.event === "request" ? [["event", "route"]] : [])];
  const directives = [
    ...(measured.length > 0 ? [directiveOf(settings.namespace, dimensions, measured)] : []),
    ...(alarm === undefined ? [] : [directiveOf(settings.namespace, [["alarm"]], ["lines"])]),
  ];
  return directives.length === 0 ? {} : { ...counts, _aws: { Timestamp: now, CloudWatchMetrics: directives } };
}

function directiveOf(Namespace: string, Dimensions: string[][], names: readonly string[]): object {
  return { Namespace, Dimensions, Metrics: names.map((Name) => ({ Name })) };
}
