/**
 * Emulates the API Gateway REST API in front of the functions: the same events, the same refusals and the same limits
 * ("Amazon API Gateway quotas" in its developer guide), on the loopback address only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import {
  type Call,
  FunctionTimeout,
  invokeFunction,
  type LocalFunction,
  maxEventBytes,
} from "../lambda/lambda-function.ts";
import { listenOnLoopback } from "../server/loopback.ts";
import {
  answerFromResult,
  type GatewayAnswer,
  GatewayFault,
  type LocalPage,
  ownAnswer,
  writeAnswer,
} from "./answer.ts";
import { authorize } from "./authorizer.ts";
import { proxyEvent, type ReceivedRequest } from "./event.ts";
import { discardRest, namesItsHost, readBody, requireHead } from "./request.ts";
import { createResourceResolver, type ResolvedResource, splitTarget } from "./resources.ts";

export interface GatewayParts {
  groups: readonly RouteGroup[];
  /** One for every group, under its name. */
  functions: Readonly<Record<string, LocalFunction>>;
  authorizer: LocalFunction;
  /** Pages that only this host has. They take precedence over the route table. */
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
  /** Takes no new request, lets running ones end within the grace period, then cuts them off. */
  stop: (graceMilliseconds?: number) => Promise<void>;
}

/** Listens on the loopback address; with port 0 on a free port. Throws `PortTakenError`. */
export async function startGateway(port: number, parts: GatewayParts): Promise<Gateway> {
  const resolve = createResourceResolver(parts.groups);
  // The gateway refuses a request without `Host` in the error envelope, which Node would not use.
  const options = { maxHeaderSize: 32 * 1024, keepAliveTimeout: 60_000, requireHostHeader: false };
  const server = createServer(options);
  const answer = (message: IncomingMessage, response: ServerResponse): void => {
    // While the gateway stops, it keeps no connection for another request.
    if (!server.listening) response.setHeader("connection", "close");
    response.on("finish", () => !server.listening && message.socket.destroySoon());
    void answerRequest(message, response, resolve, parts);
  };
  server.on("request", answer);
  // Node would send "100 Continue" before the request is checked.
  server.on("checkContinue", answer);
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
  requireHead(message);
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
  const isGuarded = resolved.guarded && method !== "OPTIONS";
  const context = isGuarded ? await authorize(parts.authorizer, request, resolved, call()) : undefined;
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

/** Bytes that are no HTTP request have no response object, so the answer is written to the socket. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, parts: GatewayParts): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const requestId = parts.newId();
  const host = `http://localhost:${socket.localPort ?? ""}`;
  const answer = ownAnswer("BAD_REQUEST_PARAMETERS", { requestId, baseUrl: host, origin: undefined }, []);
  const headers = [...answer.headers].map(([name, values]) => `${name}: ${values.join(", ")}\r\n`).join("");
  const length = `content-length: ${answer.body.length}\r\nconnection: close\r\n`;
  socket.end(`HTTP/1.1 ${answer.status} Bad Request\r\n${headers}${length}\r\n${answer.body}`);
}

/** The line names the request by its id only, because its path may hold a secret. */
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
