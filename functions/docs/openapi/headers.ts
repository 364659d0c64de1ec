/** The headers of answers, which are components of the API description. */
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";

/** The names of the headers in `components.headers`. */
export type HeaderName = keyof typeof headers;

export const headers = {
  "x-txid": header(
    "The account's transaction id that the answer reflects: a decimal number that grows with every write.",
    "1042",
  ),
  ETag: header("The version of the answer, for `If-None-Match` and `If-Match`.", '"1042"'),
  Location: header(
    "The address of what was created, or of what to read instead.",
    "https://api.example.com/contacts/0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a",
  ),
  "Content-Disposition": header(
    "The file name under which to keep the answer (RFC 6266).",
    'attachment; filename="ann-bell.vcf"',
  ),
  "Idempotent-Replayed": header(
    "Only in the answer to a repeated request: `true` says that this is the answer to the earlier request with the same " +
      "`Idempotency-Key`. A repeated error has it, too.",
    "true",
  ),
  "Retry-After": header("The seconds after which to try again.", 21),
  "x-amzn-remapped-www-authenticate": header(
    "The `WWW-Authenticate` of RFC 9110, under the name that the gateway gives it: `Bearer` with the address of the metadata (RFC 9728).",
    'Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
  ),
  RateLimit: header(
    'The rest of the budget: `"default";r=<requests>;t=<seconds until it is full again>`.',
    '"default";r=299;t=21',
  ),
  "RateLimit-Policy": header('The budget: `"default";q=<requests>;w=<seconds>`.', '"default";q=300;w=60'),
} as const;

/** The field `headers` of an answer with references to the headers of this list, without those that are false. */
export function headersOf(names: readonly (HeaderName | false)[]): { headers?: Record<string, JsonSchema> } {
  const present = names.filter((name) => name !== false);
  if (present.length === 0) return {};
  return { headers: Object.fromEntries(present.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

function header(description: string, example: string | number) {
  return { description, schema: { type: typeof example === "number" ? "integer" : "string" }, example };
}
