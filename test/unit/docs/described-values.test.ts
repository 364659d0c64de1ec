/**
 * What the API description allows is accepted, and what it does not allow is refused with the path of the fault: bodies and parameters of
 * all operations are derived from the description and sent through the real pipeline, whose operations end at once.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../../functions/routes.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createHandler, type GatewayHandler } from "../../../shared/platform/http/pipeline.ts";
import type { Operations, RouteRows } from "../../../shared/platform/http/route/route.ts";
import { type Broken, brokenValues } from "../../support/described-values/broken-values.ts";
import { description } from "../../support/described-values/description.ts";
import { describedValues, type Schema } from "../../support/described-values/valid-values.ts";
import { contextOf, eventOf, pipelineParts, session } from "../../support/process/small-api.ts";
import { tries } from "../../support/seed.ts";

interface Operation {
  name: string;
  method: string;
  path: string;
  body?: Schema;
  isForm: boolean;
  parameters: readonly Parameter[];
}

interface DescribedOperation {
  operationId: string;
  requestBody?: Schema;
  parameters?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

const described = describedValues(description);
const operations: Operation[] = Object.entries<Record<string, DescribedOperation>>(description.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody, parameters = [] }]) => {
      const { content = {} } = described.resolve(requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
      const body = content["application/json"]?.schema;
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        ...(body && { body }),
        isForm: "multipart/form-data" in content,
        parameters: parameters.map((parameter) => described.resolve(parameter) as unknown as Parameter),
      };
    }),
);

const handlers = new Map<string, GatewayHandler>(
  routeGroups.flatMap(({ rows }) => {
    const ended = () => Promise.reject(new AppError("not_found"));
    const endings = Object.fromEntries(Object.keys(rows).map((name) => [name, ended]));
    const handler = createHandler(rows as RouteRows, endings as Operations<RouteRows>, {
      ...pipelineParts,
      log: () => {},
    });
    return Object.keys(rows).map((name) => [name, handler] as const);
  }),
);

type Values = Readonly<Record<string, unknown>>;

/** The paths of the faults that the pipeline finds; none when the operation was reached. */
async function faultsIn(
  { name, method, path }: Operation,
  { params, query, body }: { params: Values; query: Values; body?: unknown },
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(String(params[parameter])));
  const texts = Object.entries(query).map(([parameter, value]) => [parameter, [String(value)]]);
  const event = eventOf({
    ...{ method, path: filled, query: Object.fromEntries(texts), verdict: session },
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const answer = await handlers.get(name)?.(event, contextOf({}));
  if (answer?.statusCode === 404) return [];
  expect(answer, answer?.body).toMatchObject({ statusCode: 400 });
  const { error } = JSON.parse(answer?.body ?? "");
  return error.details.map(({ path }: { path: string }) => path) as string[];
}

const fiveYears = { from: "2021-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" };

/** Valid values of the parameters that are in this part of a request. */
function parametersIn({ name, parameters }: Operation, part: "path" | "query"): fc.Arbitrary<Values> {
  const known = parameters.filter((parameter) => parameter.in === part);
  // OpenAPI can't say that exactly one of several parameters is required.
  if (part === "query" && name === "findContactsByChannel") {
    const channels = known.filter(({ schema }) => !("default" in schema));
    return fc.oneof(...channels.map(({ name, schema }) => fc.record({ [name]: described.valid(schema) })));
  }
  // OpenAPI can't say either that two parameters are sent together, and are at most five years apart.
  if (part === "query" && name === "getNextReminder") return fc.constantFrom({}, fiveYears);
  return fc.record(Object.fromEntries(known.map(({ name, schema }) => [name, described.valid(schema)])), {
    requiredKeys: known.flatMap(({ name, required }) => (required ? [name] : [])),
  }) as fc.Arbitrary<Values>;
}

const requestsOf = (operation: Operation) =>
  fc.record({
    params: parametersIn(operation, "path"),
    query: parametersIn(operation, "query").map((query) => asWordsSay(query)),
    ...(operation.body && { body: described.valid(operation.body).map(asWordsSay) }),
  });

/** What the description says only in words, because JSON Schema can't compare two values. */
function asWordsSay<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(asWordsSay) as Value;
  if (typeof value !== "object" || value === null) return value;
  const said: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, asWordsSay(member)]),
  );
  for (const [low, high] of [
    ["minLat", "maxLat"],
    ["from", "to"],
  ] as const) {
    if (low in said && high in said) [said[low], said[high]] = [said[low], said[high]].toSorted(byOrder);
  }
  const { from, to } = said;
  // A range of times ends before its last one.
  if (String(from).includes("T") && Date.parse(String(from)) === Date.parse(String(to)))
    said.from = new Date(Date.parse(String(to)) - 1).toISOString();
  if (said.format !== "vcard" && "format" in said) delete said.version;
  // Coordinates are sent, cleared and taken from a side of a merge together.
  const { latitude, longitude } = said;
  const isPair = typeof latitude === typeof longitude && (latitude === null) === (longitude === null);
  if (!isPair) for (const name of ["latitude", "longitude"]) delete said[name];
  if (isPair && typeof latitude === "string") said.longitude = latitude;
  return said as Value;
}

