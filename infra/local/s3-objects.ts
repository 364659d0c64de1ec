/** Put, get, head and delete of single objects. */
import { createReadStream } from "node:fs";
import type { CreatedObject, S3Answer } from "./s3-answer.ts";
import { receiveUpload } from "./s3-body.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";
import type { Bucket, StoredObject } from "./s3-store.ts";

const storedHeaders = [
  "content-type",
  "content-disposition",
  "content-encoding",
  "content-language",
  "cache-control",
  "expires",
];
const mostMetadataBytes = 2048;

export async function putObject(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const ifAbsent = readIfAbsent(request);
  if (ifAbsent && bucket.find(request.key)) throw preconditionFailed();
  const headers = describedHeaders(request);
  const { file, size, md5, checksum } = await receiveUpload(request, bucket.incomingFile());
  const object = bucket.commit(
    file,
    { key: request.key, size, etag: md5, headers, ...(checksum && { checksum }) },
    ifAbsent,
  );
  const answerHeaders = { etag: `"${md5}"`, ...(checksum && { [checksum.header]: checksum.value }) };
  return { status: 200, headers: answerHeaders, created: createdObject("ObjectCreated:Put", bucket, object) };
}

/** GET and HEAD, with conditions and a single range (RFC 9110, sections 13 and 14). */
export function getObject(request: S3Request, bucket: Bucket): S3Answer {
  const object = requireObject(bucket, request.key);
  const validators = { etag: `"${object.etag}"`, "last-modified": new Date(object.lastModified).toUTCString() };
  if (matches(request.header("if-none-match"), object)) return { status: 304, headers: validators };
  const ifMatch = request.header("if-match");
  if (ifMatch !== undefined && !matches(ifMatch, object)) throw preconditionFailed();
  const range = readRange(request.header("range"), object.size);
  const { first, last } = range ?? { first: 0, last: object.size - 1 };
  const headers: Record<string, string> = {
    "content-type": "binary/octet-stream",
    ...object.headers,
    ...responseOverrides(request),
    ...validators,
    "accept-ranges": "bytes",
    "content-length": String(last - first + 1),
  };
  if (range) headers["content-range"] = `bytes ${first}-${last}/${object.size}`;
  else if (object.checksum && request.header("x-amz-checksum-mode"))
    headers[object.checksum.header] = object.checksum.value;
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || object.size === 0) return { status, headers };
  return { status, headers, body: createReadStream("", { fd: bucket.open(object), start: first, end: last }) };
}

/** Deleting what is not there succeeds. */
export function deleteObject(request: S3Request, bucket: Bucket): S3Answer {
  bucket.remove(request.key);
  return { status: 204 };
}

export function createdObject(
  eventName: CreatedObject["eventName"],
  bucket: Bucket,
  { key, size, etag }: StoredObject,
): CreatedObject {
  return { eventName, bucket: bucket.name, key, size, etag };
}

/** The headers that are stored with an object. Throws `S3Error` when the user's are too many. */
export function describedHeaders(request: Pick<S3Request, "header" | "headersWith">): Record<string, string> {
  const named = storedHeaders.map((name) => [name, request.header(name)] as const);
  const present = named.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  const metadata = request.headersWith("x-amz-meta-");
  // A form's fields are not bound to what a header may be named.
  const invalid = Object.keys(metadata).find((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name));
  if (invalid !== undefined) throw new S3Error("InvalidArgument", `${invalid} cannot be the name of a header.`);
  const bytes = Object.entries(metadata).reduce(
    (sum, [name, value]) => sum + name.length - "x-amz-meta-".length + value.length,
    0,
  );
  if (bytes > mostMetadataBytes)
    throw new S3Error("MetadataTooLarge", "Your metadata headers exceed the maximum allowed metadata size");
  // The SDK adds this coding to streams of its own; it is none of the object's.
  const described = Object.fromEntries(present);
  const coding = described["content-encoding"]
    ?.split(",")
    .filter((one) => one.trim() !== "aws-chunked")
    .join(",");
  if (coding) described["content-encoding"] = coding;
  else delete described["content-encoding"];
  return { ...described, ...metadata };
}

function readIfAbsent(request: S3Request): boolean {
  const condition = request.message.headers["if-none-match"];
  if (condition === undefined) return false;
  if (condition !== "*") throw new S3Error("NotImplemented", "If-None-Match of a write takes only *.");
  return true;
}

function requireObject(bucket: Bucket, key: string): StoredObject {
  const object = bucket.find(key);
  if (object === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.");
  return object;
}

function preconditionFailed(): S3Error {
  return new S3Error("PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
}

function matches(condition: string | undefined, object: StoredObject): boolean {
  if (condition === undefined) return false;
  const tags = condition.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.some((tag) => tag === "*" || tag === `"${object.etag}"` || tag === object.etag);
}

/** Nothing for a header that is no single byte range: it is ignored then. Throws `S3Error` for one outside the object. */
function readRange(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size || (from === "" && Number(to) === 0))
    throw new S3Error("InvalidRange", "The requested range is not satisfiable");
  return { first, last };
}

function responseOverrides({ query }: S3Request): Record<string, string> {
  const overrides = storedHeaders.map((name) => [name, query.get(`response-${name}`)] as const);
  return Object.fromEntries(overrides.filter((pair): pair is readonly [string, string] => pair[1] !== null));
}
