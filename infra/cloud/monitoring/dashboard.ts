/**
 * The dashboard. AWS gives an account three dashboards with up to 50 metrics each without a charge, so what it shows for every
 * route or function comes from queries of the logs, which cost only when somebody looks.
 */
import { Aws, Duration, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IWidget,
  LogQueryWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import {
  byteGraphs,
  capacityGraphs,
  type Graphs,
  jobGraphs,
  mailGraphs,
  requestGraphs,
  type ShownBuckets,
  type Tables,
} from "./graphs.ts";
import { type LogGroups, logGroupsOf, type QueryName, queries } from "./queries.ts";

export interface Shown {
  api: SpecRestApi;
  tables: Tables;
  buckets: ShownBuckets;
  logs: LogGroups;
  /** Whether the stack sends mail. */
  mail: boolean;
}

const width = 24;
const height = 6;

export class ServiceDashboard extends Construct {
  /** It shows the alarms and the dead-letter queues that the stack has when this is called. */
  constructor(scope: Construct, id: string, { api, tables, buckets, logs, mail }: Shown) {
    super(scope, id);
    new Dashboard(this, "Dashboard", {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [alarmsOf(this)],
        row(requestGraphs(this, api)),
        [tableOf("Routes by latency", logs)],
        row(capacityGraphs(tables)),
        [tableOf("Functions by cost", logs)],
        row(jobGraphs(this)),
        row({ ...(mail && mailGraphs(this)), ...byteGraphs(buckets) }, "-P14D"),
      ],
    });
  }
}

function alarmsOf(scope: Construct): IWidget {
  const alarms = Stack.of(scope)
    .node.findAll()
    .filter((node) => node instanceof Alarm);
  return new AlarmStatusWidget({ title: "Alarms", alarms, width, height: 4 });
}

function tableOf(title: QueryName, logs: LogGroups): IWidget {
  const { commands } = queries[title];
  const logGroupNames = logGroupsOf(queries[title], logs);
  return new LogQueryWidget({ title, logGroupNames, queryLines: [...commands], width, height: 8 });
}

/** Graphs beside each other, with a beginning of their own if they do not follow the time range of the dashboard. */
function row(graphs: Graphs, start?: string): IWidget[] {
  const shown = Object.entries(graphs);
  const props = { region: Aws.REGION, width: Math.floor(width / shown.length), height, ...(start && { start }) };
  return shown.map(([title, left]) => new GraphWidget({ title, left, ...props }));
}
