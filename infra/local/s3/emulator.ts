/** A small S3 on this machine: the calls that the service makes, with the real S3's signatures, forms and events. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream";
import type { ObjectExpiry } from "../../cloud/resources/object-expiry.ts";
import { closeServer, listenOnLoopback } from "../server/loopback.ts";
import { createEventDelivery, type EventListener } from "./events.ts";
import { createMultipart, type Multipart } from "./multipart.ts";
import { deleteObject, deleteObjects, getObject, listObjects, putObject } from "./objects.ts";
import { postObject } from "./post.ts";
import { errorAnswer, parseS3Request, type S3Answer, S3Error, type S3Request } from "./request.ts";
import { authenticate, type Credentials } from "./signature.ts";
import { type Bucket, openBucket } from "./store.ts";

export interface S3EmulatorOptions extends EventListener, Partial<Credentials> {
  /** Holds the objects, and the events that were not handled yet, for the next start. One emulator uses a folder. */
  dataDir: string;
  buckets: readonly string[];
  /** By the name of the bucket. A start removes what has expired. */
  expiry?: Readonly<Record<string, readonly ObjectExpiry[]>>;
  /** Part of every signed address. Absent: a free one. */
  port?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface S3Emulator {
  endpoint: string;
  /** Resolves when the event of every created object was delivered or given up. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the emulator; clients need `forcePathStyle`. Throws `PortTakenError`. */
export async function startS3Emulator(options: S3EmulatorOptions): Promise<S3Emulator> {
  const { accessKeyId = "local", secretAccessKey = "local", now = Date.now } = options;
  const credentials = { accessKeyId, secretAccessKey };
  const buckets = new Map(
    options.buckets.map((name) => {
      const bucket = openBucket(options.dataDir, name, now, options.expiry?.[name]);
      const multipart = createMultipart(bucket, openBucket(join(options.dataDir, name), "parts", now));
      return [name, { bucket, multipart }];
    }),
  );
  const events = createEventDelivery(options, options.dataDir, options.buckets, now);

  const answerTo = async (message: IncomingMessage): Promise<S3Answer> => {
    if (message.method === "OPTIONS") return { status: 200 };
    const request = parseS3Request(message);
    // A form carries its signature in its fields.
    const isForm = request.method === "POST" && /^multipart\/form-data/.test(request.header("content-type") ?? "");
    if (!isForm) authenticate(request, credentials, now());
    const found = buckets.get(request.bucket);
    if (!found) throw new S3Error("NoSuchBucket", "The specified bucket does not exist");
    const { bucket, multipart } = found;
    return isForm ? postObject(request, bucket, credentials, now()) : operationFor(request)(request, bucket, multipart);
  };

  const server = createServer(async (message, response) => {
    allowEveryOrigin(message, response);
    const answer = await answerTo(message).catch(answerToError);
    if (answer.created) response.once("close", events.accept(answer.created));
    send(answer, message, response);
  });
  // A large upload takes longer than the default of Node.
  server.requestTimeout = 0;

  const port = await listenOnLoopback(server, "The S3 emulator", options.port);
  events.resume();
  const stop = async (): Promise<void> => {
    events.stop();
    await closeServer(server);
  };
  return { endpoint: `http://127.0.0.1:${port}`, idle: events.idle, stop };
}

type Operation = (request: S3Request, bucket: Bucket, multipart: Multipart) => S3Answer | Promise<S3Answer>;

const operations: Readonly<Record<string, Operation>> = {
  "HEAD bucket": () => ({ status: 200 }),
  "GET bucket": listObjects,
  "POST bucket": deleteObjects,
  "GET object": getObject,
  "PUT object": putObject,
  "DELETE object": deleteObject,
  "POST uploads": (request, _bucket, multipart) => multipart.create(request),
  "PUT part": (request, _bucket, multipart) => multipart.putPart(request),
  "POST upload": (request, _bucket, multipart) => multipart.complete(request),
};

/** Throws `S3Error` for a call that the service does not make. */
function operationFor(request: S3Request): Operation {
  const operation = operations[`${request.method} ${targetOf(request)}`];
  if (!operation || (request.method === "PUT" && needsMore(request))) {
    throw new S3Error("NotImplemented", `This ${request.method} is not implemented here.`);
  }
  return operation;
}

function targetOf({ key, query }: S3Request): string {
  if (key === "") return "bucket";
  if (query.has("partNumber")) return "part";
  if (query.has("uploadId")) return "upload";
  return query.has("uploads") ? "uploads" : "object";
}

/** Whether a write has a condition, metadata or a stream, which this emulator would ignore or store wrongly. */
function needsMore({ message, header }: S3Request): boolean {
  const hasMore = Object.keys(message.headers).some((name) => /^(if-|x-amz-(meta|copy|tagging))/.test(name));
  return hasMore || header("x-amz-content-sha256")?.startsWith("STREAMING-") === true;
}

function answerToError(error: unknown): S3Answer {
  if (error instanceof S3Error) return errorAnswer(error);
  console.error("the S3 emulator failed", error);
  return errorAnswer(new S3Error("InternalError", "We encountered an internal error."));
}

function send({ status, headers, body }: S3Answer, message: IncomingMessage, response: ServerResponse): void {
  // The rest of a refused body is read and dropped, so that its sender reads the answer.
  message.resume();
  response.writeHead(status, headers);
  if (body === undefined || typeof body === "string") response.end(body);
  else pipeline(body, response, () => undefined);
}

/** Pages of every origin may use signed forms and addresses here. */
function allowEveryOrigin(message: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "ETag");
  if (message.method !== "OPTIONS") return;
  response.setHeader("access-control-allow-methods", "GET, POST");
  response.setHeader("access-control-allow-headers", message.headers["access-control-request-headers"] ?? "*");
}
