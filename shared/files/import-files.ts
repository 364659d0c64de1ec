/** The import bucket: whole objects in and out, bounded, with time limits. */
import { Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient } from "./client.ts";

export interface ImportFiles {
  put: (key: string, content: Uint8Array | string, contentType: string) => Promise<void>;
  /** Throws for an object of more than `maxBytes` before any of it is read. */
  read: (key: string, maxBytes: number) => Promise<Uint8Array>;
}

/** `config` goes before what the environment says. */
export function createImportFiles(bucket: string, config: S3ClientConfig = {}): ImportFiles {
  const client = createFileClient(config);
  return {
    put: async (Key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }));
    },
    read: async (Key, maxBytes) => {
      const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      if (!Body || ContentLength === undefined || ContentLength > maxBytes) {
        // An unread body would keep its connection busy.
        if (Body instanceof Readable) Body.destroy();
        throw new Error(`an object of ${ContentLength} bytes is more than the ${maxBytes} that are read`);
      }
      return Body.transformToByteArray();
    },
  };
}
