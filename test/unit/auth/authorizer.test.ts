import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { allowRequest, readRequest } from "../../../functions/authorizer/gateway.ts";
import {
  type AuthorizerParts,
  type AuthorizerRequest,
  createAuthorizer,
} from "../../../functions/authorizer/operations.ts";
import type { Session } from "../../../shared/auth/session-token.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createRefusalCounter } from "../../../shared/platform/http/rate-limit/refused-credentials.ts";
import type { AnyRow } from "../../../shared/platform/http/route/match.ts";

const rows: Record<string, AnyRow> = {
  open: { method: "GET", path: "/open", access: "public", summary: "", rateLimit: "none", answers: {} },
  feed: { method: "GET", path: "/feed/{token}", access: "feed", summary: "", rateLimit: "none", answers: {} },
  write: { method: "POST", path: "/things", access: "integration", summary: "", rateLimit: "default", answers: {} },
  read: { method: "GET", path: "/things", access: "integration", summary: "", rateLimit: "default", answers: {} },
  later: { method: "ANY", path: "/later/{rest+}", access: "session", reserved: true },
};
const session: Session = {
  accountId: "account",
  subject: "subject",
  expiresAt: 0,
  issuedAt: 0,
  issuer: { issuer: "https://i.example", jwksUri: "https://i.example/keys", clientIds: ["c"], own: true },
  claims: {},
};

/** An authorizer whose checks all pass, with the calls that it makes. */
function authorizer(change: Partial<AuthorizerParts> = {}) {
  const done: string[] = [];
  const lines: object[] = [];
  const authorize = createAuthorizer({
    rows,
    verifyKey: async (text) => {
      done.push(`key ${text}`);
      return {
        caller: { kind: "key", accountId: "account", keyId: "AbCdEf123456", label: "sync", permission: "read" },
      };
    },
    verifyToken: async (token) => {
      done.push(`token ${token}`);
      return session;
    },
    provisionAccount: async ({ accountId }) => {
      done.push(`provision ${accountId}`);
      return "open";
    },
    countRefusal: (address) => {
      done.push(`refused ${address}`);
      return false;
    },
    allowedOrigins: ["https://app.example"],
    log: (line) => lines.push(line),
    ...change,
  });
  return { done, lines, ask: (request: Partial<AuthorizerRequest>) => authorize({ ...anonymous, ...request }) };
}

const anonymous: AuthorizerRequest = {
  requestId: "r1",
  clientAddress: "192.0.2.7",
  method: "GET",
  path: "/things",
  baseUrl: "https://api.example",
  authorization: [],
  cookie: [],
  origin: undefined,
};

const byCookie = { cookie: ["__Host-session=t"] };
const byToken = { authorization: ["Bearer t"] };
const byKey = { authorization: ["Bearer service_key_x"] };

