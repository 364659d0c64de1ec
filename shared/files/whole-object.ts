/** Objects that are read whole, of bounded size. */
import { addAbortSignal, Readable } from "node:stream";
import { GetObjectCommand, type GetObjectCommandOutput, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";

/** Undefined when there is none. Throws for an object of more than `maxBytes` before any of it is read. */
export async function readIfThere(
  client: S3Client,
  object: { Bucket: string; Key: string },
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const found = await client.send(new GetObjectCommand(object)).catch((error: unknown) => {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  });
  return found && wholeBody(found, maxBytes);
}

/** The content of an answer; throws when it is longer than `maxBytes`, before any of it is read. */
export async function wholeBody(
  { Body, ContentLength }: GetObjectCommandOutput,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (!Body || ContentLength === undefined || ContentLength > maxBytes) {
    // An unread body would keep its connection busy.
    if (Body instanceof Readable) Body.destroy();
    throw new Error(`an object of ${ContentLength} bytes is more than the ${maxBytes} that are read`);
  }
  if (signal && Body instanceof Readable) addAbortSignal(signal, Body);
  return Body.transformToByteArray();
}
