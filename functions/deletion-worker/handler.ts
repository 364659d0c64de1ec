/** The Lambda handler of the deletion worker. Events of the account bucket start it, and every hour the clock. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, S3Event, ScheduledEvent } from "aws-lambda";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createPictureFiles } from "../../shared/picture/store/picture-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createdKeys } from "../../shared/platform/s3/client.ts";
import { invocationOf } from "../invocation.ts";
import { type DeletionWorkerParts, deleteSet, sweepDeletions } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "PICTURE_BUCKET");

const parts: DeletionWorkerParts = {
  store: { client: createDocumentClient(), tableName: environment.TABLE_NAME },
  files: createAccountFiles(environment.ACCOUNT_BUCKET),
  pictureFiles: createPictureFiles(environment.PICTURE_BUCKET),
  now: () => new Date(),
  pause,
  log: logToStandardOutput,
};

export async function handler(event: S3Event | ScheduledEvent, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  if (!("Records" in event)) return sweepDeletions(parts, invocation);
  for (const key of createdKeys(event)) await deleteSet(parts, key, invocation);
}
