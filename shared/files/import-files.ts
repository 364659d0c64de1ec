/** The import bucket: objects in and out, whole or by ranges, bounded, with time limits. */
import { Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { within } from "../time/within.ts";
import { createFileClient } from "./client.ts";
import { readIfThere, wholeBody } from "./whole-object.ts";

/** `withinMs`: milliseconds after which a call is given up with a TimeoutError, whatever it has tried by then. */
export interface ImportFiles {
  put: (key: string, content: Uint8Array | string, contentType: string, withinMs?: number) => Promise<void>;
  /** Throws for an object of more than `maxBytes` before any of it is read. */
  read: (key: string, maxBytes: number, withinMs?: number) => Promise<Uint8Array>;
  /** Undefined when there is no such object; else as `read`. */
  readIfThere: (key: string, maxBytes: number) => Promise<Uint8Array | undefined>;
  /** The bytes from `start` to before `end`, which the object has. */
  readRange: (key: string, start: number, end: number) => Promise<Uint8Array>;
  /**
   * The same bytes as they come. A connection that breaks is made anew where it broke; leaving the loop ends it. The
   * request is made when the first chunk is asked for.
   */
  streamRange: (key: string, start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** Where an object was not read for this long, in the middle of it, the connection is given up. */
const patience: S3ClientConfig = {
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 20_000,
    socketTimeout: 20_000,
    throwOnRequestTimeout: true,
  },
};

/** Broken connections after which a stream ends with the fault of the last, unless bytes came in between. */
const maxBreaks = 3;

/** `config` goes before what the environment says. */
export function createImportFiles(bucket: string, config: S3ClientConfig = {}): ImportFiles {
  const client = createFileClient({ ...patience, ...config });
  return {
    put: async (Key, Body, ContentType, withinMs) => {
      const put = new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType });
      await within(withinMs, (options) => client.send(put, options));
    },

    read: async (Key, maxBytes, withinMs) =>
      within(withinMs, async (options) => {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key }), options);
        return wholeBody(found, maxBytes, options.abortSignal);
      }),

    readIfThere: async (Key, maxBytes) => readIfThere(client, { Bucket: bucket, Key }, maxBytes),

    readRange: async (Key, start, end) => {
      const Range = `bytes=${start}-${end - 1}`;
      return wholeBody(await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range })), end - start);
    },

    streamRange: async function* (Key, start, end) {
      let at = start;
      for (let breaks = 0; at < end; ) {
        const Range = `bytes=${at}-${end - 1}`;
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, Range }));
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
    },
  };
}
