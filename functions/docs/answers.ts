/** The answers of a row in an OpenAPI document: what its table entry lists, and the errors that follow from it. */
import { type ErrorCode, errorCatalogue } from "../../shared/http/errors.ts";
import { takesIdempotencyKey } from "../../shared/http/idempotency-key.ts";
import { type AnswerShape, isSchema, needsCaller, type Row } from "../../shared/http/route.ts";
import { errorCodesOf } from "../../shared/http/row-errors.ts";
import type { HeaderName } from "./components.ts";
import { exampleError } from "./examples.ts";
import type { JsonSchema, SchemaWriter } from "./json-schema.ts";

export interface AnswerContext {
  writer: SchemaWriter;
  /** The absolute address of the docs page, and its path; without a slash at their ends. */
  docsUrl: string;
  docsPath: string;
}

/** By status, in the order of the row. `conditional`: the row changes what can be read with an `ETag`. */
export function describeAnswers(row: Row, conditional: boolean, { writer }: AnswerContext): Record<string, JsonSchema> {
  const guarded = needsCaller(row);
  const limited: HeaderName[] = row.rateLimit === "none" ? [] : ["RateLimit", "RateLimit-Policy"];
  return Object.fromEntries(
    Object.entries(row.answers).map(([status, shape]) => {
      const versioned = 304 in row.answers || (conditional && status !== "204" && row.method !== "DELETE");
      const names: HeaderName[] = [
        "x-request-id",
        ...limited,
        ...(guarded && row.accountData !== false ? (["x-txid"] as const) : []),
        ...(versioned ? (["ETag"] as const) : []),
        ...(status === "302" || (guarded && (status === "201" || status === "202")) ? (["Location"] as const) : []),
        ...(takesIdempotencyKey(row) ? (["Idempotent-Replayed"] as const) : []),
      ];
      return [
        status,
        { description: statusWords(Number(status)), headers: headersOf(names), ...contentOf(shape, writer) },
      ];
    }),
  );
}

function contentOf(shape: AnswerShape, writer: SchemaWriter): JsonSchema {
  if (shape === "none") return {};
  if (isSchema(shape)) return { content: { "application/json": { schema: writer.write(shape) } } };
  return { content: { [mediaType(shape.contentType)]: { schema: { type: "string" } } } };
}

/** Errors by their status; those that are never the caller's doing under one range. */
export function describeErrors(row: Row, conditional: boolean, context: AnswerContext): Record<string, JsonSchema> {
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of errorCodesOf(row, conditional)) {
    const { status } = errorCatalogue[code];
    const key = status >= 500 ? "5XX" : String(status);
    byStatus.set(key, [...(byStatus.get(key) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, describeError(codes, row, context)]));
}

function describeError(codes: readonly ErrorCode[], row: Row, { docsUrl, docsPath }: AnswerContext): JsonSchema {
  const names: HeaderName[] = ["x-request-id"];
  if (codes.includes("rate_limit_exceeded")) names.push("RateLimit", "RateLimit-Policy");
  if (codes.some((code) => worthRepeating.has(code))) names.push("Retry-After");
  if (codes.includes("precondition_failed")) names.push("ETag");
  if (codes.some((code) => errorCatalogue[code].status === 401)) names.push("x-amzn-remapped-www-authenticate");
  return {
    description: codes
      .map((code) => `[\`${code}\`](${docsPath}/errors/${code}): ${errorCatalogue[code].message}`)
      .join("\n\n"),
    headers: headersOf(names),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleError(code, row.body ? "body" : "query", docsUrl) }]),
        ),
      },
    },
  };
}

/** They say when. */
const worthRepeating = new Set<ErrorCode>(["rate_limit_exceeded", "service_unavailable", "idempotency_conflict"]);

function headersOf(names: readonly HeaderName[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function statusWords(status: number): string {
  const words: Record<number, string> = {
    200: "Done.",
    201: "Created.",
    202: "Accepted: the work goes on.",
    204: "Done; there is nothing to say.",
    302: "Leads a browser on.",
    304: "Still the version that the caller has.",
    503: "Not able to serve.",
  };
  return words[status] ?? `Status ${status}.`;
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim();
}
