/** The saved queries: they must read what the functions and the gateway really write. */
import { describe, expect, it } from "vitest";
import { functionNames } from "../../infra/cloud/functions.ts";
import { queries, type SavedQuery } from "../../infra/cloud/monitoring/queries.ts";
import { metricsOf } from "../../shared/platform/log/metrics.ts";
import type { RequestLine } from "../../shared/platform/log/request-log.ts";
import { codeOf } from "./bundled-code.ts";
import { at, everySetting, find, listOf, resourcesOf, synthesise } from "./template.ts";

const everything = synthesise(everySetting);

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

/** The runtime writes the error of an attempt as JSON into its line. Its fields are found, too (the same guide). */
const ofRuntime = ["errorType"];

const commands = "filter|fields|parse|like|stats|sort|limit|by|as|and|or|in|desc|asc";
const functions = "count|sum|pct|max|min|latest|bin|ispresent";

/** The fields that a query reads, without the names that it gives to results. */
function fieldsOf({ commands: lines }: SavedQuery): string[] {
  const whole = lines.join(" | ");
  const given = Array.from(whole.matchAll(/\bas (\w+)|\(\?<(\w+)>/g), ([, named, parsed]) => named ?? parsed);
  const text = whole.replace(/"[^"]*"| \/.*?\/(?= |$)/g, "");
  const words = text.match(/@?[a-zA-Z_][\w.]*/g) ?? [];
  const known = new RegExp(`^(${commands}|${functions})$`);
  return [...new Set(words)].filter((word) => !known.test(word) && !given.includes(word) && word !== "m");
}

/** The code of the functions whose logs a query reads. */
async function codeThatWrites({ reads }: SavedQuery): Promise<string> {
  const names = reads === "gateway" ? [] : typeof reads === "string" ? functionNames : reads;
  const codes = await Promise.all(names.map(async (name) => [...(await codeOf(name)).values()].join("\n")));
  return codes.join("\n");
}

/** The fields of a query that no line in its logs has. */
async function missingFields(query: SavedQuery): Promise<string[]> {
  const code = await codeThatWrites(query);
  const { Format } = at(find(everything, "Api/Rest/DeploymentStage.prod"), "AccessLogSetting") as { Format: string };
  const ofGateway = query.reads === "all" || query.reads === "gateway" ? Object.keys(JSON.parse(Format)) : [];
  const ofRequests = [...query.commands].some((command) => command.includes('event = "request"'));
  const isWritten = (field: string) => new RegExp(`\\b${field}\\b[,:} ]`).test(code);
  return fieldsOf(query)
    .map((field) => (field.startsWith("@") ? field : (field.split(".")[0] ?? field)))
    .filter((field) => {
      if (field.startsWith("@")) return !discovered.includes(field);
      if (ofRuntime.includes(field)) return false;
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

  it("of the gateway's answers reads no logs of functions, because a query is paid for by what it reads", () => {
    expect(find(everything, "Queries/Refusedbythegateway").LogGroupNames).toEqual(["Api/AccessLog"]);
  });

  it("of units by account reads all jobs, of which those that may take minutes write a line in each minute", async () => {
    const { LogGroupNames } = find(everything, "Queries/Unitsbyaccount");
    const jobs = ["import-worker", "deletion-worker", "account-deletion-worker", "export-worker"] as const;
    for (const job of jobs) {
      expect(LogGroupNames).toContain(`Functions/${job}/Log`);
      expect(await codeThatWrites({ reads: [job], commands: [] })).toContain('"job.units"');
    }
  });

  it("of dead letters lists the events that failed at every attempt, whatever the failure was", () => {
    const [filter, parse, , threshold] = queries["Dead letters by function"].commands;
    const [, failure = "none"] = /like \/(.*)\/$/.exec(filter) ?? [];
    const [, id = "none"] = /^parse @message \/(.*)\/$/.exec(parse) ?? [];
    const [everyTime, once, well] = [1, 2, 3].map((first) => `${first}b7d8f26-0d1f-4c5e-9a77-31c9a3f0a001`);
    // Lines of the runtime and of Lambda; the last one is ours.
    const lines = [
      `2026-03-01T10:00:00.000Z\t${everyTime}\tERROR\tInvoke Error \t{"errorType":"Error","errorMessage":"x"}`,
      `2026-03-01T10:16:00.000Z ${everyTime} Task timed out after 900.00 seconds`,
      `RequestId: ${everyTime} Error: Runtime exited with error: signal: killed`,
      `REPORT RequestId: ${everyTime}\tDuration: 900.00 ms`,
      `2026-03-01T10:00:00.000Z ${once} Task timed out after 900.00 seconds`,
      `{"time":"2026-03-01T10:00:00.000Z","event":"importWork.interrupted","requestId":"${well}"}`,
    ];
    const failures = lines.filter((line) => new RegExp(failure).test(line));
    const ids = failures.map((line) => new RegExp(id).exec(line)?.groups?.eventId);
    expect(ids).toEqual([everyTime, everyTime, everyTime, once]);
    expect(threshold).toBe("filter attempts >= 3");
    const { MaximumRetryAttempts } = Object.values(resourcesOf(everything, "AWS::Lambda::EventInvokeConfig"))[0] ?? {};
    expect(MaximumRetryAttempts).toBe(2);
  });

  it("names events that the functions write", async () => {
    for (const query of Object.values<SavedQuery>(queries)) {
      const events = query.commands.join().match(/"\w+\.\w+"/g) ?? [];
      const code = await codeThatWrites(query);
      for (const event of events) expect(code).toContain(event);
    }
  });
});
