import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { routeGroup as contacts } from "../../../functions/contacts/group.ts";
import type { GroupDeclaration } from "../../../functions/declaration.ts";
import {
  describeApi,
  isDescribed,
  type Operation,
  resolveReference,
} from "../../../functions/docs/openapi/describe-api.ts";
import { exampleError } from "../../../functions/docs/openapi/errors.ts";
import { usualSecurity } from "../../../functions/docs/openapi/security.ts";
import { routeGroup as imports } from "../../../functions/imports/group.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { acceptsIdempotencyKey } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";
import { isMultipart, isSchema, needsCaller, type Row } from "../../../shared/platform/http/route/route.ts";

const groups: readonly GroupDeclaration[] = routeGroups;
const rows: [string, Row][] = groups
  .flatMap(({ rows }) => Object.entries<Row>(rows))
  .filter(([, row]) => isDescribed(row));
const description = JSON.parse(
  JSON.stringify(
    describeApi(groups, {
      version: "1.2.3",
      servers: ["/", "/api"],
      docsUrl: "https://api.example.com/docs",
      docsPath: "/docs",
    }),
  ),
);
const operations = new Map<string, Operation & { path: string; method: string }>(
  Object.entries<Record<string, Operation>>(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, { ...resolved(operation), path, method }] as const,
    ),
  ),
);

/** With its shared parameters and responses. */
function resolved(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolveReference(description, response)] as const,
  );
  const parameters = operation.parameters?.map((parameter) => resolveReference(description, parameter));
  return { ...operation, ...(parameters && { parameters }), responses: Object.fromEntries(responses) };
}

function operation(name: string): Operation & { path: string; method: string } {
  const found = operations.get(name);
  if (!found) throw new Error(`${name} is not described`);
  return found;
}

const ownFormats = {
  "time-zone": true,
  "language-tag": true,
  "phone-number": true,
  "web-address": true,
  emoji: true,
} as const;
const knownFormats = {
  ...ownFormats,
  "idn-email": true,
  uuid: true,
  "date-time": true,
  date: true,
  email: true,
  uri: true,
  binary: true,
} as const;
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  formats: knownFormats,
});
ajv.addVocabulary(Object.keys(description)).addSchema(description, "description");

/** Compiles the schema at a place of the document, whose components it refers to. */
function compile(place: string): ValidateFunction {
  const validate = ajv.getSchema(`description${place}`);
  if (!validate) throw new Error(`there is no schema at ${place}`);
  return validate;
}

/** Every object of the document with its place in it, as a JSON pointer in the fragment of a URI (RFC 6901, section 6). */
function* nodes(value: unknown, place = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, member] of Object.entries(value)) yield* nodes(member, `${place}/${escaped(key)}`);
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function resolve(reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], description);
}

