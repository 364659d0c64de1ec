/** The alarms: each fires for an example of what it watches, and no alarm fires in a healthy stack. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../infra/cloud/functions.ts";
import { alarmTable } from "../../infra/cloud/monitoring/alarms/alarms.ts";
import { queries } from "../../infra/cloud/monitoring/queries.ts";
import { settingNames } from "../../infra/cloud/settings.ts";
import { verdictToContext } from "../../shared/platform/http/verdict.ts";
import { metricsOf } from "../../shared/platform/log/metrics.ts";
import type { JobLine, RequestLine } from "../../shared/platform/log/request-log.ts";
import { watchedEvents } from "../../shared/platform/log/watched-events.ts";
import { type Datum, type State, stateOf } from "../support/monitoring/alarm-state.ts";
import { matchesPattern } from "../support/monitoring/filter-pattern.ts";
import { isFull } from "../support/seed.ts";
import { examples, type Signal } from "./alarm-examples.ts";
import { codeOf } from "./bundled-code.ts";
import { faultOf, metricsOfAlarm } from "./reported-metrics.ts";
import { at, everySetting, find, listOf, resourcesOf, synthesise } from "./template.ts";

const operatorGuide = readFileSync(`${projectRoot}infra/README.md`, "utf8");
const plain = synthesise();
const everything = synthesise(everySetting);
const alarms = Object.fromEntries(
  Object.entries(resourcesOf(everything, "AWS::CloudWatch::Alarm")).map(([path, alarm]) => [
    path.replace("Alarms/", ""),
    alarm,
  ]),
);

/** What happens in a healthy stack, also when some calls fail. */
const healthy = Object.values(examples).flatMap(({ quiet }) => quiet);

function stateAfter(alarm: Record<string, unknown> | undefined, signals: readonly Signal[]): State {
  if (!alarm) throw new Error("the stack does not have this alarm");
  const data = signals.flatMap((signal) => dataOf(signal));
  return stateOf(
    alarm,
    Array.from({ length: Number(alarm.EvaluationPeriods) }, () => data),
  );
}

function dataOf(signal: Signal): Datum[] {
  if ("line" in signal) return dataOfLine(signal.line);
  return "answer" in signal ? dataOfAnswer(signal.answer) : [signal];
}

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string }[];
}

function dataOfLine(written: RequestLine | JobLine): Datum[] {
  const more = metricsOf(written, { namespace: "contacts", byRoute: false }, 1);
  const members: Readonly<Record<string, unknown>> = { ...written, ...more };
  const directives = listOf(at(more, "_aws", "CloudWatchMetrics")) as Directive[];
  return directives.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((keys) =>
      Metrics.map(({ Name: name }) => ({
        namespace,
        name,
        dimensions: Object.fromEntries(keys.map((key) => [key, String(members[key])])),
        values: [Number(members[name])],
      })),
    ),
  );
}

const { Format } = at(find(everything, "Api/Rest/DeploymentStage.prod"), "AccessLogSetting") as { Format: string };
const accessLine = Object.fromEntries(Object.keys(JSON.parse(Format)).map((name) => [name, "-"]));

function dataOfAnswer(given: Readonly<Record<string, string>>): Datum[] {
  for (const name of Object.keys(given)) expect(accessLine).toHaveProperty(name);
  const filters = Object.values(resourcesOf(everything, "AWS::Logs::MetricFilter"));
  return filters
    .filter(({ FilterPattern }) => matchesPattern(String(FilterPattern), { ...accessLine, ...given }))
    .map(({ LogGroupName, MetricTransformations }) => {
      expect(LogGroupName).toBe("Api/AccessLog");
      const { MetricNamespace, MetricName, MetricValue } = at(MetricTransformations, 0) as Record<string, string>;
      return { namespace: `${MetricNamespace}`, name: `${MetricName}`, dimensions: {}, values: [Number(MetricValue)] };
    });
}

