/** Reads requests within the limits of the gateway: the request line, the headers and the body. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { isHost } from "../../../shared/platform/http/scope.ts";
import { GatewayFault } from "./answer.ts";

const maxBodyBytes = 10 * 1024 * 1024;
/** Request line and headers together. */
const maxHeadBytes = 10_240;
/** The part of a refused body that is read and dropped, so that its sender can read the answer. */
const maxDiscardedBytes = 100 * 1024 * 1024;
const discardMilliseconds = 10_000;

/** A request of HTTP/1.1 names exactly one valid host; one of HTTP/1.0 may name none. */
export function namesItsHost({ headersDistinct: { host: hosts = [] }, httpVersion }: IncomingMessage): boolean {
  return hosts.length === 0 ? httpVersion === "1.0" : hosts.length === 1 && isHost(hosts[0]);
}

/** Throws a `GatewayFault` for a head that the gateway refuses. */
export function requireHead(message: IncomingMessage): void {
  const line = `${message.method} ${message.url} HTTP/1.1\r\n`;
  const bytes = message.rawHeaders.reduce((sum, part) => sum + part.length + 2, line.length);
  if (!namesItsHost(message) || bytes > maxHeadBytes) throw new GatewayFault("BAD_REQUEST_PARAMETERS");
}

/** Throws a `GatewayFault` for a body that is too large; then the rest is still to be read. */
export async function readBody(message: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  if (Number(message.headers["content-length"] ?? 0) > maxBodyBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  if (expectsContinue(message)) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBodyBytes) throw new GatewayFault("REQUEST_TOO_LARGE");
  }
  return Buffer.concat(chunks);
}

/**
 * Reads and drops the rest of a body, up to a limit, because a connection that is closed in the middle of a body often
 * loses the answer. A sender that waits for "100 Continue" sends nothing.
 */
export async function discardRest(message: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("connection", "close");
  if (expectsContinue(message)) return;
  let discarded = 0;
  message.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) message.destroy();
  });
  await finished(message, { signal: AbortSignal.timeout(discardMilliseconds) }).catch(() => {});
}

/** RFC 9110, section 10.1.1. An expectation of an earlier version of HTTP has no effect. */
function expectsContinue({ headers: { expect = "" }, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && expect.toLowerCase() === "100-continue";
}
