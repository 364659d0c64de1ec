/** The dashboard and the saved queries: what they show must be what the stack and AWS really report. */
import { describe, expect, it } from "vitest";
import { functionNames } from "../../infra/cloud/functions.ts";
import { queries, type SavedQuery } from "../../infra/cloud/monitoring/queries.ts";
import { metrics, metricsOf } from "../../shared/platform/log/metrics.ts";
import type { RequestLine } from "../../shared/platform/log/request-log.ts";
import { codeOf } from "./bundled-code.ts";
import { at, everySetting, find, listOf, resourcesOf, synthesise, type Template } from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);

interface Widget {
  type: "alarm" | "log" | "metric";
  properties: { title: string; alarms?: string[]; query?: string; metrics?: unknown[][] };
}

function widgetsOf(template: Template): Widget[] {
  const { DashboardBody } = find(template, "Dashboard/Dashboard");
  return (JSON.parse(String(DashboardBody)) as { widgets: Widget[] }).widgets;
}

interface ShownMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** The metrics of a widget without its expressions. */
function metricsIn({ properties }: Widget): ShownMetric[] {
  const texts = (properties.metrics ?? []).map((parts) => parts.filter((part) => typeof part === "string"));
  return texts.flatMap(([namespace, name, ...pairs]) => {
    if (namespace === undefined || name === undefined) return [];
    const dimensions = Object.fromEntries(pairs.flatMap((key, n) => (n % 2 === 0 ? [[key, pairs[n + 1] ?? ""]] : [])));
    return [{ namespace, name, dimensions }];
  });
}

