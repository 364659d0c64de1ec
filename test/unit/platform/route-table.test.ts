import { describe, expect, it } from "vitest";
import * as z from "zod";
import { routeGroups, routeTable } from "../../../functions/routes.ts";
import { gatewayPaths } from "../../../infra/cloud/gateway-document.ts";
import { acceptsIdempotencyKey } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import { isSchema, type LazySchema, type Row } from "../../../shared/platform/http/route/route.ts";

const groups: readonly RouteGroup[] = routeGroups;
const rows: [string, Row][] = groups.flatMap(({ rows }) => Object.entries(rows));
const paths = Object.values(routeTable).map(({ path }) => path);

describe("the route table", () => {
  it("has different names for all rows of all groups", () => {
    const count = groups.reduce((sum, { rows, reserved }) => sum + Object.keys({ ...reserved, ...rows }).length, 0);
    expect(Object.keys(routeTable)).toHaveLength(count);
    expect(rows.length).toBeGreaterThan(10);
  });

  it("has each path of the gateway in one group, at the root and below /api", () => {
    expect(gatewayPaths(groups).length).toBeGreaterThan(2 * groups.length);
    const [contacts, ...others] = groups;
    const again = { name: "again", resources: contacts?.resources ?? [], rows: {} };
    expect(() => gatewayPaths([contacts ?? again, ...others, again])).toThrow("contacts and again both have /contacts");
  });

  it("has paths in lower case without a slash at the end, with parameters in braces", () => {
    for (const path of paths.filter((each) => each !== "/"))
      expect(path).toMatch(/^(\/(\.?[a-z][a-z0-9.-]*|\{[a-zA-Z]+\}(\.[a-z]+)?))+(\/\{[a-zA-Z]+\+\})?$/);
  });

  it("accepts idempotency keys for every POST that needs a caller", () => {
    const posts = rows.filter(([, { method }]) => method === "POST");
    const without = posts.filter(([, row]) => !acceptsIdempotencyKey(row));
    expect(without.filter(([, { access }]) => access !== "public").map(([name]) => name)).toEqual([]);
    expect(posts.length).toBeGreaterThan(without.length);
  });
});

/** Their HEAD does nothing, which the status 200 says. */
const emptyHeads = ["signIn", "finishSignIn"];

describe.each(rows)("%s", (name, row) => {
  it("has a successful answer, and a body exactly where its status has one", () => {
    const statuses = Object.keys(row.answers).map(Number);
    expect(statuses.some((status) => status >= 200 && status < 400)).toBe(true);
    for (const [status, shape] of Object.entries(row.answers)) {
      if (["204", "302", "303", "304"].includes(status)) expect(shape).toBe("none");
      // What was accepted may have no body.
      else if (status !== "202" && !(status === "200" && emptyHeads.includes(name))) expect(shape).not.toBe("none");
    }
  });

  it("refuses unknown fields and parameters", () => {
    const strange = { "no such name": "x" };
    for (const schema of [
      row.params,
      row.anyQuery ? undefined : row.query,
      isSchema(row.body) ? row.body : undefined,
    ]) {
      if (!schema) continue;
      const issues = schema().safeParse(strange).error?.issues ?? [];
      expect(issues.map(({ code }) => code)).toContain("unrecognized_keys");
    }
  });

  it("shows the fields once of which it says that a repeated answer lacks them, and no others, and requires them", () => {
    const words = "an answer that is repeated for an `Idempotency-Key` does not contain it";
    for (const { properties, required } of Object.values(row.answers).filter(isSchema).map(propertiesOf)) {
      const once = Object.keys(properties).filter((field) => properties[field]?.description?.includes(words));
      expect(once).toEqual(row.shownOnce ?? []);
      // `checkAnswer` accepts a first answer without them, because a crash may have lost them.
      expect(required).toEqual(expect.arrayContaining(once));
    }
  });

  it("has a rate limit unless it is public", () => {
    if (row.access !== "public") expect(row.rateLimit).toBe("default");
  });
});

function propertiesOf(schema: LazySchema) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema(), { unrepresentable: "any" });
  return { properties: properties as Record<string, { description?: string }>, required };
}
