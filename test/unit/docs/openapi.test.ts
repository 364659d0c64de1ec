import { describe, expect, it } from "vitest";
import { routeGroup as contacts } from "../../../functions/contacts/group.ts";
import type { GroupDeclaration } from "../../../functions/declaration.ts";
import { isDescribed, type Operation, resolveReference } from "../../../functions/docs/openapi/describe-api.ts";
import { usualSecurity } from "../../../functions/docs/openapi/security.ts";
import { routeGroup as imports } from "../../../functions/imports/group.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { eventTypes, testEvent, webhookEvents } from "../../../shared/account/events.ts";
import { fieldNames } from "../../../shared/contact/fields.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import {
  acceptsIdempotencyKey,
  idempotencyKeyPattern,
} from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import { isMultipart, isSchema, needsCaller, type Row } from "../../../shared/platform/http/route/route.ts";
import { description } from "../../support/described-values/description.ts";

const groups: readonly GroupDeclaration[] = routeGroups;
const rows: [string, Row][] = groups
  .flatMap(({ rows }) => Object.entries<Row>(rows))
  .filter(([, row]) => isDescribed(row));
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

describe("the document", () => {
  it("describes exactly the rows that are not reserved, no pages for browsers, and no other protocols", () => {
    expect(operations.keys()).not.toContain("sendMcpMessage");
    expect([...operations.keys()].toSorted()).toEqual(rows.map(([name]) => name).toSorted());
    for (const [name, row] of rows) {
      expect(operation(name)).toMatchObject({ path: row.path.replace("+}", "}"), method: row.method.toLowerCase() });
    }
  });

  it("has a parameter, and an answer without a body, once", () => {
    const described = Object.values<Record<string, Operation>>(description.paths).flatMap(Object.values<Operation>);
    const parts = described.flatMap(({ parameters = [], responses }) => [
      ...parameters,
      ...Object.values(responses).filter(({ content }) => content === undefined),
    ]);
    const written = parts.filter(({ $ref }) => $ref === undefined).map((part) => JSON.stringify(part));
    expect(written.filter((part, index) => written.indexOf(part) !== index)).toEqual([]);
  });

  it("has words for each operation, which say more than the summary", () => {
    expect(rows.filter(([, { description = "" }]) => description.length < 30).map(([name]) => name)).toEqual([]);
  });

  it("has no parameter that may be null, which programs send as a word", () => {
    const parameters = [...operations.values()].flatMap((operation) => operation.parameters ?? []);
    const types = parameters.map(
      (parameter) => (resolveReference(description, parameter).schema as { type: unknown }).type,
    );
    expect(types).not.toContainEqual(expect.arrayContaining(["null"]));
  });

  it("refuses control characters in every text, and says how addresses, zones, languages and websites look", () => {
    const { AddressInput, ContactInput, GroupInput, Email, Contact, SettingsPatch } = description.components.schemas;
    const allows = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern, "u").test(text);
    for (const name of [
      "firstName",
      "headline",
      "notes",
      "language",
      "timezone",
      "network_a",
      "network_b",
      "website",
    ]) {
      const refused = ["a\u0007b", "example.com/\u0007"].filter((text) => !allows(ContactInput.properties[name], text));
      expect(refused, name).toHaveLength(2);
    }
    expect(allows(GroupInput.properties.label, " \t ")).toBe(false);
    expect(allows(GroupInput.properties.emoji, "plain")).toBe(false);
    const { timezone, language } = SettingsPatch.properties;
    expect(["Europe/Prague", "Etc/GMT+5", "+01:00", ""].map((text) => allows(timezone, text))).toEqual([
      ...[true, true, false, false],
    ]);
    // The runtime writes `en-u-kn-true` as `en-u-kn`, so an answer has it, too.
    const tags = ["zh-Hant-TW", "de-CH-1996", "en-u-hc-h12", "en-u-kn", "en-t-ja-x-a", "english language", "c", "en-x"];
    expect(tags.filter((text) => allows(language, text))).toEqual(tags.slice(0, 5));
    const sites = ["example.com", "HTTP://localhost/a", "例え。jp", "", "plain", "ftp://x y"];
    expect(sites.filter((text) => allows(ContactInput.properties.website, text))).toEqual(sites.slice(0, 4));
    const pair = { latitude: ["longitude"], longitude: ["latitude"] };
    expect([ContactInput.dependentRequired, AddressInput.dependentRequired]).toEqual([pair, pair]);
    expect(Email.properties.value.format).toBe("idn-email");
    expect(Contact.properties.avatar.format).toBe("uri");
    expect(Contact.properties.website.format).toBe("web-address");
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(["Stats", "Reminder"]));
  });

  it("has a webhook for each event and for tests, whose payload has exactly the ids of the event and its own type", () => {
    expect(Object.keys(description.webhooks)).toEqual([...eventTypes, testEvent]);
    for (const type of eventTypes) {
      const { parameters, requestBody, responses } = description.webhooks[type].post;
      expect(parameters).toHaveLength(3);
      expect(Object.keys(responses)).toEqual(["2XX"]);
      const { schema: payload } = requestBody.content["application/json"];
      expect(payload.required).toEqual(["type", "timestamp", "accountId", "webhookId", "data"]);
      expect(payload.properties.type.const).toBe(type);
      expect(payload.properties.data.required).toEqual([...webhookEvents[type].ids, "txid"]);
    }
  });

  it("is short enough to be read at once", () => {
    expect(JSON.stringify(description).length).toBeLessThan(
      (rows.length + eventTypes.length) * mostForEach + fieldNames.length * mostForField,
    );
  });
});

/** The characters of an operation or event with its part of the schemas, on average. A new field or operation may have its words. */
const mostForEach = 3_240;
/** The characters of a contact's field in all schemas. */
const mostForField = 1_400;

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
    // Only the exchange of a token for the cookie reads the token.
    const own = row.errors?.includes("auth_required") ? [row.path === "/session" ? "session" : "cookie"] : [];
    const expected = {
      public: own,
      feed: own,
      session: ["session", "cookie"],
      integration: ["session", "key", "cookie"],
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

  it("has the body of its row, with an example that the service accepts", () => {
    const content = (described.requestBody?.content ?? {}) as Record<string, { schema: unknown; example?: unknown }>;
    if (!row.body) return expect(described).not.toHaveProperty("requestBody");
    if (isMultipart(row.body)) {
      const { fields = {} } = row.body.multipart;
      expect(Object.keys(content)).toEqual(["multipart/form-data"]);
      const schema = content["multipart/form-data"]?.schema as { properties: object } | undefined;
      return expect(Object.keys(schema?.properties ?? {})).toEqual(["file", ...Object.keys(fields)]);
    }
    const json = content["application/json"];
    expect(isSchema(row.body) && row.body().safeParse(json?.example).error).toBeUndefined();
  });
});

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
        schema: expect.objectContaining({ type: "string", pattern: idempotencyKeyPattern.source }),
      }),
    );
    expect(operation("createContact").responses["409"]?.headers).toHaveProperty("Retry-After");
    expect(operation("createContact").responses["401"]?.headers).toHaveProperty("x-amzn-remapped-www-authenticate");
    expect(operation("startSession").parameters).toBeUndefined();
    expect(description.info.description).toContain("Idempotency-Key");
  });
});
