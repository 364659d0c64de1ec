/** The calls about objects: put, get, delete, list a bucket, delete many. */
import { createReadStream, readFileSync, rmSync } from "node:fs";
import { unescapeXml, xmlElements } from "../server/xml.ts";
import { receiveSignedBody } from "./body.ts";
import { S3Error } from "./error.ts";
import type { CreatedObject, S3Answer, S3Request } from "./request.ts";
import type { Bucket, StoredObject } from "./store.ts";

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** Headers that are kept with an object. */
const storedHeaders = ["content-type", "content-disposition", "cache-control"];

export async function putObject(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const file = bucket.incomingFile();
  const { size, md5 } = await receiveSignedBody(request, file);
  const headers = Object.fromEntries(
    storedHeaders.flatMap((name) => {
      const value = request.header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const object = bucket.commit(file, { key: request.key, size, etag: md5, headers });
  return { status: 200, headers: { etag: `"${md5}"` }, created: createdObject("ObjectCreated:Put", bucket, object) };
}

/** With a single range (RFC 9110, section 14) and the condition that browsers send for what they have in their caches. */
export function getObject(request: S3Request, bucket: Bucket): S3Answer {
  const object = bucket.find(request.key);
  if (object === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.");
  const validators = { etag: `"${object.etag}"`, "last-modified": new Date(object.lastModified).toUTCString() };
  if (request.header("if-none-match") === validators.etag) return { status: 304, headers: validators };
  const range = readRange(request.header("range"), object.size);
  const { first, last } = range ?? { first: 0, last: object.size - 1 };
  const headers = {
    "content-type": "binary/octet-stream",
    ...object.headers,
    ...validators,
    "accept-ranges": "bytes",
    "content-length": String(last - first + 1),
    ...(range && { "content-range": `bytes ${first}-${last}/${object.size}` }),
  };
  const status = range ? 206 : 200;
  if (object.size === 0) return { status, headers };
  return { status, headers, body: createReadStream("", { fd: bucket.open(object), start: first, end: last }) };
}

/** Deleting a key without an object succeeds. */
export function deleteObject(request: S3Request, bucket: Bucket): S3Answer {
  bucket.remove(request.key);
  return { status: 204 };
}

/** Pages of ListObjectsV2, in the order of the keys' bytes. A continuation token holds the last key of its page. */
export function listObjects({ query }: S3Request, bucket: Bucket): S3Answer {
  const token = query.get("continuation-token");
  const after = token === null ? undefined : Buffer.from(token, "base64url").toString();
  if (after === "") throw new S3Error("InvalidArgument", "The continuation token provided is incorrect");
  const rest = bucket.below(query.get("prefix") ?? "", after);
  const page = rest.slice(0, 1000);
  const last = page.length < rest.length ? page.at(-1) : undefined;
  const next = last && { NextContinuationToken: Buffer.from(last.key).toString("base64url") };
  const contents = page.map(({ key: Key, lastModified: LastModified, size }) => {
    return `<Contents>${xmlElements({ Key, LastModified, Size: String(size) })}</Contents>`;
  });
  return xmlAnswer("ListBucketResult", xmlElements({ IsTruncated: String(!!last), ...next }) + contents.join(""));
}

/** Removes up to a thousand objects ("DeleteObjects"). A key without an object counts as removed. */
export async function deleteObjects(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const file = bucket.incomingFile();
  await receiveSignedBody(request, file);
  const text = readFileSync(file, "utf8");
  rmSync(file);
  const keys = Array.from(text.matchAll(/<Object><Key>([^<]+)<\/Key><\/Object>/g), ([, key = ""]) => unescapeXml(key));
  const count = text.split("<Object>").length - 1;
  if (count === 0 || count > 1000 || keys.length !== count || !/<Quiet>true<\/Quiet>/.test(text)) {
    throw new S3Error("MalformedXML", "The XML you provided is not a quiet list of 1 to 1,000 keys.");
  }
  for (const key of keys) bucket.remove(key);
  return xmlAnswer("DeleteResult", "");
}

export function createdObject(
  eventName: CreatedObject["eventName"],
  bucket: Bucket,
  { key, size, etag }: StoredObject,
): CreatedObject {
  return { eventName, bucket: bucket.name, key, size, etag };
}

/** Undefined for a header that is not a single byte range with both ends: it is ignored. Throws `S3Error` for one outside the object. */
function readRange(header: string | undefined, size: number): { first: number; last: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(header ?? "") ?? [];
  if (first === undefined || Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) throw new S3Error("InvalidRange", "The requested range is not satisfiable");
  return { first: Number(first), last: Math.min(Number(last), size - 1) };
}

function xmlAnswer(root: string, content: string): S3Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>${content}</${root}>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}
