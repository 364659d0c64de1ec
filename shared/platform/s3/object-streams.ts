/** Streams of large objects: reads that survive broken connections, and writes of unknown length. */
import { Readable } from "node:stream";
import type { LoadS3 } from "./client.ts";

export interface ObjectName {
  Bucket: string;
  Key: string;
}

/** The number of broken connections in a row, without any bytes, after which a stream throws the last fault. */
const maxBreaks = 3;

/**
 * The bytes from `start` to before `end`. A broken connection is replaced by one that starts where it broke. Leaving the loop
 * closes the connection. The request is sent when the first chunk is read.
 */
export async function* readStream(
  loadS3: LoadS3,
  name: ObjectName,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void> {
  let at = start;
  const { client, s3 } = await loadS3();
  for (let breaks = 0; at < end; ) {
    const Range = `bytes=${at}-${end - 1}`;
    const { Body } = await client.send(new s3.GetObjectCommand({ ...name, Range }));
    if (!(Body instanceof Readable)) throw new Error("an object came without its content");
    try {
      for await (const chunk of Body as AsyncIterable<Uint8Array>) {
        at += chunk.byteLength;
        breaks = 0;
        yield chunk;
      }
    } catch (error) {
      breaks += 1;
      if (breaks > maxBreaks) throw error;
    }
  }
}

/** The headers with which S3 answers the object. */
export interface ObjectHeaders {
  ContentType: string;
  ContentDisposition?: string;
}

export interface ObjectWriter {
  /** Resolves when there is room for more. */
  write: (chunk: Uint8Array | string) => Promise<void>;
  /** Resolves with the number of bytes when the object is there. */
  close: () => Promise<number>;
}

/** The bytes of a part. An upload has at most 10,000 parts of at least 5 MB (quotas of S3), so an object has at most 80 GB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Writes an object of any length. It replaces one with the same key in one step, when it is closed. An upload that is not closed
 * leaves parts behind, which the bucket removes after a day.
 */
export function createObjectWriter(loadS3: LoadS3, name: ObjectName, headers: ObjectHeaders): ObjectWriter {
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let upload: Promise<string> | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let total = 0;

  const begin = async () => {
    const { client, s3 } = await loadS3();
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ ...name, ...headers }));
    if (UploadId === undefined) throw new Error("an upload has no id");
    return UploadId;
  };
  const sendPart = async () => {
    const Body = Buffer.concat(pending);
    [pending, pendingBytes] = [[], 0];
    upload ??= begin();
    const PartNumber = parts.length + 1;
    const [UploadId, { client, s3 }] = await Promise.all([upload, loadS3()]);
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...name, UploadId, PartNumber, Body }));
    parts.push({ ETag, PartNumber });
  };

  return {
    write: async (chunk) => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      pending.push(bytes);
      pendingBytes += bytes.byteLength;
      total += bytes.byteLength;
      if (pendingBytes >= partBytes) await sendPart();
    },

    close: async () => {
      const { client, s3 } = await loadS3();
      if (!upload) {
        await client.send(new s3.PutObjectCommand({ ...name, ...headers, Body: Buffer.concat(pending) }));
        return total;
      }
      if (pendingBytes > 0) await sendPart();
      const UploadId = await upload;
      await client.send(
        new s3.CompleteMultipartUploadCommand({ ...name, UploadId, MultipartUpload: { Parts: parts } }),
      );
      return total;
    },
  };
}
