import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent, Context } from "aws-lambda";
import { afterEach, describe, expect, it } from "vitest";
import { type Gateway, type GatewayParts, startGateway } from "../../../infra/local/gateway/gateway.ts";
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
type Stage = Awaited<ReturnType<typeof open>>;

let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.stop(0);
  gateway = undefined;
});

const allowAll = async (event: APIGatewayRequestAuthorizerEvent) => ({
  principalId: "someone",
  policyDocument: {
    Version: "2012-10-17",
    Statement: [{ Action: "execute-api:Invoke", Effect: "Allow", Resource: event.methodArn }],
  },
  context: { accountId: "a1", level: 3, admin: false },
});

interface Setting {
  handler?: (event: Event, context: Context) => Promise<unknown>;
  authorizer?: FunctionHandler;
  timeoutMilliseconds?: number;
}

/** A gateway whose functions record what they are given; all three groups share one handler. */
async function open({ handler, authorizer = allowAll, timeoutMilliseconds }: Setting = {}) {
  const events: Event[] = [];
  const asked: APIGatewayRequestAuthorizerEvent[] = [];
  const lines: (RequestLine | JobLine)[] = [];
  const served: string[] = [];
  const now = () => Date.UTC(2026, 0, 2, 3, 4, 5);
  const functionOf = (name: string) =>
    functionInThread(
      name,
      async (event: Event, context) => {
        served.push(name);
        events.push(event);
        return handler ? handler(event, context) : { statusCode: 200, body: "{}" };
      },
      now,
    );
  const parts: GatewayParts = {
    groups,
    functions: { things: functionOf("things"), deep: functionOf("deep"), open: functionOf("open") },
    authorizer: functionInThread(
      "authorizer",
      async (event: APIGatewayRequestAuthorizerEvent, context) => {
        asked.push(event);
        return authorizer(event as never, context);
      },
      now,
    ),
    allowedOrigins: [allowedOrigin],
    log: (line) => lines.push(line),
    now,
    newId: randomUUID,
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  };
  gateway = await startGateway(0, parts);
  return { events, asked, lines, served, port: gateway.port, url: `http://127.0.0.1:${gateway.port}` };
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

/** A request below fetch, which decides on header case, repetition and methods by itself. */
async function send(port: number, options: { method?: string; path: string; headers?: string[]; body?: string }) {
  const { path, method = "GET", headers = [], body } = options;
  const sent = httpRequest({ host: "127.0.0.1", port, path, method, agent: false });
  for (let at = 0; at < headers.length; at += 2) sent.appendHeader(headers[at] ?? "", headers[at + 1] ?? "");
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe("the event", () => {
  it("carries method, path, headers and query both ways, the last value winning", async () => {
    const { events, port } = await open();
    await send(port, {
      path: "/open/a%2Fb/c%20d/?x=1&y=%C3%A9+f&x=2&empty=&__proto__=p",
      headers: ["X-Custom", "one", "x-custom", "two", "User-Agent", "probe/1", "Connection", "close"],
    });
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
        "X-Custom": "two",
        "User-Agent": "probe/1",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-For": "127.0.0.1",
      },
      multiValueHeaders: { "X-Custom": ["one", "two"], "X-Forwarded-Port": [String(port)] },
      requestContext: {
        httpMethod: "GET",
        path: "/open/a%2Fb/c%20d/",
        resourcePath: "/open/{proxy+}",
        protocol: "HTTP/1.1",
        requestTime: "02/Jan/2026:03:04:05 +0000",
        requestTimeEpoch: Date.UTC(2026, 0, 2, 3, 4, 5),
        identity: { sourceIp: "127.0.0.1", userAgent: "probe/1", accessKey: null },
      },
    });
    expect(Object.entries(event?.queryStringParameters ?? {})).toEqual([
      ["x", "2"],
      ["y", "é f"],
      ["empty", ""],
      ["__proto__", "p"],
    ]);
    expect(event?.multiValueQueryStringParameters?.x).toEqual(["1", "2"]);
    expect(Object.keys(event?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain("connection");
    expect(event?.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("has null for everything absent", async () => {
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

  it("ignores the caller's own forwarding headers", async () => {
    const { events, port } = await open();
    await send(port, {
      path: "/open",
      headers: ["X-Forwarded-For", "203.0.113.9", "X-Forwarded-Proto", "https", "x-forwarded-port", "443"],
    });
    expect(events[0]?.requestContext.identity.sourceIp).toBe("127.0.0.1");
    expect(events[0]?.headers).toMatchObject({
      "X-Forwarded-For": "203.0.113.9, 127.0.0.1",
      "X-Forwarded-Proto": "http",
      "X-Forwarded-Port": String(port),
    });
  });

  it("has text as it is, JSON and uploads as base64, byte for byte; a type off the list is damaged as text", async () => {
    const { events, url } = await open();
    const bytes = randomBytes(1_000);
    const post = (type: string, body: string | Buffer<ArrayBuffer>) =>
      fetch(`${url}/open`, { method: "POST", body, headers: { "content-type": type } });
    await post("text/plain", "Zoë");
    await post("application/json; charset=utf-8", '{"name":"Zoë"}');
    await post("Multipart/Form-Data; boundary=x", bytes);
    await post("application/x-unlisted", bytes);
    const json = Buffer.from('{"name":"Zoë"}').toString("base64");
    expect(events[0]).toMatchObject({ body: "Zoë", isBase64Encoded: false });
    expect(events[1]).toMatchObject({ body: json, isBase64Encoded: true });
    expect(events[2]).toMatchObject({ body: bytes.toString("base64"), isBase64Encoded: true });
    expect(events[3]).toMatchObject({ body: bytes.toString("utf8"), isBase64Encoded: false });
  });
});

/** Everything that is answered on one connection, which `Connection: close` in the last request ends. */
function exchange(port: number, ...requests: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(requests.join(""));
  return text(socket);
}

describe("a raw request", () => {
  const close = "Host: localhost\r\nConnection: close\r\n";

  it.each(["Host:", 'Host: x"<y>', "Host: a\r\nHost: b"])(
    "is refused with %j, which never appears in an address",
    async (header) => {
      const { port, served } = await open();
      for (const target of ["/open", "/nowhere"]) {
        const answer = await exchange(port, `GET ${target} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain(`"doc_url":"http://localhost:${port}/docs/errors/validation_error"`);
      }
      expect(served).toEqual([]);
    },
  );

  it("by HEAD is answered without a body, with the length of what GET answers, and the connection goes on", async () => {
    const { port } = await open();
    const get = await exchange(port, `GET /nowhere HTTP/1.1\r\n${close}\r\n`);
    const answers = await exchange(
      port,
      "HEAD /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "HEAD /open HTTP/1.1\r\nHost: localhost\r\n\r\n",
      `GET /open HTTP/1.1\r\n${close}\r\n`,
    );
    const [nowhere = "", head = "", open_ = ""] = answers.split(/(?=HTTP\/1\.1 )/);
    expect(nowhere).toMatch(/^HTTP\/1\.1 404 [^{}]*\r\n\r\n$/);
    expect(nowhere).toContain(`content-length: ${get.slice(get.indexOf("\r\n\r\n") + 4).length}\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 200 [^{}]*\r\n\r\n$/);
    expect(open_).toMatch(/^HTTP\/1\.1 200 [^{}]*\r\n\r\n\{\}$/);
  });

  const post = (path: string, expectation: string, length: number) =>
    `POST ${path} HTTP/1.1\r\n${close}Expect: ${expectation}\r\nContent-Length: ${length}\r\n\r\n`;

  it("with Expect: 100-continue is told to continue only if it is not refused", async () => {
    const { events, port } = await open();
    const socket = connect(port, "127.0.0.1");
    socket.write(post("/open", "100-continue", 2));
    const [goAhead] = (await once(socket, "data")) as [Buffer];
    expect(String(goAhead)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("{}");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    expect(events).toMatchObject([{ body: "{}" }]);
    expect(await exchange(port, post("/nowhere", "100-continue", 2))).toMatch(/^HTTP\/1\.1 404 /);
    expect(await exchange(port, post("/open", "100-continue", 99_999_999))).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("routing", () => {
  it("is the longest literal path, at the root and under /api, with or without a slash at the end", async () => {
    const { events, served, url } = await open();
    for (const path of ["/things", "/things/", "/things/deeper", "/things/deep", "/api/things/deep/x", "/api/open/"]) {
      expect((await fetch(url + path)).status, path).toBe(200);
    }
    expect(served).toEqual(["things", "things", "things", "deep", "deep", "open"]);
    expect(events.map(({ resource }) => resource)).toEqual([
      "/things",
      "/things",
      "/things/{proxy+}",
      "/things/deep",
      "/api/things/deep/{proxy+}",
      "/api/open",
    ]);
  });

  it.each(["/", "/thingsx", "/api/api/open", "//open", "/open%2Fx"])(
    "%s is 404 not_found, whatever the credentials",
    async (path) => {
      const stage = await open();
      const answer = await fetch(stage.url + path, { headers: { authorization: "Bearer anything" } });
      await expectEnvelope(answer, 404, "not_found", stage);
      expect(stage.served).toEqual([]);
      expect(stage.asked).toEqual([]);
    },
  );
});

describe("the authorizer", () => {
  it("is asked before guarded groups, without the body, and its context arrives as strings", async () => {
    const { asked, events, url } = await open();
    await fetch(`${url}/things/1?a=b`, { method: "POST", body: "secret", headers: { authorization: "Bearer t" } });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      type: "REQUEST",
      methodArn: expect.stringMatching(/^arn:aws:execute-api:.*\/POST\/things\/1$/),
      resource: "/things/{proxy+}",
      headers: { authorization: "Bearer t" },
      queryStringParameters: { a: "b" },
      requestContext: { requestId: events[0]?.requestContext.requestId },
    });
    expect(asked[0]).not.toHaveProperty("body");
    expect(events[0]?.requestContext.authorizer).toEqual({
      principalId: "someone",
      accountId: "a1",
      level: "3",
      admin: "false",
    });
  });

  it("is not asked for public groups, nor for OPTIONS", async () => {
    const { asked, served, url } = await open();
    await fetch(`${url}/open`);
    await fetch(`${url}/things/deep`);
    await fetch(`${url}/things`, { method: "OPTIONS" });
    expect(served).toEqual(["open", "deep", "things"]);
    expect(asked).toEqual([]);
  });

  const policy = (Effect: string, Resource = "*") => ({
    principalId: "p",
    policyDocument: { Version: "2012-10-17", Statement: [{ Action: "execute-api:Invoke", Effect, Resource }] },
  });
  it.each<[string, () => unknown, number, string]>([
    ["denies", () => policy("Deny"), 401, "auth_required"],
    [
      "allows another resource only",
      () => policy("Allow", "arn:aws:execute-api:*:*:*/GET/other"),
      401,
      "auth_required",
    ],
    ["throws Unauthorized", () => Promise.reject(new Error("Unauthorized")), 401, "auth_required"],
    ["throws anything else", () => Promise.reject(new Error("table lost")), 500, "internal_server_error"],
    ["answers without a policy", () => ({ principalId: "p" }), 500, "internal_server_error"],
  ])("that %s keeps the function from being run", async (_what, authorizer, status, code) => {
    const stage = await open({ authorizer: async () => authorizer() });
    await expectEnvelope(await fetch(`${stage.url}/things`), status, code, stage);
    expect(stage.served).toEqual([]);
  });

  it("that does not answer in time leads to 503 with Retry-After", async () => {
    const stage = await open({ authorizer: () => new Promise(() => {}), timeoutMilliseconds: 20 });
    const answer = await fetch(`${stage.url}/things`);
    expect(answer.headers.get("retry-after")).toBe("1");
    await expectEnvelope(answer, 503, "service_unavailable", stage);
  });
});

describe("what the gateway refuses", () => {
  it.each([
    ["announced", (size: number) => Buffer.alloc(size)],
    ["streamed", (size: number) => new Blob([Buffer.alloc(size)]).stream()],
  ])("a body over 10 MB, %s, is 413", async (_how, body) => {
    const stage = await open();
    const answer = await fetch(`${stage.url}/open`, {
      method: "POST",
      body: body(11 * 1024 * 1024),
      duplex: "half",
    } as RequestInit);
    await expectEnvelope(answer, 413, "payload_too_large", stage);
    expect(stage.served).toEqual([]);
  });

  it("an upload is 413 as soon as its event passes 6 MB, base64 and all", async () => {
    const stage = await open();
    const upload = (megabytes: number) =>
      fetch(`${stage.url}/open`, {
        method: "POST",
        body: Buffer.alloc(megabytes * 1024 * 1024),
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
    expect((await upload(4.4)).status).toBe(200);
    await expectEnvelope(await upload(4.6), 413, "payload_too_large", stage);
  });

  it("request line and headers over 10,240 bytes are 400, however far over", async () => {
    const stage = await open();
    for (const size of [11_000, 200_000]) {
      const answer = await send(stage.port, { path: "/open", headers: ["x-long", "a".repeat(size)] });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error).toMatchObject({
        code: "validation_error",
        request_id: answer.headers["x-request-id"],
      });
    }
    expect(stage.served).toEqual([]);
  });

  it.each(["NONSENSE\r\n\r\n", "GET /open HTTP/1.1\r\nConnection: close\r\n\r\n"])(
    "%j, which is not valid HTTP/1.1, gets the error envelope",
    async (request) => {
      const { port, served } = await open();
      const answer = await exchange(port, request);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).error.code).toBe("validation_error");
      expect(served).toEqual([]);
    },
  );

  it("a function that takes too long is 504 timeout", async () => {
    const stage = await open({ handler: () => new Promise(() => {}), timeoutMilliseconds: 20 });
    await expectEnvelope(await fetch(`${stage.url}/open`), 504, "timeout", stage);
  });

  it.each<[string, () => unknown]>([
    ["that throws", () => Promise.reject(new Error("the inner text"))],
    ["that answers nothing", () => undefined],
    ["that answers without a status", () => ({ body: "" })],
    ["that answers a header with a line break", () => ({ statusCode: 200, headers: { a: "b\r\nset-cookie: c=d" } })],
    ["that answers over 6 MB", () => ({ statusCode: 200, body: "x".repeat(6 * 1024 * 1024 + 101) })],
  ])("a function %s is 500 internal_server_error, its cause in the log only", async (_what, handler) => {
    const stage = await open({ handler: async () => handler() });
    const answer = await fetch(`${stage.url}/open`);
    expect(await answer.clone().text()).not.toContain("inner text");
    await expectEnvelope(answer, 500, "internal_server_error", stage);
    expect(stage.lines).toEqual([
      expect.objectContaining({
        level: "error",
        requestId: answer.headers.get("x-request-id"),
        fault: expect.anything(),
      }),
    ]);
  });

  it("has CORS headers for an origin of the list and for no other", async () => {
    const { url } = await open();
    const from = (origin: string) => fetch(`${url}/nowhere`, { headers: { origin } });
    const known = await from(allowedOrigin);
    expect(known.headers.get("access-control-allow-origin")).toBe(allowedOrigin);
    expect(known.headers.get("access-control-allow-credentials")).toBe("true");
    expect(known.headers.get("access-control-expose-headers")).toContain("x-request-id");
    const foreign = await from("https://evil.example");
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    expect(foreign.headers.get("vary")).toBe("Origin");
  });

  it("never logs a path, which may hold a secret", async () => {
    const { lines, url } = await open();
    await fetch(`${url}/nowhere/the-secret?token=the-secret`);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("the-secret");
  });
});

describe("the answer", () => {
  const answering = (result: object) => open({ handler: async () => result });

  it("unites both kinds of headers; several cookies stay several", async () => {
    const { url } = await answering({
      statusCode: 201,
      headers: { "X-One": "1", "set-cookie": "a=1", "x-number": 7 },
      multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
      body: "made",
    });
    const answer = await fetch(`${url}/open`);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("x-one")).toBe("1");
    expect(answer.headers.get("x-number")).toBe("7");
    expect(await answer.text()).toBe("made");
  });

  it("renames headers that the gateway keeps for itself", async () => {
    const { url } = await answering({ statusCode: 401, headers: { "WWW-Authenticate": "Bearer" }, body: "" });
    const { headers } = await fetch(`${url}/open`);
    expect(headers.get("www-authenticate")).toBeNull();
    expect(headers.get("x-amzn-remapped-www-authenticate")).toBe("Bearer");
  });

  it("is decoded from base64 only for callers whose first Accept type is binary", async () => {
    const bytes = randomBytes(300);
    const body = bytes.toString("base64");
    const { url } = await answering({
      statusCode: 200,
      headers: { "content-type": "image/png" },
      body,
      isBase64Encoded: true,
    });
    const get = (accept: string) => fetch(`${url}/open`, { headers: { accept } });
    expect(Buffer.from(await (await get("image/png, */*")).arrayBuffer())).toEqual(bytes);
    expect(await (await get("*/*")).text()).toBe(body);
    expect(await (await get("text/html, image/png")).text()).toBe(body);
  });

  it.each([204, 304])("%i has no body", async (statusCode) => {
    const { port } = await answering({ statusCode, body: "" });
    const answer = await send(port, { path: "/open" });
    expect(answer.status).toBe(statusCode);
    expect(answer.headers["content-length"]).toBeUndefined();
  });
});

it("stops taking requests, lets the running one end, and releases its port", async () => {
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
  const stopped = gateway?.stop(5_000);
  await expect(fetch(`${url}/open`, { headers: { connection: "close" } })).rejects.toThrow();
  release.resolve();
  expect(await (await running).text()).toBe("ended");
  await stopped;
  await expect(send(port, { path: "/open" })).rejects.toThrow(/ECONNREFUSED/);
});
