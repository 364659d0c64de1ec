/** The middlewares that check the path, the method and the access of a request. */
import { preflightHeaders } from "./answer/cors.ts";
import { render } from "./answer/respond.ts";
import { AppError } from "./errors.ts";
import type { Match } from "./route/match.ts";
import { type Middleware, matchedRow } from "./scope.ts";
import { requireAccess } from "./verdict.ts";

/** Finds the row of the request. Throws 404 or 405 without a row. Answers preflight requests. */
export function matchRoute(
  match: (method: string, path: string) => Match,
  allowedOrigins: readonly string[],
): Middleware {
  return {
    before: ({ event, context: { scope } }) => {
      scope.match = match(event.httpMethod, event.path);
      if (scope.match.kind === "not_found") throw new AppError("not_found");
      const allow = scope.match.kind === "method_not_allowed" ? scope.match.allow : everyMethod;
      if (event.httpMethod === "OPTIONS") {
        return render("none", { status: 204, headers: preflightHeaders(scope.headers.origin, allowedOrigins, allow) });
      }
      if (scope.match.kind === "method_not_allowed") {
        throw new AppError("method_not_allowed", { headers: { allow: allow.join(", ") } });
      }
      return undefined;
    },
  };
}

const everyMethod = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Throws 401 or 403 if the caller may not use the row. */
export function authorise(): Middleware {
  return {
    before: ({ context: { scope } }) => requireAccess(matchedRow(scope).row, scope.method, scope.verdict),
  };
}

/** Throws 404 for a reserved row. Access and the rate limit are checked first, as for other rows. */
export function refuseReserved(): Middleware {
  return {
    before: ({ context: { scope } }) => {
      if ("reserved" in matchedRow(scope).row) throw new AppError("not_found");
    },
  };
}
