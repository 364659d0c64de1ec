/** The middlewares before and after `@middy/http-json-body-parser`. They check size and encoding, and convert errors. */
import { AppError, type ErrorDetail, invalid, validationError } from "../errors.ts";
import { builtRow, type Middleware, type RequestScope } from "../scope.ts";
import { bodyBytes, decodeBody, isBlank, isRefusalOf, megabytes, requireMediaType, tooLarge } from "./body.ts";
import { shortened } from "./validate.ts";

/** The maximum bytes of a JSON body, unless the row has another limit. */
const maxJsonBytes = 1024 * 1024;

/** Decodes the body to text for the parser. Throws 400, 413 or 415. */
export function checkJson(): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      requireMediaType(scope, /^application\/(json|[\w.-]+\+json)\s*(;|$)/i, "application/json");
      requireUtf8(scope);
      const { maxBodyBytes = maxJsonBytes, bodyHint } = builtRow(scope).row;
      if (bodyBytes(event) > maxBodyBytes) {
        throw tooLarge(`A JSON body may have ${megabytes(maxBodyBytes)}.`, bodyHint);
      }
      event.body = textOf(decodeBody(event));
      event.isBase64Encoded = false;
      if (isBlank(event.body)) throw invalid("body", "A JSON body is required.");
    },
  };
}

/** Converts errors of the parser. */
export function explainJson(): Middleware {
  return {
    onError: (request) => {
      const { error, event } = request;
      if (!isRefusalOf("@middy/http-json-body-parser", error)) return;
      request.error =
        error.message === "Forbidden key in JSON body"
          ? validationError(forbiddenKeys(event.body ?? ""))
          : invalid("body", "The body is not valid JSON.");
    },
  };
}

/** Text in another encoding would be stored with wrong letters. */
function requireUtf8({ headers }: RequestScope): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError("unsupported_media_type", { message: "JSON is sent in UTF-8." });
  }
}

/** JSON is UTF-8, and a byte-order mark may be ignored (RFC 8259, section 8.1). */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("body", "The body is not in UTF-8.");
  }
}

/** The maximum number of forbidden keys in an error. */
const mostForbidden = 100;

/** The paths of the first keys that would change the prototype of an object. The parser does not report them. */
function forbiddenKeys(text: string): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const pending: { path: string; value: unknown }[] = [{ path: "body", value: JSON.parse(text) }];
  for (const { path, value } of pending) {
    if (faults.length >= mostForbidden) break;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = shortened(`${path}.${key}`);
      if (isForbidden(key, inner)) faults.push({ path: innerPath, message: "Unknown field." });
      else pending.push({ path: innerPath, value: inner });
    }
  }
  return faults.slice(0, mostForbidden);
}

function isForbidden(key: string, value: unknown): boolean {
  if (key === "__proto__") return true;
  return key === "constructor" && typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}