describe("the authorizer", () => {
  it.each([
    ["a public row", "GET", "/open"],
    ["a feed", "GET", "/feed/secret"],
    ["an unknown path", "GET", "/nowhere"],
    ["an unknown method", "DELETE", "/things"],
  ])("checks no credentials for %s", async (_what, method, path) => {
    const { ask, done } = authorizer();
    expect(await ask({ method, path, ...byToken })).toBeUndefined();
    expect(await ask({ method, path, ...byKey })).toBeUndefined();
    expect(done).toEqual([]);
  });

  it("never reads an API key as a session token", async () => {
    const { ask, done } = authorizer({ verifyKey: async () => ({ refusal: "invalid_api_key" }) });
    expect(await ask({ ...byKey, ...byCookie })).toEqual({ refusal: "invalid_api_key" });
    expect(done).toEqual(["refused 192.0.2.7"]);
  });

  it("writes nothing for an invalid token", async () => {
    const { ask, done } = authorizer({ verifyToken: async () => undefined });
    expect(await ask(byToken)).toEqual({ refusal: "auth_required" });
    expect(await ask({ ...byCookie, method: "POST" })).toEqual({ refusal: "auth_required" });
    expect(done).toEqual(["refused 192.0.2.7", "refused 192.0.2.7"]);
  });

  it("refuses a session from before the account was closed, and counts the refusal", async () => {
    const { ask, done } = authorizer({ provisionAccount: async () => "closed" });
    expect(await ask(byToken)).toEqual({ refusal: "auth_required" });
    expect(await ask(byCookie)).toEqual({ refusal: "auth_required" });
    expect(done).toEqual(["token t", "refused 192.0.2.7", "token t", "refused 192.0.2.7"]);
  });

  it("asks to wait while a closed account is being deleted, and does not count that as a refusal", async () => {
    const { ask, done } = authorizer({ provisionAccount: async () => "deleting" });
    expect(await ask(byToken)).toEqual({ refusal: "service_unavailable", isDeleting: true });
    expect(done).toEqual(["token t"]);
  });

  it.each([
    ["POST", undefined],
    ["PATCH", "null"],
    ["PUT", "https://evil.example"],
    ["DELETE", "https://app.example.evil.example"],
    ["DELETE", ""],
  ])("writes nothing when a cookie signs in a %s from the origin %s", async (method, origin) => {
    const row: AnyRow = { ...rows.later, method: "ANY", path: "/things", access: "session", reserved: true };
    const { ask, done } = authorizer({ rows: { row } });
    expect(await ask({ ...byCookie, method, origin })).toEqual({ refusal: "origin_not_allowed" });
    expect(done).toEqual(["token t"]);
  });

  it.each([
    ["a cookie from an allowed page", { ...byCookie, method: "POST", origin: "https://app.example" }],
    ["a cookie from a page of the service itself", { ...byCookie, method: "POST", origin: "https://api.example" }],
    ["a cookie that only reads", { ...byCookie, origin: "https://evil.example" }],
    ["a cookie without an origin that only reads", { ...byCookie, method: "HEAD" }],
    ["a header from any page", { ...byToken, method: "POST", origin: "https://evil.example" }],
    ["a header beside a cookie", { ...byToken, ...byCookie, method: "POST" }],
  ])("accepts %s", async (_what, request) => {
    const { ask, done } = authorizer();
    expect(await ask(request)).toEqual({ caller: { kind: "session", accountId: "account" } });
    expect(done).toEqual(["token t", "provision account"]);
  });

  it.each([
    ["an AppError", new AppError("service_unavailable", { cause: new Error("unreachable") })],
    ["the table's throttling", Object.assign(new Error("slow down"), { name: "ThrottlingException" })],
    ["a lost connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
  ])("is unavailable when it can't check the credentials: %s", async (_what, fault) => {
    const fail = () => Promise.reject(fault);
    const { ask, lines } = authorizer({ verifyToken: fail, verifyKey: fail });
    expect(await ask(byToken)).toEqual({ refusal: "service_unavailable" });
    expect(await ask(byKey)).toEqual({ refusal: "service_unavailable" });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ level: "error", requestId: "r1" });
  });

  it("refuses further credentials of an address with 429 after too many wrong ones, and still accepts valid ones", async () => {
    const countRefusal = createRefusalCounter(60, () => 0);
    const verifyKey: AuthorizerParts["verifyKey"] = async () => ({ refusal: "invalid_api_key" });
    const { ask } = authorizer({ countRefusal, verifyKey });
    const wrong = [byKey, { authorization: ["Basic x"] }, { authorization: ["Bearer a", "Bearer b"] }];
    for (let count = 0; count < 60; count += 1) {
      expect(await ask(wrong[count % wrong.length] ?? {})).toEqual({
        refusal: count % wrong.length === 0 ? "invalid_api_key" : "auth_required",
      });
      // Missing credentials and foreign pages don't count as wrong credentials.
      expect(await ask({})).toEqual({ refusal: "auth_required" });
      expect(await ask({ ...byCookie, method: "POST" })).toEqual({ refusal: "origin_not_allowed" });
    }
    for (const given of wrong) expect(await ask(given)).toEqual({ refusal: "rate_limit_exceeded" });
    expect(await ask({})).toEqual({ refusal: "auth_required" });
    expect(await ask(byToken)).toMatchObject({ caller: { accountId: "account" } });
    expect(await ask({ ...byKey, clientAddress: "192.0.2.8" })).toEqual({ refusal: "invalid_api_key" });
  });

  it("fails when it has a fault", async () => {
    const { ask } = authorizer({ provisionAccount: () => Promise.reject(new TypeError("a bug")) });
    await expect(ask(byToken)).rejects.toThrow("a bug");
  });
});

describe("the gateway's event", () => {
  const methodArn = "arn:aws:execute-api:eu-west-1:123456789012:api/prod/GET/things/*";

  it("is answered with a policy for the whole stage and the verdict as context", () => {
    expect(allowRequest(methodArn, { refusal: "invalid_api_key" })).toEqual({
      principalId: "unknown",
      policyDocument: {
        Version: "2012-10-17",
        Statement: [
          {
            Action: "execute-api:Invoke",
            Effect: "Allow",
            Resource: "arn:aws:execute-api:eu-west-1:123456789012:api/prod/*",
          },
        ],
      },
      context: { refusal: "invalid_api_key" },
    });
    const verdict = { caller: { kind: "session", accountId: "account" } } as const;
    expect(allowRequest(methodArn, verdict)).toMatchObject({ principalId: "account", context: verdict.caller });
    expect(allowRequest(methodArn, undefined).context).toEqual({});
  });

  const event = (headers: Record<string, string[]> | null) =>
    ({
      requestContext: { requestId: "r1", domainName: "api.example", identity: { sourceIp: "192.0.2.7" } },
      httpMethod: "POST",
      path: "/things",
      multiValueHeaders: headers,
    }) as unknown as APIGatewayRequestAuthorizerEvent;

  it("has all values of a header, in any case of its name", () => {
    const request = readRequest(
      event({
        AUTHORIZATION: ["Bearer a", "Bearer b"],
        cookie: ["x=1"],
        Cookie: ["y=2"],
        Origin: ["https://app.example"],
        Host: ["localhost:3000"],
        "X-Forwarded-Proto": ["http"],
      }),
    );
    expect(request).toEqual({
      requestId: "r1",
      clientAddress: "192.0.2.7",
      method: "POST",
      path: "/things",
      baseUrl: "http://localhost:3000",
      authorization: ["Bearer a", "Bearer b"],
      cookie: ["x=1", "y=2"],
      origin: "https://app.example",
    });
  });

  it("gives the gateway's own host when the `Host` header is invalid", () => {
    for (const headers of [null, { Host: [""] }, { Host: ["a b"] }]) {
      expect(readRequest(event(headers)).baseUrl).toBe("https://api.example");
    }
  });
});