function byOrder(one: unknown, other: unknown): number {
  return Number(one) - Number(other) || Date.parse(String(one)) - Date.parse(String(other));
}

/** Whether the fault is reported where it is: at its path, within it, or for the object that holds it. */
function fits(found: readonly string[], path: string): boolean {
  return found.some(
    (one) => one === path || one.startsWith(`${path}.`) || (one.length > 0 && path.startsWith(`${one}.`)),
  );
}

describe("what the description allows", () => {
  it.each(operations.filter(({ isForm }) => !isForm))("is accepted: $name", async (operation) => {
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), async (request) => {
        expect(await faultsIn(operation, request)).toEqual([]);
      }),
      { numRuns: tries(10, 200) },
    );
  });

  it("includes the read-only fields of a resource in a body, so that validating clients can send it back", () => {
    const schemaOf = (name: string) => operations.find((operation) => operation.name === name)?.body ?? {};
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
    const [id, userId] = ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a", "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4b"];
    const date = { id, personId: id, userId, type: "other", date: "2000-01-01", note: "", notifyOn: null, ...times };
    const contact = { id, myself: false, firstName: "Ann", importantDates: [date], ...times };
    expect(described.allows(schemaOf("patchContact"), contact)).toBe(true);
    const { properties } = described.resolve(schemaOf("patchGroup"));
    expect(properties?.contactCount).toEqual({ readOnly: true, description: "Ignored" });
  });
});

/** Errors with codes of their own are found by the operations, which this test ends. */
function isForOperations({ fault, path }: Broken): boolean {
  return fault === "dependentRequired" || (fault === "maximum" && path === "body.size");
}

const withBodies = operations.filter(({ body }) => body);

describe("what the description does not allow", () => {
  it.each(withBodies)("is refused in a body, with its path: $name", async (operation) => {
    const schema = operation.body as Schema;
    await fc.assert(
      fc.asyncProperty(requestsOf(operation), fc.integer({ min: 0 }), async (request, chosen) => {
        const broken = brokenValues(described, schema, request.body, "body").filter((one) => !isForOperations(one));
        const one = broken[chosen % broken.length];
        if (!one) return;
        expect(described.allows(schema, one.value), one.fault).toBe(false);
        const found = await faultsIn(operation, { ...request, body: one.value });
        expect(fits(found, one.path), `${one.fault} at ${one.path} is reported at ${found}`).toBe(true);
      }),
      { numRuns: tries(12, 500) },
    );
  });

  it.each(operations.filter(({ parameters }) => parameters.some((one) => one.in === "query")))(
    "is refused in a parameter, with its name: $name",
    async (operation) => {
      const known = operation.parameters.filter((parameter) => parameter.in === "query");
      await fc.assert(
        fc.asyncProperty(requestsOf(operation), fc.constantFrom(...known), async (request, { name, schema }) => {
          const value = request.query[name];
          if (value === undefined) return;
          const texts = brokenValues(described, schema, value, `query.${name}`).filter(
            ({ fault }) => !fault.startsWith("type"),
          );
          for (const { fault, value: text, path } of texts) {
            const found = await faultsIn(operation, { ...request, query: { ...request.query, [name]: text } });
            expect(fits(found, path), `${fault} ${text} is reported at ${found}`).toBe(true);
          }
        }),
        { numRuns: tries(8, 150) },
      );
    },
  );
});
