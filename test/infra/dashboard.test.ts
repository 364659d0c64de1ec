/** The dashboard: what it shows must be what the stack and AWS really report. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../infra/cloud/functions.ts";
import { metrics } from "../../shared/platform/log/metrics.ts";
import { codeOf } from "./bundled-code.ts";
import { faultOf, type WatchedMetric } from "./reported-metrics.ts";
import { everySetting, find, resourcesOf, synthesise, type Template } from "./template.ts";

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

/** The metrics of a widget without its expressions. */
function metricsIn({ properties }: Widget): WatchedMetric[] {
  const texts = (properties.metrics ?? []).map((parts) => parts.filter((part) => typeof part === "string"));
  return texts.flatMap(([namespace, name, ...pairs]) => {
    if (namespace === undefined || name === undefined) return [];
    const dimensions = Object.fromEntries(pairs.flatMap((key, n) => (n % 2 === 0 ? [[key, pairs[n + 1] ?? ""]] : [])));
    return [{ namespace, name, dimensions }];
  });
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
    [{ namespace: "contacts", name: "lines", dimensions: { alarm: "RemindersLost" } }, "no line has"],
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

it("the metrics cost what infra/README.md says, 30 cents each", () => {
  const guide = readFileSync(`${projectRoot}infra/README.md`, "utf8");
  const dollars = Object.values(metrics).flat().length * 0.3;
  expect(guide).toContain(`Its metrics come from log lines and cost at most ${dollars.toFixed(2)} dollars a month`);
});

it("the metrics are of events that the functions write", async () => {
  const codes = await Promise.all(functionNames.map((name) => codeOf(name)));
  const isTable = (path: string) => path === "shared/platform/log/metrics.ts";
  const code = codes
    .flatMap((files) => [...files].filter(([path]) => !isTable(path)).map(([, text]) => text))
    .join("\n");
  for (const [event, names] of Object.entries(metrics)) {
    expect(code).toContain(`"${event}"`);
    const written = event === "request" ? [] : names;
    for (const name of written) expect(code, `${event} ${name}`).toMatch(new RegExp(`\\b${name}\\b[,:+ ]`));
  }
});
