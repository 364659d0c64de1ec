import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parametersOf } from "../../functions/docs/json-schema.ts";
import { routeGroups, routeTable } from "../../functions/routes.ts";
import { errorCatalogue } from "../../shared/http/errors.ts";
import type { RouteGroup } from "../../shared/http/group.ts";
import { takesIdempotencyKey } from "../../shared/http/idempotency-key.ts";
import { createMatcher } from "../../shared/http/match.ts";
import { isMultipart, isSchema, type Row } from "../../shared/http/route.ts";

const groups: readonly RouteGroup[] = routeGroups;
const rows: [string, Row][] = groups.flatMap(({ rows }) => Object.entries(rows));
const paths = Object.values(routeTable).map(({ path }) => path);

describe("the route table", () => {
  it("has every row of every group under a name of its own", () => {
    const count = groups.reduce((sum, { rows, reserved }) => sum + Object.keys({ ...reserved, ...rows }).length, 0);
    expect(Object.keys(routeTable)).toHaveLength(count);
    expect(rows.length).toBeGreaterThan(10);
  });

  it("claims no place twice", () => {
    expect(() => createMatcher(routeTable)).not.toThrow();
    const [first] = rows;
    expect(() => createMatcher({ ...routeTable, again: first?.[1] as Row })).toThrow("two rows claim");
  });

  it("finds every row by its own method and path, and by no other's", () => {
    const match = createMatcher(routeTable);
    for (const [name, { method, path }] of Object.entries(routeTable)) {
      const concrete = path
        .replace(/\{\w+\+\}/, "some/thing")
        .replace(/\{\w+\}/g, "0190a8b2-0000-7000-8000-000000000000");
      expect(match(method === "ANY" ? "POST" : method, concrete)).toMatchObject({ kind: "row", name });
    }
  });

  it("writes paths that the matcher reads: lower case, no slash at the end, parameters in braces, maybe with an ending", () => {
    for (const path of paths.filter((each) => each !== "/"))
      expect(path).toMatch(/^(\/([a-z][a-z0-9.-]*|\{[a-zA-Z]+\}(\.[a-z]+)?))+(\/\{[a-zA-Z]+\+\})?$/);
  });

  it("keeps every path below the resources of its group, so that the gateway sends it to the right function", () => {
    const resources = groups.flatMap(({ name, resources, catchAll }) =>
      [...resources, ...(catchAll ? ["/"] : [])].map((resource) => ({ name, resource })),
    );
    for (const { name, rows, reserved } of groups) {
      for (const { path } of Object.values({ ...reserved, ...rows })) {
        const [longest] = resources
          .filter(({ resource }) => path === resource || path.startsWith(`${resource}/`))
          .toSorted((a, b) => b.resource.length - a.resource.length);
        expect(longest?.name, path).toBe(name);
      }
    }
  });

  it("lets every POST be repeated under an idempotency key, but for those of nobody's account or of no caller", () => {
    const posts = rows.filter(([, { method }]) => method === "POST");
    const without = posts.filter(([, row]) => !takesIdempotencyKey(row)).map(([name]) => name);
    expect(without.toSorted()).toEqual(["startSession", "unsubscribe"]);
    expect(posts.length).toBeGreaterThan(without.length);
  });

  it("has a function for every group", () => {
    const missing = groups.filter(
      ({ name }) => !existsSync(new URL(`../../functions/${name}/handler.ts`, import.meta.url)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe.each(rows)("%s", (_name, row) => {
  it("describes every parameter of its path, and no other", () => {
    const named = [...row.path.matchAll(/\{(\w+)\+?\}/g)].map(([, parameter]) => parameter);
    expect(row.params ? parametersOf(row.params).map(({ name }) => name) : []).toEqual(named);
  });

  it("has a summary that reads as a heading", () => {
    expect(row.summary).toMatch(/^[A-Z].{5,100}[^.]$/);
  });

  it("answers with a status of its own kind and a shape", () => {
    const statuses = Object.keys(row.answers).map(Number);
    expect(statuses.some((status) => status >= 200 && status < 400)).toBe(true);
    for (const [status, shape] of Object.entries(row.answers)) {
      expect(["204", "302", "304"].includes(status)).toBe(shape === "none");
    }
  });

  it("refuses fields and parameters that it does not know", () => {
    const strange = { "no such name": "x" };
    for (const schema of [row.params, row.query, isSchema(row.body) ? row.body : undefined]) {
      if (!schema) continue;
      const issues = schema.safeParse(strange).error?.issues ?? [];
      expect(issues.map(({ code }) => code)).toContain("unrecognized_keys");
    }
  });

  it("takes a body only with a method that has one", () => {
    if (row.body) expect(["POST", "PUT", "PATCH", "DELETE"]).toContain(row.method);
    if (isMultipart(row.body)) expect(row.body.multipart.maxFiles).toBeGreaterThan(0);
  });

  it("names only codes of the catalogue, each once", () => {
    const codes = row.errors ?? [];
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(errorCatalogue).toHaveProperty(code);
  });

  it("names only fields of its answers as told once, and lets answers do without them", () => {
    for (const field of row.toldOnce ?? []) {
      const shapes = Object.values(row.answers).filter(isSchema).map(propertiesOf);
      expect(shapes.map(({ properties }) => properties)).toContainEqual(
        expect.objectContaining({ [field]: expect.anything() }),
      );
      for (const { required } of shapes) expect(required).not.toContain(field);
    }
  });

  it("counts requests wherever an account is asked", () => {
    if (row.access !== "public") expect(row.rateLimit).toBe("default");
  });
});

function propertiesOf(schema: z.ZodType): { properties: object; required: readonly unknown[] } {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return { properties, required };
}
