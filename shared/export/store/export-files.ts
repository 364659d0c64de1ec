/** The files of exports in the account bucket. */
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { createFileClient } from "../../platform/s3/client.ts";
import { createObjectWriter, type ObjectWriter, readStream } from "../../platform/s3/object-streams.ts";
import type { ExportedFile } from "./export.ts";

export interface ExportFiles {
  /** A client that downloads the object saves it under `fileName`. */
  create: (key: string, fileName: string, contentType: string) => ObjectWriter;
  stream: (file: ExportedFile) => AsyncIterable<Uint8Array>;
}

/** Signs an address of the object, valid for `seconds`. Makes no call. */
export type SignDownload = (key: string, seconds: number) => Promise<string>;

/** Only the worker waits for these calls. A part of eight megabytes may take some seconds. */
const timeLimits: S3ClientConfig = {
  maxAttempts: 5,
  // Otherwise a part has a checksum that its upload doesn't announce. The signature covers the bytes anyway.
  requestChecksumCalculation: "WHEN_REQUIRED",
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 30_000,
    socketTimeout: 30_000,
    throwOnRequestTimeout: true,
  },
};

/** `config` overrides the environment. */
export function createExportFiles(bucket: string, config: S3ClientConfig = {}): ExportFiles {
  const loadS3 = createFileClient({ ...timeLimits, ...config });
  return {
    create: (Key, fileName, ContentType) => {
      const ContentDisposition = `attachment; filename="${fileName}"`;
      return createObjectWriter(loadS3, { Bucket: bucket, Key }, { ContentType, ContentDisposition });
    },
    stream: ({ key, bytes }) => readStream(loadS3, { Bucket: bucket, Key: key }, 0, bytes),
  };
}

/** `config` overrides the environment. */
export function createDownloadSigner(bucket: string, config: S3ClientConfig = {}): SignDownload {
  const loadS3 = createFileClient(config);
  return async (Key, seconds) => {
    const [{ client, s3 }, { getSignedUrl }] = await Promise.all([loadS3(), import("@aws-sdk/s3-request-presigner")]);
    return getSignedUrl(client, new s3.GetObjectCommand({ Bucket: bucket, Key }), { expiresIn: seconds });
  };
}
