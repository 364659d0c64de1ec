/** Parses the parts of a request by the schemas of its row, and reports every fault at once. */
import type * as z from "zod";
import { type ErrorDetail, validationError } from "./errors.ts";
import { isSchema, type Row } from "./route.ts";

export interface RawParts {
  params: Record<string, string>;
  query: Readonly<Record<string, string[]>>;
  body: unknown;
  /** What was found before, such as in headers. */
  faults?: readonly ErrorDetail[];
}

export interface ParsedParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Throws one `validation_error` with all faults of headers, path, query and body. */
export function parseParts(row: Row, raw: RawParts): ParsedParts {
  const faults: ErrorDetail[] = [...(raw.faults ?? [])];
  const query = row.anyQuery ? {} : singleValues(raw.query, faults);
  const parsed = {
    params: row.params ? parsePart("params", row.params, raw.params, faults) : {},
    query: row.query ? parsePart("query", row.query, query, faults) : noQuery(query, faults),
    body: isSchema(row.body) ? parsePart("body", row.body, raw.body, faults) : raw.body,
  };
  if (faults.length > 0) throw validationError(faults);
  return parsed;
}

/** A zod error as the details of the envelope; each unknown key is a fault of its own. */
export function detailsOf(part: string, error: z.ZodError): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    const path = [part, ...issue.path].join(".");
    if (issue.code !== "unrecognized_keys") return [{ path, message: sentence(issue.message) }];
    const what = part === "query" ? "parameter" : "field";
    return issue.keys.map((key) => ({ path: `${path}.${shortened(key)}`, message: `Unknown ${what}.` }));
  });
}

/** Enough of a name that a caller made up to find it by. */
export function shortened(key: string): string {
  return key.length > 100 ? `${key.slice(0, 100)}…` : key;
}

/** The parsed value; undefined with its faults added, whose paths begin with `part`. */
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

/** No parameter of this API may be given twice: which one would count is a guess. */
function singleValues(query: Readonly<Record<string, string[]>>, faults: ErrorDetail[]): Record<string, string> {
  for (const [name, values] of Object.entries(query)) {
    if (values.length > 1) faults.push({ path: `query.${name}`, message: "Given more than once." });
  }
  return Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1) ?? ""]));
}

function noQuery(query: Record<string, string>, faults: ErrorDetail[]): Record<string, never> {
  for (const name of Object.keys(query)) faults.push({ path: `query.${name}`, message: "Unknown parameter." });
  return {};
}

/** For faults that a schema has no words for; zod's own speak of its types. */
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
