/** Forms that let a client put one file straight into the import bucket ("Browser-Based Uploads Using POST", Amazon S3 API reference). */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { createFileClient } from "./client.ts";

export interface UploadForm {
  url: string;
  /** Go before the file, which comes last, in a field named `file`. */
  fields: Record<string, string>;
}

/** Signs a form for exactly `size` bytes under exactly this key, good for `seconds`. Asks nobody. */
export type SignUpload = (key: string, size: number, seconds: number) => Promise<UploadForm>;

/** Bytes that S3 takes in a single request ("Uploading objects", Amazon S3 user guide). */
export const maxUploadBytes = 5 * 1024 ** 3;

/** `config` goes before what the environment says. */
export function createUploadForms(bucket: string, config: S3ClientConfig = {}): SignUpload {
  const client = createFileClient(config);
  return async (Key, size, Expires) => {
    const Conditions = [["content-length-range", size, size] as ["content-length-range", number, number]];
    const { url, fields } = await createPresignedPost(client, { Bucket: bucket, Key, Conditions, Expires });
    return { url, fields };
  };
}
