/**
 * Stands in for the API Gateway REST API in front of the functions: the same events, the same refusals, the same limits ("Amazon API Gateway
 * quotas" in its developer guide), on the loopback address only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import type { RouteGroup } from "../../shared/http/group.ts";
import type { Log } from "../../shared/log/request-log.ts";
import { answerFromResult, type GatewayAnswer, ownAnswer, writeAnswer } from "./gateway-answer.ts";
import { authorize } from "./gateway-authorizer.ts";
import { proxyEvent, type ReceivedRequest } from "./gateway-event.ts";
import { GatewayFault } from "./gateway-fault.ts";
import { createResourceResolver, type ResolvedResource } from "./gateway-resources.ts";
import { namesItsHost, splitTarget, takeAbsoluteTarget } from "./gateway-target.ts";
import { type Call, FunctionTimeout, invokeFunction, type LocalFunction, maxEventBytes } from "./lambda-function.ts";
import { listenOnLoopback } from "./loopback.ts";
import type { LocalPage } from "./mail-page.ts";

export interface GatewayParts {
  groups: readonly RouteGroup[];
  /** One for every group, under its name. */
  functions: Readonly<Record<string, LocalFunction>>;
  authorizer: LocalFunction;
  /** Asked before the route table: what only this host shows. */
  page?: LocalPage;
  allowedOrigins: readonly string[];
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  newId: () => string;
  /** Milliseconds that a function may take; the gateway's own default is 29 seconds. */
  timeoutMilliseconds?: number;
}

export interface Gateway {
  port: number;
  /** Takes no new request, lets running ones end within the grace, then cuts them off. */
  stop: (graceMilliseconds?: number) => Promise<void>;
}

const maxBodyBytes = 10 * 1024 * 1024;
/** Request line and headers together. */
const maxHeadBytes = 10_240;
/** What is read and thrown away of a body that was refused, so that its sender gets to read the refusal. */
const maxDiscardedBytes = 100 * 1024 * 1024;
const discardMilliseconds = 10_000;

/** Listens on 127.0.0.1. Port 0 takes a free one. Throws `PortTakenError`. */
export async function startGateway(port: number, parts: GatewayParts): Promise<Gateway> {
  const resolve = createResourceResolver(parts.groups);
  // A request without `Host` is refused in the envelope, and not by Node.
  const options = { maxHeaderSize: 32 * 1024, keepAliveTimeout: 60_000, requireHostHeader: false };
  const server = createServer(options);
  const answer = (message: IncomingMessage, response: ServerResponse): void => {
    // While the gateway stops, no connection is kept for a next request.
    if (!server.listening) response.setHeader("connection", "close");
    response.on("finish", () => !server.listening && message.socket.destroySoon());
    takeAbsoluteTarget(message);
    void answerRequest(message, response, resolve, parts);
  };
  server.on("request", answer);
  // Node itself would send the go-ahead before the request is looked at, and refuse any other expectation without the envelope.
  server.on("checkContinue", answer);
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) => refuseBrokenRequest(error, socket as Socket, parts));
  const actual = await listenOnLoopback(server, "The API", port);
  return { port: actual, stop: (grace = 2_000) => stop(server, grace) };
}

