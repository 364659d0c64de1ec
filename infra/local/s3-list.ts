/** Lists a bucket by the second version of the call ("ListObjectsV2", Amazon S3 API reference), in pages. */
import type { S3Answer } from "./s3-answer.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";
import type { Bucket, StoredObject } from "./s3-store.ts";
import { xmlElements } from "./xml.ts";

/** Objects on a page at most, whatever is asked for. */
const largestPage = 1000;
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** In the order of the keys' bytes, which is that of S3. Throws `S3Error`. */
export function listObjects({ query }: S3Request, bucket: Bucket): S3Answer {
  const prefix = query.get("prefix") ?? "";
  const token = query.get("continuation-token");
  const limit = readLimit(query.get("max-keys"));
  const left = bucket.below(prefix, token === null ? undefined : keyOfToken(token));
  const page = left.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = last !== undefined && page.length < left.length;
  const about = {
    Name: bucket.name,
    Prefix: prefix,
    MaxKeys: String(limit),
    KeyCount: String(page.length),
    IsTruncated: String(isTruncated),
    ...(token !== null && { ContinuationToken: token }),
    ...(isTruncated && { NextContinuationToken: tokenOfKey(last.key) }),
  };
  const content = xmlElements(about) + page.map((object) => `<Contents>${describe(object)}</Contents>`).join("");
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult ${namespace}>${content}</ListBucketResult>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

function describe({ key, lastModified, etag, size }: StoredObject): string {
  const about = { Key: key, LastModified: lastModified, ETag: `"${etag}"`, Size: String(size) };
  return xmlElements({ ...about, StorageClass: "STANDARD" });
}

function readLimit(text: string | null): number {
  if (text === null) return largestPage;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error("InvalidArgument", "Provided max-keys not an integer or too large");
  return Math.min(Number(text), largestPage);
}

/** S3's tokens tell nothing; ours hold the last key of the page. */
function tokenOfKey(key: string): string {
  return Buffer.from(key).toString("base64url");
}

function keyOfToken(token: string): string {
  const key = Buffer.from(token, "base64url").toString();
  if (key === "" || tokenOfKey(key) !== token) {
    throw new S3Error("InvalidArgument", "The continuation token provided is incorrect");
  }
  return key;
}
