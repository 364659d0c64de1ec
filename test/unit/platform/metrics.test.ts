/** The metrics in log lines, by AWS's specification of them. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { type MetricSettings, metrics, metricsOf } from "../../../shared/platform/log/metrics.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { watchedEvents } from "../../../shared/platform/log/watched-events.ts";

const name = { type: "string", minLength: 1, maxLength: 255 };

/** The rules of "Specification: Embedded metric format" (CloudWatch User Guide), with the limits of "PutMetricData". */
const isValid = new Ajv({ allErrors: true }).compile({
  type: "object",
  required: ["_aws"],
  properties: {
    _aws: {
      type: "object",
      required: ["Timestamp", "CloudWatchMetrics"],
      properties: {
        Timestamp: { type: "integer", minimum: 1_000_000_000_000 },
        CloudWatchMetrics: {
          type: "array",
          items: {
            type: "object",
            required: ["Namespace", "Dimensions", "Metrics"],
            additionalProperties: false,
            properties: {
              Namespace: { ...name, pattern: "^[^:][A-Za-z0-9._/#:-]*$" },
              Dimensions: {
                type: "array",
                minItems: 1,
                items: { type: "array", minItems: 1, maxItems: 30, items: { ...name, maxLength: 250 } },
              },
              Metrics: {
                type: "array",
                minItems: 1,
                maxItems: 100,
                items: {
                  type: "object",
                  required: ["Name"],
                  additionalProperties: false,
                  properties: { Name: name, Unit: { type: "string" }, StorageResolution: { enum: [1, 60] } },
                },
              },
            },
          },
        },
      },
    },
  },
});

interface Directive {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string }[];
}

type Written = Record<string, unknown> & { _aws: { Timestamp: number; CloudWatchMetrics: Directive[] } };

/** What CloudWatch does not accept in a line: the schema, and the references to other members of the line. */
function faultsOf(line: Written): string[] {
  if (!isValid(line)) return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return line._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) => [
    ...Dimensions.flat().flatMap((key) => (typeof line[key] === "string" ? [] : [`${key} is no text`])),
    ...Metrics.flatMap(({ Name }) => (typeof line[Name] === "number" ? [] : [`${Name} is no number`])),
  ]);
}

const now = 1_700_000_000_000;
const settings: MetricSettings = { namespace: "contacts-prod", byRoute: false };
const request: RequestLine = {
  level: "info",
  event: "request",
  requestId: "request-1",
  route: "listContacts",
  method: "GET",
  accountId: "0190a8b2-1111-7000-8000-000000000001",
  status: 200,
  durationMs: 12,
  readUnits: 1.5,
  writeUnits: 0,
};

function write(line: RequestLine | JobLine, more: Partial<MetricSettings> = {}): Written {
  return JSON.parse(JSON.stringify({ ...line, ...metricsOf(line, { ...settings, ...more }, now) }));
}

function namesIn({ _aws }: Partial<Written>): string[] {
  return (_aws?.CloudWatchMetrics ?? []).flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name));
}

describe("the metrics of a line", () => {
  it("are its numbers, by the event of the line", () => {
    expect(write(request)).toEqual({
      ...request,
      _aws: {
        Timestamp: now,
        CloudWatchMetrics: [
          {
            Namespace: "contacts-prod",
            Dimensions: [["event"]],
            Metrics: [{ Name: "durationMs" }, { Name: "readUnits" }],
          },
        ],
      },
    });
  });

  it.each([
    [200, {}],
    [304, {}],
    [401, { clientError: 1, unauthorized: 1 }],
    [404, { clientError: 1 }],
    [429, { clientError: 1, rateLimited: 1 }],
    [503, { serverError: 1 }],
  ])("of a request with the status %i count %j", (status, counts) => {
    const line = write({ ...request, status, readUnits: 0, coldStart: 1 });
    expect(line).toMatchObject(counts);
    expect(namesIn(line).sort()).toEqual(["durationMs", "coldStart", ...Object.keys(counts)].sort());
  });

  it("are also those of the route if the deployment pays for it, but no metric has an account or a request", () => {
    const [directive] = write(request, { byRoute: true })._aws.CloudWatchMetrics;
    expect(directive?.Dimensions).toEqual([["event"], ["event", "route"]]);
    const parsed = write({ level: "info", event: "import.parse", durationMs: 5, rows: 2 }, { byRoute: true });
    expect(parsed._aws.CloudWatchMetrics[0]?.Dimensions).toEqual([["event"]]);
  });

  it("do not exist without a namespace, for other events, and for a run that did nothing", () => {
    expect(write(request, { namespace: undefined })).toEqual(request);
    const other = { level: "info", event: "search.load", durationMs: 3 } as const;
    expect(write(other)).toEqual(other);
    const idle = { level: "info", event: "reminders.done", sent: 0, failed: 0 } as const;
    expect(write(idle)).toEqual(idle);
  });

  it("that an alarm watches have the alarm's name, and count for it beside their other metrics", () => {
    const line = write({ level: "error", event: "reminders.stopped", sent: 2, refused: 0, unknown: 0, failed: 0 });
    expect(line).toMatchObject({ alarm: "RemindersFailed", lines: 1 });
    expect(line._aws.CloudWatchMetrics.map(({ Dimensions, Metrics }) => [Dimensions, Metrics])).toEqual([
      [[["event"]], [{ Name: "sent" }]],
      [[["alarm"]], [{ Name: "lines" }]],
    ]);
  });

  it("cost at most what infra/README.md says, because each name costs 0.30 dollars a month", () => {
    const page = readFileSync(new URL("../../../infra/README.md", import.meta.url), "utf8");
    const names = Object.values(metrics).flat();
    expect(page).toContain(`at most ${(0.3 * names.length).toFixed(2)} dollars a month`);
  });

  it("are valid by the specification for every event", () => {
    const watched = Object.keys(watchedEvents).map((event) => [event, []] as const);
    for (const [event, names] of [...watched, ...Object.entries(metrics)]) {
      const numbers = Object.fromEntries(names.map((metric) => [metric, 7]));
      const line = event === "request" ? { ...request, ...numbers, status: 401 } : { level: "info", event, ...numbers };
      expect(faultsOf(write(line as JobLine, { byRoute: true })), event).toEqual([]);
    }
  });

  it("would be invalid with a metric or a dimension that the line does not have", () => {
    const { durationMs: _, route: __, ...rest } = write(request, { byRoute: true });
    expect(faultsOf(rest)).toEqual(["route is no text", "durationMs is no number"]);
    const { Timestamp: ___, ..._aws } = rest._aws;
    expect(faultsOf({ ...rest, _aws } as Written)).toEqual(["/_aws must have required property 'Timestamp'"]);
  });
});
