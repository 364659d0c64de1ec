/** Reads from the description of the API what the client knows of each operation. */
import type { GroupDeclaration } from "../../functions/declaration.ts";
import {
  type Description,
  describeApi,
  type Operation,
  resolveReference,
} from "../../functions/docs/openapi/describe-api.ts";
import type { Parameter } from "../../functions/docs/openapi/parameters.ts";
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { propertiesOf } from "./type-text.ts";

export interface CalledOperation {
  name: string;
  summary: string;
  method: string;
  path: string;
  body?: "json" | "files";
  /** Whether it accepts an idempotency key. */
  key: boolean;
  /** The statuses of errors whose body is an answer and not the envelope of errors. */
  answers: number[];
  /** An object with the parameters of path and query, and the fields of the body. */
  input: JsonSchema;
  /** The bodies of its answers. */
  output: JsonSchema[];
  /** The answer is text that is no JSON, such as a vCard. */
  isText: boolean;
  /** Which headers of conditional requests it reads. */
  ifMatch: boolean;
  ifNoneMatch: boolean;
}

/** Their routes are pages for browsers, with their files. */
const pages = new Set<string>(["app", "docs", "unsubscribe"]);

/** The description without pages. */
export function describeForPrograms(groups: readonly GroupDeclaration[]): Description {
  const served = groups.filter(({ name }) => !pages.has(name));
  return describeApi(served, { version: "", servers: [], docsUrl: "", docsPath: "/docs" });
}

export function calledOperations(description: Pick<Description, "paths" | "components">): CalledOperation[] {
  const resolve = <Value extends JsonSchema>(value: Value) => resolveReference(description, value);
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation, resolve)),
  );
}

type Resolve = <Value extends JsonSchema>(value: Value) => Value;

function readOperation(method: string, path: string, operation: Operation, resolve: Resolve): CalledOperation {
  const { operationId: name, summary, requestBody } = operation;
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
  );
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter) as Parameter);
  const named = (header: string) => parameters.some((parameter) => parameter.name === header);
  const [[mediaType, written] = []] = contentsOf(requestBody);
  const body = written && resolve(written);
  // The client can't follow a redirect to another origin in a browser, so it asks for the address.
  const redirects = "303" in responses;
  const inputs = parameters.filter(
    (parameter) => parameter.in !== "header" && !(redirects && parameter.name === "redirect"),
  );
  if (body && inputs.some((parameter) => parameter.in === "query")) {
    throw new Error(`the client sends the input of ${name} in the body, but it has parameters of the query`);
  }
  const answers = Object.entries(responses);
  const own = answers.map(([status, response]) => [Number(status), contentsOf(response).find(isAnswer)?.[1]] as const);
  return {
    name,
    summary,
    method,
    path: redirects ? `${path}?redirect=false` : path,
    ...(body && { body: mediaType === "multipart/form-data" ? "files" : "json" }),
    key: named("Idempotency-Key"),
    answers: own.flatMap(([status, schema]) => (status >= 400 && schema ? [status] : [])),
    input: inputOf(name, inputs, body),
    output: distinct(own.flatMap(([, schema]) => (schema ? [schema] : []))),
    isText: answers.some(([, response]) => contentsOf(response).some(([type]) => type.startsWith("text/"))),
    ifMatch: named("If-Match"),
    ifNoneMatch: named("If-None-Match"),
  };
}

function inputOf(name: string, parameters: readonly Parameter[], body: JsonSchema = {}): JsonSchema {
  const writable = Object.fromEntries(Object.entries(propertiesOf(body)).filter(([, { readOnly }]) => !readOnly));
  const clash = parameters.find((parameter) => parameter.name in writable);
  if (clash)
    throw new Error(`${name} has ${clash.name} as a parameter and in its body, which are one input of the client`);
  const properties = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), ...writable },
    required: [
      ...parameters.filter(({ required }) => required).map((parameter) => parameter.name),
      ...((body.required ?? []) as string[]),
    ],
  };
}

function contentsOf(response: JsonSchema | undefined): [mediaType: string, schema: JsonSchema][] {
  const contents = (response?.content ?? {}) as Record<string, { schema: JsonSchema }>;
  return Object.entries(contents).map(([mediaType, { schema }]) => [mediaType, schema]);
}

function isAnswer([, schema]: [string, JsonSchema]): boolean {
  return schema.$ref !== "#/components/schemas/Error";
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
