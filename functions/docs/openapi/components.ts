/** The components of the API description: shared schemas, the error envelope, headers and ways to sign in. */
import * as z from "zod";
import { contactAnswer, contactSummary } from "../../../shared/contact/answer/answer.ts";
import { addressAnswer, emailAnswer, importantDateAnswer, phoneAnswer } from "../../../shared/contact/list-answers.ts";
import { importIssueSchema, parsedContactSchema } from "../../../shared/import/row/parsed-contact.ts";
import { groupAnswer, tagAnswer } from "../../../shared/label/answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { faultAnswer } from "../../../shared/platform/http/answer/common-fields.ts";
import { type ErrorCode, errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";

const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];
const errorTypes = [...new Set(Object.values(errorCatalogue).map(({ type }) => type))];

const errorSchema = lazyObject(
  () => ({
    error: z
      .strictObject({
        code: z.enum(errorCodes).describe("What happened, for programs. Each code has a page"),
        type: z.enum(errorTypes).describe("The kind of error, of which there are fewer than codes"),
        message: z.string().describe("A sentence for the person who debugs the call"),
        request_id: z
          .string()
          .describe("The same as the header `x-request-id`, by which the request is found in the log"),
        doc_url: z.url().describe("The page about this code"),
        param: z.string().optional().describe("The path of the first of `details`"),
        details: z.array(faultAnswer()).optional().describe("All faults of the request"),
        retry_after: z.int().optional().describe("Seconds, as in the header `retry-after`"),
      })
      .describe("What went wrong"),
  }),
  "The body of every error",
);

export const namedSchemas = {
  Contact: contactAnswer,
  Email: emailAnswer,
  Phone: phoneAnswer,
  Address: addressAnswer,
  ImportantDate: importantDateAnswer,
  Group: groupAnswer,
  Tag: tagAnswer,
  ContactSummary: contactSummary,
  ParsedContact: parsedContactSchema,
  ImportIssue: importIssueSchema,
  Error: errorSchema,
};

/** The names of the headers in `components.headers`. */
export type HeaderName = keyof typeof headers;

export const headers = {
  "x-request-id": header("Identifies this request in the log of the service."),
  "x-txid": header(
    "The account's transaction id that the answer reflects: a decimal number that grows with every write.",
  ),
  ETag: header("The version of the answer, for `If-None-Match` and `If-Match`."),
  Location: header("The address of what was created, or of what to read instead."),
  Allow: header("The methods that this path answers."),
  "Idempotent-Replayed": header("`true`: this is the answer to an earlier request with the same `Idempotency-Key`."),
  "Retry-After": header("The seconds after which to try again.", "integer"),
  "x-amzn-remapped-www-authenticate": header(
    "`Bearer`: the `WWW-Authenticate` of RFC 9110, under the name that the gateway gives it.",
  ),
  RateLimit: header('The rest of the budget: `"default";r=<requests>;t=<seconds until it is full again>`.'),
  "RateLimit-Policy": header('The budget: `"default";q=<requests>;w=<seconds>`.'),
} as const;

export const securitySchemes = {
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A session token: the access token of a signed-in person.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "service_key_<keyId>_<secret>",
    description: "An API key. A key with read permission can only send GET and HEAD.",
  },
  cookie: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description:
      "The session cookie of a browser, which `POST /session` sets in exchange for a session token (`session` on a local http host). " +
      "Requests that change something must come from an allowed origin.",
  },
} as const;

function header(description: string, type: "string" | "integer" = "string") {
  return { description, schema: { type } };
}
