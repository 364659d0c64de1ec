import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { letThrough, readRequest } from "../../functions/authorizer/gateway.ts";
import {
  type AuthorizerParts,
  type AuthorizerRequest,
  createAuthorizer,
} from "../../functions/authorizer/operations.ts";
import { createPepper } from "../../shared/auth/pepper.ts";
import { createRefusalCounter } from "../../shared/auth/refused-credentials.ts";
import type { Session } from "../../shared/auth/session-token.ts";
import { AppError } from "../../shared/http/errors.ts";
import type { AnyRow } from "../../shared/http/match.ts";

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
  issuer: { issuer: "https://i.example", jwksUri: "https://i.example/keys", clientIds: ["c"], own: true },
  claims: {},
};

/** An authorizer whose checks all pass, and what it was asked to do. */
function authorizer(change: Partial<AuthorizerParts> = {}) {
  const done: string[] = [];
  const lines: object[] = [];
  const authorize = createAuthorizer({
    rows,
    verifyKey: async (text) => {
      done.push(`key ${text}`);
      return { caller: { kind: "key", accountId: "account", keyId: "AbCdEf123456", permission: "read" } };
    },
    verifyToken: async (token) => {
      done.push(`token ${token}`);
      return session;
    },
    provisionAccount: async ({ accountId }) => void done.push(`provision ${accountId}`),
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
  ])("verifies nothing for %s", async (_what, method, path) => {
    const { ask, done } = authorizer();
    expect(await ask({ method, path, ...byToken })).toBeUndefined();
    expect(await ask({ method, path, ...byKey })).toBeUndefined();
    expect(done).toEqual([]);
  });

  it("asks whoever wants what is kept for later who they are", async () => {
    const { ask } = authorizer();
    expect(await ask({ method: "PUT", path: "/later/x/y" })).toEqual({ refusal: "auth_required" });
    expect(await ask({ method: "PUT", path: "/later/x/y", ...byToken })).toEqual({
      caller: { kind: "session", accountId: "account" },
    });
  });

  it("never takes a key for a token", async () => {
    const { ask, done } = authorizer({ verifyKey: async () => ({ refusal: "invalid_api_key" }) });
    expect(await ask({ ...byKey, ...byCookie })).toEqual({ refusal: "invalid_api_key" });
    expect(done).toEqual(["refused 192.0.2.7"]);
  });

  it("makes the account of a session that it lets in", async () => {
    const { ask, done } = authorizer();
    await ask(byToken);
    expect(done).toEqual(["token t", "provision account"]);
  });

  it("writes nothing for a token that is not valid", async () => {
    const { ask, done } = authorizer({ verifyToken: async () => undefined });
    expect(await ask(byToken)).toEqual({ refusal: "auth_required" });
    expect(await ask({ ...byCookie, method: "POST" })).toEqual({ refusal: "auth_required" });
    expect(done).toEqual(["refused 192.0.2.7", "refused 192.0.2.7"]);
  });

  it("writes nothing for a foreign page that a cookie came along with", async () => {
    const { ask, done } = authorizer();
    for (const origin of ["https://evil.example", undefined]) {
      expect(await ask({ ...byCookie, method: "POST", origin })).toEqual({ refusal: "origin_not_allowed" });
    }
    expect(done).toEqual(["token t", "token t"]);
  });

  it.each([
    ["a cookie from an allowed page", { ...byCookie, method: "POST", origin: "https://app.example" }],
    ["a cookie that only reads", { ...byCookie, origin: "https://evil.example" }],
    ["a header from any page", { ...byToken, method: "POST", origin: "https://evil.example" }],
    ["a header beside a cookie", { ...byToken, ...byCookie, method: "POST" }],
  ])("lets %s in", async (_what, request) => {
    expect(await authorizer().ask(request)).toEqual({ caller: { kind: "session", accountId: "account" } });
  });

  it.each([
    ["an AppError", new AppError("service_unavailable", { cause: new Error("unreachable") })],
    ["the table's throttling", Object.assign(new Error("slow down"), { name: "ThrottlingException" })],
    ["a lost connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
  ])("says nothing against a caller when it can't find out: %s", async (_what, fault) => {
    const fail = () => Promise.reject(fault);
    const { ask, lines } = authorizer({ verifyToken: fail, verifyKey: fail });
    expect(await ask(byToken)).toEqual({ refusal: "service_unavailable" });
    expect(await ask(byKey)).toEqual({ refusal: "service_unavailable" });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ level: "error", requestId: "r1" });
  });

  it("refuses further credentials of an address that showed too many wrong ones by 429, and lets valid ones in", async () => {
    const countRefusal = createRefusalCounter(60, () => 0);
    const verifyKey: AuthorizerParts["verifyKey"] = async () => ({ refusal: "invalid_api_key" });
    const { ask } = authorizer({ countRefusal, verifyKey });
    const wrong = [byKey, { authorization: ["Basic x"] }, { authorization: ["Bearer a", "Bearer b"] }];
    for (let count = 0; count < 60; count += 1) {
      expect(await ask(wrong[count % wrong.length] ?? {})).toEqual({
        refusal: count % wrong.length === 0 ? "invalid_api_key" : "auth_required",
      });
      // Neither nothing nor a foreign page is a credential that was wrong.
      expect(await ask({})).toEqual({ refusal: "auth_required" });
      expect(await ask({ ...byCookie, method: "POST" })).toEqual({ refusal: "origin_not_allowed" });
    }
    for (const given of wrong) expect(await ask(given)).toEqual({ refusal: "rate_limit_exceeded" });
    expect(await ask({})).toEqual({ refusal: "auth_required" });
    expect(await ask(byToken)).toMatchObject({ caller: { accountId: "account" } });
    expect(await ask({ ...byKey, clientAddress: "192.0.2.8" })).toEqual({ refusal: "invalid_api_key" });
  });

  it("does not hide a fault of its own behind a refusal", async () => {
    const { ask } = authorizer({ provisionAccount: () => Promise.reject(new TypeError("a bug")) });
    await expect(ask(byToken)).rejects.toThrow("a bug");
  });
});

