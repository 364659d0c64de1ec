/** The declaration of the session group. */
import { resourceMetadataPath } from "../../shared/platform/http/answer/respond.ts";
import type { GroupDeclaration } from "../declaration.ts";
import { browserSession, callbackQuery, resourceMetadata, sessionToken, signInQuery } from "./schemas.ts";

// These routes are public and read the credentials themselves, because one of them creates the cookie that the
// authorizer would require.
const common = { access: "public", rateLimit: "default", path: "/session" } as const;

// A row with a page for browsers is no part of the description for programs.
const html = { contentType: "text/html; charset=utf-8" };

const signOut = { ...common, path: "/session/sign-out" } as const;

export const routeGroup = {
  name: "session",
  title: "Session",
  description: "Sign in and out in a browser, or exchange a session token for a browser's cookie.",
  resources: ["/session", resourceMetadataPath],
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 470,
  grants: {
    table: ["GetItem"],
    cache: ["GetItem", "PutItem", "DeleteItem"],
    pepper: true,
    sessions: true,
    settings: ["PUBLIC_URL", "SIGN_IN_BASES"],
  },
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
    signIn: {
      ...common,
      method: "GET",
      path: "/session/sign-in",
      summary: "Lead a browser to the sign-in page of the issuer",
      description:
        "Starts the code flow with PKCE. A cookie of ten minutes holds what the callback needs. `HEAD` does nothing.",
      query: signInQuery,
      anyQuery: true,
      errors: ["sign_in_failed", "service_unavailable"],
      answers: { 200: "none", 302: "none", 400: html, 503: html },
    },
    finishSignIn: {
      ...common,
      method: "GET",
      path: "/session/callback",
      summary: "Finish a sign-in that the issuer leads back to",
      description:
        "Sets the session cookie, and a cookie that refreshes the session for 30 days where the issuer allows it. `HEAD` does nothing.",
      query: callbackQuery,
      anyQuery: true,
      errors: ["sign_in_failed", "service_unavailable"],
      answers: { 200: "none", 303: "none", 400: html, 503: html },
    },
    refreshSession: {
      ...common,
      method: "POST",
      path: "/session/refresh",
      summary: "Refresh the session of a browser with its refresh cookie",
      description:
        "Needs an `Origin` that the service allows. A 401 ends the refresh: the person must sign in again. A 503 does not.",
      errors: ["auth_required", "origin_not_allowed", "sign_in_failed", "service_unavailable"],
      answers: { 204: "none" },
    },
    getSession: {
      ...common,
      method: "GET",
      summary: "Read who is signed in with the session cookie",
      description: "Never answers 401, so that a page can ask whether somebody is signed in.",
      answers: { 200: browserSession },
    },
    showSessionToken: {
      ...common,
      method: "POST",
      path: "/session/token",
      summary: "Show the session token of the cookie, for command-line tools",
      description:
        "Only for pages of the service itself: `Sec-Fetch-Site` must be `same-origin`, and `Origin` is needed.",
      errors: ["auth_required", "origin_not_allowed"],
      answers: { 200: sessionToken },
      accountData: false,
    },
    showSignOut: {
      ...signOut,
      method: "GET",
      summary: "Sign out, or show a page that asks for it",
      description:
        "Signs out when the person follows a link of the service or enters the address. Other sites, prefetching and `HEAD` get the page.",
      anyQuery: true,
      answers: { 200: html, 303: "none" },
    },
    signOut: {
      ...signOut,
      method: "POST",
      summary: "Sign out, and lead to the sign-out page of the issuer",
      description: "Deletes the cookies and revokes the refresh token. Needs an `Origin` that the service allows.",
      errors: ["origin_not_allowed"],
      answers: { 303: "none", 403: html },
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
      description:
        "Works without a cookie, too. Revokes the refresh token. The session token itself stays valid until it expires.",
      errors: ["origin_not_allowed"],
      answers: { 204: "none" },
    },
  },
} as const satisfies GroupDeclaration;
