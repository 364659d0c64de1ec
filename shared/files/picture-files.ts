/** The picture bucket: objects in and out of it. Most readers are given a signed address instead. */
import { DeleteObjectsCommand, PutObjectCommand, type S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient } from "./client.ts";
import { readIfThere } from "./whole-object.ts";

export interface PictureFiles {
  putPicture: (key: string, content: Uint8Array) => Promise<void>;
  /** Undefined for what is not there. Throws for an object that no picture of ours is as large as. */
  readPicture: (key: string) => Promise<Uint8Array | undefined>;
  /** Removing what is not there is no fault. */
  removePictures: (keys: readonly string[]) => Promise<void>;
}

/** Far more than a JPEG of 512 by 512 pixels takes. */
const maxVariantBytes = 2_000_000;
/** Keys of one call: S3's quota. */
const keysAtOnce = 1_000;

/** Callers wait; what fails can be done again. */
const patience: S3ClientConfig = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** `config` goes before what the environment says. */
export function createPictureFiles(bucket: string, config: S3ClientConfig = {}): PictureFiles {
  const client = createFileClient({ ...patience, ...config });
  return {
    putPicture: async (Key, Body) => {
      // What lies under a key never changes; its addresses do, every hour.
      const about = { ContentType: "image/jpeg", CacheControl: "private, max-age=7200, immutable" };
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...about }));
    },

    readPicture: async (Key) => readIfThere(client, { Bucket: bucket, Key }, maxVariantBytes),

    removePictures: async (keys) => {
      for (let at = 0; at < keys.length; at += keysAtOnce) {
        const Objects = keys.slice(at, at + keysAtOnce).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} objects are still there: ${Errors[0]?.Code}`);
      }
    },
  };
}
