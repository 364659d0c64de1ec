/** The account bucket: writes and reads of whole objects, with limits of size and time. */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient, readIfThere } from "../../platform/s3/client.ts";

export interface AccountFiles {
  put: (key: string, content: Uint8Array) => Promise<void>;
  /** Returns undefined when the object doesn't exist. Throws before reading if it has more than `maxBytes`. */
  read: (key: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  /** Succeeds even if the object doesn't exist. */
  removeObject: (key: string) => Promise<void>;
  /** The keys below a prefix, with the times of their last writes in milliseconds since the epoch. */
  list: (prefix: string) => AsyncIterable<{ key: string; writtenAt: number }>;
}

/**
 * Requests wait for these calls and can use the table instead. Short time limits and only two attempts leave enough time
 * for that.
 */
const timeLimits: S3ClientConfig = {
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    // This limit also applies in the middle of a body.
    socketTimeout: 3_000,
    throwOnRequestTimeout: true,
  },
};

const ContentType = "application/octet-stream";

/** It is no part of the files, because some functions do nothing else with the bucket, and need no other permission. */
export function accountFileWriter(Bucket: string): AccountFiles["put"] {
  const loadS3 = createFileClient(timeLimits);
  return async (Key, Body) => {
    const { client, s3 } = await loadS3();
    await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType }));
  };
}

/** `config` overrides the environment. */
export function createAccountFiles(bucket: string, config: S3ClientConfig = {}): AccountFiles {
  const loadS3 = createFileClient({ ...timeLimits, ...config });
  return {
    put: async (Key, Body) => {
      const { client, s3 } = await loadS3();
      await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }));
    },

    read: async (Key, maxBytes) => readIfThere(loadS3, { Bucket: bucket, Key }, maxBytes),

    removeObject: async (Key) => {
      const { client, s3 } = await loadS3();
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key }));
    },

    list: async function* (prefix) {
      const { client, s3 } = await loadS3();
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        );
        for (const { Key = "", LastModified } of page.Contents ?? []) {
          yield { key: Key, writtenAt: LastModified?.getTime() ?? 0 };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
