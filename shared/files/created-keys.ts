/** What a bucket's event tells about: the keys of the objects that were created. */
import type { S3Event } from "aws-lambda";

/** S3 writes keys into its events as forms do: percent-encoded, with a plus for a blank. */
export function createdKeys(event: S3Event): string[] {
  return event.Records.map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll("+", " ")));
}
