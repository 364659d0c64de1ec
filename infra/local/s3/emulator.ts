/** A small S3 on this machine: exactly the calls that the service makes, as strict as the real S3. It answers 501 to all others. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { closeServer, listenOnLoopback } from "../server/loopback.ts";
import { errorXml, S3Error } from "./error.ts";
import { createEventDelivery, type EventListener, requestId } from "./events.ts";
import { deleteObject, deleteObjects, getObject, listObjects, putObject } from "./objects.ts";
import { postObject } from "./post.ts";
import { parseS3Request, type S3Answer, type S3Request } from "./request.ts";
import { authenticate, type Credentials } from "./signature.ts";
import { type Bucket, openBucket } from "./store.ts";

export interface S3EmulatorOptions extends EventListener, Partial<Credentials> {
  /** Holds the objects, and the events that were not handled yet, for the next start. One emulator uses a folder. */
  dataDir: string;
  buckets: readonly string[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface S3Emulator {
  endpoint: string;
  /** Resolves when the event of every created object was delivered or given up. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the emulator; clients need `forcePathStyle`. */
export async function startS3Emulator(options: S3EmulatorOptions): Promise<S3Emulator> {
  const { accessKeyId = "local", secretAccessKey = "local", now = Date.now } = options;
  const credentials = { accessKeyId, secretAccessKey };
  const buckets = new Map(options.buckets.map((name) => [name, openBucket(options.dataDir, name, now)]));
  const events = createEventDelivery(options, options.dataDir, options.buckets, now);

  const answerTo = async (message: IncomingMessage): Promise<S3Answer> => {
    if (message.method === "OPTIONS") return { status: 200 };
    const request = parseS3Request(message);
    const isForm = request.method === "POST" && /^multipart\/form-data/.test(request.header("content-type") ?? "");
    // A form carries its signature in its fields.
    if (!isForm) authenticate(request, credentials, now());
    const call = isForm ? undefined : calls.find((candidate) => isCall(candidate, request));
    if (!isForm && !call) throw new S3Error("NotImplemented", `This ${request.method} is not implemented here.`);
    const bucket = buckets.get(request.bucket);
    if (!bucket) throw new S3Error("NoSuchBucket", "The specified bucket does not exist");
    return call ? call.operation(request, bucket) : postObject(request, bucket, credentials, now());
  };

  const server = createServer(async (message, response) => {
    const id = requestId();
    response.setHeader("x-amz-request-id", id);
    allowEveryOrigin(message, response);
    const answer = await answerTo(message).catch((error: unknown) => answerToError(error, message, id));
    if (answer.created) response.once("close", events.accept(answer.created));
    send(answer, message, response);
  });
  // A large upload takes longer than the default of Node.
  server.requestTimeout = 0;

  const port = await listenOnLoopback(server, "The S3 emulator");
  events.resume();
  const stop = async (): Promise<void> => {
    events.stop();
    await closeServer(server);
  };
  return { endpoint: `http://127.0.0.1:${port}`, idle: events.idle, stop };
}

interface Call {
  method: string;
  about: "bucket" | "object";
  /** The parameters that the call has, by name; a value that is given must be there. */
  query?: Readonly<Record<string, string | undefined>>;
  operation: (request: S3Request, bucket: Bucket) => S3Answer | Promise<S3Answer>;
}

const calls: readonly Call[] = [
  { method: "HEAD", about: "bucket", operation: () => ({ status: 200 }) },
  {
    method: "GET",
    about: "bucket",
    query: { "list-type": "2", prefix: undefined, "continuation-token": undefined },
    operation: listObjects,
  },
  { method: "POST", about: "bucket", query: { delete: "" }, operation: deleteObjects },
  { method: "GET", about: "object", operation: getObject },
  { method: "PUT", about: "object", operation: putObject },
  { method: "DELETE", about: "object", operation: deleteObject },
];

/** Headers that ask for something that the emulator does. Another one of S3, and every other condition, makes it another call. */
const knownHeaders = [
  "x-amz-checksum-crc32",
  "x-amz-checksum-mode",
  "x-amz-content-sha256",
  "x-amz-date",
  "x-amz-sdk-checksum-algorithm",
  "x-amz-user-agent",
];
const conditionsOfBrowsers = ["if-none-match", "if-modified-since"];

function isCall({ method, about, query = {} }: Call, request: S3Request): boolean {
  const known = method === "GET" ? [...knownHeaders, ...conditionsOfBrowsers] : knownHeaders;
  const headers = Object.keys(request.message.headers).filter((name) => /^(x-amz-|if-)/.test(name));
  const parameters = [...request.query.keys()].filter((name) => !/^(x-id$|x-amz-)/i.test(name));
  return (
    method === request.method &&
    about === (request.key === "" ? "bucket" : "object") &&
    headers.every((name) => known.includes(name)) &&
    parameters.every((name) => name in query) &&
    Object.entries(query).every(([name, value]) => value === undefined || request.query.get(name) === value)
  );
}

function answerToError(error: unknown, message: IncomingMessage, id: string): S3Answer {
  if (!(error instanceof S3Error)) console.error("the S3 emulator failed", error);
  const known = error instanceof S3Error ? error : new S3Error("InternalError", "We encountered an internal error.");
  const body = errorXml(known, message.url ?? "/", id);
  return { status: known.status, headers: { "content-type": "application/xml" }, body };
}

function send({ status, headers, body }: S3Answer, message: IncomingMessage, response: ServerResponse): void {
  // The rest of a refused body is read and dropped, so that its sender reads the answer.
  message.resume();
  response.writeHead(status, headers);
  if (body === undefined || typeof body === "string") response.end(message.method === "HEAD" ? undefined : body);
  else pipeline(body, response, () => undefined);
}

/** Pages of every origin may use signed forms and addresses here. */
function allowEveryOrigin(message: IncomingMessage, response: ServerResponse): void {
  if (message.headers.origin === undefined) return;
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "ETag");
  if (message.method !== "OPTIONS") return;
  response.setHeader("access-control-allow-methods", "GET, POST");
  response.setHeader("access-control-allow-headers", message.headers["access-control-request-headers"] ?? "*");
}
