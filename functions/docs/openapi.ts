/** The route table as an OpenAPI 3.1 document. */
import type { RouteGroup } from "../../shared/http/group.ts";
import { maxKeyLength, takesIdempotencyKey } from "../../shared/http/idempotency-key.ts";
import { isMultipart, type MultipartBody, type Row } from "../../shared/http/route.ts";
import { describeAnswers, describeErrors } from "./answers.ts";
import { headers, namedSchemas, securitySchemes } from "./components.ts";
import { requestExamples } from "./examples.ts";
import { groupWords, introduction, title } from "./intro.ts";
import { createSchemaWriter, type JsonSchema, parametersOf, type SchemaWriter } from "./json-schema.ts";

export interface Description {
  openapi: "3.1.1";
  paths: Record<string, Record<string, Operation>>;
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

export interface DescriptionContext {
  version: string;
  /** Where the API is served, as paths; the first is what the page calls. */
  servers: readonly string[];
  /** The absolute address of the docs page, without a slash at its end. */
  docsUrl: string;
  /** The same as a path. */
  docsPath: string;
}

/** Rows that are reserved are not described: they answer nothing yet. */
export function describeApi(groups: readonly RouteGroup[], context: DescriptionContext): Description {
  const writer = createSchemaWriter(namedSchemas);
  const served = groups.filter(({ rows }) => Object.keys(rows).length > 0);
  return {
    openapi: "3.1.1",
    info: { title, version: context.version, description: introduction(context.docsPath) },
    servers: context.servers.map((url) => ({ url })),
    tags: served.map(({ name }) => ({ name: tagOf(name), description: groupWords[name]?.description ?? "" })),
    paths: describePaths(served, { ...context, writer }),
    components: { schemas: writer.components(), headers, securitySchemes },
  };
}

type Writing = DescriptionContext & { writer: SchemaWriter };

function describePaths(groups: readonly RouteGroup[], writing: Writing): Description["paths"] {
  const paths: Description["paths"] = {};
  for (const { name: group, rows } of groups) {
    for (const [name, row] of Object.entries(rows)) {
      const path = row.path.replace("+}", "}");
      const conditional =
        row.ifMatch ??
        (row.method !== "GET" && Object.values(rows).some((other) => readsConditionally(other, row.path)));
      paths[path] = {
        ...paths[path],
        [row.method.toLowerCase()]: describeRow(name, row, { tag: tagOf(group), conditional, writing }),
      };
    }
  }
  return paths;
}

interface RowContext {
  tag: string;
  /** The row changes what can be read with an `ETag`. */
  conditional: boolean;
  writing: Writing;
}

function describeRow(name: string, row: Row, { tag, conditional, writing }: RowContext): Operation {
  const parameters = [
    ...describeParameters("path", row.params),
    ...describeParameters("query", row.query),
    ...(conditional ? [requestHeader("If-Match", "Change only this version, by the `ETag` of a read; else 412.")] : []),
    ...(304 in row.answers ? [requestHeader("If-None-Match", "Answer 304 when this is still the version.")] : []),
    ...(takesIdempotencyKey(row) ? [idempotencyKey] : []),
  ];
  return {
    operationId: name,
    summary: row.summary,
    description: describeAccess(row),
    tags: [tag],
    security: describeSecurity(row),
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: describeBody(name, row.body, writing.writer) }),
    responses: withErrors(describeAnswers(row, conditional, writing), describeErrors(row, conditional, writing)),
  };
}

/** An operation may answer with a page what others are told in the envelope. */
function withErrors(answers: Operation["responses"], errors: Operation["responses"]): Operation["responses"] {
  const both = Object.entries(errors).map(([status, error]) => {
    const content = { ...(error.content as object), ...(answers[status]?.content as object | undefined) };
    return [status, { ...error, content }];
  });
  return { ...answers, ...Object.fromEntries(both) };
}

function describeParameters(place: "path" | "query", schema: Row["params"]): JsonSchema[] {
  if (!schema) return [];
  return parametersOf(schema).map(({ name, required, schema: { description, ...rest } }) => ({
    name,
    in: place,
    required: place === "path" || required,
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}

function requestHeader(name: string, description: string): JsonSchema {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

const idempotencyKey: JsonSchema = {
  ...requestHeader(
    "Idempotency-Key",
    "Made up by the caller for this request, such as a UUID. Whoever sends the same request again with the same key within 24 hours is " +
      "answered as the first time, and nothing is written again.",
  ),
  schema: { type: "string", minLength: 1, maxLength: maxKeyLength },
};

const accessWords = {
  public: "Open to everyone.",
  feed: "Open to whoever knows the secret in the path.",
  integration: "For sessions and API keys.",
  session: "For sessions only; an API key is refused.",
} as const;

function describeAccess(row: Row): string {
  const full = row.access === "integration" && (row.method !== "GET" || row.fullKeyOnly);
  return accessWords[row.access] + (full ? " A key needs full permission." : "");
}

/** A row that is open to everyone and still refuses for want of a token reads the token itself. */
function describeSecurity({ access, errors }: Row): Operation["security"] {
  if (access === "session") return [{ session: [] }, { cookie: [] }];
  if (access === "integration") return [{ session: [] }, { apiKey: [] }, { cookie: [] }];
  return errors?.includes("auth_required") ? [{ session: [] }] : [];
}

function describeBody(name: string, body: NonNullable<Row["body"]>, writer: SchemaWriter): JsonSchema {
  if (isMultipart(body))
    return { required: true, content: { "multipart/form-data": { schema: describeFiles(body, writer) } } };
  const example = requestExamples[name];
  return {
    required: true,
    content: { "application/json": { schema: writer.write(body), ...(example !== undefined && { example }) } },
  };
}

/** Files are found under any field name; the page offers one. */
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

function tagOf(group: string): string {
  return groupWords[group]?.title ?? group;
}