describe("the document", () => {
  it("has the form of OpenAPI 3.1", () => {
    expect(description).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: {
        title: expect.any(String),
        version: "1.2.3",
        description: expect.stringContaining("npm run --silent token"),
      },
      servers: [{ url: "/" }, { url: "/api" }],
    });
    const fields = ["openapi", "info", "servers", "security", "tags", "paths", "components"];
    expect(Object.keys(description).toSorted()).toEqual(fields.toSorted());
  });

  it("describes exactly the rows that are not reserved and no pages for browsers", () => {
    expect([...operations.keys()].toSorted()).toEqual(rows.map(([name]) => name).toSorted());
    for (const [name, row] of rows) {
      expect(operation(name)).toMatchObject({ path: row.path.replace("+}", "}"), method: row.method.toLowerCase() });
    }
  });

  it("has the target of every reference", () => {
    const references = [...nodes(description)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) expect(resolve(reference), reference).toBeDefined();
  });

  it("has a described tag for every operation, in the order of the groups", () => {
    const tags = description.tags.map(({ name }: { name: string }) => name);
    expect(new Set(tags).size).toBe(tags.length);
    const used = [...operations.values()].flatMap(({ tags }) => tags);
    expect([...new Set(used)]).toEqual(tags);
  });

  it("has only schemas that compile", () => {
    const schemas = [...nodes(description)].flatMap(([place, { schema }]) => (schema ? [`${place}/schema`] : []));
    expect(schemas.length).toBeGreaterThan(30);
    const named = Object.keys(description.components.schemas).map((name) => `#/components/schemas/${name}`);
    for (const place of [...schemas, ...named]) expect(() => compile(place), place).not.toThrow();
  });

  it("has a page about each code of an error", () => {
    const codes = description.components.schemas.Error.properties.error.properties.code.enum as string[];
    const validate = compile("#/components/schemas/Error");
    for (const code of codes as (keyof typeof errorCatalogue)[]) {
      const value = exampleError(code, "https://api.example.com/docs");
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it("is short enough to be read at once", () => {
    expect(JSON.stringify(description).length).toBeLessThan(rows.length * mostForEach);
  });
});

/** The characters of an operation with its part of the schemas, on average. A new field or operation may have its words. */
const mostForEach = 3_500;

describe("an example", () => {
  const answers = rows.flatMap(([name]) =>
    Object.entries(operation(name).responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content as Record<string, { example?: unknown }>).map(
        ([type, { example }]) => [name, status, type, example] as const,
      ),
    ),
  );

  it.each(answers.filter(([, status]) => status.startsWith("2")))(
    "is valid: %s %s %s",
    (name, status, type, example) => {
      const { path, method } = operation(name);
      const place = `#/${["paths", path, method, "responses", status].map(escaped).join("/")}`;
      const { $ref } = resolve(place) as { $ref?: string };
      const validate = compile(`${$ref ?? place}/content/${escaped(type)}/schema`);
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
    },
  );
});

describe.each(rows)("%s", (name, row) => {
  const described = operations.get(name) as Operation;

  it("has the parameters of its path, which are required, and those of its query", () => {
    const parameters = (described.parameters ?? []) as { name: string; in: string; required: boolean }[];
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(operation(name).path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    const places = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(places).size).toBe(places.length);
    expect(parameters.some((parameter) => parameter.in === "query")).toBe(row.query !== undefined);
  });

  it("has the authentication schemes of its access", () => {
    const schemes = (described.security ?? usualSecurity).flatMap((alternative) => Object.keys(alternative));
    const own = row.errors?.includes("auth_required") ? ["session"] : [];
    const expected = {
      public: own,
      feed: own,
      session: ["session", "cookie"],
      integration: ["session", "apiKey", "cookie"],
    };
    expect(schemes).toEqual(expected[row.access]);
    for (const scheme of schemes) expect(description.components.securitySchemes).toHaveProperty(scheme);
  });

  it("has every answer of its row, and the errors that follow from access, body and rate limit", () => {
    const statuses = Object.keys(described.responses);
    expect(statuses).toEqual(expect.arrayContaining([...Object.keys(row.answers), "400", "500", "503", "504"]));
    expect(statuses.includes("401")).toBe(described.security?.length !== 0);
    expect(statuses.includes("429")).toBe(row.rateLimit !== "none");
    expect(statuses.includes("415")).toBe(row.body !== undefined);
    for (const [status, response] of Object.entries(described.responses)) {
      expect(response.description, status).toMatch(/\S/);
      const shape = row.answers[Number(status)];
      if (shape === "none") expect(response).not.toHaveProperty("content");
      else expect(response).toHaveProperty("content");
    }
    for (const code of row.errors ?? []) {
      const { status } = errorCatalogue[code];
      const response = described.responses[String(status)] as { description: string };
      expect(response.description).toContain(`\`${code}\`: `);
    }
  });

  it("has the body of its row with a valid example", () => {
    const content = (described.requestBody?.content ?? {}) as Record<string, { schema: unknown; example?: unknown }>;
    if (!row.body) return expect(described).not.toHaveProperty("requestBody");
    if (isMultipart(row.body)) {
      const { fields = {} } = row.body.multipart;
      expect(Object.keys(content)).toEqual(["multipart/form-data"]);
      const schema = content["multipart/form-data"]?.schema as { properties: object } | undefined;
      return expect(Object.keys(schema?.properties ?? {})).toEqual(["file", ...Object.keys(fields)]);
    }
    const json = content["application/json"];
    const validate = compile(bodyPlace(name));
    expect(validate(json?.example), JSON.stringify(validate.errors)).toBe(true);
    expect(isSchema(row.body) && row.body().safeParse(json?.example).error).toBeUndefined();
    expect(validate({ ...(json?.example as object), "no such field": 1 })).toBe(false);
  });
});

