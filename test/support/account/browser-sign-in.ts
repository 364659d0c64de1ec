/** Browsers with cookies, before the session routes with an issuer in memory. */
import { randomBytes } from "node:crypto";
import type { APIGatewayProxyResult } from "aws-lambda";
import { routeGroup } from "../../../functions/session/group.ts";
import { type SessionParts, sessionOperations } from "../../../functions/session/operations.ts";
import { sessionErrorPage } from "../../../functions/session/session-page.ts";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { createHandler } from "../../../shared/platform/http/pipeline.ts";
import { contextOf, eventOf, pipelineParts } from "../process/small-api.ts";
import type { FreshTable } from "../process/stack.ts";
import { type IssuerBehaviour, signInIssuer, startSignInIssuer } from "./sign-in-issuer.ts";

export const base = "https://api.example.com/prod";
const origin = new URL(base).origin;

export interface BrowserRequest {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The path of the stage and, below it, `/api`. */
  below?: string;
}

export function signInWorld(
  { store, cache }: FreshTable,
  behaviour: IssuerBehaviour = {},
  more: Partial<SessionParts> = {},
) {
  let late = 0;
  const now = () => new Date(Date.now() + late);
  const issuer = startSignInIssuer(behaviour);
  const parts: SessionParts = {
    store,
    cache,
    pepper: createPepper({ API_KEY_PEPPER: "p".repeat(32), API_KEY_PEPPER_SECRET: undefined }, Date.now),
    randomBytes,
    countRefusal: () => false,
    allowedOrigins: [],
    issuers: [signInIssuer],
    fetchAnswer: issuer.fetch,
    signInBases: [base],
    publicUrl: base,
    now,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    ...more,
  };
  const handler = createHandler(routeGroup.rows, sessionOperations(parts), {
    ...pipelineParts,
    allowedOrigins: parts.allowedOrigins,
    now: () => now().getTime(),
    errorPage: sessionErrorPage,
  });

  /** A browser sends its cookies to the paths that they are for, and an `Origin` with a POST or DELETE. */
  const newBrowser = () => {
    const jar = new Map<string, { value: string; path: string; attributes: string }>();
    const ask = async (method: string, path: string, { query, headers, below = "/prod" }: BrowserRequest = {}) => {
      const full = `${below}${path}`;
      const sent = [...jar].filter(([, cookie]) => full.startsWith(cookie.path));
      const isWrite = method !== "GET" && method !== "HEAD";
      const result = await handler(
        eventOf({
          method,
          path: below.endsWith("/api") ? `/api${path}` : path,
          fullPath: full,
          query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, [value]])),
          headers: {
            ...(sent.length > 0 && { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join("; ") }),
            ...(isWrite && { origin }),
            "sec-fetch-site": "same-origin",
            ...headers,
          },
        }),
        contextOf({}),
      );
      for (const header of setCookies(result)) {
        const [pair = "", ...attributes] = header.split("; ");
        const [name = "", value = ""] = pair.split("=");
        const path = attributes.find((one) => one.startsWith("Path="))?.slice("Path=".length) ?? "/";
        if (attributes.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, { value, path, attributes: attributes.join("; ") });
      }
      return answerOf(result);
    };
    return {
      jar,
      ask,
      /** Everything from the button to the callback. */
      async signIn(subject: string, query: Record<string, string> = {}) {
        const started = await ask("GET", "/session/sign-in", { query });
        return ask("GET", "/session/callback", { query: issuer.signInAs(String(started.location), subject) });
      },
      refresh: (request?: BrowserRequest) => ask("POST", "/session/refresh", request),
      whoami: async () => (await ask("GET", "/session")).json as Record<string, unknown>,
    };
  };
  return {
    issuer,
    newBrowser,
    /** Time passes for the service, and not for the issuer. */
    pass: (milliseconds: number) => {
      late += milliseconds;
    },
  };
}

function setCookies({ headers, multiValueHeaders }: APIGatewayProxyResult): string[] {
  return [headers?.["set-cookie"] ?? [], multiValueHeaders?.["set-cookie"] ?? []].flat().map(String);
}

function answerOf(result: APIGatewayProxyResult) {
  const { headers = {}, statusCode: status, body } = result;
  const isJson = String(headers["content-type"]).startsWith("application/json");
  const json = isJson && body !== "" ? JSON.parse(body) : undefined;
  const code = json?.error?.code === undefined ? "" : ` ${json.error.code}`;
  return {
    status,
    code: `${status}${code}`,
    location: headers.location,
    headers,
    body,
    json,
    cookies: setCookies(result),
  };
}
