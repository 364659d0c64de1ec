/** Listing a bucket, and deleting many objects at once. */
import { type S3Answer, xmlAnswer } from "./s3-answer.ts";
import { receiveDocument } from "./s3-body.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";
import type { Bucket } from "./s3-store.ts";
import { readElements, readText, xmlDocument } from "./s3-xml.ts";

const mostKeys = 1000;
const largestDeletion = 2 * 1024 ** 2;

/** ListObjectsV2. A continuation token is the last key or common prefix of the page before. */
export function listObjects({ query }: S3Request, bucket: Bucket): S3Answer {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const token = query.get("continuation-token") ?? undefined;
  const after = token === undefined ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const limit = readLimit(query.get("max-keys"));
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : (text: string): string => text;

  const entries = groupEntries(bucket, { prefix, delimiter, after });
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const isTruncated = entries.length > page.length && last !== undefined;
  return xmlAnswer(
    xmlDocument("ListBucketResult", {
      Name: bucket.name,
      Prefix: encode(prefix),
      Delimiter: delimiter === "" ? undefined : encode(delimiter),
      MaxKeys: limit,
      EncodingType: query.get("encoding-type") ?? undefined,
      KeyCount: page.length,
      IsTruncated: isTruncated,
      ContinuationToken: token,
      NextContinuationToken: isTruncated ? Buffer.from(last.name).toString("base64url") : undefined,
      StartAfter: query.get("start-after") ?? undefined,
      Contents: page
        .map(({ name, isPrefix }) => (isPrefix ? undefined : bucket.find(name)))
        .filter((object) => object !== undefined)
        .map(({ key, lastModified, etag, size }) => {
          return {
            Key: encode(key),
            LastModified: lastModified,
            ETag: `"${etag}"`,
            Size: size,
            StorageClass: "STANDARD",
          };
        }),
      CommonPrefixes: page.filter(({ isPrefix }) => isPrefix).map(({ name }) => ({ Prefix: encode(name) })),
    }),
  );
}

/** DeleteObjects: at most a thousand keys in an XML document, whose checksum must be sent along. */
export async function deleteObjects(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const digests = { ...request.headersWith("x-amz-checksum-"), ...request.headersWith("content-md5") };
  if (Object.keys(digests).length === 0) {
    throw new S3Error("InvalidRequest", "Missing required header for this request: Content-MD5");
  }
  const xml = await receiveDocument(request, bucket.incomingFile(), largestDeletion);
  const keys = readElements(xml, "Object").map((object) => readText(object, "Key"));
  if (keys.length === 0 || keys.length > mostKeys || !keys.every((key) => key !== undefined)) throw malformedXml();
  for (const key of keys) bucket.remove(key);
  const isQuiet = readText(xml, "Quiet") === "true";
  return xmlAnswer(xmlDocument("DeleteResult", { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) }));
}

interface Entry {
  /** A key, or a common prefix of several. */
  name: string;
  isPrefix: boolean;
}

function groupEntries(
  bucket: Bucket,
  { prefix, delimiter, after }: { prefix: string; delimiter: string; after: string },
): Entry[] {
  const entries: Entry[] = [];
  for (const key of bucket.keys()) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end < 0 ? key : key.slice(0, end + delimiter.length);
    if (Buffer.compare(Buffer.from(name), Buffer.from(after)) <= 0 || entries.at(-1)?.name === name) continue;
    entries.push({ name, isPrefix: end >= 0 });
  }
  return entries;
}

function readLimit(text: string | null): number {
  if (text === null) return mostKeys;
  if (!/^\d{1,9}$/.test(text))
    throw new S3Error("InvalidArgument", "Provided max-keys not an integer or within integer range");
  return Math.min(Number(text), mostKeys);
}

function malformedXml(): S3Error {
  return new S3Error(
    "MalformedXML",
    "The XML you provided was not well-formed or did not validate against our published schema",
  );
}
