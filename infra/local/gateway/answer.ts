/** Answers of the gateway: those that it makes of a function's results, and its own. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { APIGatewayProxyResult } from "aws-lambda";
import { corsHeaders } from "../../../shared/platform/http/answer/cors.ts";
import {
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayStatus,
} from "../../../shared/platform/http/answer/gateway-responses.ts";
import { minimumCompressionBytes } from "../../cloud/gateway-document.ts";

export interface GatewayAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string | string[]>;
  body: string;
}

/** An answer as it is sent. */
type SentAnswer = Omit<GatewayAnswer, "body"> & { body: string | Buffer };

const compress = promisify(gzip);

/** A page that only the local host has. Undefined for a request that is for another page. */
export type LocalPage = (request: IncomingMessage) => GatewayAnswer | undefined;

/** The gateway answers by itself, with this response type, in place of a function. */
export class GatewayFault extends Error {
  override readonly name = "GatewayFault";
  readonly type: GatewayResponseType;

  constructor(type: GatewayResponseType, cause?: unknown) {
    super(`the gateway answers ${type}`, { cause });
    this.type = type;
  }
}

/** "Output format of a Lambda function for proxy integration". No function answers bytes. */
export function answerFromResult({ statusCode, headers, multiValueHeaders, body }: APIGatewayProxyResult) {
  const all = { "content-type": "application/json", ...headers, ...multiValueHeaders };
  // The gateway keeps this header for itself.
  const { "www-authenticate": challenge, ...others } = all as Record<string, string | string[]>;
  const renamed = challenge === undefined ? others : { ...others, "x-amzn-remapped-www-authenticate": challenge };
  return { status: statusCode, headers: renamed, body };
}

/** "Enable payload compression for an API": the gateway compresses what is large enough for callers that accept it. */
export async function compressAnswer(answer: GatewayAnswer, accepted: string | undefined): Promise<SentAnswer> {
  if (Buffer.byteLength(answer.body) < minimumCompressionBytes || !/\bgzip\b/.test(accepted ?? "")) return answer;
  return { ...answer, headers: { ...answer.headers, "content-encoding": "gzip" }, body: await compress(answer.body) };
}

/** An answer of the gateway: the error envelope, with CORS headers for the allowed origins. */
export function ownAnswer(
  type: GatewayResponseType,
  request: { requestId: string; baseUrl: string; origin: string | undefined },
  allowedOrigins: readonly string[],
): GatewayAnswer {
  const headers = {
    ...gatewayHeaders(type),
    ...corsHeaders(request.origin, allowedOrigins),
    "x-request-id": request.requestId,
  };
  const body = gatewayBody(type, request.requestId, `${request.baseUrl}/docs/errors`);
  return { status: gatewayStatus(type), headers, body };
}

/** An answer of a page that only the local host has. */
export function localAnswer(type: string, body: string, headers: Record<string, string>): GatewayAnswer {
  const all = {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...headers,
  };
  return { status: 200, headers: all, body };
}

/** Throws before anything is sent if a header is not valid. Node leaves out a body that HTTP does not allow, as with a 204. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: SentAnswer): void {
  const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/**
 * Refuses input for which Node has no response object: bytes that are no HTTP request, headers that are too large, and
 * `CONNECT`. The answer to a packet that begins with HEAD has no body.
 */
export function refuseOnSocket(socket: Socket, stagePath: string, packet?: Buffer): void {
  const baseUrl = `http://localhost:${socket.localPort}${stagePath}`;
  const request = { requestId: randomUUID(), baseUrl, origin: undefined };
  const { status, headers, body } = ownAnswer("BAD_REQUEST_PARAMETERS", request, []);
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const isHead = /^\s*HEAD /.test(packet?.toString("latin1", 0, 20) ?? "");
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${lines.join("")}\r\n${isHead ? "" : body}`);
}
