/** The Lambda handler of the account deletion worker. Events of the account bucket start it, and every hour the clock. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, S3Event, ScheduledEvent } from "aws-lambda";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createMailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import { parseMailbox } from "../../shared/platform/mail/message.ts";
import { createMailClient, createMailer } from "../../shared/platform/mail/ses.ts";
import { createdKeys } from "../../shared/platform/s3/client.ts";
import { invocationOf } from "../invocation.ts";
import { bucketObjects } from "./delete-everything.ts";
import { type AccountDeletionParts, deleteClosedAccount, sweepClosings } from "./operations.ts";

const tables = readEnvironment(process.env, "TABLE_NAME", "CACHE_TABLE_NAME");
const buckets = readEnvironment(process.env, "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PICTURE_BUCKET");
const mail = readEnvironment(process.env, "MAIL_SENDER", "MAIL_CONFIGURATION_SET", "MAIL_RATE");
const client = createDocumentClient();
const parts: AccountDeletionParts = {
  store: { client, tableName: tables.TABLE_NAME },
  cache: { client, tableName: tables.CACHE_TABLE_NAME },
  files: createAccountFiles(buckets.ACCOUNT_BUCKET),
  accounts: bucketObjects(buckets.ACCOUNT_BUCKET),
  imports: bucketObjects(buckets.IMPORT_BUCKET),
  pictures: bucketObjects(buckets.PICTURE_BUCKET),
  sender: mail.MAIL_SENDER === undefined ? undefined : parseMailbox(mail.MAIL_SENDER),
  mailer: createMailer({ client: createMailClient(), configurationSet: mail.MAIL_CONFIGURATION_SET }),
  limiter: createMailRateLimiter({ perSecond: mail.MAIL_RATE, now: Date.now, pause }),
  now: () => new Date(),
  pause,
  log: logToStandardOutput,
};

export async function handler(event: S3Event | ScheduledEvent, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  if (!("Records" in event)) return sweepClosings(parts, invocation);
  for (const key of createdKeys(event)) await deleteClosedAccount(parts, key, invocation);
}
