/** A small S3 on this machine: exactly the calls that the service makes, as strict as the real one; all others answer 501 at once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { closeServer, listenOnLoopback } from "./loopback.ts";
import type { S3Answer } from "./s3-answer.ts";
import { errorXml, S3Error } from "./s3-error.ts";
import { openEventStore } from "./s3-event-store.ts";
import { createEventDelivery, type EventListener, requestId } from "./s3-events.ts";
import { parseS3Request } from "./s3-request.ts";
import { dispatchS3 } from "./s3-routes.ts";
import { authenticate, type Credentials } from "./s3-signature.ts";
import { openBucket } from "./s3-store.ts";

export interface S3EmulatorOptions extends EventListener, Partial<Credentials> {
  /** Absent or 0: a free one. */
  port?: number;
  /** Holds the objects, and the events that were not taken, for the next start. One emulator a folder. */
  dataDir: string;
  buckets: readonly string[];
  /** Origins of web pages that may upload and download by signed URLs; `*` for all, which is the default. */
  corsOrigins?: readonly string[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface S3Emulator {
  endpoint: string;
  port: number;
  /** Settles when every created object was told to the listener, or given up. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the emulator; clients need `forcePathStyle`. Throws `PortTakenError`. */
export async function startS3Emulator(options: S3EmulatorOptions): Promise<S3Emulator> {
  const { accessKeyId = "local", secretAccessKey = "local", corsOrigins = ["*"], now = Date.now } = options;
  const credentials = { accessKeyId, secretAccessKey };
  const buckets = new Map(options.buckets.map((name) => [name, openBucket(options.dataDir, name, now)]));
  const events = createEventDelivery(options, openEventStore(options.dataDir, options.buckets), now);

  const answerTo = async (message: IncomingMessage): Promise<S3Answer> => {
    if (message.method === "OPTIONS") return { status: 200 };
    const request = parseS3Request(message);
    return dispatchS3(request, buckets, {
      credentials,
      now,
      authenticate: () => authenticate(request, credentials, now()),
    });
  };

  const server = createServer(async (message, response) => {
    const id = requestId();
    response.setHeader("x-amz-request-id", id);
    writeCorsHeaders(message, response, corsOrigins);
    const answer = await answerTo(message).catch((error: unknown) => refusal(error, message, id));
    const { created } = answer;
    if (created) response.once("close", events.accept(created));
    send(answer, message, response);
  });
  // A large upload takes its time.
  server.requestTimeout = 0;

  const port = await listenOnLoopback(server, "The S3 emulator", options.port);
  events.resume();
  const stop = async (): Promise<void> => {
    events.stop();
    await closeServer(server);
  };
  return { endpoint: `http://127.0.0.1:${port}`, port, idle: events.idle, stop };
}

function refusal(error: unknown, message: IncomingMessage, id: string): S3Answer {
  if (!(error instanceof S3Error)) console.error("the S3 emulator failed", error);
  const known =
    error instanceof S3Error
      ? error
      : new S3Error("InternalError", "We encountered an internal error. Please try again.");
  return {
    status: known.status,
    headers: { "content-type": "application/xml" },
    body: errorXml(known, message.url ?? "/", id),
  };
}

function send({ status, headers = {}, body }: S3Answer, message: IncomingMessage, response: ServerResponse): void {
  // What a refused sender still sends is read and thrown away, so that it reads the refusal.
  message.resume();
  response.writeHead(
    status,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asHeaderValue(value)])),
  );
  if (body === undefined || typeof body === "string") {
    response.end(message.method === "HEAD" ? undefined : body);
    return;
  }
  pipeline(body, response, () => undefined);
}

/** What cannot stand in a header is encoded (RFC 2047), as S3 does it with metadata. */
function asHeaderValue(value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  return `=?UTF-8?B?${Buffer.from(value).toString("base64")}?=`;
}

function writeCorsHeaders(message: IncomingMessage, response: ServerResponse, origins: readonly string[]): void {
  const { origin } = message.headers;
  if (origin === undefined || !(origins.includes("*") || origins.includes(origin))) return;
  response.setHeader("access-control-allow-origin", origins.includes("*") ? "*" : origin);
  response.setHeader("access-control-expose-headers", "ETag, x-amz-request-id, x-amz-meta-name, Content-Range");
  response.setHeader("vary", "Origin");
  if (message.method !== "OPTIONS") return;
  response.setHeader("access-control-allow-methods", "GET, HEAD, PUT, POST");
  response.setHeader("access-control-allow-headers", message.headers["access-control-request-headers"] ?? "*");
  response.setHeader("access-control-max-age", "3000");
}
