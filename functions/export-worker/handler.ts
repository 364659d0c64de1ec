/** The Lambda handler of the export worker. Events of the account bucket start it, and every hour the clock. */
import type { Context, S3Event, ScheduledEvent } from "aws-lambda";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createExportFiles } from "../../shared/export/store/export-files.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { avatarKey, largestVariant } from "../../shared/picture/avatar-variants.ts";
import { createAvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { createPictureFiles } from "../../shared/picture/store/picture-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { createdKeys } from "../../shared/platform/s3/client.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { invocationOf } from "../invocation.ts";
import { usualLimits } from "./make-export.ts";
import { type ExportWorkerParts, serveRequest, sweepExports } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "PICTURE_BUCKET");
const store = { client: createDocumentClient(), tableName: environment.TABLE_NAME };
const now = () => new Date();
const files = createAccountFiles(environment.ACCOUNT_BUCKET);
const { readPicture } = createPictureFiles(environment.PICTURE_BUCKET);

const parts: ExportWorkerParts = {
  ...{ store, files, now, log },
  indexes: createContactIndexes({ store, files, now, log }),
  memberships: createMembershipReader(store),
  exportFiles: createExportFiles(environment.ACCOUNT_BUCKET),
  readAvatar: (accountId, version) => readPicture(avatarKey(accountId, version, largestVariant)),
  avatarUrls: createAvatarUrls(environment.PICTURE_BUCKET),
  limits: usualLimits,
};

export async function handler(event: S3Event | ScheduledEvent, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  if (!("Records" in event)) return sweepExports(parts, invocation);
  for (const key of createdKeys(event)) await serveRequest(parts, key, invocation);
}
