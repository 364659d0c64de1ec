/** Parses the parts of a request with the schemas of its row. All faults are reported together. */
import type * as z from "zod";
import { lazyObject } from "../../config/once.ts";
import { AppError, type ErrorDetail, validationError } from "../errors.ts";
import { acceptsIdempotencyKey, readIdempotencyKey } from "../idempotency/idempotency-key.ts";
import { isSchema, type Row } from "../route/route.ts";
import { builtRow, callerOf, type Middleware } from "../scope.ts";

/** Sets the parsed parts and the idempotency key in the scope. Throws 400 with all faults. */
export function validate(): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      const { row, params } = builtRow(scope);
      const body: unknown = row.body ? event.body : undefined;
      const { key, faults } = acceptsIdempotencyKey(row) ? readIdempotencyKey(event) : { faults: [] };
      scope.input = parseParts(row, { params, query: scope.query, body, faults });
      if (callerOf(scope)?.kind === "key") refuseSessionOnly(row, scope.input);
      if (key !== undefined) scope.idempotencyKey = key;
    },
  };
}

/** Throws 403 if a key sends what only sessions may. */
function refuseSessionOnly({ sessionOnly = [] }: Row, { query, body }: ParsedParts): void {
  for (const [part, value] of Object.entries({ query, body })) {
    const name = sessionOnly.find((each) => (value as Record<string, unknown> | undefined)?.[each]);
    if (name === undefined) continue;
    const details = [{ path: `${part}.${name}`, message: "Only a session may send this." }];
    throw new AppError("api_key_route_forbidden", { details });
  }
}

export interface RawParts {
  params: Record<string, string>;
  query: Readonly<Record<string, string[]>>;
  body: unknown;
  /** Faults of headers. */
  faults?: readonly ErrorDetail[];
}

export interface ParsedParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

const noQuery = lazyObject(() => ({}));

/** Throws a `validation_error` with all faults of headers, path, query and body. */
export function parseParts(row: Row, raw: RawParts): ParsedParts {
  const faults: ErrorDetail[] = [...(raw.faults ?? [])];
  const query = row.anyQuery && !row.query ? {} : singleValues(raw.query, row.anyQuery ? [] : faults);
  const parsed = {
    params: row.params ? parsePart("params", row.params(), raw.params, faults) : {},
    query: parsePart("query", (row.query ?? noQuery)(), query, faults),
    body: isSchema(row.body) ? parsePart("body", row.body(), raw.body, faults) : raw.body,
  };
  if (faults.length > 0) throw validationError(faults);
  return parsed;
}

/** The details of a zod error. Each unknown key is a separate fault. */
export function detailsOf(part: string, error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    const path = [part, ...issue.path].join(".");
    if (issue.code !== "unrecognized_keys") return [{ path, message: sentence(issue.message) }];
    const what = part === "query" ? "parameter" : "field";
    return issue.keys.map((key) => ({ path: `${path}.${shortened(key)}`, message: `Unknown ${what}.` }));
  });
}

/** Shortens a name that the caller chose. */
export function shortened(key: string): string {
  return key.length > 100 ? `${key.slice(0, 100)}…` : key;
}

/** The parsed value. If it is invalid, adds faults with paths that start with `part`, and returns undefined. */
export function parsePart<Schema extends z.ZodType>(
  part: string,
  schema: Schema,
  value: unknown,
  faults: ErrorDetail[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, { error: wording });
  if (result.success) return result.data;
  for (const fault of detailsOf(part, result.error)) faults.push(fault);
  return undefined;
}

/** A repeated parameter is a fault. */
function singleValues(query: Readonly<Record<string, string[]>>, faults: ErrorDetail[]): Record<string, string> {
  for (const [name, values] of Object.entries(query)) {
    if (values.length > 1) faults.push({ path: `query.${name}`, message: "Given more than once." });
  }
  return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1) ?? ""]));
}

/** Messages for faults without a message in the schema, because those of zod name its types. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return undefined;
  if (issue.input === undefined) return "Is required";
  if (issue.code === "invalid_type") return `Must be ${nouns[issue.expected] ?? issue.expected}`;
  return `Must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
}

const nouns: Readonly<Partial<Record<string, string>>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
