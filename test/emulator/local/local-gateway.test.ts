import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { afterEach, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../infra/local/gateway/gateway.ts";
import { type FunctionHandler, functionInThread } from "../../../infra/local/lambda/lambda-function.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";

const guardedRow = { method: "ANY", path: "/things", access: "session", reserved: true } as const;
const publicRow = { method: "ANY", path: "/open", access: "public", reserved: true } as const;
const groups: RouteGroup[] = [
  { name: "things", resources: ["/things"], rows: {}, reserved: { guardedRow } },
  { name: "deep", resources: ["/things/deep"], rows: {}, reserved: { publicRow } },
  { name: "open", resources: ["/open"], rows: {}, reserved: { publicRow } },
];
const allowedOrigin = "https://app.example";

type Event = APIGatewayProxyEvent;
type AuthorizerEvent = APIGatewayRequestAuthorizerEvent;
type Stage = Awaited<ReturnType<typeof open>>;

let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.stop(0);
  gateway = undefined;
});

const policy = (Effect: string, Resource: string) => ({
  principalId: "someone",
  policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect, Resource }] },
  context: { accountId: "a1", level: 3, admin: false },
});

interface Setting {
  handler?: (event: Event) => Promise<unknown>;
  authorizer?: (event: AuthorizerEvent) => Promise<unknown>;
  timeoutMilliseconds?: number;
  stagePath?: string;
}

/** A gateway whose functions record their events. All three groups share one handler. */
async function open({ handler, authorizer, timeoutMilliseconds, stagePath = "" }: Setting = {}) {
  const events: Event[] = [];
  const authorizerEvents: AuthorizerEvent[] = [];
  const lines: (RequestLine | JobLine)[] = [];
  const served: string[] = [];
  const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
  const answer = async (event: Event) => (handler ? handler(event) : { statusCode: 200, body: "{}" });
  const functionOf = (name: string) => {
    const record: FunctionHandler = async (event: Event) => {
      served.push(name);
      events.push(event);
      return answer(event);
    };
    return functionInThread(name, record, now);
  };
  const allow = async ({ methodArn }: AuthorizerEvent) => policy("Allow", methodArn);
  const judge: FunctionHandler = async (event: AuthorizerEvent) => {
    authorizerEvents.push(event);
    return (authorizer ?? allow)(event);
  };
  gateway = await startGateway(0, {
    groups,
    functions: Object.fromEntries(groups.map(({ name }) => [name, functionOf(name)])),
    authorizer: functionInThread("authorizer", judge, now),
    allowedOrigins: [allowedOrigin],
    log: (line) => lines.push(line),
    now,
    stagePath,
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  });
  return {
    events,
    authorizerEvents,
    lines,
    served,
    port: gateway.port,
    url: `http://localhost:${gateway.port}${stagePath}`,
  };
}

