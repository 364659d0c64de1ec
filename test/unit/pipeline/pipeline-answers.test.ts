import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { checkAnswer } from "../../../shared/platform/http/answer/answer-check.ts";
import type { ErrorPage } from "../../../shared/platform/http/answer/respond.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { createHandler } from "../../../shared/platform/http/pipeline.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";
import { addUnits } from "../../../shared/platform/log/capacity.ts";
import { metricsOf } from "../../../shared/platform/log/metrics.ts";
import type { RequestLine } from "../../../shared/platform/log/request-log.ts";
import {
  accountId,
  call,
  codeOf,
  contextOf,
  eventOf,
  fullKey,
  lines,
  pipelineParts,
  post,
  reset,
  session,
  type ThingOperations,
} from "../../support/process/small-api.ts";

beforeEach(reset);

describe("answers", () => {
  it("always have the security headers and the request id", async () => {
    const answers = [
      await call({ verdict: session }),
      await call({}),
      await call({ path: "/nothing" }),
      await call({ method: "OPTIONS" }),
      await call({ path: "/text" }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        "x-request-id": "request-1",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "strict-transport-security": expect.stringContaining("max-age="),
        "content-security-policy": expect.stringContaining("default-src 'none'"),
      });
    }
    expect(answers.map(({ headers }) => headers["cache-control"])).toEqual([
      "no-store",
      "no-store",
      "no-store",
      "no-store",
      "public, max-age=60",
    ]);
  });

  it("have the error envelope for an error", async () => {
    const { json } = await call({ headers: { "X-Forwarded-Proto": "http" } });
    expect(json).toEqual({
      error: {
        code: "auth_required",
        type: "authentication_error",
        message: expect.stringMatching(/\.$/),
        request_id: "request-1",
        doc_url: "http://api.example.com/docs/errors/auth_required",
      },
    });
  });

  it("name the authentication scheme, and who issues tokens, with 401 and with no other status", async () => {
    const refusals = [
      await call({}),
      await call({ verdict: { refusal: "invalid_api_key" } }),
      await call({ verdict: { refusal: "origin_not_allowed" } }),
      await call({ path: "/nothing" }),
    ];
    const challenge = 'Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"';
    expect(refusals.map(({ statusCode, headers }) => [statusCode, headers["www-authenticate"]])).toEqual([
      [401, challenge],
      [401, challenge],
      [403, undefined],
      [404, undefined],
    ]);
  });

  it.each(["", " ", "a b", 'x"><script>', "user@host", "host/path", "host:port", "[::1", "é.example", "-x"])(
    "never have links to the malformed host %j",
    async (Host) => {
      const { json } = await call({ headers: { Host, "X-Forwarded-Proto": "https" } });
      expect(json.error.doc_url).toBe("https://api.example.com/docs/errors/auth_required");
    },
  );

  it.each(["localhost:3000", "127.0.0.1", "[::1]:3000", "API.example.com.", "my_host-1:80"])(
    "have links to the host %s of the request",
    async (Host) => {
      const { json } = await call({ headers: { Host, "X-Forwarded-Proto": "https" } });
      expect(json.error.doc_url).toBe(`https://${Host}/docs/errors/auth_required`);
    },
  );

  it("have cookies and texts in the form that the gateway expects", async () => {
    const cookies = ["a=1; Secure", "b=2; Secure"];
    const operations: Partial<ThingOperations> = {
      deleteThing: async () => ({ status: 204, cookies }),
      readText: async () => ({ status: 200, body: "<svg/>", contentType: "image/svg+xml" }),
    };
    const path = "/things/0190a8b2-0000-7000-8000-00000000000a";
    const removed = await call({ method: "DELETE", path, verdict: session, operations });
    expect([removed.multiValueHeaders, removed.body]).toEqual([{ "set-cookie": cookies }, ""]);
    const picture = await call({ path: "/text", operations });
    expect([picture.body, picture.headers["content-type"]]).toEqual(["<svg/>", "image/svg+xml"]);
  });

  it("become 500 if the row has another shape or not this status", async () => {
    const answers = [
      { status: 200, body: { limit: "5" } },
      { status: 200, body: { limit: 5, secret: "s3cret" } },
      { status: 202, body: { limit: 5 } },
    ];
    for (const answer of answers) {
      const result = await call({ verdict: session, operations: { listThings: async () => answer as never } });
      expect(codeOf(result)).toEqual([500, "internal_server_error"]);
      expect(result.body).not.toContain("s3cret");
    }
    expect(lines.map(({ fault }) => (fault as { message: string }).message)).toEqual([
      expect.stringContaining("body.limit"),
      expect.stringContaining("body.secret"),
      expect.stringContaining("answered 202"),
    ]);
  });

  it("have lists of which up to ten entries are checked, evenly spread", () => {
    const schema = z.strictObject({ names: z.array(z.string()), count: z.int() });
    const row = { method: "GET", path: "/names", answers: { 200: () => schema } } as unknown as Row;
    const check = (length: number, wrong: number) =>
      checkAnswer(row, "listNames", {
        status: 200,
        body: { names: Array.from({ length }, (_, at) => (at === wrong ? at : "Ann")), count: length },
      });
    for (let at = 0; at < 10; at++) {
      expect(() => check(10, at)).toThrow(`body.names.${at}`);
      expect(() => check(50, 5 * at)).toThrow(`body.names.${at}`);
    }
    expect(check(50, 1).body).toHaveProperty("count", 50);
  });
});