async function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  resolve: (path: string) => ResolvedResource | undefined,
  parts: GatewayParts,
): Promise<void> {
  const requestId = parts.newId();
  const method = message.method ?? "GET";
  let answer: GatewayAnswer;
  try {
    answer = await serve(message, response, requestId, resolve, parts);
  } catch (error) {
    if (message.destroyed && !message.complete) return;
    const fault = error instanceof GatewayFault ? error : new GatewayFault("DEFAULT_5XX", error);
    const host = namesItsHost(message) && message.headers.host;
    const baseUrl = `http://${host || `localhost:${message.socket.localPort}`}`;
    answer = ownAnswer(fault.type, { requestId, baseUrl, origin: message.headers.origin }, parts.allowedOrigins);
    parts.log(logLine(requestId, method, answer.status, fault));
  }
  if (!message.complete) await discardRest(message, response);
  writeAnswer(response, method, answer);
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  resolve: (path: string) => ResolvedResource | undefined,
  parts: GatewayParts,
): Promise<GatewayAnswer> {
  const method = message.method ?? "GET";
  const target = message.url ?? "/";
  if (!namesItsHost(message) || headBytes(message, method, target) > maxHeadBytes) {
    throw new GatewayFault("BAD_REQUEST_PARAMETERS");
  }
  const page = parts.page?.(message);
  if (page) {
    await readBody(message, response);
    return page;
  }
  const resolved = resolve(splitTarget(target).path);
  const integration = resolved && parts.functions[resolved.group.name];
  if (!resolved || !integration) throw new GatewayFault("MISSING_AUTHENTICATION_TOKEN");
  const request: ReceivedRequest = {
    method,
    target,
    rawHeaders: message.rawHeaders,
    body: await readBody(message, response),
    clientAddress: message.socket.remoteAddress ?? "127.0.0.1",
    port: message.socket.localPort ?? 0,
    requestId,
    receivedAt: parts.now(),
  };
  const call = () => ({ requestId: parts.newId(), timeoutMilliseconds: parts.timeoutMilliseconds ?? 29_000 });
  const asked = resolved.guarded && method !== "OPTIONS";
  const context = asked ? await authorize(parts.authorizer, request, resolved, call()) : undefined;
  const event = proxyEvent(request, resolved, context);
  if (Buffer.byteLength(JSON.stringify(event)) > maxEventBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  return answerFromResult(await integrate(integration, event, call()), message.headers.accept, requestId);
}

async function integrate(target: LocalFunction, event: object, call: Call): Promise<unknown> {
  try {
    return await invokeFunction(target, event, call);
  } catch (error) {
    throw new GatewayFault(error instanceof FunctionTimeout ? "INTEGRATION_TIMEOUT" : "DEFAULT_5XX", error);
  }
}

async function readBody(message: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  if (Number(message.headers["content-length"] ?? 0) > maxBodyBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  if (expectsGoAhead(message)) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBodyBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  }
  return Buffer.concat(chunks);
}

/** RFC 9110, section 10.1.1. Any other expectation is passed over, and so is one of an earlier version. */
function expectsGoAhead({ headers: { expect = "" }, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && expect.toLowerCase() === "100-continue";
}

function headBytes(message: IncomingMessage, method: string, target: string): number {
  const headers = message.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  return `${method} ${target} HTTP/1.1\r\n`.length + headers;
}

/**
 * Reads and throws away what is still being sent, up to a bound: a connection that is closed on a sender in the middle of a body
 * often costs it the answer. Who waits for a go-ahead sends nothing.
 */
async function discardRest(message: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("connection", "close");
  if (expectsGoAhead(message)) return;
  let discarded = 0;
  message.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) message.destroy();
  });
  await finished(message, { signal: AbortSignal.timeout(discardMilliseconds) }).catch(() => {});
}

/** What is no HTTP request never becomes one; the answer is written by hand, to HEAD without its body. */
function refuseBrokenRequest(error: BrokenRequest, socket: Socket, parts: GatewayParts): void {
  if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const requestId = parts.newId();
  const host = `http://localhost:${socket.localPort ?? ""}`;
  const answer = ownAnswer("BAD_REQUEST_PARAMETERS", { requestId, baseUrl: host, origin: undefined }, []);
  const headers = [...answer.headers].map(([name, values]) => `${name}: ${values.join(", ")}\r\n`).join("");
  const length = `content-length: ${answer.body.length}\r\nconnection: close\r\n`;
  const body = error.rawPacket?.toString("latin1").startsWith("HEAD ") ? "" : answer.body;
  socket.end(`HTTP/1.1 ${answer.status} Bad Request\r\n${headers}${length}\r\n${body}`);
}

/** `rawPacket`: the bytes in which the parser met the fault. */
type BrokenRequest = Error & { rawPacket?: Buffer };

/** Names the request by its id only: its path may hold a secret. */
function logLine(requestId: string, method: string, status: number, { type, cause }: GatewayFault) {
  const fault = cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : undefined;
  const level = status >= 500 ? ("error" as const) : ("info" as const);
  return { level, event: "gateway", requestId, method, type, status, ...(fault && { fault }) };
}

async function stop(server: Server, graceMilliseconds: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