describe("an alarm", () => {
  it("is a row of the tables, and has examples", () => {
    expect(Object.keys(alarms).toSorted()).toEqual(Object.keys(alarmTable).toSorted());
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(alarmTable).toSorted());
  });

  it.each(Object.entries(alarms))("%s watches metrics that are reported", (_, alarm) => {
    expect(metricsOfAlarm(alarm).flatMap((metric) => faultOf(metric, everything) ?? [])).toEqual([]);
  });

  it.each(Object.entries(examples))("%s fires for what it watches, and not for what comes close", (name, example) => {
    for (const signals of example.fires)
      expect(stateAfter(alarms[name], signals), JSON.stringify(signals[0])).toBe("ALARM");
    expect(stateAfter(alarms[name], example.quiet)).toBe("OK");
    expect(stateAfter(alarms[name], healthy)).toBe("OK");
  });

  it.each(Object.keys(alarms))(
    "%s does not fire in a stack that was just deployed, where nothing has happened",
    (name) => {
      const begin = alarms[name]?.TreatMissingData === "missing" ? "INSUFFICIENT_DATA" : undefined;
      expect(["OK", "unchanged", begin]).toContain(stateAfter(alarms[name], []));
    },
  );

  it("of what must run reports also that its data are missing", () => {
    const reported = Object.keys(alarms).filter((name) => alarms[name]?.InsufficientDataActions !== undefined);
    expect(reported.toSorted()).toEqual(["HealthCanary", "HourlyRunsMissing"]);
    for (const name of reported) expect(stateAfter(alarms[name], [])).toBe("INSUFFICIENT_DATA");
  });

  it("fires after one bad period only where one is enough", () => {
    const slow = examples.SlowAnswers.fires[0]?.flatMap(dataOf) ?? [];
    const { SlowAnswers = {}, ThrottledTable = {} } = alarms;
    expect(stateOf(SlowAnswers, [[], slow, slow])).toBe("OK");
    const throttled = examples.ThrottledTable.fires[0]?.flatMap(dataOf) ?? [];
    expect(stateOf(ThrottledTable, [throttled, [], []])).toBe("ALARM");
  });

  it("is sent to the configured address, and shows only in CloudWatch without one", () => {
    for (const alarm of Object.values(alarms)) expect(alarm.AlarmActions).toEqual(["Alarms/Topic"]);
    const silent = Object.values(resourcesOf(plain, "AWS::CloudWatch::Alarm"));
    expect(silent.length).toBeGreaterThan(0);
    for (const alarm of silent) expect(alarm).not.toHaveProperty("AlarmActions");
  });

  it("about mail exists only in a stack that sends mail", () => {
    const names = Object.keys(resourcesOf(plain, "AWS::CloudWatch::Alarm")).map((path) => path.replace("Alarms/", ""));
    const left = Object.keys(alarms).filter((name) => !names.includes(name));
    expect(left.toSorted()).toEqual([
      "MailBounceRate",
      "MailComplaintRate",
      "MailFaults",
      "RemindersFailed",
      "ShareFaults",
    ]);
  });

  it("has a runbook that fits into its mail, and says what it means, where to look and what to do", () => {
    for (const { AlarmDescription } of Object.values(alarms)) {
      expect(String(AlarmDescription)).toMatch(/^[A-Z].+\. Look first: .+[.?] Then: .+\.$/);
      expect(String(AlarmDescription).length).toBeLessThanOrEqual(1_024);
    }
  });

  it("names only options that a deployment has", () => {
    const named = Object.entries(alarms).flatMap(([name, { AlarmDescription }]) =>
      [...String(AlarmDescription).matchAll(/--(\w+)/g)].map(([, option = ""]) => [name, option]),
    );
    expect(named.filter(([, option]) => !settingNames.includes(String(option)))).toEqual([]);
    expect(named).toContainEqual(["TooManyRequests", "stageRateLimit"]);
    expect(named).toContainEqual(["TooManyRequests", "stageBurstLimit"]);
  });

  it("names only saved queries that the stack has", () => {
    const named = Object.entries(alarms).flatMap(([name, { AlarmDescription }]) =>
      [...String(AlarmDescription).matchAll(/saved query "([^"]+)"/g)].map(([, query = ""]) => [name, query]),
    );
    expect(named.filter(([, query = ""]) => !(query in queries))).toEqual([]);
    expect(named).toEqual([
      ["ThrottledTable", "Units by account"],
      ["DeadLetters", "Dead letters by function"],
    ]);
  });

  it("of server errors leaves out the answers that the authorizer marks", () => {
    const [mark = ""] = Object.keys(verdictToContext({ refusal: "service_unavailable", isDeleting: true })).slice(-1);
    expect(JSON.parse(Format).accountIsDeleting).toBe(`$context.authorizer.${mark}`);
  });

  it("of dead letters says how long the bucket keeps import files", () => {
    const days = at(find(everything, "Buckets/Imports"), "LifecycleConfiguration", "Rules", 0, "ExpirationInDays");
    expect(alarms.DeadLetters?.AlarmDescription).toContain(`it is deleted after ${days} days`);
  });

  it("costs a tenth of a dollar for each metric beyond ten, together what infra/README.md says", () => {
    const count = Object.values(alarms).map((alarm) => metricsOfAlarm(alarm).length);
    for (const metrics of count) expect(metrics).toBeLessThanOrEqual(10);
    const dollars = (count.reduce((sum, metrics) => sum + metrics, 0) - 10) * 0.1;
    expect(operatorGuide).toContain(`They cost at most ${dollars.toFixed(2)} dollars a month`);
  });

  it("may be published by CloudWatch of this account only", () => {
    const { Topics, PolicyDocument } = find(everything, "Alarms/Topic/Policy");
    expect(Topics).toEqual(["Alarms/Topic"]);
    const allowing = listOf(at(PolicyDocument, "Statement")).filter((statement) => at(statement, "Effect") === "Allow");
    expect(allowing).toMatchObject([
      {
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": "AccountId" } },
      },
    ]);
  });
});

