/** Describes the route table as an OpenAPI 3.1 document. */

import {
  createSchemaWriter,
  type JsonSchema,
  type SchemaWriter,
} from "../../../shared/platform/http/route/json-schema.ts";
import { type AnswerShape, isSchema, type RawAnswer, type Row } from "../../../shared/platform/http/route/route.ts";
import type { GroupDeclaration } from "../../declaration.ts";
import { addExample, describeAnswers, shareAnswers } from "./answers.ts";
import { describeBody } from "./bodies.ts";
import { createErrorWriter, type ErrorWriter } from "./errors.ts";
import { createExamples } from "./examples.ts";
import { headers } from "./headers.ts";
import { introduction, title } from "./introduction.ts";
import { describeParameters, shareParameters } from "./parameters.ts";
import { describeSecurity, securitySchemes, usualSecurity } from "./security.ts";
import { describeWebhooks } from "./webhooks.ts";

export interface Description {
  openapi: "3.1.1";
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: object };
  [field: string]: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Absent for the usual ways to sign in, which the document says once. */
  security?: Record<string, never[]>[];
  parameters?: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
}

export type DescribedGroup = Pick<GroupDeclaration, "title" | "description" | "rows">;

export interface DescriptionContext {
  version: string;
  /** The paths below which the API is served. The docs page calls the first. */
  servers: readonly string[];
  /** The absolute address of the docs page, without a slash at its end. */
  docsUrl: string;
  /** The path of the docs page. */
  docsPath: string;
}

/** Reserved rows are not described, because they answer nothing yet. */
export function describeApi(groups: readonly DescribedGroup[], context: DescriptionContext): Description {
  const schemas = createSchemaWriter();
  const errors = createErrorWriter(schemas);
  const served = groups.filter(({ rows }) => Object.values(rows).some(isDescribed));
  const paths = describePaths(served, { schemas, errors });
  const webhooks = describeWebhooks(schemas);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const exampleOf = createExamples(schemas.components());
  for (const { responses } of operations) {
    for (const response of Object.values(responses)) addExample(response, exampleOf);
  }
  for (const { post } of Object.values(webhooks)) addExample(post.requestBody as JsonSchema, exampleOf);
  const parameters = shareParameters(operations);
  const responses = { ...errors.components(), ...shareAnswers(operations) };
  return {
    openapi: "3.1.1",
    info: {
      title,
      version: context.version,
      description: introduction(context.docsPath),
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The operator of this service", url: context.docsUrl },
    },
    servers: context.servers.map((url) => ({ url })),
    security: usualSecurity,
    tags: served.map(({ title, description }) => ({ name: title, description })),
    paths,
    webhooks,
    components: { schemas: schemas.components(), parameters, headers, responses, securitySchemes },
  };
}

/** The value itself, or that which a reference to the components leads to. */
export function resolveReference<Value extends JsonSchema>(
  { components }: Pick<Description, "components">,
  value: Value,
): Value {
  if (typeof value.$ref !== "string") return value;
  const [kind = "", name = ""] = value.$ref.split("/").slice(2);
  return (components[kind] as Record<string, Value>)[name] ?? value;
}

/**
 * Pages for browsers, and their files, are not described, because no program calls them. A row of another protocol is not
 * described, because its messages have clients of their own, and generators stop at an id that is text, a number or null. Nor
 * is a document that a standard describes, at the path that RFC 8615 reserves for such.
 */
export function isDescribed({ path, answers, errorBody }: Row): boolean {
  if (errorBody || /^\/(?:app|docs|\.well-known)\//.test(path)) return false;
  return !Object.values(answers).some((shape) => isRaw(shape) && /^text\/(html|plain)/.test(shape.contentType));
}

function isRaw(shape: AnswerShape): shape is RawAnswer {
  return shape !== "none" && !isSchema(shape);
}

interface Writing {
  schemas: SchemaWriter;
  errors: ErrorWriter;
}

function describePaths(groups: readonly DescribedGroup[], writing: Writing): Description["paths"] {
  const paths: Description["paths"] = {};
  for (const { title, rows } of groups) {
    for (const [name, row] of Object.entries(rows).filter(([, row]) => isDescribed(row))) {
      const path = row.path.replace("+}", "}");
      const hasVersion = (path: string) =>
        Object.values(rows).some((other) => other.method === "GET" && other.path === path && 304 in other.answers);
      const conditional = row.ifMatch ?? (row.method !== "GET" && hasVersion(row.path));
      const versioned =
        row.ifMatch ??
        ((row.method !== "DELETE" && hasVersion(row.path)) ||
          (row.method === "POST" && hasVersion(`${row.path}/{id}`)));
      paths[path] = {
        ...paths[path],
        [row.method.toLowerCase()]: describeRow(name, row, { tag: title, conditional, versioned, writing }),
      };
    }
  }
  return paths;
}

interface RowContext {
  tag: string;
  /** Whether the row changes a resource that has an `ETag`. */
  conditional: boolean;
  /** Whether the answer has the `ETag` of the resource that the row reads, changes or creates. */
  versioned: boolean;
  writing: Writing;
}

function describeRow(name: string, row: Row, { tag, conditional, versioned, writing }: RowContext): Operation {
  const { schemas, errors } = writing;
  const parameters = describeParameters(row, conditional);
  const requestBody = describeBody(row, schemas);
  return {
    operationId: name,
    summary: row.summary,
    description: describeOperation(row),
    tags: [tag],
    ...describeSecurity(row),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: withErrors(describeAnswers(row, versioned, schemas), errors.write(row, conditional)),
  };
}

/** An operation may answer an error by a body of its own. */
function withErrors(answers: Operation["responses"], errors: Operation["responses"]): Operation["responses"] {
  const both = Object.entries(errors).map(([status, error]) => {
    const own = answers[status]?.content as object | undefined;
    return [status, own ? { ...error, content: { ...(error.content as object), ...own } } : error];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

/** What it does, who may call it, what it costs in the rate limit, and its own errors. */
function describeOperation(row: Row): string {
  const sentences = [row.description, describeAccess(row), rateWords[row.rateLimit]];
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

const accessWords = {
  public: "Open to everyone.",
  feed: "Open to everyone who knows the secret in the path.",
  integration: "For sessions and API keys.",
  session: "For sessions only; an API key is refused.",
} as const;

function describeAccess(row: Row): string {
  const full = row.access === "integration" && (row.method !== "GET" || row.fullKeyOnly);
  return accessWords[row.access] + (full ? " A key needs full permission." : "");
}

const rateWords = {
  default: "Counts as one request.",
  probe: "Counts as one request of an own limit of 5 a minute.",
  none: "Not counted by the rate limit.",
} as const;
