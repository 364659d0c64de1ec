/** Reads and writes objects of the import bucket, whole or by ranges, with limits of size and time. */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient, readIfThere, wholeBody } from "../../platform/s3/client.ts";
import { readStream } from "../../platform/s3/object-streams.ts";
import { withTimeout } from "../../platform/time/timeout.ts";

/** `withinMs`: milliseconds after which a call ends with a TimeoutError, retries included. */
export interface ImportFiles {
  put: (key: string, content: Uint8Array | string, contentType: string, withinMs?: number) => Promise<void>;
  /** Throws for an object of more than `maxBytes` before its content is read. */
  read: (key: string, maxBytes: number, withinMs?: number) => Promise<Uint8Array>;
  /** Like `read`, but undefined if there is no such object. */
  readIfThere: (key: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  /** Succeeds even if the object doesn't exist. */
  removeObject: (key: string) => Promise<void>;
  /** The bytes from `start` to before `end`. The object must have them. */
  readRange: (key: string, start: number, end: number) => Promise<Uint8Array>;
  /** Streams the same bytes, over several connections if one breaks. */
  streamRange: (key: string, start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** A connection whose object is not read for so long is closed. */
const patience: S3ClientConfig = {
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 20_000,
    socketTimeout: 20_000,
    throwOnRequestTimeout: true,
  },
};

/** `config` overrides the environment. */
export function createImportFiles(bucket: string, config: S3ClientConfig = {}): ImportFiles {
  const loadS3 = createFileClient({ ...patience, ...config });
  return {
    put: async (Key, Body, ContentType, withinMs) => {
      const { client, s3 } = await loadS3();
      const put = new s3.PutObjectCommand({ Bucket: bucket, Key, Body, ContentType });
      await withTimeout(withinMs, (options) => client.send(put, options));
    },

    read: async (Key, maxBytes, withinMs) =>
      withTimeout(withinMs, async (options) => {
        const { client, s3 } = await loadS3();
        const found = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key }), options);
        return wholeBody(found, maxBytes, options.abortSignal);
      }),

    readIfThere: async (Key, maxBytes) => readIfThere(loadS3, { Bucket: bucket, Key }, maxBytes),

    removeObject: async (Key) => {
      const { client, s3 } = await loadS3();
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key }));
    },

    readRange: async (Key, start, end) => {
      const { client, s3 } = await loadS3();
      const Range = `bytes=${start}-${end - 1}`;
      return wholeBody(await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key, Range })), end - start);
    },

    streamRange: (Key, start, end) => readStream(loadS3, { Bucket: bucket, Key }, start, end),
  };
}
