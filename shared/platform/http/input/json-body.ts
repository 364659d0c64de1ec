/** The middlewares before and after `@middy/http-json-body-parser`. They check size and encoding, and convert errors. */
import { AppError, invalid } from "../errors.ts";
import { builtRow, type Middleware, type RequestScope } from "../scope.ts";
import { bodyBytes, decodeBody, isBlank, isRefusalOf, megabytes, requireMediaType, tooLarge } from "./body.ts";

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
          ? invalid(`body.${forbiddenKey(event.body)}`, "Unknown field.")
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

/** The key that would change the prototype of an object, at any depth. */
function forbiddenKey(body: string | null): string {
  return /"(__proto__|constructor)"\s*:/.exec(body ?? "")?.[1] ?? "__proto__";
}
