/**
 * Evaluates an alarm of a template over periods of metric data ("Using Amazon CloudWatch alarms", "Configuring how CloudWatch
 * alarms treat missing data" and "Using math expressions with CloudWatch metrics").
 */

/** The values of one metric in one period. */
export interface Datum {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
  values: readonly number[];
}

export type State = "OK" | "ALARM" | "INSUFFICIENT_DATA" | "unchanged";

type Properties = Readonly<Record<string, unknown>>;

interface MetricStat {
  Metric: Properties;
  Stat: string;
}

interface MetricQuery {
  Id: string;
  Expression?: string;
  MetricStat?: MetricStat;
  ReturnData?: boolean;
}

/** The last of `periods` is the newest one. */
export function stateOf(alarm: Properties, periods: readonly (readonly Datum[])[]): State {
  const length = Number(alarm.EvaluationPeriods);
  const had = periods.flat();
  const values = periods.slice(-length).map((data) => valueIn(alarm, data, had));
  if (values.length < length) throw new Error(`the alarm needs ${length} periods`);
  const missing = alarm.TreatMissingData;
  if (values.every((value) => value === undefined)) {
    if (missing === "missing") return "INSUFFICIENT_DATA";
    if (missing === "ignore") return "unchanged";
  }
  const breaching = values.filter((value) =>
    value === undefined ? missing === "breaching" : isBreaching(value, alarm),
  );
  return breaching.length >= Number(alarm.DatapointsToAlarm ?? length) ? "ALARM" : "OK";
}

function isBreaching(value: number, { ComparisonOperator, Threshold }: Properties): boolean {
  if (ComparisonOperator === "GreaterThanOrEqualToThreshold") return value >= Number(Threshold);
  if (ComparisonOperator === "LessThanThreshold") return value < Number(Threshold);
  throw new Error(`the alarm compares by ${ComparisonOperator}`);
}

/** `had` are the data of all periods. */
function valueIn(alarm: Properties, data: readonly Datum[], had: readonly Datum[]): number | undefined {
  const queries = alarm.Metrics as readonly MetricQuery[] | undefined;
  if (!queries) {
    return measure({ Metric: alarm, Stat: String(alarm.Statistic ?? alarm.ExtendedStatistic) }, data);
  }
  const measured = queries.flatMap(({ Id, MetricStat }) =>
    MetricStat
      ? [[Id, { value: measure(MetricStat, data), hadData: measure(MetricStat, had) !== undefined }] as const]
      : [],
  );
  const result = queries.find(({ Expression }) => Expression !== undefined)?.Expression;
  if (result === undefined) throw new Error("the alarm has no expression");
  return evaluate(result, new Map(measured));
}

function measure({ Metric, Stat }: MetricStat, data: readonly Datum[]): number | undefined {
  const dimensions = (Metric.Dimensions ?? []) as readonly { Name: string; Value: string }[];
  const key = keyOf(
    String(Metric.Namespace),
    String(Metric.MetricName),
    Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value])),
  );
  const values = data
    .filter(({ namespace, name, dimensions }) => keyOf(namespace, name, dimensions) === key)
    .flatMap((datum) => datum.values);
  return values.length === 0 ? undefined : statisticOf(Stat, values);
}

/** A metric has exactly these dimensions. */
function keyOf(namespace: string, name: string, dimensions: Readonly<Record<string, string>>): string {
  return JSON.stringify([namespace, name, Object.entries(dimensions).sort()]);
}

function statisticOf(name: string, values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  if (name === "Sum") return sum;
  if (name === "SampleCount") return values.length;
  if (name === "Average") return sum / values.length;
  if (name === "Maximum") return Math.max(...values);
  if (name === "Minimum") return Math.min(...values);
  const percent = /^p(\d+)$/.exec(name)?.[1];
  if (percent === undefined) throw new Error(`the statistic ${name} is not known`);
  const rank = Math.ceil((Number(percent) / 100) * values.length);
  return values.toSorted((one, other) => one - other)[rank - 1] ?? Number.NaN;
}

interface Measured {
  value: number | undefined;
  hadData: boolean;
}

/**
 * Sums and differences of metrics, and `SUM` or `MAX` of a list, whose terms may be divided by a number. Without one of its values
 * a sum or difference has none; `SUM` and `MAX` take the values that exist. Here FILL leaves a metric empty that never had data,
 * because AWS does not document what it does then.
 */
function evaluate(expression: string, metrics: ReadonlyMap<string, Measured>): number | undefined {
  const text = expression.replaceAll(" ", "");
  const [, combine, list] = /^(SUM|MAX)\(\[(.+)\]\)$/.exec(text) ?? [];
  const terms = (list ?? text).match(/[+,-]?(?:FILL\(\w+,\d+\)|\w+)(?:\/\d+)?/g) ?? [];
  if (terms.join("") !== (list ?? text)) throw new Error(`the expression is not understood: ${expression}`);
  const values = terms.map((term) => {
    const pattern = /^([+,-]?)(?:FILL\((\w+),(\d+)\)|(\w+))(?:\/(\d+))?$/;
    const [, sign = "", filled, filling, plain, divisor = 1] = pattern.exec(term) ?? [];
    if (sign !== "" && (sign === ",") !== (list !== undefined)) throw new Error(`${expression} has ${sign}`);
    const metric = metrics.get(filled ?? plain ?? "");
    if (!metric) throw new Error(`the expression has no metric ${filled ?? plain}`);
    const value = metric.value ?? (metric.hadData && filling !== undefined ? Number(filling) : undefined);
    return value === undefined ? undefined : (sign === "-" ? -value : value) / Number(divisor);
  });
  const found = values.filter((value) => value !== undefined);
  if (list === undefined ? found.length < values.length : found.length === 0) return undefined;
  return combine === "MAX" ? Math.max(...found) : found.reduce((total, value) => total + value, 0);
}
