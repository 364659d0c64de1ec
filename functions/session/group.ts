/** The declaration of the session group. */
import { resourceMetadataPath } from "../../shared/platform/http/answer/respond.ts";
import type { GroupDeclaration } from "../declaration.ts";
import { resourceMetadata } from "./schemas.ts";

// These two routes are public and read the credentials themselves, because one of them creates the cookie that the
// authorizer would require.
const common = { access: "public", rateLimit: "default", path: "/session" } as const;

export const routeGroup = {
  name: "session",
  title: "Session",
  description: "Exchange a session token for a browser cookie, and delete the cookie.",
  resources: ["/session", resourceMetadataPath],
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 384,
  grants: { table: ["GetItem"], sessions: true },
  rows: {
    getResourceMetadata: {
      method: "GET",
      path: resourceMetadataPath,
      access: "public",
      rateLimit: "none",
      summary: "Read who issues the session tokens that the API accepts (RFC 9728)",
      description: "The `WWW-Authenticate` of an answer 401 names this address, where agents look for the issuer.",
      answers: { 200: resourceMetadata },
    },
    startSession: {
      ...common,
      method: "POST",
      summary: "Exchange the session token of the header for a cookie that expires with the token",
      description:
        "For browsers: the cookie is HttpOnly, and a request with it needs an `Origin` that the service allows.",
      errors: ["auth_required", "origin_not_allowed"],
      answers: { 204: "none" },
    },
    endSession: {
      ...common,
      method: "DELETE",
      summary: "Delete the session cookie",
      description: "Works without a cookie, too. The session token itself stays valid until it expires.",
      errors: ["origin_not_allowed"],
      answers: { 204: "none" },
    },
  },
} as const satisfies GroupDeclaration;
