/** The one way to S3. */
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";

/** Region, credentials and, locally, the endpoint come from the environment. */
export function createFileClient(config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 4,
    // Path style reaches a bucket under every endpoint, also where there are no names below the host's.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
    ...config,
  });
}
