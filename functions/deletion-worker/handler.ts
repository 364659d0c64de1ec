/** Wiring of the deletion worker: the account bucket's events bring sets of contacts, the clock those left behind. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, S3Event, ScheduledEvent } from "aws-lambda";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createdKeys } from "../../shared/files/created-keys.ts";
import { createPictureFiles } from "../../shared/files/picture-files.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { type DeletionWorkerParts, sweepDeletions, workOffDeletion } from "./operations.ts";

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
  const invocation = { requestId: context.awsRequestId, remainingTime: () => context.getRemainingTimeInMillis() };
  if (!("Records" in event)) return sweepDeletions(parts, invocation);
  for (const key of createdKeys(event)) await workOffDeletion(parts, key, invocation);
}
