/** What functions must have besides what the compiler asks of their declarations. Each message says what to write where. */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { answerSeconds, type GroupDeclaration } from "../../functions/declaration.ts";
import { describeApi } from "../../functions/docs/openapi/describe-api.ts";
import { otherFunctions } from "../../functions/other-functions.ts";
import { routeGroups } from "../../functions/routes.ts";
import { gatewayDocument } from "../../infra/cloud/gateway-document.ts";
import type { AnyRow } from "../../shared/platform/http/route/match.ts";
import { isMultipart, type Row } from "../../shared/platform/http/route/route.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const groups: readonly GroupDeclaration[] = routeGroups;
const others = Object.keys(otherFunctions);

const events = readdirSync(`${root}events`);
const folders = readdirSync(`${root}functions`, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it.each([...groups.map(({ name }) => name), ...others])("%s has a recorded event", (name) => {
  const isRecorded = events.some((file) => file.startsWith(`${name}.`) && file.endsWith(".json"));
  expect(isRecorded, `record an event of ${name}, as events/${name}.<what it asks for>.json`).toBe(true);
});

it.each(folders.map(({ name }) => name))(
  "what functions/%s declares is listed under the name of the folder",
  (name) => {
    const has = (file: string) => existsSync(`${root}functions/${name}/${file}`);
    const isListed = groups.some((group) => group.name === name);
    if (has("group.ts")) expect(isListed, `add the routeGroup of ${name} to functions/routes.ts`).toBe(true);
    if (has("function.ts")) expect(others, "add what it declares to functions/other-functions.ts").toContain(name);
  },
);

describe.each(groups.map((group) => [`functions/${group.name}/group.ts`, group] as const))("%s", (_, group) => {
  it("has a handler beside it, made of the rows by createHandler", () => {
    expect(existsSync(`${root}functions/${group.name}/handler.ts`)).toBe(true);
  });

  it("has a heading as its title and sentences as its description", () => {
    expect(group.title).toMatch(/^[A-Z].*[^.]$/);
    expect(group.description).toMatch(/^[A-Z].*\.$/s);
  });

  it("has literal resources, of which the gateway finds one of its own for each of its rows", () => {
    for (const resource of group.resources) expect(resource).toMatch(/^(\/\.?[a-z][a-z0-9.-]*)+$/);
    const rows: AnyRow[] = [...Object.values(group.rows), ...Object.values(group.reserved ?? {})];
    for (const { path } of rows) expect(groupOf(path), `add a resource that ${path} begins with`).toBe(group.name);
  });

  it("has a heading as the summary of each row, and an example beside each body", () => {
    for (const [name, { summary, body, example }] of Object.entries<Row>(group.rows)) {
      expect(summary, name).toMatch(/^[A-Z].{5,100}[^.]$/);
      const needsExample = body !== undefined && !isMultipart(body);
      if (needsExample) expect(example, `the documentation shows an example of the body of ${name}`).toBeDefined();
    }
  });
});

/** The gateway sends a path to the group whose resource is the longest that it begins with. */
function groupOf(path: string): string | undefined {
  const resources = groups.flatMap(({ name, resources, catchAll }) =>
    [...resources, ...(catchAll ? ["/"] : [])].map((resource) => ({ name, resource })),
  );
  const [longest] = resources
    .filter(({ resource }) => path === resource || path.startsWith(`${resource}/`))
    .toSorted((a, b) => b.resource.length - a.resource.length);
  return longest?.name;
}

describe("a new group", () => {
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
        answers: { 200: () => z.strictObject({ answer: z.boolean() }) },
      },
    },
  } as const satisfies GroupDeclaration;

  it("has its paths in the gateway and its words in the API description by its declaration alone", () => {
    const all = [...groups, planted];
    const { paths } = gatewayDocument(all, { title: "", invocationOf: String, docsUrl: "", allowedOrigins: [] });
    const added = Object.keys(paths).filter((path) => path.includes("/planted"));
    expect(added).toEqual(["/planted", "/planted/{proxy+}", "/api/planted", "/api/planted/{proxy+}"]);
    expect(JSON.stringify(paths["/planted"])).toContain('"uri":"planted"');

    const context = { version: "1.0.0", servers: ["/"], docsUrl: "https://api.example.com/docs", docsPath: "/docs" };
    const description = describeApi(all, context);
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
});
