/** The picture bucket. Callers read pictures by signed addresses. */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient, readIfThere } from "../../platform/s3/client.ts";

export interface PictureFiles {
  putPicture: (key: string, content: Uint8Array) => Promise<void>;
  /** Undefined if the object doesn't exist. Throws for an object that is larger than any variant. */
  readPicture: (key: string) => Promise<Uint8Array | undefined>;
  /** Succeeds even if an object doesn't exist. */
  removePictures: (keys: readonly string[]) => Promise<void>;
}

/** Much more than a JPEG of 512 by 512 pixels has. */
const maxVariantBytes = 2_000_000;
/** The number of keys in one call (quota of S3). */
const keysAtOnce = 1_000;

/** Requests wait for these calls, which can be repeated. */
const timeLimits: S3ClientConfig = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** `config` overrides the environment. */
export function createPictureFiles(bucket: string, config: S3ClientConfig = {}): PictureFiles {
  const loadS3 = createFileClient({ ...timeLimits, ...config });
  return {
    putPicture: async (Key, Body) => {
      const { client, s3 } = await loadS3();
      // An object never changes.
      const about = { ContentType: "image/jpeg", CacheControl: "private, max-age=7200, immutable" };
      await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key, Body, ...about }));
    },

    readPicture: async (Key) => readIfThere(loadS3, { Bucket: bucket, Key }, maxVariantBytes),

    removePictures: async (keys) => {
      const { client, s3 } = await loadS3();
      for (let at = 0; at < keys.length; at += keysAtOnce) {
        const Objects = keys.slice(at, at + keysAtOnce).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new s3.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} objects are still there: ${Errors[0]?.Code}`);
      }
    },
  };
}
