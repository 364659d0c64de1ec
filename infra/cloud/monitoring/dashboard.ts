/**
 * The dashboard. AWS gives an account three dashboards with up to 50 metrics each without a charge, so what is wanted for every
 * route or function comes from queries of the logs, which cost only when somebody looks.
 */
import { Aws, Duration, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  MathExpression,
  Metric,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { reputation, serviceMetric, fiveMinutes as sum, tableMetric } from "./metric-sources.ts";
import { type LogGroups, logGroupsOf, type QueryName, queries } from "./queries.ts";

export interface Shown {
  api: SpecRestApi;
  tables: Readonly<Record<"main" | "cache", ITable>>;
  buckets: Readonly<Record<"pictures" | "accounts", IBucket>>;
  logs: LogGroups;
  /** Whether the stack sends mail. */
  mail: boolean;
}

const width = 24;
const height = 6;
const hourly = { ...sum, period: Duration.hours(1) };
/** S3 reports the size of a bucket once a day. */
const oneDay = Duration.days(1);
const count = { ...sum, statistic: Stats.SAMPLE_COUNT };
const percentile = (percent: number) => ({ ...sum, statistic: Stats.percentile(percent), label: `p${percent}` });

export class ServiceDashboard extends Construct {
  private readonly shown: Shown;

  /** It shows the alarms and the dead-letter queues that the stack has when this is called. */
  constructor(scope: Construct, id: string, shown: Shown) {
    super(scope, id);
    this.shown = shown;
    new Dashboard(this, "Dashboard", {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [this.alarms()],
        row(this.requests()),
        [this.query("Routes by latency")],
        row(this.capacity()),
        [this.query("Functions by cost")],
        row(this.jobs()),
        row({ ...this.mail(), ...this.costs() }, "-P14D"),
      ],
    });
  }

  private requests(): Graphs {
    const { api } = this.shown;
    return {
      Requests: [api.metricCount({ ...sum, label: "requests" }), this.line("coldStart", "with a cold start")],
      "Refused and failed requests": [
        api.metricClientError({ ...sum, label: "4xx" }),
        this.line("unauthorized", "401"),
        this.line("rateLimited", "429"),
        api.metricServerError({ ...sum, label: "5xx" }),
      ],
      "Latency for callers (ms)": [api.metricLatency(percentile(50)), api.metricLatency(percentile(99))],
      "Duration in the functions (ms)": [
        serviceMetric(this, "request", "durationMs", percentile(50)),
        serviceMetric(this, "request", "durationMs", percentile(99)),
      ],
    };
  }

  private capacity(): Graphs {
    const { main, cache } = this.shown.tables;
    return {
      "Read units": this.units("ConsumedReadCapacityUnits"),
      "Write units": this.units("ConsumedWriteCapacityUnits"),
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

  private jobs(): Graphs {
    const ran = (event: "import.parse" | "export.done" | "deletion.done" | "accountDeletion.done", label: string) =>
      serviceMetric(this, event, "durationMs", { ...count, label });
    const queues = Stack.of(this)
      .node.findAll()
      .filter((node) => node instanceof Queue);
    return {
      "Imports and exports": [
        ran("import.parse", "imports"),
        serviceMetric(this, "import.parse", "failed", { ...sum, label: "imports that failed" }),
        serviceMetric(this, "import.parse", "rows", { ...sum, label: "rows" }),
        ran("export.done", "exports"),
      ],
      Deletions: [
        ran("deletion.done", "bulk deletions"),
        serviceMetric(this, "deletion.done", "deletedCount", { ...sum, label: "contacts of bulk deletions" }),
        ran("accountDeletion.done", "accounts"),
      ],
      "Dead letters": queues.map((queue) =>
        queue.metricApproximateNumberOfMessagesVisible({
          period: sum.period,
          statistic: Stats.MAXIMUM,
          label: queue.node.scope?.node.id ?? queue.node.id,
        }),
      ),
    };
  }

  private mail(): Graphs {
    if (!this.shown.mail) return {};
    const reminders = (name: "sent" | "failed") =>
      (["done", "unfinished", "stopped"] as const).map((end) => serviceMetric(this, `reminders.${end}`, name, hourly));
    return {
      Reminders: [total("sent", reminders("sent")), total("failed", reminders("failed"))],
      "Mail reputation": [
        reputation("BounceRate").with({ label: "bounce rate" }),
        reputation("ComplaintRate").with({ label: "complaint rate" }),
      ],
    };
  }

  private costs(): Graphs {
    const { pictures, accounts } = this.shown.buckets;
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

  private units(metricName: "ConsumedReadCapacityUnits" | "ConsumedWriteCapacityUnits"): IMetric[] {
    const { main, cache } = this.shown.tables;
    return [
      tableMetric(main, metricName).with({ label: "table" }),
      ...mainTable.globalIndexes.map(({ name }) => tableMetric(main, metricName, name).with({ label: name })),
      tableMetric(cache, metricName).with({ label: "expiring table" }),
    ];
  }

  private line(name: "coldStart" | "unauthorized" | "rateLimited", label: string): IMetric {
    return serviceMetric(this, "request", name, { ...sum, label });
  }

  private alarms(): IWidget {
    const alarms = Stack.of(this)
      .node.findAll()
      .filter((node) => node instanceof Alarm);
    return new AlarmStatusWidget({ title: "Alarms", alarms, width, height: 4 });
  }

  private query(name: QueryName): IWidget {
    const logGroupNames = logGroupsOf(queries[name], this.shown.logs);
    return new LogQueryWidget({
      title: name,
      logGroupNames,
      queryLines: [...queries[name].commands],
      width,
      height: 8,
    });
  }
}

/** The metrics of each graph, by its title. */
type Graphs = Readonly<Record<string, IMetric[]>>;

/** Graphs beside each other, with a beginning of their own if they do not follow the time range of the dashboard. */
function row(graphs: Graphs, start?: string): IWidget[] {
  const shown = Object.entries(graphs);
  const props = { region: Aws.REGION, width: Math.floor(width / shown.length), height, ...(start && { start }) };
  return shown.map(([title, left]) => new GraphWidget({ title, left, ...props }));
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
