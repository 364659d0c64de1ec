/** Describes the answers of a row as OpenAPI responses. */
import { STATUS_CODES } from "node:http";
import { acceptsIdempotencyKey } from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { JsonSchema, SchemaWriter } from "../../../shared/platform/http/route/json-schema.ts";
import { type AnswerShape, isSchema, needsCaller, type Row } from "../../../shared/platform/http/route/route.ts";
import type { Examples } from "./examples.ts";
import { headersOf } from "./headers.ts";
import { shareParts } from "./shared-parts.ts";

/** The answers by status. `versioned` means that they have an `ETag`. */
export function describeAnswers(row: Row, versioned: boolean, writer: SchemaWriter): Record<string, JsonSchema> {
  const guarded = needsCaller(row);
  const limited = row.rateLimit !== "none";
  return Object.fromEntries(
    Object.entries(row.answers).map(([status, shape]) => {
      const headers = headersOf([
        limited && "RateLimit",
        limited && "RateLimit-Policy",
        guarded && row.accountData !== false && "x-txid",
        versioned && "ETag",
        (status === "303" || (guarded && isLocated(row) && (status === "201" || status === "202"))) && "Location",
        status === "202" && 303 in row.answers && "Retry-After",
        status === "200" && isFile(shape) && "Content-Disposition",
        acceptsIdempotencyKey(row) && "Idempotent-Replayed",
      ]);
      return [status, { description: describeStatus(Number(status)), ...headers, ...contentOf(shape, writer) }];
    }),
  );
}

/** Adds to an answer an example that is composed of the examples of its fields. */
export function addExample(answer: JsonSchema, exampleOf: Examples): void {
  const contents = (answer.content ?? {}) as Record<string, JsonSchema>;
  for (const content of Object.values(contents)) content.example ??= exampleOf(content.schema as JsonSchema);
}

/** Returns the components that stand for the answers that several operations have. */
export function shareAnswers(
  operations: readonly { responses: Record<string, JsonSchema> }[],
): Record<string, JsonSchema> {
  const parts = operations.flatMap(({ responses }) =>
    Object.entries(responses).map(([status, part]) => ({
      name: nameOfAnswer(status, part),
      part,
      replace: (reference: JsonSchema) => {
        responses[status] = reference;
      },
    })),
  );
  return shareParts("responses", parts);
}

/** The name of its schema; of an answer without a body, the words of its status, such as `NotModified`. */
function nameOfAnswer(status: string, { $ref, content }: JsonSchema): string | undefined {
  if (!content) return $ref ? undefined : STATUS_CODES[status]?.replaceAll(" ", "");
  const [body] = Object.values(content as Record<string, { schema: JsonSchema }>);
  return body?.schema.$ref?.toString().split("/").at(-1);
}

/** What a deletion leaves has no address. */
function isLocated({ method, location }: Row): boolean {
  return method !== "DELETE" && location !== false;
}

/** A vCard has the name under which to keep it. */
function isFile(shape: AnswerShape): boolean {
  return shape !== "none" && !isSchema(shape) && shape.contentType.startsWith("text/vcard");
}

function contentOf(shape: AnswerShape, writer: SchemaWriter): JsonSchema {
  if (shape === "none") return {};
  if (isSchema(shape)) return { content: { "application/json": { schema: writer.write(shape, "answer") } } };
  const type = mediaType(shape.contentType);
  const isJson = type === "application/json";
  return { content: { [type]: { schema: { type: isJson ? "object" : "string" }, example: rawExamples[type] } } };
}

/** An answer that is not described as JSON by a schema. */
const rawExamples: Readonly<Record<string, unknown>> = {
  "application/json": { openapi: "3.1.1" },
  "text/calendar": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n",
  "text/vcard": "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Bell\r\nEND:VCARD\r\n",
};

function describeStatus(status: number): string {
  const words: Record<number, string> = {
    200: "Done.",
    201: "Created.",
    202: "Accepted: the work continues in the background.",
    204: "Done, without a body.",
    303: "Redirects to the file.",
    304: "The version that the caller has is current.",
    503: "The service can't answer requests.",
  };
  return words[status] ?? `Status ${status}.`;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim();
}