it.runIf(isFull)("alarms are about lines that the functions really write", async () => {
  const isTable = (path: string) => path.startsWith("shared/platform/log/");
  const codes = await Promise.all(functionNames.map((name) => codeOf(name)));
  const code = codes.flatMap((files) => [...files].flatMap(([path, text]) => (isTable(path) ? [] : [text]))).join("\n");
  for (const event of Object.keys(watchedEvents)) expect(code).toContain(`"${event}"`);
  const fired = Object.values(examples).flatMap(({ fires }) => fires.flat());
  const events = fired.flatMap((signal) => ("line" in signal ? [signal.line.event] : []));
  expect(Object.keys(watchedEvents).filter((event) => !events.includes(event))).toEqual([]);
});

describe("a filter pattern", () => {
  const patterns = Object.values(resourcesOf(everything, "AWS::Logs::MetricFilter")).map(
    (filter) => filter.FilterPattern,
  );
  it("is one that the evaluator understands", () => {
    for (const pattern of patterns) expect(matchesPattern(String(pattern), accessLine)).toBe(false);
  });

  it.each([
    ['{ $.a = "x" }', { a: "x" }, true],
    ['{ $.a = "x*" }', { a: "xyz" }, true],
    ['{ $.a = "x.z" }', { a: "xyz" }, false],
    ['{ $.a != "x" }', { a: "y" }, true],
    ['{ $.a != "x" }', {}, false],
    ['{ ($.a = "x") && (($.b = "y") || ($.b = "z")) }', { a: "x", b: "z" }, true],
    ['{ ($.a = "x") && (($.b = "y") || ($.b = "z")) }', { a: "w", b: "z" }, false],
  ])("%s of %j is %s", (pattern, given, expected) => {
    expect(matchesPattern(pattern, given)).toBe(expected);
  });

  it.each(["{ $.a = 5 }", '{ $.a = "x" ', '{ $.a < "x" }', "ERROR"])("%s is not understood", (pattern) => {
    expect(() => matchesPattern(pattern, { a: "x" })).toThrow(/pattern/);
  });
});
