/** The Lambda handler of the reminder sender. If no sender address is configured, no mail is sent, and all accounts stay due. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, ScheduledEvent } from "aws-lambda";
import { unsubscribeLinksFrom } from "../../shared/auth/unsubscribe-links.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { parseMailbox } from "../../shared/platform/mail/message.ts";
import { createMailClient, createMailer } from "../../shared/platform/mail/ses.ts";
import { invocationOf } from "../invocation.ts";
import { runReminders } from "./operations.ts";

const { TABLE_NAME: tableName } = readEnvironment(process.env, "TABLE_NAME");
const mail = readEnvironment(process.env, "MAIL_SENDER", "MAIL_CONFIGURATION_SET", "MAIL_RATE");
const sender = mail.MAIL_SENDER === undefined ? undefined : parseMailbox(mail.MAIL_SENDER);

const parts = {
  store: { client: createDocumentClient(), tableName },
  mailer: createMailer({
    client: createMailClient(),
    ...(mail.MAIL_CONFIGURATION_SET !== undefined && { configurationSet: mail.MAIL_CONFIGURATION_SET }),
  }),
  unsubscribeUrl: unsubscribeLinksFrom(process.env, Date.now),
  perSecond: mail.MAIL_RATE,
  now: () => new Date(),
  pause: (milliseconds: number) => pause(milliseconds),
  log,
};

export async function handler(_event: ScheduledEvent, context: Context): Promise<void> {
  const invocation = invocationOf(context);
  if (sender) await runReminders({ ...parts, sender }, invocation);
}