interface BodySchema extends JsonSchema {
  properties?: Record<string, { description?: string }>;
}

/** The place of the schema of an operation's JSON body. */
function bodyPlace(name: string): string {
  const { path, method } = operation(name);
  const keys = ["paths", path, method, "requestBody", "content", "application/json", "schema"];
  return `#/${keys.map(escaped).join("/")}`;
}

function bodyOf(name: string): BodySchema {
  return resolveReference(description, resolve(bodyPlace(name)) as JsonSchema) as BodySchema;
}

describe("details", () => {
  it("has the headers of conditional requests for resources with versions", () => {
    const headersOf = (name: string) =>
      (operation(name).parameters ?? []).flatMap((parameter) => (parameter.in === "header" ? [parameter.name] : []));
    expect(headersOf("getContact")).toEqual(["If-None-Match"]);
    expect(headersOf("patchContact")).toEqual(["If-Match"]);
    expect(headersOf("deleteContact")).toEqual(["If-Match"]);
    expect(headersOf("listContacts")).toEqual([]);
    expect(Object.keys(operation("patchContact").responses)).toContain("412");
    expect(operation("getContact").responses["200"]?.headers).toHaveProperty("ETag");
    expect(operation("listContacts").responses["200"]?.headers).toHaveProperty("x-txid");
  });

  it("has the transaction id only for answers with account data", () => {
    const promised = (name: string) => JSON.stringify(operation(name).responses).includes("x-txid");
    for (const [name, row] of rows.filter(([, row]) => needsCaller(row))) {
      expect(promised(name), name).toBe(row.accountData !== false);
    }
    const ofContacts = Object.entries<Row>({ ...contacts.rows, ...imports.rows });
    expect(ofContacts.filter(([, row]) => row.accountData === false).map(([name]) => name)).toEqual([
      "preparePhotoUpload",
      "parseImport",
      "prepareImportUpload",
      "getImport",
    ]);
  });

  it("has the idempotency key, its conflict and its repeated answer for the rows that accept one", () => {
    for (const [name, row] of rows) {
      const described = operation(name);
      const named = JSON.stringify(described.parameters ?? []).includes('"Idempotency-Key"');
      expect(named, name).toBe(acceptsIdempotencyKey(row));
      expect(JSON.stringify(described.responses).includes("idempotency_conflict"), name).toBe(named);
      expect(JSON.stringify(described.responses).includes("Idempotent-Replayed"), name).toBe(named);
    }
    expect(operation("createContact").parameters).toContainEqual(
      expect.objectContaining({
        in: "header",
        schema: expect.objectContaining({ type: "string", minLength: 1, maxLength: 255 }),
      }),
    );
    expect(operation("createContact").responses["409"]?.headers).toHaveProperty("Retry-After");
    expect(operation("createContact").responses["401"]?.headers).toHaveProperty("x-amzn-remapped-www-authenticate");
    expect(operation("startSession").parameters).toBeUndefined();
    expect(description.info.description).toContain("Idempotency-Key");
  });

  it("accepts the read-only fields of a resource in a body, so that validating clients can send it back", () => {
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
    const [id, userId] = ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a", "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4b"];
    const date = { id, personId: id, userId, type: "other", date: "2000-01-01", note: "", notifyOn: null, ...times };
    const contact = { id, myself: false, firstName: "Ann", importantDates: [date], ...times };
    expect(compile(bodyPlace("patchContact"))(contact)).toBe(true);
    expect(compile(bodyPlace("patchContact"))({ ...contact, nickname: "A" })).toBe(false);
    expect(bodyOf("patchGroup").properties?.contactCount).toEqual({ readOnly: true, description: "Ignored" });
  });
});
