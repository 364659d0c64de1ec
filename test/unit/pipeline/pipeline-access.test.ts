import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  accountId,
  call,
  calls,
  codeOf,
  counter,
  fullKey,
  plainOperations,
  post,
  reset,
  session,
} from "../../support/process/small-api.ts";

beforeEach(reset);

describe("matching", () => {
  it("answers unknown paths 404 and other methods 405 with Allow, with or without credentials", async () => {
    for (const verdict of [undefined, session, { refusal: "invalid_api_key" } as const]) {
      const with_ = verdict && { verdict };
      expect(codeOf(await call({ path: "/nothing", ...with_ }))).toEqual([404, "not_found"]);
      const other = await call({ method: "PATCH", path: "/things", ...with_ });
      expect(codeOf(other)).toEqual([405, "method_not_allowed"]);
      expect(other.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
    }
    expect(counter).not.toHaveBeenCalled();
  });

  it("serves the same under /api and ignores a slash at the end", async () => {
    for (const path of ["/things", "/things/", "/api/things", "/api/things/"]) {
      expect((await call({ path, verdict: session })).statusCode, path).toBe(200);
    }
  });

  it("leads callers on by the base that they came by", async () => {
    const operations = { readText: vi.fn(plainOperations.readText) };
    await call({ path: "/text", operations });
    await call({ path: "/api/text", operations });
    expect(operations.readText.mock.calls.map(([{ baseUrl }]) => baseUrl)).toEqual([
      "https://api.example.com",
      "https://api.example.com/api",
    ]);
  });

  it("answers HEAD as GET, without the body", async () => {
    const result = await call({ method: "HEAD", verdict: session });
    expect([result.statusCode, result.body, result.headers["x-txid"]]).toEqual([200, "", "41"]);
    const refused = await call({ method: "HEAD", path: "/nothing" });
    expect([refused.statusCode, refused.body]).toEqual([404, ""]);
  });

  it("lets reserved paths refuse as they will, and answers a session 404", async () => {
    expect(codeOf(await call({ path: "/later" }))).toEqual([401, "auth_required"]);
    expect(codeOf(await call({ path: "/later", verdict: fullKey }))).toEqual([403, "api_key_route_forbidden"]);
    expect(codeOf(await call({ path: "/later", verdict: session }))).toEqual([404, "not_found"]);
  });
});

describe("access", () => {
  it("refuses whoever has no verdict, or a refusal, with its code", async () => {
    expect(codeOf(await call({}))).toEqual([401, "auth_required"]);
    for (const refusal of ["auth_required", "invalid_api_key"] as const) {
      expect(codeOf(await call({ verdict: { refusal } }))).toEqual([401, refusal]);
    }
    expect(codeOf(await call({ verdict: { refusal: "origin_not_allowed" } }))).toEqual([403, "origin_not_allowed"]);
    expect(calls).not.toHaveBeenCalled();
  });

  it("tells a caller without rights nothing about the request's faults", async () => {
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

  it("asks public rows for nothing, and takes a bad credential there for none", async () => {
    expect((await call({ path: "/text" })).body).toBe("plain");
    expect((await call({ path: "/text", verdict: { refusal: "invalid_api_key" } })).statusCode).toBe(200);
  });
});

describe("the rate limit", () => {
  it("tells the budget on every limited answer, refusals included", async () => {
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

  it("counts a key, an account, and a client without either by themselves", async () => {
    await call({ verdict: session });
    await call({ verdict: fullKey });
    await call({ path: "/probe" });
    expect(counter.mock.calls.map(([subject, { name }]) => [subject, name])).toEqual([
      [`account#${accountId}`, "default"],
      ["key#abcdefghijkl", "default"],
      ["ip#192.0.2.7", "probe"],
    ]);
  });

  it("does not count whom it refuses", async () => {
    await call({});
    await call({ path: "/account", verdict: fullKey });
    expect(counter).not.toHaveBeenCalled();
  });

  it("lets requests pass when the counter can't be reached", async () => {
    counter.mockResolvedValue(undefined);
    const result = await call({ verdict: session });
    expect(result.statusCode).toBe(200);
    expect(result.headers).not.toHaveProperty("ratelimit");
  });
});

describe("other origins", () => {
  const origin = "https://app.example.com";

  it("are let in when they are listed, on refusals and faults too", async () => {
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

  it("get no header when they are not", async () => {
    for (const other of ["https://evil.example", "https://app.example.com.evil.example", "null"]) {
      const { headers } = await call({ verdict: session, headers: { Origin: other } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers.vary).toBe("Origin");
    }
  });

  it("may ask beforehand, without credentials and uncounted", async () => {
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
