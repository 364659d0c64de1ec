/** Uploads in parts ("Uploading and copying objects using multipart upload", Amazon S3 user guide). */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { xmlElements } from "../server/xml.ts";
import { created, headersToStore } from "./objects.ts";
import { type S3Answer, S3Error, type S3Request, xmlBody } from "./request.ts";
import type { Bucket } from "./store.ts";

/** The least bytes of every part but the last. */
const leastPartBytes = 5 * 1024 * 1024;

/** The operations of one bucket. Its unfinished uploads end with the process. */
export function createMultipart(bucket: Bucket, parts: Bucket) {
  const uploads = new Map<string, { key: string; headers: Record<string, string> }>();
  for (const { key } of parts.below("")) parts.remove(key);

  const requireUpload = ({ key, query }: S3Request) => {
    const id = query.get("uploadId") ?? "";
    const upload = uploads.get(id);
    if (upload?.key !== key) throw new S3Error("NoSuchUpload", "The specified multipart upload does not exist.");
    return { id, ...upload };
  };

  return {
    create: (request: S3Request): S3Answer => {
      const UploadId = randomUUID();
      uploads.set(UploadId, { key: request.key, headers: headersToStore(request) });
      const about = xmlElements({ Bucket: bucket.name, Key: request.key, UploadId });
      return { status: 200, ...xmlBody("InitiateMultipartUploadResult", about) };
    },

    putPart: async (request: S3Request): Promise<S3Answer> => {
      const { id } = requireUpload(request);
      const { etag } = await parts.write(`${id}/${request.query.get("partNumber")}`, request.message, {});
      return { status: 200, headers: { etag: `"${etag}"` } };
    },

    /** The parts that the request lists become the object, in one step. */
    complete: async (request: S3Request): Promise<S3Answer> => {
      const { id, key, headers } = requireUpload(request);
      const numbers = [...(await text(request.message)).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)];
      const listed = numbers.map(([, number]) => parts.find(`${id}/${number}`));
      const found = listed.filter((part) => part !== undefined);
      if (found.length < Math.max(1, listed.length)) throw new S3Error("InvalidPart", "A part could not be found.");
      if (found.slice(0, -1).some(({ size }) => size < leastPartBytes)) {
        throw new S3Error("EntityTooSmall", "A part is smaller than the minimum allowed size.");
      }
      const content = async function* () {
        for (const part of found) yield* createReadStream("", { fd: parts.open(part) });
      };
      const object = await bucket.write(key, Readable.from(content(), { objectMode: false }), headers);
      for (const part of parts.below(`${id}/`)) parts.remove(part.key);
      uploads.delete(id);
      const { headers: _headers, ...event } = created("ObjectCreated:CompleteMultipartUpload", bucket, object);
      const about = xmlElements({ Bucket: bucket.name, Key: key, ETag: `"${object.etag}"` });
      return { status: 200, ...event, ...xmlBody("CompleteMultipartUploadResult", about) };
    },
  };
}

export type Multipart = ReturnType<typeof createMultipart>;
