/** The ways to sign in, and which of them a row accepts. */
import type { Row } from "../../../shared/platform/http/route/route.ts";

export const securitySchemes = {
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A session token: the access token of a signed-in person.",
  },
  key: {
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
      "The session cookie of a browser, which signing in at `/session/sign-in` sets, or `POST /session` in exchange for a session token (`session` on a local http host). " +
      "Requests that change something must come from an allowed origin.",
  },
} as const;

type Security = Record<string, never[]>[];

/** The ways to sign in at most operations. */
export const usualSecurity: Security = [{ session: [] }, { key: [] }, { cookie: [] }];

/**
 * The field `security` of an operation with other ways. A public row that can answer `auth_required` reads the session itself: the
 * exchange of a token for the cookie reads the token, and the others the cookie.
 */
export function describeSecurity({ access, errors, path }: Row): { security?: Security } {
  if (access === "integration") return {};
  if (access === "session") return { security: [{ session: [] }, { cookie: [] }] };
  if (!errors?.includes("auth_required")) return { security: [] };
  return { security: [path === "/session" ? { session: [] } : { cookie: [] }] };
}
