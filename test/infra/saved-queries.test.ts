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

  it("names events that the functions write", async () => {
    for (const query of Object.values<SavedQuery>(queries)) {
      const events = query.commands.join().match(/"\w+\.\w+"/g) ?? [];
      const code = await codeThatWrites(query);
      for (const event of events) expect(code).toContain(event);
    }
  });
});
