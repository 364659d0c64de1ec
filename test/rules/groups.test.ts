/** A route group declares itself: whatever it lacks is a type error, or one of these sentences. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { answerSeconds, type GroupDeclaration } from "../../functions/declaration.ts";
import { describeApi } from "../../functions/docs/openapi/describe-api.ts";
import { otherFunctions } from "../../functions/other-functions.ts";
import { routeGroups } from "../../functions/routes.ts";
import { gatewayDocument } from "../../infra/cloud/gateway-document.ts";
import { eventFaults, groupFaults, unlistedFaults } from "./groups.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["functions", "events"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const others = Object.keys(otherFunctions);

const planted = {
  name: "planted",
  title: "Planted",
  description: "Whether anybody is there.",
  resources: ["/planted"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 500,
  grants: {},
  rows: {
    getPlanted: {
      method: "GET",
      path: "/planted",
      access: "public",
      rateLimit: "probe",
      summary: "Ask whether anybody is there",
      answers: { 200: z.strictObject({ answer: z.boolean() }) },
    },
  },
} as const satisfies GroupDeclaration;
const plantedFiles = ["functions/planted/group.ts", "functions/planted/handler.ts", "events/planted.read.json"];

describe("every group and every other function", () => {
  it("has what it needs", () => {
    expect(routeGroups.flatMap((group) => groupFaults(group, routeGroups, files))).toEqual([]);
    expect(unlistedFaults(routeGroups, others, files)).toEqual([]);
    expect(others.flatMap((name) => eventFaults(name, files))).toEqual([]);
  });
});

describe("a new group", () => {
  it("is all that a declaration, its files and a line in the table say", () => {
    const groups = [...routeGroups, planted];
    expect(groupFaults(planted, groups, plantedFiles)).toEqual([]);
    expect(unlistedFaults(groups, others, plantedFiles)).toEqual([]);

    const { paths } = gatewayDocument(groups, { title: "", invocationOf: String, docsUrl: "", allowedOrigins: [] });
    const added = Object.keys(paths).filter((path) => path.includes("/planted"));
    expect(added).toEqual(["/planted", "/planted/{proxy+}", "/api/planted", "/api/planted/{proxy+}"]);
    expect(JSON.stringify(paths["/planted"])).toContain('"uri":"planted"');

    const context = { version: "1.0.0", servers: ["/"], docsUrl: "https://api.example.com/docs", docsPath: "/docs" };
    const description = describeApi(groups, context);
    expect(description.tags).toContainEqual({ name: "Planted", description: "Whether anybody is there." });
    expect(description.paths["/planted"]?.get?.tags).toEqual(["Planted"]);
  });

  it("does not compile without any of its parts", () => {
    type Required = { [Key in keyof GroupDeclaration]-?: object extends Pick<GroupDeclaration, Key> ? never : Key };
    expectTypeOf<Required[keyof GroupDeclaration]>().toEqualTypeOf<
      | ("name" | "title" | "description" | "resources" | "rows")
      | ("memory" | "timeoutSeconds" | "bundleKilobytes" | "grants")
    >();
  });

  const { getPlanted } = planted.rows;
  it.each<[string, GroupDeclaration, string[], string]>([
    [
      "a handler",
      planted,
      ["events/planted.read.json"],
      "functions/planted/handler.ts: write it; it exports a handler that createHandler makes of the rows",
    ],
    [
      "a recorded event",
      planted,
      ["functions/planted/handler.ts"],
      "events/: record an event of planted, as events/planted.<what it asks for>.json",
    ],
    [
      "a title",
      { ...planted, title: "" },
      plantedFiles,
      "functions/planted/group.ts: write the title as a heading: a capital letter first and no full stop",
    ],
    [
      "a description",
      { ...planted, description: "" },
      plantedFiles,
      "functions/planted/group.ts: write the description as sentences, with a full stop at their end",
    ],
    [
      "a resource for its row",
      { ...planted, resources: ["/elsewhere"] },
      plantedFiles,
      "functions/planted/group.ts: add to the resources one that GET /planted begins with, which the gateway sends nowhere",
    ],
    [
      "a resource of its own for its row",
      { ...planted, rows: { getPlanted: { ...getPlanted, path: "/contacts/planted" } } },
      plantedFiles,
      "functions/planted/group.ts: add to the resources one that GET /contacts/planted begins with, which the gateway sends to the group contacts",
    ],
    [
      "a literal resource",
      { ...planted, resources: ["/planted", "/planted/{id}/"] },
      plantedFiles,
      'functions/planted/group.ts: write the resource "/planted/{id}/" as a literal path without a slash at its end',
    ],
    [
      "a summary",
      { ...planted, rows: { getPlanted: { ...getPlanted, summary: "" } } },
      plantedFiles,
      "functions/planted/group.ts: write the summary of getPlanted as a heading: a capital letter first, no full stop, 7 to 102 letters",
    ],
    [
      "an example of its body",
      {
        ...planted,
        rows: { postPlanted: { ...getPlanted, method: "POST", body: z.strictObject({ text: z.string() }) } },
      },
      plantedFiles,
      "functions/planted/group.ts: write an example beside the body of postPlanted, which the documentation shows",
    ],
  ])("is told that it lacks %s", (_, group, its, fault) => {
    expect(groupFaults(group, [...routeGroups, group], its)).toEqual([fault]);
  });

  it("is told that no table has it", () => {
    expect(unlistedFaults(routeGroups, others, [...plantedFiles, "functions/planted-too/function.ts"])).toEqual([
      'functions/planted/group.ts: add its routeGroup to functions/routes.ts, under the name of its folder, "planted"',
      'functions/planted-too/function.ts: add what it declares to functions/other-functions.ts, under the name of its folder, "planted-too"',
    ]);
  });
});