it.each([
  ["/", "/", ""],
  ["/", "/prod", "/prod"],
  ["/", "/prod/", "/prod"],
  ["/nothing/", "/prod/nothing/", "/prod"],
  ["/api", "/prod/api", "/prod/api"],
])("at %s, where the gateway has %s, links to pages start with %j", async (path, fullPath, base) => {
  const { json } = await call({ path, fullPath });
  expect(json.error.doc_url).toBe(`https://api.example.com${base}/docs/errors/not_found`);
});

describe("an error", () => {
  const page = { headers: { "content-security-policy": "default-src 'self'" }, body: "<h1>No</h1>" };
  const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it("is a page with the same status for browsers, and the envelope for programs", async () => {
    const errorPage = vi.fn<ErrorPage>(async () => page);
    const shown = await call({ method: "POST", path: "/text", headers: browser, errorPage });
    expect(shown).toMatchObject({ statusCode: 405, body: page.body });
    expect(shown.headers).toMatchObject({
      ...page.headers,
      allow: "GET, HEAD, OPTIONS",
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
    const [error, scope] = errorPage.mock.calls[0] ?? [];
    expect([error?.code, scope?.requestId, scope?.baseUrl]).toEqual([
      "method_not_allowed",
      "request-1",
      "https://api.example.com",
    ]);
    for (const Accept of ["*/*", "application/json", "application/json, text/html;q=0"])
      expect(codeOf(await call({ path: "/nothing", headers: { Accept }, errorPage }))).toEqual([404, "not_found"]);
    expect(codeOf(await call({ path: "/nothing", headers: browser }))).toEqual([404, "not_found"]);
    expect(errorPage).toHaveBeenCalledTimes(1);
  });

  it("is the envelope if its page can't be made", async () => {
    const errorPage = () => Promise.reject(new Error("no files"));
    expect(codeOf(await call({ path: "/nothing", headers: browser, errorPage }))).toEqual([404, "not_found"]);
  });
});

describe("faults", () => {
  const fail = (error: unknown) => ({
    listThings: async () => {
      throw error;
    },
  });

  it("do not show their message, which is only logged", async () => {
    const result = await call({ verdict: session, operations: fail(new Error("no table crm-main in eu-west-1")) });
    expect(codeOf(result)).toEqual([500, "internal_server_error"]);
    expect(result.body).not.toContain("crm-main");
    expect(lines).toEqual([
      expect.objectContaining({
        level: "error",
        errorCode: "internal_server_error",
        fault: expect.objectContaining({ message: "no table crm-main in eu-west-1", stack: expect.any(String) }),
      }),
    ]);
  });

  it.each(["ThrottlingException", "ProvisionedThroughputExceededException", "SlowDown"])(
    "of AWS that are temporary are 503: %s",
    async (name) => {
      const result = await call({ verdict: session, operations: fail(Object.assign(new Error("slow"), { name })) });
      expect(codeOf(result)).toEqual([503, "service_unavailable"]);
      expect(result.headers["retry-after"]).toBe("1");
    },
  );

  it("that are no `Error` are 500", async () => {
    expect(codeOf(await call({ verdict: session, operations: fail("oops") }))).toEqual([500, "internal_server_error"]);
  });

  it("are answered with a timeout before the function ends", async () => {
    const operations: Partial<ThingOperations> = { listThings: () => new Promise(() => {}) };
    const result = await call({ verdict: session, time: 101, operations });
    expect(codeOf(result)).toEqual([504, "timeout"]);
    expect(lines).toEqual([expect.objectContaining({ level: "error", status: 504, errorCode: "timeout" })]);
  });

  it("with a code of the catalogue are answered with this code", async () => {
    const error = new AppError("precondition_failed", { headers: { etag: '"7"' } });
    const result = await call({ verdict: session, operations: fail(error) });
    expect([...codeOf(result), result.headers.etag]).toEqual([412, "precondition_failed", '"7"']);
  });
});

describe("the log", () => {
  it.each([
    ["an error if the credentials could not be checked", "error", {}],
    ["no error if the data of the closed account are still being deleted", "info", { isDeleting: true }],
  ])("says of a 503 that it is %s", async (_, level, more) => {
    const result = await call({ verdict: { refusal: "service_unavailable", ...more } });
    expect(codeOf(result)).toEqual([503, "service_unavailable"]);
    expect(lines).toEqual([expect.objectContaining({ level, status: 503 })]);
  });

  it("has one line for each request", async () => {
    const operations: Partial<ThingOperations> = {
      listThings: async ({ query }) => {
        addUnits("read", 1.5);
        addUnits("write", 4);
        return { status: 200, body: { limit: query.limit } };
      },
    };
    await call({ verdict: fullKey, operations });
    expect(lines).toEqual([
      {
        level: "info",
        event: "request",
        requestId: "request-1",
        route: "listThings",
        method: "GET",
        accountId,
        status: 200,
        durationMs: 0,
        readUnits: 1.5,
        writeUnits: 4,
        coldStart: 1,
      },
    ]);
  });

  it("marks the first request of a process, whose caller also waited for the start", async () => {
    const handler = createHandler({}, {}, pipelineParts);
    for (const path of ["/first", "/second"]) await handler(eventOf({ path }), contextOf({ path }));
    expect(lines.map(({ coldStart }) => coldStart)).toEqual([1, undefined]);
  });

  it("never has data of the request, even if a fault quotes it", async () => {
    class ParserError extends Error {}
    const operations: Partial<ThingOperations> = {
      createThing: async ({ body }) => {
        throw new ParserError(`cannot parse ${body.name}`);
      },
    };
    const secrets = { Authorization: "Bearer service_key_abcdefghijkl_topsecret", Cookie: "__Host-session=topsecret" };
    await post('{"name":"ada@example.com"}', { operations, headers: secrets });
    await post('{"name":"ada@example.com","ada":1}', { headers: secrets });
    await call({ verdict: session, query: { "ada@example.com": ["topsecret"] }, headers: secrets });
    await call({ path: "/nothing/ada@example.com", headers: secrets });
    expect(lines).toHaveLength(4);
    const measured = lines.map((line) =>
      metricsOf(line as unknown as RequestLine, { namespace: "a", byRoute: true }, 1),
    );
    expect(JSON.stringify(measured)).toContain('"CloudWatchMetrics"');
    expect(JSON.stringify([lines, measured])).not.toMatch(/topsecret|ada|service_key|192\.0\.2\.7/);
  });
});
