/** Describes the route table as an OpenAPI 3.1 document. */

import { acceptsIdempotencyKey, maxKeyLength } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import {
  createSchemaWriter,
  type JsonSchema,
  parametersOf,
  type SchemaWriter,
} from "../../../shared/platform/http/route/json-schema.ts";
import { isMultipart, type MultipartBody, type Row } from "../../../shared/platform/http/route/route.ts";
import type { GroupDeclaration } from "../../declaration.ts";
import { describeAnswers, describeErrors } from "./answers.ts";
import { headers, namedSchemas, securitySchemes } from "./components.ts";
import { introduction, title } from "./introduction.ts";

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
  security: Record<string, never[]>[];
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
  const writer = createSchemaWriter(namedSchemas);
  const served = groups.filter(({ rows }) => Object.keys(rows).length > 0);
  return {
    openapi: "3.1.1",
    info: { title, version: context.version, description: introduction(context.docsPath) },
    servers: context.servers.map((url) => ({ url })),
    tags: served.map(({ title, description }) => ({ name: title, description })),
    paths: describePaths(served, { ...context, writer }),
    components: { schemas: writer.components(), headers, securitySchemes },
  };
}

type Writing = DescriptionContext & { writer: SchemaWriter };

function describePaths(groups: readonly DescribedGroup[], writing: Writing): Description["paths"] {
  const paths: Description["paths"] = {};
  for (const { title, rows } of groups) {
    for (const [name, row] of Object.entries(rows)) {
      const path = row.path.replace("+}", "}");
      const conditional =
        row.ifMatch ??
        (row.method !== "GET" && Object.values(rows).some((other) => readsConditionally(other, row.path)));
      paths[path] = {
        ...paths[path],
        [row.method.toLowerCase()]: describeRow(name, row, { tag: title, conditional, writing }),
      };
    }
  }
  return paths;
}

interface RowContext {
  tag: string;
  /** Whether the row changes a resource that has an `ETag`. */
  conditional: boolean;
  writing: Writing;
}

function describeRow(name: string, row: Row, { tag, conditional, writing }: RowContext): Operation {
  const parameters = [
    ...describeParameters("path", row.params),
    ...describeParameters("query", row.query),
    ...(conditional ? [ifMatch] : []),
    ...(304 in row.answers ? [ifNoneMatch] : []),
    ...(acceptsIdempotencyKey(row) ? [idempotencyKey] : []),
  ];
  return {
    operationId: name,
    summary: row.summary,
    description: describeAccess(row),
    tags: [tag],
    security: describeSecurity(row),
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: describeBody(row.body, row.example, writing.writer) }),
    responses: withErrors(describeAnswers(row, conditional, writing), describeErrors(row, conditional, writing)),
  };
}

/** An operation may answer an error as a page to browsers, and in the envelope to other callers. */
function withErrors(answers: Operation["responses"], errors: Operation["responses"]): Operation["responses"] {
  const both = Object.entries(errors).map(([status, error]) => {
    const content = { ...(error.content as object), ...(answers[status]?.content as object | undefined) };
    return [status, { ...error, content }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

function describeParameters(location: "path" | "query", schema: Row["params"]): JsonSchema[] {
  if (!schema) return [];
  return parametersOf(schema).map(({ name, required, schema: { description, ...rest } }) => ({
    name,
    in: location,
    required: location === "path" || required,
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function requestHeader(name: string, description: string): JsonSchema {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

const ifMatch = requestHeader(
  "If-Match",
  "The `ETag` of the version to change. If the current version is another one, the answer is 412.",
);
const ifNoneMatch = requestHeader(
  "If-None-Match",
  "The `ETag` of an earlier answer. If its version is still current, the answer is 304.",
);
const idempotencyKey: JsonSchema = {
  ...requestHeader(
    "Idempotency-Key",
    "A unique value for this request, such as a UUID, that the caller chooses. The same request with the same key within 24 hours gets " +
      "the same answer, and nothing is written again.",
  ),
  schema: { type: "string", minLength: 1, maxLength: maxKeyLength },
};

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

/** A public row that can answer `auth_required` reads the session token itself. */
function describeSecurity({ access, errors }: Row): Operation["security"] {
  if (access === "session") return [{ session: [] }, { cookie: [] }];
  if (access === "integration") return [{ session: [] }, { apiKey: [] }, { cookie: [] }];
  return errors?.includes("auth_required") ? [{ session: [] }] : [];
}

function describeBody(body: NonNullable<Row["body"]>, example: unknown, writer: SchemaWriter): JsonSchema {
  if (isMultipart(body))
    return { required: true, content: { "multipart/form-data": { schema: describeFiles(body, writer) } } };
  return {
    required: true,
    content: { "application/json": { schema: writer.write(body), ...(example !== undefined && { example }) } },
  };
}

/** A file may have any field name. The docs page offers `file`. */
function describeFiles({ multipart }: MultipartBody, writer: SchemaWriter): JsonSchema {
  const { maxFileBytes, maxFiles, fields = {} } = multipart;
  const file = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
  const size = `${Math.floor(maxFileBytes / 1024 / 1024)} MB`;
  return {
    type: "object",
    required: ["file"],
    properties: {
      file:
        maxFiles > 1
          ? {
              type: "array",
              items: file,
              minItems: 1,
              maxItems: maxFiles,
              description: `Up to ${maxFiles} files, ${size} together, under any field name.`,
            }
          : { ...file, description: `A file of up to ${size}, under any field name.` },
      ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, writer.write(schema)])),
    },
    additionalProperties: file,
  };
}

function readsConditionally(row: Row, path: string): boolean {
  return row.method === "GET" && row.path === path && 304 in row.answers;
}
