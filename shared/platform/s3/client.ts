/** The S3 client, bounded reads of whole objects, and the keys in a bucket's events. */
import { addAbortSignal, Readable } from "node:stream";
import type { GetObjectCommandOutput, S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import type { S3Event } from "aws-lambda";
import { once } from "../config/once.ts";

type Sdk = typeof import("./sdk.ts");

/** The client, and the commands that it sends. */
export type LoadS3 = () => Promise<{ client: S3Client; s3: Sdk }>;

/**
 * Makes the client in the first call. The SDK is loaded then, because many starts of a function need no file.
 * Region, credentials and, on a laptop, the endpoint come from the environment.
 */
export function createFileClient(config: S3ClientConfig = {}): LoadS3 {
  return once(async () => {
    const s3 = await import("./sdk.ts");
    const client = new s3.S3Client({
      maxAttempts: 4,
      // Path style also works where the host of the endpoint has no subdomains.
      forcePathStyle: true,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
      ...config,
    });
    return { client, s3 };
  });
}

/** Returns undefined when the object doesn't exist. Throws before reading if the object has more than `maxBytes`. */
export async function readIfThere(
  loadS3: LoadS3,
  object: { Bucket: string; Key: string },
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const { client, s3 } = await loadS3();
  const found = await client.send(new s3.GetObjectCommand(object)).catch((error: unknown) => {
    if (error instanceof s3.NoSuchKey) return undefined;
    throw error;
  });
  return found && wholeBody(found, maxBytes);
}

/** The content of an answer. Throws before reading if the content has more than `maxBytes`. */
export async function wholeBody(
  { Body, ContentLength }: GetObjectCommandOutput,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (!Body || ContentLength === undefined || ContentLength > maxBytes) {
    // An unread body would keep its connection open.
    if (Body instanceof Readable) Body.destroy();
    throw new Error(`an object of ${ContentLength} bytes is longer than ${maxBytes} bytes`);
  }
  if (signal && Body instanceof Readable) addAbortSignal(signal, Body);
  return Body.transformToByteArray();
}

/** The keys of the created objects. S3 encodes keys in its events as HTML forms do, with a plus sign for a space. */
export function createdKeys(event: S3Event): string[] {
  return event.Records.map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll("+", " ")));
}
