/** Multipart uploads. An upload that is not completed does not survive the emulator. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type S3Answer, xmlAnswer } from "./s3-answer.ts";
import { type ReceivedBody, receiveDocument, receiveUpload } from "./s3-body.ts";
import { S3Error } from "./s3-error.ts";
import { createdObject, describedHeaders, readIfAbsent } from "./s3-objects.ts";
import type { S3Request } from "./s3-request.ts";
import type { Bucket } from "./s3-store.ts";
import { readElements, readText, xmlDocument } from "./s3-xml.ts";

interface Upload {
  key: string;
  headers: Record<string, string>;
  parts: Map<number, ReceivedBody>;
}

const smallestPart = 5 * 1024 ** 2;
const mostParts = 10_000;
const largestList = 4 * 1024 ** 2;
const uploadsOf = new WeakMap<Bucket, Map<string, Upload>>();

export function beginUpload(request: S3Request, bucket: Bucket): S3Answer {
  const uploads = uploadsOf.get(bucket) ?? new Map<string, Upload>();
  uploadsOf.set(bucket, uploads);
  const uploadId = randomUUID();
  uploads.set(uploadId, { key: request.key, headers: describedHeaders(request), parts: new Map() });
  const result = { Bucket: bucket.name, Key: request.key, UploadId: uploadId };
  return xmlAnswer(xmlDocument("InitiateMultipartUploadResult", result));
}

export async function uploadPart(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  if (request.header("x-amz-copy-source") !== undefined)
    throw new S3Error("NotImplemented", "UploadPartCopy is not implemented here.");
  const upload = requireUpload(request, bucket);
  const number = Number(request.query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > mostParts) {
    throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  }
  const part = await receiveUpload(request, bucket.incomingFile());
  const replaced = upload.parts.get(number);
  if (replaced) rmSync(replaced.file, { force: true });
  upload.parts.set(number, part);
  return {
    status: 200,
    headers: { etag: `"${part.md5}"`, ...(part.checksum && { [part.checksum.header]: part.checksum.value }) },
  };
}

export async function completeUpload(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const upload = requireUpload(request, bucket);
  const list = await receiveDocument(request, bucket.incomingFile(), largestList);
  const parts = chooseParts(upload, list);
  const file = bucket.incomingFile();
  for (const part of parts) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: "a" }));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const md5s = parts.map((part) => Buffer.from(part.md5, "hex"));
  const etag = `${createHash("md5").update(Buffer.concat(md5s)).digest("hex")}-${parts.length}`;
  const object = bucket.commit(file, { key: upload.key, size, etag, headers: upload.headers }, readIfAbsent(request));
  removeUpload(request, bucket, upload);
  const xml = xmlDocument("CompleteMultipartUploadResult", { Bucket: bucket.name, Key: upload.key, ETag: `"${etag}"` });
  return { ...xmlAnswer(xml), created: createdObject("ObjectCreated:CompleteMultipartUpload", bucket, object) };
}

export function abortUpload(request: S3Request, bucket: Bucket): S3Answer {
  removeUpload(request, bucket, requireUpload(request, bucket));
  return { status: 204 };
}

function requireUpload({ query, key }: S3Request, bucket: Bucket): Upload {
  const upload = uploadsOf.get(bucket)?.get(query.get("uploadId") ?? "");
  if (upload?.key === key) return upload;
  throw new S3Error(
    "NoSuchUpload",
    "The specified multipart upload does not exist. It might have been aborted or completed.",
  );
}

function removeUpload({ query }: S3Request, bucket: Bucket, upload: Upload): void {
  for (const { file } of upload.parts.values()) rmSync(file, { force: true });
  uploadsOf.get(bucket)?.delete(query.get("uploadId") ?? "");
}

/** The parts that the list names, each by its number and entity tag, in rising order. */
function chooseParts(upload: Upload, xml: string): ReceivedBody[] {
  const named = readElements(xml, "Part").map((part) => {
    return { number: Number(readText(part, "PartNumber")), etag: (readText(part, "ETag") ?? "").replaceAll('"', "") };
  });
  if (named.length === 0)
    throw new S3Error("MalformedXML", "The XML you provided was not well-formed or did not validate");
  if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The list of parts was not in ascending order.");
  }
  const parts = named.map(({ number, etag }) => {
    const part = upload.parts.get(number);
    if (part?.md5 !== etag) throw new S3Error("InvalidPart", "One or more of the specified parts could not be found.");
    return part;
  });
  if (parts.slice(0, -1).some((part) => part.size < smallestPart)) {
    throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
  }
  return parts;
}
