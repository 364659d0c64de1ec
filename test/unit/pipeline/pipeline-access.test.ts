import { beforeEach, describe, expect, it } from "vitest";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import {
  accountId,
  call,
  calls,
  codeOf,
  counter,
  fullKey,
  post,
  reset,
  session,
} from "../../support/process/small-api.ts";

beforeEach(reset);

describe("matching", () => {
  it("answers unknown paths 404 and other methods 405 with `Allow`, with any credentials", async () => {
    for (const verdict of [undefined, session, { refusal: "invalid_api_key" } as const]) {
      const with_ = verdict && { verdict };
      expect(codeOf(await call({ path: "/nothing", ...with_ }))).toEqual([404, "not_found"]);
      const other = await call({ method: "PATCH", path: "/things", ...with_ });
      expect(codeOf(other)).toEqual([405, "method_not_allowed"]);
      expect(other.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
    }
    expect(counter).not.toHaveBeenCalled();
  });

  it("answers HEAD like GET without the body", async () => {
    const result = await call({ method: "HEAD", verdict: session });
    expect([result.statusCode, result.body, result.headers["x-txid"]]).toEqual([200, "", "41"]);
    const refused = await call({ method: "HEAD", path: "/nothing" });
    expect([refused.statusCode, refused.body]).toEqual([404, ""]);
  });
});

describe("access", () => {
  it("is refused before the request is validated", async () => {
    for (const type of ["application/json", "text/plain"]) {
      const refused = await call({
        method: "POST",
        headers: { "content-type": type },
        body: "{",
        query: { what: ["x"] },
      });
      expect(codeOf(refused)).toEqual([401, "auth_required"]);
      expect(refused.json.error.details).toBeUndefined();
    }
  });

  it("to a public row needs no credentials, and wrong ones are ignored", async () => {
    expect((await call({ path: "/text" })).body).toBe("plain");
    expect((await call({ path: "/text", verdict: { refusal: "invalid_api_key" } })).statusCode).toBe(200);
  });
});

describe("a parameter for sessions only", () => {
  it.each([
    ["a session", session, "true", 204],
    ["a key", fullKey, "true", 403],
    ["a key that sends its default", fullKey, "false", 204],
  ])("of %s", async (_who, verdict, permanent, status) => {
    const path = "/things/0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
    const answer = await call({ method: "DELETE", path, verdict, query: { permanent: [permanent] } });
    expect(answer.statusCode).toBe(status);
    if (status === 204) return;
    expect(codeOf(answer)).toEqual([403, "api_key_route_forbidden"]);
    expect(answer.json.error.param).toBe("query.permanent");
  });
});

describe("the rate limit", () => {
  it("is reported with every answer that it applies to, also with errors", async () => {
    const budget = { "ratelimit-policy": '"default";q=300;w=60', ratelimit: '"default";r=299;t=30' };
    expect((await call({ verdict: session })).headers).toMatchObject(budget);
    expect((await call({ verdict: session, query: { limit: ["x"] } })).headers).toMatchObject(budget);
    expect((await call({ path: "/text" })).headers).not.toHaveProperty("ratelimit");
  });

  it("answers 429 with the seconds to wait, before it reads the request", async () => {
    counter.mockResolvedValue({ allowed: false, remaining: 0, resetSeconds: 17 });
    const refused = await post("{ broken", {});
    expect(codeOf(refused)).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.headers).toMatchObject({ "retry-after": "17", ratelimit: '"default";r=0;t=17' });
    expect(refused.json.error.retry_after).toBe(17);
    expect(calls).not.toHaveBeenCalled();
  });

  it("has separate counts for a key, an account, and the address of an anonymous client", async () => {
    await call({ verdict: session });
    await call({ verdict: fullKey });
    await call({ path: "/probe" });
    expect(counter.mock.calls.map(([{ partition, name }, policy]) => [partition, name, policy.name])).toEqual([
      [accountPartition(accountId), "session", "default"],
      [accountPartition(accountId), "key#abcdefghijkl", "default"],
      ["IP#192.0.2.7", "address", "probe"],
    ]);
  });

  it("does not count requests that access refuses", async () => {
    await call({});
    await call({ path: "/later", verdict: fullKey });
    expect(counter).not.toHaveBeenCalled();
  });

  it("lets requests pass when the counter can't be reached", async () => {
    counter.mockResolvedValue(undefined);
    const result = await call({ verdict: session });
    expect(result.statusCode).toBe(200);
    expect(result.headers).not.toHaveProperty("ratelimit");
  });
});

describe("a page of another origin", () => {
  const origin = "https://app.example.com";

  it("can read answers and errors if the origin is listed", async () => {
    for (const given of [{ verdict: session }, {}, { path: "/nothing" }]) {
      expect((await call({ ...given, headers: { Origin: origin } })).headers).toMatchObject({
        vary: "Origin",
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers":
          "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, x-request-id, x-txid",
      });
    }
  });

  it("gets no header if the origin is not listed", async () => {
    for (const other of ["https://evil.example", "https://app.example.com.evil.example", "null"]) {
      const { headers } = await call({ verdict: session, headers: { Origin: other } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers.vary).toBe("Origin");
    }
  });

  it("can send a preflight request, which needs no credentials and is not counted", async () => {
    const result = await call({
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });
    expect([result.statusCode, result.body]).toEqual([204, ""]);
    expect(result.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
      "access-control-allow-headers": expect.stringContaining("authorization"),
      allow: "GET, HEAD, POST, OPTIONS",
    });
    expect(counter).not.toHaveBeenCalled();
    expect(codeOf(await call({ method: "OPTIONS", path: "/nothing" }))).toEqual([404, "not_found"]);
  });
});
