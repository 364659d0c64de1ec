/** The saved queries of CloudWatch Logs Insights. A query costs 0.005 dollars a GB that it reads, and nothing while it is not run. */
import { Stack } from "aws-cdk-lib";
import { CfnQueryDefinition, type ILogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { routeGroups } from "../../../functions/routes.ts";
import type { FunctionName } from "../functions.ts";
import { backgroundFunctions, eventAttempts } from "../triggers.ts";

const routes = routeGroups.map(({ name }) => name);

export interface SavedQuery {
  /** The functions whose lines it reads, the access log of the gateway, or both. */
  reads: readonly FunctionName[] | "functions" | "gateway" | "all";
  commands: readonly string[];
}

const gigabyteSeconds = "@billedDuration / 1000 * @memorySize / 1000 / 1000 / 1024";

/** Saved queries by name. They read the fields of the log lines. Logs Insights finds the fields with @ in the lines of Lambda. */
export const queries = {
  "Routes by latency": {
    reads: routes,
    commands: [
      'filter event = "request"',
      "stats count(*) as requests, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99, sum(clientError) as status4xx, sum(serverError) as status5xx, sum(readUnits) as reads, sum(writeUnits) as writes, sum(coldStart) as coldStarts by route",
      "sort p99 desc",
      "limit 200",
    ],
  },
  "Failed requests": {
    reads: routes,
    commands: [
      'filter event = "request" and status >= 500',
      "fields @timestamp, requestId, route, status, errorCode, fault.name, fault.message, fault.stack",
      "sort @timestamp desc",
      "limit 200",
    ],
  },
  "Everything of a request": {
    reads: "all",
    commands: ['filter requestId = "REQUEST_ID"', "fields @timestamp, @log, @message", "sort @timestamp asc"],
  },
  "Units by account": {
    // Lines of jobs have what was consumed since the line before, so nothing is counted twice.
    reads: [...routes, ...backgroundFunctions],
    commands: [
      "filter ispresent(accountId) and ispresent(writeUnits)",
      "stats sum(writeUnits) as writes, sum(readUnits) as reads, sum(durationMs) as milliseconds, count(*) as lines by accountId, @log",
      "sort writes desc",
      "limit 50",
    ],
  },
  "Refused credentials": {
    reads: routes,
    commands: [
      'filter event = "request" and status in [401, 403, 429]',
      "stats count(*) as requests by bin(5m), status, errorCode, route",
      "sort requests desc",
      "limit 200",
    ],
  },
  "Refused by the gateway": {
    reads: "gateway",
    commands: [
      'filter gatewayResponse != "-"',
      "stats count(*) as requests by gatewayResponse, status, resource",
      "sort requests desc",
    ],
  },
  "Functions by cost": {
    reads: "functions",
    commands: [
      'filter @type = "REPORT"',
      `stats count(*) as calls, sum(${gigabyteSeconds}) as gbSeconds, pct(@duration, 99) as p99, count(@initDuration) as coldStarts, pct(@initDuration, 50) as initP50, max(@initDuration) as initMax, max(@maxMemoryUsed / 1000 / 1000) as usedMb, max(@memorySize / 1000 / 1000) as givenMb by @log`,
      "sort gbSeconds desc",
    ],
  },
  "Failed imports": {
    reads: ["import-parser"],
    commands: [
      'filter failed = 1 or event in ["import.parserFault", "import.platformFault"]',
      "fields @timestamp, event, requestId, accountId, importId, source, files, bytes, faults.0, fault.name, fault.stack",
      "sort @timestamp desc",
      "limit 200",
    ],
  },
  // The runtime and Lambda write one of these texts about each attempt that fails, after the request id.
  "Dead letters by function": {
    reads: backgroundFunctions,
    commands: [
      "filter @message like /Invoke Error|Task timed out|Runtime exited/",
      "parse @message /(?<eventId>[0-9a-f]{8}-[0-9a-f-]{27})/",
      "stats count(*) as attempts, latest(@timestamp) as last, latest(errorType) as error by @log, eventId",
      `filter attempts >= ${eventAttempts}`,
      "sort last desc",
      "limit 200",
    ],
  },
  "Warnings and errors": {
    reads: "functions",
    commands: [
      'filter level in ["warn", "error"] and event != "request"',
      "stats count(*) as times, latest(@timestamp) as last by event, level, @log",
      "sort last desc",
    ],
  },
} as const satisfies Readonly<Record<string, SavedQuery>>;

export type QueryName = keyof typeof queries;

export interface LogGroups {
  functions: Readonly<Record<FunctionName, { log: ILogGroup }>>;
  accessLog: ILogGroup;
}

/** The names of the log groups that a query reads. Logs Insights reads at most 50 at once. */
export function logGroupsOf({ reads }: SavedQuery, { functions, accessLog }: LogGroups): string[] {
  const all = Object.keys(functions) as FunctionName[];
  const names = reads === "gateway" ? [] : typeof reads === "string" ? all : reads;
  const logs = names.map((name) => functions[name].log);
  const gateway = reads === "gateway" || reads === "all" ? [accessLog] : [];
  return [...logs, ...gateway].map(({ logGroupName }) => logGroupName);
}

export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, logs: LogGroups) {
    super(scope, id);
    for (const [name, query] of Object.entries(queries)) {
      new CfnQueryDefinition(this, name.replaceAll(" ", ""), {
        // The console shows the part before the slash as a folder.
        name: `${Stack.of(this).stackName}/${name}`,
        queryString: query.commands.join("\n| "),
        logGroupNames: logGroupsOf(query, logs),
      });
    }
  }
}
