/** Wiring of the reminder sender, which the clock starts. Without a sender of mails nobody is told, and all stay due. */
import { setTimeout as pause } from "node:timers/promises";
import type { Context, ScheduledEvent } from "aws-lambda";
import { createPepper } from "../../shared/auth/pepper.ts";
import { mintUnsubscribeToken, unsubscribeUrl } from "../../shared/auth/unsubscribe-token.ts";
import { readEnvironment } from "../../shared/config/environment.ts";
import { logToStandardOutput as log } from "../../shared/log/request-log.ts";
import { parseMailbox } from "../../shared/mail/mailbox.ts";
import { createMailClient, createMailer } from "../../shared/mail/ses.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { runReminders } from "./operations.ts";

const { TABLE_NAME: tableName, PUBLIC_URL: apiUrl } = readEnvironment(process.env, "TABLE_NAME", "PUBLIC_URL");
const mail = readEnvironment(process.env, "MAIL_SENDER", "MAIL_CONFIGURATION_SET", "MAIL_RATE");
const readPepper = createPepper(readEnvironment(process.env, "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET"));
const sender = mail.MAIL_SENDER === undefined ? undefined : parseMailbox(mail.MAIL_SENDER);

const parts = {
  store: { client: createDocumentClient(), tableName },
  mailer: createMailer({
    client: createMailClient(),
    ...(mail.MAIL_CONFIGURATION_SET !== undefined && { configurationSet: mail.MAIL_CONFIGURATION_SET }),
  }),
  unsubscribeUrl: async (id: string) => unsubscribeUrl(apiUrl, mintUnsubscribeToken(id, await readPepper())),
  perSecond: mail.MAIL_RATE,
  now: () => new Date(),
  pause: (milliseconds: number) => pause(milliseconds),
  log,
};

export async function handler(_event: ScheduledEvent, context: Context): Promise<void> {
  const invocation = { requestId: context.awsRequestId, remainingTime: () => context.getRemainingTimeInMillis() };
  if (sender) await runReminders({ ...parts, sender }, invocation);
}