/** The metrics of AWS by namespace, each with the sets of dimensions under which AWS reports it (the guide of each service). */
const ofAws: Record<string, { names: string[]; dimensions: string[] }[]> = {
  "AWS/ApiGateway": [
    { names: ["Count", "4XXError", "5XXError", "Latency", "IntegrationLatency"], dimensions: ["ApiName"] },
  ],
  "AWS/DynamoDB": [
    { names: ["ReadThrottleEvents", "WriteThrottleEvents"], dimensions: ["TableName"] },
    { names: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"], dimensions: ["TableName"] },
    {
      names: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"],
      dimensions: ["GlobalSecondaryIndexName", "TableName"],
    },
  ],
  "AWS/Lambda": [{ names: ["ConcurrentExecutions", "Errors", "Invocations", "Throttles"], dimensions: [] }],
  "AWS/Logs": [{ names: ["IncomingBytes"], dimensions: [] }],
  "AWS/S3": [{ names: ["BucketSizeBytes"], dimensions: ["BucketName", "StorageType"] }],
  "AWS/SES": [{ names: ["Reputation.BounceRate", "Reputation.ComplaintRate"], dimensions: [] }],
  "AWS/SQS": [{ names: ["ApproximateNumberOfMessagesVisible"], dimensions: ["QueueName"] }],
};

/** What is wrong with a metric: nobody reports it, or it is about a resource that the stack does not have. */
function faultOf({ namespace, name, dimensions }: ShownMetric, template: Template): string | undefined {
  const keys = Object.keys(dimensions).sort();
  const about = `${namespace} ${name} by ${keys.join(", ") || "nothing"}`;
  if (namespace === "contacts") {
    const filters = Object.values(resourcesOf(template, "AWS::Logs::MetricFilter"));
    const isFiltered = filters.some((filter) => at(filter.MetricTransformations, 0, "MetricName") === name);
    const ofEvent: readonly string[] = metrics[String(dimensions.event) as keyof typeof metrics] ?? [];
    const isReported = keys.join() === "event" ? ofEvent.includes(name) : keys.length === 0 && isFiltered;
    return isReported ? undefined : `no line has ${about} ${dimensions.event ?? ""}`;
  }
  const sets = (ofAws[namespace] ?? []).filter(({ names }) => names.includes(name));
  if (!sets.some((set) => set.dimensions.join() === keys.join())) return `AWS does not report ${about}`;
  const indexes = Object.values(resourcesOf(template, "AWS::DynamoDB::Table")).flatMap(({ GlobalSecondaryIndexes }) =>
    listOf(GlobalSecondaryIndexes).map((index) => at(index, "IndexName")),
  );
  const apis = Object.values(resourcesOf(template, "AWS::ApiGateway::RestApi")).map(({ Name }) => Name);
  const known = [...Object.keys(template.resources), ...apis, ...indexes, "StandardStorage"];
  const unknown = Object.values(dimensions).find((value) => !known.includes(value.replace(/\.QueueName$/, "")));
  return unknown && `the stack has no ${unknown}`;
}

describe("the dashboard", () => {
  it.each([
    ["without options", plain],
    ["with every option", everything],
  ])("%s shows metrics that are reported", (_, template) => {
    const shown = widgetsOf(template).flatMap(metricsIn);
    expect(shown.flatMap((metric) => faultOf(metric, template) ?? [])).toEqual([]);
  });

  it.each([
    [{ namespace: "contacts", name: "duration", dimensions: { event: "request" } }, "no line has"],
    [{ namespace: "contacts", name: "rows", dimensions: { event: "request" } }, "no line has"],
    [{ namespace: "contacts", name: "RemindersLost", dimensions: {} }, "no line has"],
    [{ namespace: "AWS/DynamoDB", name: "ThrottledRequests", dimensions: { TableName: "Database/Main" } }, "AWS does"],
    [{ namespace: "AWS/SQS", name: "ApproximateNumberOfMessagesVisible", dimensions: {} }, "AWS does not"],
    [{ namespace: "AWS/S3", name: "BucketSizeBytes", dimensions: { BucketName: "Gone", StorageType: "a" } }, "no Gone"],
  ])("may not show %j", (metric, fault) => {
    expect(faultOf(metric, plain)).toContain(fault);
  });

  it("shows every alarm and every queue of dead letters", () => {
    const [first, ...others] = widgetsOf(everything);
    const alarms = Object.keys(resourcesOf(everything, "AWS::CloudWatch::Alarm")).map((path) => `${path}.Arn`);
    expect(first?.properties.alarms?.toSorted()).toEqual(alarms.toSorted());
    const queues = others.flatMap(metricsIn).flatMap(({ dimensions }) => dimensions.QueueName ?? []);
    const expected = Object.keys(resourcesOf(everything, "AWS::SQS::Queue")).map((path) => `${path}.QueueName`);
    expect(queues.toSorted()).toEqual(expected.toSorted());
  });

  it("costs nothing: it has at most 50 metrics", () => {
    for (const template of [plain, everything])
      expect(widgetsOf(template).flatMap(metricsIn).length).toBeLessThanOrEqual(50);
  });
});

/** Every field that a request's line can have. */
const request: Required<RequestLine> = {
  level: "error",
  event: "request",
  requestId: "",
  route: "",
  method: "",
  accountId: "",
  status: 401,
  durationMs: 1,
  readUnits: 1,
  writeUnits: 1,
  errorCode: "",
  replayed: true,
  coldStart: 1,
  fault: { name: "", message: "", stack: "" },
};
const settings = { namespace: "contacts", byRoute: false };
const requestFields = Object.keys({
  ...request,
  ...metricsOf(request, settings, 1),
  ...metricsOf({ ...request, status: 500 }, settings, 1),
});

/** The fields of Lambda's own lines ("Supported logs and discovered fields" in the guide of CloudWatch Logs). */
const discovered = [
  ...["@timestamp", "@message", "@log", "@type", "@requestId"],
  ...["@duration", "@billedDuration", "@initDuration", "@memorySize", "@maxMemoryUsed"],
];

const commands = "filter|fields|stats|sort|limit|by|as|and|or|in|desc|asc";
const functions = "count|sum|pct|max|min|latest|bin|ispresent";

/** The fields that a query reads, without the names that it gives to results. */
function fieldsOf({ commands: lines }: SavedQuery): string[] {
  const text = lines.join(" | ").replace(/"[^"]*"/g, "");
  const given = Array.from(text.matchAll(/\bas (\w+)/g), ([, name]) => name);
  const words = text.match(/@?[a-zA-Z_][\w.]*/g) ?? [];
  const known = new RegExp(`^(${commands}|${functions})$`);
  return [...new Set(words)].filter((word) => !known.test(word) && !given.includes(word) && word !== "m");
}

/** The fields of a query that no line in its logs has. */
async function missingFields(query: SavedQuery): Promise<string[]> {
  const names = typeof query.reads === "string" ? functionNames : query.reads;
  const codes = await Promise.all(names.map(async (name) => [...(await codeOf(name)).values()].join("\n")));
  const code = codes.join("\n");
  const { Format } = at(find(everything, "Api/Rest/DeploymentStage.prod"), "AccessLogSetting") as { Format: string };
  const ofGateway = query.reads === "all" ? Object.keys(JSON.parse(Format)) : [];
  const ofRequests = [...query.commands].some((command) => command.includes('event = "request"'));
  const isWritten = (field: string) => new RegExp(`\\b${field}\\b[,:} ]`).test(code);
  return fieldsOf(query)
    .map((field) => (field.startsWith("@") ? field : (field.split(".")[0] ?? field)))
    .filter((field) => {
      if (field.startsWith("@")) return !discovered.includes(field);
      return !(ofGateway.includes(field) || (ofRequests ? requestFields.includes(field) : isWritten(field)));
    });
}

describe("a saved query", () => {
  it.each(Object.entries(queries))("%s reads fields that lines have, from logs of the stack", async (name, query) => {
    expect(await missingFields(query)).toEqual([]);
    const saved = find(everything, `Queries/${name.replaceAll(" ", "")}`);
    expect(saved).toMatchObject({ Name: `contacts/${name}`, QueryString: query.commands.join("\n| ") });
    const groups = listOf(saved.LogGroupNames);
    const known = Object.keys(resourcesOf(everything, "AWS::Logs::LogGroup"));
    for (const group of groups) expect(known).toContain(group);
    expect(groups.length).toBeLessThanOrEqual(50);
  });

  it("that reads another field is found out", async () => {
    const reads = ["contacts"] as const;
    const misspelt = { reads, commands: ['filter event = "request"', "stats max(duration) as longest by routeName"] };
    expect(await missingFields(misspelt)).toEqual(["duration", "routeName"]);
    expect(await missingFields({ reads, commands: ["fields @initTime, importSource"] })).toEqual([
      "@initTime",
      "importSource",
    ]);
  });

  it("names events that the functions write", async () => {
    for (const query of Object.values<SavedQuery>(queries)) {
      const names = typeof query.reads === "string" ? functionNames : query.reads;
      const events = query.commands.join().match(/"\w+\.\w+"/g) ?? [];
      const codes = await Promise.all(names.map(async (name) => [...(await codeOf(name)).values()].join("\n")));
      for (const event of events) expect(codes.join("\n")).toContain(event);
    }
  });
});

it("the metrics are of events that the functions write", async () => {
  const codes = await Promise.all(functionNames.map((name) => codeOf(name)));
  const isTable = (path: string) => path === "shared/platform/log/metrics.ts";
  const code = codes
    .flatMap((files) => [...files].filter(([path]) => !isTable(path)).map(([, text]) => text))
    .join("\n");
  for (const [event, names] of Object.entries(metrics)) {
    expect(code).toContain(`"${event}"`);
    const written = names.filter((name) => name !== "lines" && event !== "request");
    for (const name of written) expect(code, `${event} ${name}`).toMatch(new RegExp(`\\b${name}\\b[,:+ ]`));
  }
});
