/**
 * Emulates the API Gateway REST API in front of the functions: the same events, the same refusals and the same limits
 * ("Amazon API Gateway quotas" in its developer guide), on the loopback address only.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { APIGatewayProxyResult } from "aws-lambda";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import { isHost } from "../../../shared/platform/http/scope.ts";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { FunctionTimeout, invokeFunction, type LocalFunction, maxEventBytes } from "../lambda/lambda-function.ts";
import { listenOnLoopback } from "../server/loopback.ts";
import {
  answerFromResult,
  compressAnswer,
  type GatewayAnswer,
  GatewayFault,
  type LocalPage,
  ownAnswer,
  refuseOnSocket,
  writeAnswer,
} from "./answer.ts";
import { type AuthorizerContext, authorizerEvent, proxyEvent, type ReceivedRequest } from "./event.ts";
import { createResourceResolver, type ResolvedResource, splitTarget, toOriginForm, withoutStage } from "./resources.ts";

export interface GatewayParts {
  groups: readonly RouteGroup[];
  /** One for every group, under its name. */
  functions: Readonly<Record<string, LocalFunction>>;
  authorizer: LocalFunction;
  /** Pages that only this host has. They take precedence over the route table. */
  page?: LocalPage;
  allowedOrigins: readonly string[];
  /** Everything is below this path, as at the default address of an API; empty as at its own domain. */
  stagePath?: string;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Milliseconds that a function may take; the gateway's own default is 29 seconds. */
  timeoutMilliseconds?: number;
}

export interface Gateway {
  port: number;
  /** Accepts no new request, lets running ones end within the grace period, then cuts them off. */
  stop: (graceMilliseconds?: number) => Promise<void>;
}

/** Request line and headers together, in bytes. */
const maxHeaderSize = 10_240;
const maxBodyBytes = 10 * 1024 * 1024;

type Resolve = (path: string) => ResolvedResource | undefined;

/** Listens on the loopback address; with port 0 on a free port. Throws `PortTakenError`. */
export async function startGateway(port: number, parts: GatewayParts): Promise<Gateway> {
  const resolve = createResourceResolver(parts.groups);
  const { stagePath = "" } = parts;
  // The gateway refuses a request without `Host` by itself, because Node would not use the error envelope.
  const options = { maxHeaderSize, keepAliveTimeout: 60_000, requireHostHeader: false };
  const answerBy = (serving: typeof serve) => (message: IncomingMessage, response: ServerResponse) => {
    void answerRequest(message, serving, resolve, parts, (answer) => {
      // While the gateway stops, it keeps no connection for another request.
      response.shouldKeepAlive &&= server.listening;
      writeAnswer(response, answer);
    });
  };
  const server = createServer(options, answerBy(serve));
  // Node itself would answer an unknown `Expect` without the error envelope, and `CONNECT` not at all.
  server.on("checkExpectation", answerBy(refuse));
  server.on("connect", (_message, stream) => {
    const socket = stream as Socket;
    // Node no longer looks after this connection: a fault would end the process, and a caller that stays would hold up the stop.
    socket.on("error", () => socket.destroy());
    refuseOnSocket(socket, stagePath);
    socket.resume().destroySoon();
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
    else refuseOnSocket(socket as Socket, stagePath, error.rawPacket);
  });
  const actual = await listenOnLoopback(server, "The API", port);
  return { port: actual, stop: (grace = 2_000) => stop(server, grace) };
}

async function answerRequest(
  message: IncomingMessage,
  serving: typeof serve,
  resolve: Resolve,
  parts: GatewayParts,
  write: (answer: Parameters<typeof writeAnswer>[1]) => void,
): Promise<void> {
  const requestId = randomUUID();
  try {
    const answer = await serving(message, requestId, resolve, parts);
    write(await compressAnswer(answer, message.headers["accept-encoding"]));
  } catch (error) {
    if (message.destroyed && !message.complete) return;
    const fault = error instanceof GatewayFault ? error : new GatewayFault("DEFAULT_5XX", error);
    const baseUrl = `http://localhost:${message.socket.localPort}${parts.stagePath ?? ""}`;
    const answer = ownAnswer(fault.type, { requestId, baseUrl, origin: message.headers.origin }, parts.allowedOrigins);
    parts.log(logLine(requestId, message.method ?? "", answer.status, fault));
    write(answer);
  }
}

