/**
 * Forms with which a client puts one file directly into the import bucket ("Browser-Based Uploads Using POST", Amazon S3
 * API reference).
 */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient } from "./client.ts";

export interface UploadForm {
  url: string;
  /** The fields that come before the file. The file is the last field, with the name `file`. */
  fields: Record<string, string>;
}

/** Signs a form for exactly `size` bytes under exactly this key, valid for `seconds`. Makes no call. */
export type SignUpload = (key: string, size: number, seconds: number) => Promise<UploadForm>;

/** `config` overrides the environment. */
export function createUploadForms(bucket: string, config: S3ClientConfig = {}): SignUpload {
  const loadS3 = createFileClient(config);
  return async (Key, size, Expires) => {
    const Conditions = [["content-length-range", size, size] as ["content-length-range", number, number]];
    const [{ client }, { createPresignedPost }] = await Promise.all([loadS3(), import("@aws-sdk/s3-presigned-post")]);
    const { url, fields } = await createPresignedPost(client, { Bucket: bucket, Key, Conditions, Expires });
    return { url, fields };
  };
}
