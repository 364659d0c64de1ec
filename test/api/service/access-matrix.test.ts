/**
 * Calls every row of the route table, also reserved rows, as every kind of caller. The expected answer follows from the path and the method,
 * and not from the access that the row declares, except for new paths. A new row is tested as soon as it is in the table.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routeTable } from "../../../functions/routes.ts";
import { mintApiKey } from "../../../shared/auth/api-key-text.ts";
import type { AnyRow } from "../../../shared/platform/http/route/match.ts";
import type { Access } from "../../../shared/platform/http/route/route.ts";
import { newSigningKey, signToken, unsignedToken } from "../../support/account/tokens.ts";
import { api, localStack, tokenFor } from "../../support/process/stack.ts";

const statusOf = {
  auth_required: 401,
  invalid_api_key: 401,
  api_key_route_forbidden: 403,
  api_key_method_forbidden: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
} as const;
type Code = keyof typeof statusOf;

interface Caller {
  headers: Record<string, string>;
  /** The rights of the caller, or the code of the refusal. */
  is: "session" | "read key" | "full key" | "auth_required" | "invalid_api_key";
  /** The origin of the request, for callers with a cookie. */
  cookieFrom?: "an allowed page" | "a foreign page" | "nowhere";
}

/** The specified access by path, and by method where methods differ. The first pattern that matches is used. */
const specified: readonly (readonly [RegExp, Access | "full key", method?: string])[] = [
  [/^\/$/, "public"],
  [/^\/(health|openapi\.json|docs|session|unsubscribe)(\/|$)/, "public"],
  [/^\/calendar\//, "feed"],
  [/^\/(me|sync|chat|subscriptions|admin|webhooks|extension)(\/|$)/, "session"],
  [/^\/contacts\/trash$/, "session", "DELETE"],
  [/^\/contacts\/(merge|merges|merge-recommendations)(\/|$)/, "session"],
  [/^\/contacts\/\{id\}\/(relationships|enrichment)(\/|$)/, "session"],
  [/^\/contacts\/import(-receipts)?(\/|$)/, "full key"],
  [/^\/(contacts|groups|tags|interactions|geocode)(\/|$)/, "integration"],
];

/** A caller for each right, and for each reason to have none. */
const callerNames = [
  ...(["no credential", "wrong secret", "deleted key", "read key", "full key"] as const),
  ...(["expired token", "alg none token", "wrong-signature token", "valid session"] as const),
  ...(["cookie from an allowed page", "cookie without a page", "cookie from a foreign page"] as const),
  ...(["cookie with an expired token", "cookie with a key"] as const),
];

type CallerName = (typeof callerNames)[number];

let callers: Record<CallerName, Caller>;
beforeAll(async () => {
  callers = await makeCallers();
});

describe.each(Object.entries(routeTable))("%s", (name, row) => {
  // All tests share the five readiness probes a minute. The liveness probe is public in the same way.
  const isProbe = "rateLimit" in row && row.rateLimit === "probe";
  const names: readonly CallerName[] = isProbe ? ["no credential"] : callerNames;

  it.each(methodsOf(row))("lets exactly the right callers use %s", async (method) => {
    const answers = await Promise.all(names.map((caller) => ask(method, pathOf(row), caller)));
    const found = Object.fromEntries(names.map((caller, at) => [caller, judge(row, method, answers[at])]));
    const expected = Object.fromEntries(
      names.map((caller) => [caller, expectedResult(callers[caller], name, row, method)]),
    );
    expect(found).toEqual(expected);
  });
});

describe("for every caller", () => {
  it.each([
    ["GET", "/nowhere", "not_found"],
    ["GET", "/contacts/x/y/z", "not_found"],
    ["POST", "/contactsx", "not_found"],
    ["PUT", "/contacts", "method_not_allowed"],
    ["DELETE", "/me/api-keys", "method_not_allowed"],
    ["PUT", "/session", "method_not_allowed"],
  ] as const)("%s %s is %s", async (method, path, code) => {
    const answers = await Promise.all(callerNames.map((caller) => ask(method, path, caller)));
    expect(new Set(answers.map(summary))).toEqual(new Set([`${statusOf[code]} ${code}`]));
  });
});

/** The expected result of `judge`. */
function expectedResult(caller: Caller, name: string, row: AnyRow, method: string): string {
  const refusal = expectedRefusal(caller, name, row, method);
  if (refusal) return method === "HEAD" ? String(statusOf[refusal]) : `${statusOf[refusal]} ${refusal}`;
  if ("reserved" in row) return method === "HEAD" ? "404" : "404 not_found";
  return "let in";
}

function expectedRefusal({ is, cookieFrom }: Caller, name: string, row: AnyRow, method: string): Code | undefined {
  const reads = method === "GET" || method === "HEAD";
  if (name === "startSession") {
    if (cookieFrom === "a foreign page") return "origin_not_allowed";
    return is === "session" && cookieFrom === undefined ? undefined : "auth_required";
  }
  if (["endSession", "signOut", "refreshSession", "showSessionToken"].includes(name)) {
    if (cookieFrom === "nowhere" || cookieFrom === "a foreign page") return "origin_not_allowed";
    if (name === "endSession" || name === "signOut") return undefined;
    // No caller has a refresh cookie, or says that a page of the service itself sent the request.
    const isIn = cookieFrom !== undefined && is === "session";
    return name === "showSessionToken" && isIn ? "origin_not_allowed" : "auth_required";
  }
  const access = specifiedAccess(row);
  if (access === "public" || access === "feed") return undefined;
  if (is === "auth_required" || is === "invalid_api_key") return is;
  if (is === "session") {
    return reads || cookieFrom === undefined || cookieFrom === "an allowed page" ? undefined : "origin_not_allowed";
  }
  if (access === "session") return "api_key_route_forbidden";
  return is === "read key" && (!reads || access === "full key") ? "api_key_method_forbidden" : undefined;
}

/** For a path without a specified access, the access of its row. */
function specifiedAccess(row: AnyRow): Access | "full key" {
  const isFor = ([pattern, , method = row.method]: (typeof specified)[number]) =>
    pattern.test(row.path) && method === row.method;
  const [, access] = specified.find(isFor) ?? [];
  return access ?? ("fullKeyOnly" in row && row.fullKeyOnly ? "full key" : row.access);
}

interface Answered {
  status: number;
  code: string | undefined;
}

/** A caller that is let in may still get an error of the operation, which this test does not check. */
function judge(row: AnyRow, method: string, answer: Answered | undefined): string {
  if (!answer) return "no answer";
  const refused = [401, 403, 500].includes(answer.status) || ("reserved" in row && answer.status === 404);
  if (!refused) return "let in";
  return method === "HEAD" ? String(answer.status) : summary(answer);
}

function summary({ status, code }: Answered): string {
  return `${status} ${code}`;
}

async function ask(method: string, path: string, caller: CallerName): Promise<Answered> {
  const answer = await api(path, { method, headers: callers[caller].headers, redirect: "manual" });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") && text !== "";
  const { error } = isJson ? JSON.parse(text) : { error: undefined };
  return { status: answer.status, code: error?.code };
}

function methodsOf({ method }: AnyRow): string[] {
  if (method === "ANY") return ["GET", "HEAD", "POST", "DELETE"];
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Replaces parameters by unknown ids, and the rest of a path by two segments. */
function pathOf({ path }: AnyRow): string {
  return path.replace(/\{\w+\+\}/g, "a/b").replace(/\{\w+\}/g, () => randomUUID());
}

const person = "matrix@example.com";

async function makeCallers(): Promise<Record<CallerName, Caller>> {
  const { baseUrl } = await localStack();
  const token = await tokenFor(person);
  const bearer = (text: string, is: Caller["is"]): Caller => ({ headers: { authorization: `Bearer ${text}` }, is });
  const nobody = (text: string) => bearer(text, "auth_required");
  const read = await createKey(token, "read");
  const full = await createKey(token, "full");
  const deleted = await createKey(token, "full");
  await api(`/me/api-keys/${deleted.id}`, { method: "DELETE", token });

  const exchanged = await api("/session", { method: "POST", token });
  const [cookie = ""] = (exchanged.headers.getSetCookie()[0] ?? "").split(";");
  const [cookieName] = cookie.split("=");
  const expired = await tokenFor(person, { expiresIn: -60 });
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const { kid } = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
  const stranger = newSigningKey("stranger");

  return {
    "no credential": { headers: {}, is: "auth_required" },
    "wrong secret": bearer(otherSecret(full.id), "invalid_api_key"),
    "deleted key": bearer(deleted.secret, "invalid_api_key"),
    "read key": bearer(read.secret, "read key"),
    "full key": bearer(full.secret, "full key"),
    "expired token": nobody(expired),
    "alg none token": nobody(unsignedToken(claims, kid, "AAAA")),
    "wrong-signature token": nobody(signToken({ ...stranger, kid }, claims)),
    "valid session": bearer(token, "session"),
    "cookie from an allowed page": {
      headers: { cookie, origin: baseUrl },
      is: "session",
      cookieFrom: "an allowed page",
    },
    "cookie without a page": { headers: { cookie }, is: "session", cookieFrom: "nowhere" },
    "cookie from a foreign page": {
      headers: { cookie, origin: "https://evil.example" },
      is: "session",
      cookieFrom: "a foreign page",
    },
    "cookie with an expired token": {
      headers: { cookie: `${cookieName}=${expired}`, origin: baseUrl },
      is: "auth_required",
      cookieFrom: "an allowed page",
    },
    "cookie with a key": {
      headers: { cookie: `${cookieName}=${full.secret}`, origin: baseUrl },
      is: "auth_required",
      cookieFrom: "an allowed page",
    },
  };
}

/** A key with the same id, another secret and a valid checksum. */
function otherSecret(keyId: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const bytes = Uint8Array.from([...keyId].map((character) => digits.indexOf(character)));
  return mintApiKey((size) => (size === bytes.length ? bytes : randomBytes(size))).key;
}

async function createKey(token: string, permission: string): Promise<{ id: string; secret: string }> {
  const answer = await api("/me/api-keys", { method: "POST", token, json: { label: permission, permission } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string; secret: string };
}