describe("the gateway", () => {
  const methodArn = "arn:aws:execute-api:eu-west-1:123456789012:api/prod/GET/things/*";

  it("is told to let everyone through to the stage, with the verdict as context", () => {
    expect(letThrough(methodArn, { refusal: "invalid_api_key" })).toEqual({
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
    expect(letThrough(methodArn, verdict)).toMatchObject({ principalId: "account", context: verdict.caller });
    expect(letThrough(methodArn, undefined).context).toEqual({});
  });

  const event = (headers: Record<string, string[]> | null) =>
    ({
      requestContext: { requestId: "r1", domainName: "api.example", identity: { sourceIp: "192.0.2.7" } },
      httpMethod: "POST",
      path: "/things",
      multiValueHeaders: headers,
    }) as unknown as APIGatewayRequestAuthorizerEvent;

  it("hands over every value of a header, in whatever case it came", () => {
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

  it("is reached under its own name when the caller's `Host` is none", () => {
    for (const Host of [[""], ["a b"], []]) expect(readRequest(event({ Host })).baseUrl).toBe("https://api.example");
  });

  it("is taken to speak TLS under its own name when no header says otherwise", () => {
    expect(readRequest(event(null))).toMatchObject({ baseUrl: "https://api.example", authorization: [] });
  });
});

describe("the pepper", () => {
  const secret = "s".repeat(64);

  it("comes from the environment where it stands there", async () => {
    const read = createPepper({ API_KEY_PEPPER: secret, API_KEY_PEPPER_SECRET: undefined }, () => Promise.reject());
    expect(await read()).toBe(secret);
  });

  it("is read once, however often it is asked for", async () => {
    const asked: string[] = [];
    const read = createPepper({ API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: "arn" }, async (id) => {
      asked.push(id);
      return secret;
    });
    expect(await Promise.all([read(), read()])).toEqual([secret, secret]);
    expect(await read()).toBe(secret);
    expect(asked).toEqual(["arn"]);
  });

  it.each([
    ["failed", () => Promise.reject(new Error("throttled"))],
    ["found nothing", async () => undefined],
    ["found something too short", async () => "short"],
  ])("is read again after a read that %s", async (_how, first) => {
    const answers: (() => Promise<string | undefined>)[] = [first, async () => secret];
    const read = createPepper({ API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: "arn" }, () => {
      return answers.shift()?.() ?? Promise.reject(new Error("read a third time"));
    });
    await expect(read()).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await read()).toBe(secret);
    expect(await read()).toBe(secret);
  });

  it("is missing at the start, not at the first key", () => {
    expect(() => createPepper({ API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: undefined })).toThrow(
      /API_KEY_PEPPER/,
    );
  });
});
