/** The Lambda handler of the import worker. Events of the account bucket start it, and every hour the clock. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, S3Event, ScheduledEvent } from "aws-lambda";
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { picturePartsFrom } from "../../shared/picture/picture-parts.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { createdKeys } from "../../shared/platform/s3/client.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { invocationOf } from "../invocation.ts";
import { type ImportWorkerParts, serveWork, sweepWork } from "./operations.ts";

const names = ["TABLE_NAME", "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PLACES_FILE", "WRITE_UNITS_PER_SECOND"] as const;
const environment = readEnvironment(process.env, ...names);
const accountFiles = createAccountFiles(environment.ACCOUNT_BUCKET);
const store = { client: createDocumentClient(), tableName: environment.TABLE_NAME, putLongValue: accountFiles.put };
const common = { store, now: () => new Date(), newId: () => newId(), log };

const parts: ImportWorkerParts = {
  ...common,
  ...picturePartsFrom(process.env, common),
  indexes: createContactIndexes({ ...common, files: accountFiles, maxUnstoredShare: 1 / 16 }),
  accountFiles,
  files: createImportFiles(environment.IMPORT_BUCKET),
  findPlace: createPlaceFinder(environment.PLACES_FILE),
  pause,
  unitsPerSecond: environment.WRITE_UNITS_PER_SECOND,
};

export async function handler(event: S3Event | ScheduledEvent, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  if (!("Records" in event)) return sweepWork(parts, invocation);
  for (const key of createdKeys(event)) await serveWork(parts, key, invocation);
}
