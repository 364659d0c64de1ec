/** Describes the parameters of a row. Those that many rows have are components of the API description. */
import {
  acceptsIdempotencyKey,
  idempotencyKeyPattern,
} from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import { type JsonSchema, parametersOf } from "../../../shared/platform/http/route/json-schema.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";
import { shareParts } from "./shared-parts.ts";

export interface Parameter extends JsonSchema {
  name: string;
  in: "path" | "query" | "header";
  required?: true;
  description?: string;
  schema: JsonSchema;
}

/** `conditional`: the row changes a resource that has an `ETag`. */
export function describeParameters(row: Row, conditional: boolean): Parameter[] {
  return [
    ...describeLocation("path", row.params),
    ...describeLocation("query", row.query),
    ...(conditional ? [ifMatch] : []),
    ...(304 in row.answers ? [ifNoneMatch] : []),
    ...(acceptsIdempotencyKey(row) ? [idempotencyKey] : []),
  ];
}

/** Returns the components that stand for the parameters that several operations have. */
export function shareParameters(operations: readonly { parameters?: JsonSchema[] }[]): Record<string, JsonSchema> {
  const parts = operations.flatMap(({ parameters = [] }) =>
    parameters.map((part, index) => ({
      name: String(part.name).replaceAll("-", ""),
      part,
      replace: (reference: JsonSchema) => {
        parameters[index] = reference;
      },
    })),
  );
  return shareParts("parameters", parts);
}

function describeLocation(location: "path" | "query", schema: Row["params"]): Parameter[] {
  if (!schema) return [];
  return parametersOf(schema).map(({ name, required, schema: { description, ...rest } }) => ({
    name,
    in: location,
    ...((location === "path" || required) && { required: true as const }),
    ...(typeof description === "string" && { description }),
    // Values of a list are separated by commas, because no parameter may be repeated.
    ...(rest.type === "array" && { explode: false }),
    schema: rest,
  }));
}

function requestHeader(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: "header", description, schema: { type: "string", ...schema } };
}

const ifMatch = requestHeader(
  "If-Match",
  "The `ETag` of the version to change. If the current version is another one, the answer is 412.",
  { examples: ['"1042"'] },
);
const ifNoneMatch = requestHeader(
  "If-None-Match",
  "The `ETag` of an earlier answer. If its version is still current, the answer is 304.",
  { examples: ['"1042"'] },
);
const idempotencyKey = requestHeader(
  "Idempotency-Key",
  "A unique value for this request, such as a UUID, that the caller chooses. The same request with the same key within 24 hours gets " +
    "the same answer, and nothing is written again.",
  { pattern: idempotencyKeyPattern.source, examples: ["6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f506"] },
);