async function serve(
  message: IncomingMessage,
  requestId: string,
  resolve: Resolve,
  parts: GatewayParts,
): Promise<GatewayAnswer> {
  const body = await readBody(message);
  // Several hosts are not valid either, and the body of a HEAD has no meaning (RFC 9110, section 9.3.2).
  const isValid = isHost(message.headersDistinct.host?.join()) && toOriginForm(message);
  const { method = "GET", url = "/" } = message;
  if (!isValid || (method === "HEAD" && body.length > 0)) throw new GatewayFault("BAD_REQUEST_PARAMETERS");
  const { stagePath = "" } = parts;
  const target = withoutStage(url, stagePath);
  if (target === undefined) throw new GatewayFault("MISSING_AUTHENTICATION_TOKEN");
  message.url = target;
  const page = parts.page?.(message);
  if (page) return page;
  const resolved = resolve(splitTarget(target).path);
  const integration = resolved && parts.functions[resolved.group.name];
  if (!resolved || !integration) throw new GatewayFault("MISSING_AUTHENTICATION_TOKEN");
  const request: ReceivedRequest = {
    method,
    target,
    stagePath,
    headers: message.headersDistinct,
    body,
    clientAddress: message.socket.remoteAddress ?? "127.0.0.1",
    requestId,
    receivedAt: parts.now(),
  };
  const isGuarded = resolved.guarded && method !== "OPTIONS";
  const context = isGuarded ? await authorize(request, resolved, parts) : undefined;
  const event = proxyEvent(request, resolved, context);
  if (Buffer.byteLength(JSON.stringify(event)) > maxEventBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  const result = await invokeFunction(integration, event, newCall(parts)).catch((error: unknown) => {
    throw new GatewayFault(error instanceof FunctionTimeout ? "INTEGRATION_TIMEOUT" : "DEFAULT_5XX", error);
  });
  return answerFromResult(result as APIGatewayProxyResult);
}

async function refuse(): Promise<never> {
  throw new GatewayFault("BAD_REQUEST_PARAMETERS");
}

/** Reads all of a body, because its sender reads no answer before. A body that is too large is not kept. */
async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  return Buffer.concat(chunks);
}

/** "Output from an API Gateway Lambda authorizer", with the one statement that ours gives. */
interface AuthorizerAnswer {
  principalId: string;
  policyDocument: { Statement: [{ Effect: string; Resource: string }] };
  context: Record<string, unknown>;
}

/** The authorizer's context for the function. Throws a `GatewayFault` for a refusal and for a malformed answer. */
async function authorize(
  request: ReceivedRequest,
  resolved: ResolvedResource,
  parts: GatewayParts,
): Promise<AuthorizerContext> {
  const event = authorizerEvent(request, resolved);
  try {
    const answer = (await invokeFunction(parts.authorizer, event, newCall(parts))) as AuthorizerAnswer;
    const [{ Effect, Resource }] = answer.policyDocument.Statement;
    // A resource of IAM may end in a wildcard.
    const isForThisCall = event.methodArn.startsWith(Resource.replace(/\*$/, ""));
    if (Effect !== "Allow" || !isForThisCall) throw new GatewayFault("ACCESS_DENIED");
    const context = Object.entries(answer.context).map(([name, value]) => [name, String(value)]);
    return { ...Object.fromEntries(context), principalId: answer.principalId };
  } catch (error) {
    if (error instanceof GatewayFault) throw error;
    const isLate = error instanceof FunctionTimeout;
    throw new GatewayFault(isLate ? "AUTHORIZER_FAILURE" : "AUTHORIZER_CONFIGURATION_ERROR", error);
  }
}

function newCall({ timeoutMilliseconds = 29_000 }: GatewayParts) {
  return { requestId: randomUUID(), timeoutMilliseconds };
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
  await closed;
  clearTimeout(cut);
}
