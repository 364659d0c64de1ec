/** The account bucket: whole objects in and out, bounded, with time limits. */
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient } from "./client.ts";
import { readIfThere } from "./whole-object.ts";

export interface AccountFiles {
  put: (key: string, content: Uint8Array) => Promise<void>;
  /** Undefined when there is no such object; throws for one of more than `maxBytes` before any of it is read. */
  read: (key: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  /** Removing what is not there is no fault. */
  discard: (key: string) => Promise<void>;
  /** Keys below a prefix with the time of their last writing, in milliseconds since the epoch. */
  list: (prefix: string) => AsyncIterable<{ key: string; writtenAt: number }>;
}

/**
 * Callers wait, and can do without or come again: two attempts, each given up when nothing has come for a while, so
 * that there is time left to read the table instead.
 */
const patience: S3ClientConfig = {
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    // Also in the middle of a body.
    socketTimeout: 3_000,
    throwOnRequestTimeout: true,
  },
};

/** `config` goes before what the environment says. */
export function createAccountFiles(bucket: string, config: S3ClientConfig = {}): AccountFiles {
  const client = createFileClient({ ...patience, ...config });
  return {
    put: async (Key, Body) => {
      const ContentType = "application/octet-stream";
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }));
    },

    read: async (Key, maxBytes) => readIfThere(client, { Bucket: bucket, Key }, maxBytes),

    discard: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    },

    list: async function* (prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(ContinuationToken && { ContinuationToken }) }),
        );
        for (const { Key = "", LastModified } of page.Contents ?? []) {
          yield { key: Key, writtenAt: LastModified?.getTime() ?? 0 };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