async function expectEnvelope(answer: Response, status: number, code: string, stage: Stage): Promise<void> {
  expect(answer.status).toBe(status);
  const { error } = (await answer.json()) as { error: { code: string; request_id: string; doc_url: string } };
  expect(error.code).toBe(code);
  expect(error.request_id).toBe(answer.headers.get("x-request-id"));
  expect(error.doc_url).toBe(`${stage.url}/docs/errors/${code}`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
}

/** Sends a request without fetch, which decides by itself about the case and the repetition of headers. */
async function send(port: number, path: string, headers: readonly string[]) {
  const sent = httpRequest({ host: "127.0.0.1", port, path, agent: false });
  for (let at = 0; at < headers.length; at += 2) sent.appendHeader(headers[at] ?? "", headers[at + 1] ?? "");
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

/** Sends bytes as they are, and reads the answer until the gateway closes the connection. */
async function sendText(port: number, request: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  const answer = await text(socket);
  const end = answer.lastIndexOf("\r\n\r\n");
  return { head: answer.slice(0, end), body: answer.slice(end + 4) };
}

describe("the stage", () => {
  it("is part of the path that callers see, and of nothing that functions match", async () => {
    const stage = await open({ stagePath: "/prod" });
    for (const path of ["/things/deep?x=1", "/open", ""]) await fetch(`${stage.url}${path}`);
    const paths = stage.events.map(({ resource, path, requestContext }) => [resource, path, requestContext.path]);
    expect(paths).toEqual([
      ["/things/deep", "/things/deep", "/prod/things/deep"],
      ["/open", "/open", "/prod/open"],
    ]);
    // What the gateway itself answers, also to what is no request, leads to addresses below the stage.
    await expectEnvelope(await fetch(stage.url), 404, "not_found", stage);
    expect((await sendText(stage.port, "nonsense\r\n\r\n")).body).toContain(`"${stage.url}/docs/errors/`);
  });

  it.each(["/open", "/production/open", "/"])("has nothing at %s, which is not below it", async (path) => {
    const stage = await open({ stagePath: "/prod" });
    const answer = await fetch(`http://localhost:${stage.port}${path}`);
    await expectEnvelope(answer, 404, "not_found", stage);
    expect(stage.events).toEqual([]);
  });
});

describe("compression", () => {
  it.each([
    [1023, "gzip", null],
    [1024, "gzip, deflate", "gzip"],
    [1024, "deflate", null],
    [1024, "", null],
  ])("of %i bytes for a caller that accepts '%s' is %s, and the content stays", async (bytes, accepted, encoding) => {
    const body = "é".repeat(bytes / 2).padEnd(bytes - Math.floor(bytes / 2), "x");
    const { url } = await open({ handler: async () => ({ statusCode: 200, headers: { etag: '"1"' }, body }) });
    const answer = await fetch(`${url}/open`, { headers: { "accept-encoding": accepted } });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("etag")).toBe('"1"');
    expect(Buffer.byteLength(body)).toBe(bytes);
    expect(await answer.text()).toBe(body);
  });
});

describe("the event", () => {
  it("has method, path, headers and query as single and as multiple values", async () => {
    const { events, port } = await open();
    await send(port, "/open/a%2Fb/c%20d/?x=1&y=%C3%A9+f&x=2&empty=&__proto__=p", [
      ...["X-Custom", "one", "x-custom", "two", "User-Agent", "probe/1"],
      ...["X-Forwarded-For", "203.0.113.9", "X-Forwarded-Proto", "https"],
    ]);
    const [event] = events;
    expect(event).toMatchObject({
      resource: "/open/{proxy+}",
      path: "/open/a%2Fb/c%20d/",
      httpMethod: "GET",
      pathParameters: { proxy: "a%2Fb/c%20d" },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      headers: {
        "x-custom": "two",
        "user-agent": "probe/1",
        "x-forwarded-proto": "http",
        "x-forwarded-for": "203.0.113.9, 127.0.0.1",
      },
      multiValueHeaders: { "x-custom": ["one", "two"], "x-forwarded-proto": ["http"] },
      requestContext: {
        path: "/open/a%2Fb/c%20d/",
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        requestTimeEpoch: Date.UTC(2026, 0, 2, 3, 4, 5),
        identity: { sourceIp: "127.0.0.1", userAgent: "probe/1" },
      },
    });
    expect(Object.entries(event?.queryStringParameters ?? {})).toEqual([
      ["x", "2"],
      ["y", "é f"],
      ["empty", ""],
      ["__proto__", "p"],
    ]);
    expect(event?.multiValueQueryStringParameters?.x).toEqual(["1", "2"]);
  });

  it("has null for each absent part", async () => {
    const { events, url } = await open();
    await fetch(`${url}/open`);
    expect(events[0]).toMatchObject({
      resource: "/open",
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      body: null,
    });
    expect(events[0]?.requestContext.authorizer).toBeUndefined();
  });

  it("has JSON and uploads as base64, and other bodies as text, which damages bytes", async () => {
    const { events, url } = await open();
    const bytes = randomBytes(1_000);
    const post = (type: string, body: string | Buffer<ArrayBuffer>) =>
      fetch(`${url}/open`, { method: "POST", body, headers: { "content-type": type } });
    await post("text/plain", "Zoë");
    await post("application/json; charset=utf-8", '{"name":"Zoë"}');
    await post("Multipart/Form-Data; boundary=x", bytes);
    await post("application/x-unlisted", bytes);
    const json = Buffer.from('{"name":"Zoë"}').toString("base64");
    expect(events).toMatchObject([
      { body: "Zoë", isBase64Encoded: false },
      { body: json, isBase64Encoded: true },
      { body: bytes.toString("base64"), isBase64Encoded: true },
      { body: bytes.toString("utf8"), isBase64Encoded: false },
    ]);
  });
});

describe("routing", () => {
  it("follows the longest literal path, at the root and under /api, with or without a slash at the end", async () => {
    const { events, served, url } = await open();
    const paths = ["/things", "/things/", "/things/deeper", "/things/deep", "/api/things/deep/x", "/api/open/"];
    for (const path of paths) expect((await fetch(url + path)).status, path).toBe(200);
    expect(served).toEqual(["things", "things", "things", "deep", "deep", "open"]);
    expect(events.map(({ resource }) => resource)).toEqual([
      ...["/things", "/things", "/things/{proxy+}"],
      ...["/things/deep", "/api/things/deep/{proxy+}", "/api/open"],
    ]);
  });

  it.each(["/", "/thingsx", "/api/api/open", "//open", "/open%2Fx"])("answers %s with 404 not_found", async (path) => {
    const stage = await open();
    const answer = await fetch(stage.url + path, { headers: { authorization: "Bearer anything" } });
    await expectEnvelope(answer, 404, "not_found", stage);
    expect([stage.served, stage.authorizerEvents]).toEqual([[], []]);
  });
});

describe("the gateway serves", () => {
  const echo = async ({ httpMethod, body, queryStringParameters: query }: Event) => ({
    statusCode: 200,
    body: httpMethod === "HEAD" ? "" : (body ?? JSON.stringify(query)),
  });

  it.each([
    ["the path in its absolute address", "GET http://LOCALHOST:{port}/open/a?x=1", "", '{"x":"1"}'],
    ["HEAD of its absolute address", "HEAD http://127.0.0.1:{port}/open", "", ""],
    ["a body that waits to be asked for", "POST /open", "Expect: 100-continue\r\nContent-Length: 5\r\n", "hello"],
  ])("%s", async (_, line, headers, expected) => {
    const { events, port } = await open({ handler: echo });
    const requestLine = line.replace("{port}", String(port));
    const sent = `${requestLine} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;
    const { head, body } = await sendText(port, headers ? `${sent}hello` : sent);
    const goAhead = headers.startsWith("Expect") ? "HTTP/1.1 100 Continue\r\n\r\n" : "";
    expect(head).toMatch(new RegExp(`^${goAhead}HTTP/1.1 200 OK\r\n`));
    expect(body).toBe(expected);
    expect(events[0]?.headers.host).toBe(/http:\/\/([^/]+)/.exec(requestLine)?.[1] ?? "a");
  });
});

describe("the authorizer", () => {
  it("is called before guarded groups, without the body, and its context arrives as strings", async () => {
    const { authorizerEvents, events, url } = await open();
    await fetch(`${url}/things/1?a=b`, { method: "POST", body: "secret", headers: { authorization: "Bearer t" } });
    expect(authorizerEvents).toMatchObject([
      {
        type: "REQUEST",
        methodArn: expect.stringMatching(/^arn:aws:execute-api:.*\/POST\/things\/1$/),
        resource: "/things/{proxy+}",
        headers: { authorization: "Bearer t" },
        queryStringParameters: { a: "b" },
        requestContext: { requestId: events[0]?.requestContext.requestId },
      },
    ]);
    expect(authorizerEvents[0]).not.toHaveProperty("body");
    const context = { principalId: "someone", accountId: "a1", level: "3", admin: "false" };
    expect(events[0]?.requestContext.authorizer).toEqual(context);
  });

  it("is not called for public groups and for OPTIONS", async () => {
    const { authorizerEvents, served, url } = await open();
    await fetch(`${url}/open`);
    await fetch(`${url}/things/deep`);
    await fetch(`${url}/things`, { method: "OPTIONS" });
    expect(served).toEqual(["open", "deep", "things"]);
    expect(authorizerEvents).toEqual([]);
  });

  it.each<[string, Setting["authorizer"] & object, number, string]>([
    ["denies", async () => policy("Deny", "*"), 401, "auth_required"],
    ["allows another resource", async () => policy("Allow", "arn:aws:*/GET/other"), 401, "auth_required"],
    ["throws", () => Promise.reject(new Error("table lost")), 500, "internal_server_error"],
    ["answers without a policy", async () => ({ principalId: "p" }), 500, "internal_server_error"],
    ["does not answer in time", () => new Promise(() => {}), 503, "service_unavailable"],
  ])("that %s keeps the function from running", async (_, authorizer, status, code) => {
    const stage = await open({ authorizer, timeoutMilliseconds: 100 });
    await expectEnvelope(await fetch(`${stage.url}/things`), status, code, stage);
    expect(stage.served).toEqual([]);
  });
});

describe("the gateway refuses", () => {
  const megabyte = 1024 ** 2;

  it.each([
    ["announced", (size: number) => Buffer.alloc(size)],
    ["streamed", (size: number) => new Blob([Buffer.alloc(size)]).stream()],
  ])("a body over 10 MB that is %s", async (_, body) => {
    const stage = await open();
    const request = { method: "POST", body: body(11 * megabyte), duplex: "half" } as const;
    await expectEnvelope(await fetch(`${stage.url}/open`, request), 413, "payload_too_large", stage);
    expect(stage.served).toEqual([]);
  });

  it("an upload whose event has more than 6 MB, in which it is base64", async () => {
    const stage = await open();
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const upload = (megabytes: number) =>
      fetch(`${stage.url}/open`, { method: "POST", body: Buffer.alloc(megabytes * megabyte), headers });
    expect((await upload(4.4)).status).toBe(200);
    await expectEnvelope(await upload(4.6), 413, "payload_too_large", stage);
  });

  it.each([
    ["without a host", "GET /open", ""],
    ["with a host that is not valid", "GET /open", 'Host: x"<y>\r\n'],
    ["with two hosts", "GET /open", "Host: a\r\nHost: b\r\n"],
    ["with request line and headers over 10,240 bytes", "GET /open", `Host: a\r\nX-Long: ${"a".repeat(10_240)}\r\n`],
    ["that is not HTTP", "GET /open", "NONSENSE\r\n"],
    ["with an unknown expectation", "GET /open", "Host: a\r\nExpect: foo\r\n"],
    ["with the absolute address of another server", "GET http://a/open", "Host: a\r\n"],
    ["with an absolute address without a host", "GET http:///open", "Host: a\r\n"],
    ["for a tunnel", "CONNECT a:443", "Host: a\r\n"],
    ["that begins with an empty line and is not HTTP", "\r\nGET /open", "NONSENSE\r\n"],
  ])("a request %s, with the error envelope, and HEAD without a body", async (_, line, headers) => {
    const { port, served } = await open();
    const { head, body } = await sendText(port, `${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(body).error).toMatchObject({
      code: "validation_error",
      type: "invalid_request_error",
      request_id: /x-request-id: (\S+)/.exec(head)?.[1],
      doc_url: `http://localhost:${port}/docs/errors/validation_error`,
    });
    const headLine = line.replace(/^(\s*)GET/, "$1HEAD");
    const bare = await sendText(port, `${headLine} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    if (headLine !== line) expect(bare.body).toBe("");
    expect(bare.head).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}`);
    expect(served).toEqual([]);
  });

  it.each(["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"])(
    "HEAD with a body: %j",
    async (rest) => {
      const { port, served } = await open();
      const { head, body } = await sendText(port, `HEAD /open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`);
      expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect([body, served]).toEqual(["", []]);
    },
  );

  it("a tunnel whose caller does not close the connection, and stops nevertheless", async () => {
    const { port } = await open();
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.write("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    await gateway?.stop(0);
    socket.destroy();
  });

  it("no request with headers of 9,000 bytes", async () => {
    const { port } = await open();
    expect((await send(port, "/open", ["x-long", "a".repeat(9_000)])).status).toBe(200);
  });

  it("to wait for a function that takes too long", async () => {
    const stage = await open({ handler: () => new Promise(() => {}), timeoutMilliseconds: 20 });
    await expectEnvelope(await fetch(`${stage.url}/open`), 504, "timeout", stage);
  });

  it.each<[string, () => unknown]>([
    ["throws", () => Promise.reject(new Error("the inner text"))],
    ["answers nothing", () => undefined],
    ["answers without a status", () => ({ body: "" })],
    [
      "answers a header with a line break",
      () => ({ statusCode: 200, headers: { a: "b\r\nset-cookie: c=d" }, body: "" }),
    ],
    ["answers over 6 MB", () => ({ statusCode: 200, body: "x".repeat(6 * megabyte + 101) })],
  ])("to show the fault of a function that %s, which only the log has", async (_, handler) => {
    const stage = await open({ handler: async () => handler() });
    const answer = await fetch(`${stage.url}/open`);
    expect(await answer.clone().text()).not.toContain("inner text");
    await expectEnvelope(answer, 500, "internal_server_error", stage);
    const requestId = answer.headers.get("x-request-id");
    expect(stage.lines).toMatchObject([{ level: "error", requestId, fault: {} }]);
  });
});

describe("an answer of the gateway", () => {
  it("has CORS headers for an allowed origin only", async () => {
    const { url } = await open();
    const from = async (origin: string) => (await fetch(`${url}/nowhere`, { headers: { origin } })).headers;
    const known = await from(allowedOrigin);
    expect(known.get("access-control-allow-origin")).toBe(allowedOrigin);
    expect(known.get("access-control-allow-credentials")).toBe("true");
    expect(known.get("access-control-expose-headers")).toContain("x-request-id");
    const foreign = await from("https://evil.example");
    expect(foreign.get("access-control-allow-origin")).toBeNull();
    expect(foreign.get("vary")).toBe("Origin");
  });

  it("is logged without its path, which may hold a secret", async () => {
    const { lines, url } = await open();
    await fetch(`${url}/nowhere/the-secret?token=the-secret`);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("the-secret");
  });
});

describe("an answer of a function", () => {
  it("has both kinds of headers, and several cookies", async () => {
    const result = {
      statusCode: 401,
      headers: { "x-one": "1", "www-authenticate": "Bearer" },
      multiValueHeaders: { "set-cookie": ["a=1", "b=2"] },
      body: "refused",
    };
    const { url } = await open({ handler: async () => result });
    const answer = await fetch(`${url}/open`);
    expect([answer.status, await answer.text()]).toEqual([401, "refused"]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("x-one")).toBe("1");
    expect(answer.headers.get("www-authenticate")).toBeNull();
    expect(answer.headers.get("x-amzn-remapped-www-authenticate")).toBe("Bearer");
  });

  it.each([
    ["GET", 204],
    ["GET", 304],
    ["HEAD", 200],
  ])("to %s with %i has no body, and the connection stays usable", async (method, statusCode) => {
    const { url } = await open({ handler: async () => ({ statusCode, body: "" }) });
    for (const _ of [1, 2]) {
      const answer = await fetch(`${url}/open`, { method });
      expect([answer.status, await answer.text()]).toEqual([statusCode, ""]);
    }
  });
});

it("stops accepting requests, lets the running one end, and releases its port", async () => {
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const { port, url } = await open({
    handler: async () => {
      entered.resolve();
      await release.promise;
      return { statusCode: 200, body: "ended" };
    },
  });
  const running = fetch(`${url}/open`);
  await entered.promise;
  const stopped = gateway?.stop(60_000);
  await expect(fetch(`${url}/open`, { headers: { connection: "close" } })).rejects.toThrow();
  release.resolve();
  expect(await (await running).text()).toBe("ended");
  await stopped;
  await expect(send(port, "/open", [])).rejects.toThrow(/ECONNREFUSED/);
});
