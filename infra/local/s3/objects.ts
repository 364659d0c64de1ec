/** The calls about objects: put, get, delete, list a bucket, delete many. */
import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { unescapeXml, xmlElements } from "../server/xml.ts";
import { type CreatedObject, type S3Answer, S3Error, type S3Request, xmlBody } from "./request.ts";
import type { Bucket, StoredObject } from "./store.ts";

/** Headers that are kept with an object. */
const storedHeaders = ["content-type", "content-disposition", "cache-control"];

export function headersToStore({ header }: S3Request): Record<string, string> {
  const headers = storedHeaders.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(headers);
}

export async function putObject(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const digest = request.header("content-md5");
  const md5 = digest === undefined ? undefined : Buffer.from(digest, "base64").toString("hex");
  const object = await bucket.write(request.key, request.message, headersToStore(request), { md5 });
  return { status: 200, ...created("ObjectCreated:Put", bucket, object) };
}

/** With a single range (RFC 9110, section 14). */
export function getObject(request: S3Request, bucket: Bucket): S3Answer {
  const object = bucket.find(request.key);
  if (object === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.");
  const range = readRange(request.header("range"), object.size);
  const { first, last } = range ?? { first: 0, last: object.size - 1 };
  const headers = {
    "content-type": "binary/octet-stream",
    ...object.headers,
    etag: `"${object.etag}"`,
    "last-modified": new Date(object.lastModified).toUTCString(),
    "content-length": String(last - first + 1),
    ...(range && { "content-range": `bytes ${first}-${last}/${object.size}` }),
  };
  const status = range ? 206 : 200;
  if (object.size === 0) return { status, headers };
  return { status, headers, body: createReadStream("", { fd: bucket.open(object), start: first, end: last }) };
}

/** Deleting a key without an object succeeds. */
export function deleteObject({ key }: S3Request, bucket: Bucket): S3Answer {
  bucket.remove(key);
  return { status: 204 };
}

/** ListObjectsV2. One page has all objects. */
export function listObjects({ query }: S3Request, bucket: Bucket): S3Answer {
  const contents = bucket.below(query.get("prefix") ?? "").map(({ key: Key, lastModified: LastModified, size }) => {
    return `<Contents>${xmlElements({ Key, LastModified, Size: String(size) })}</Contents>`;
  });
  return { status: 200, ...xmlBody("ListBucketResult", contents.join("")) };
}

/** A quiet DeleteObjects of up to 1,000 keys. A key without an object counts as removed. Throws `S3Error` for more keys. */
export async function deleteObjects({ message }: S3Request, bucket: Bucket): Promise<S3Answer> {
  const keys = [...(await text(message)).matchAll(/<Key>([^<]+)<\/Key>/g)];
  if (keys.length > 1_000) throw new S3Error("MalformedXML", "The XML you provided has more than 1,000 keys.");
  for (const [, key = ""] of keys) bucket.remove(unescapeXml(key));
  return { status: 200, ...xmlBody("DeleteResult", "") };
}

/** The parts of an answer about a new object. */
export function created(eventName: CreatedObject["eventName"], { name }: Bucket, { key, size, etag }: StoredObject) {
  return { headers: { etag: `"${etag}"` }, created: { eventName, bucket: name, key, size, etag } };
}

/** Undefined for a header that is not a single byte range with both ends: it is ignored. Throws `S3Error` for one outside the object. */
function readRange(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header ?? "") ?? [];
  if (first === undefined || Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) throw new S3Error("InvalidRange", "The requested range is not satisfiable");
  return { first: Number(first), last: Math.min(Number(last), size - 1) };
}
