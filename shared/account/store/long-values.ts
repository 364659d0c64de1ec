/** Writes values before changes that are too long for their items into the account bucket (history.ts). */

import type { Store } from "../../platform/dynamodb/store.ts";
import { createFileClient } from "../../platform/s3/client.ts";

/** A request waits for the call. */
const timeLimits = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};

/** It is no part of the account's files, because some functions do nothing else with the bucket. */
export function longValueWriter(bucket: string): NonNullable<Store["putLongValue"]> {
  const loadS3 = createFileClient(timeLimits);
  return async (Key, Body) => {
    const { client, s3 } = await loadS3();
    const ContentType = "application/octet-stream";
    await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }));
  };
}
