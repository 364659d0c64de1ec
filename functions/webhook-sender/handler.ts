/** The Lambda handler of the webhook sender. New items in outboxes, messages of the queue, and every hour the clock start it. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Context, SQSBatchResponse } from "aws-lambda";
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createMailRateLimiter, limitMailer } from "../../shared/platform/mail/mail-rate-limiter.ts";
import { parseMailbox } from "../../shared/platform/mail/message.ts";
import { createMailClient, createMailer } from "../../shared/platform/mail/ses.ts";
import { createQueueSender } from "../../shared/webhook/queue.ts";
import { invocationOf } from "../invocation.ts";
import { dispatchEvent, type SenderEvent } from "./dispatch.ts";
import type { WebhookSenderParts } from "./operations.ts";
import { createHostResolver } from "./post.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "WEBHOOK_ALLOW_LOOPBACK");
const queues = readEnvironment(process.env, "WEBHOOK_QUEUE_URL", "WEBHOOK_SLOW_QUEUE_URL");
const mail = readEnvironment(process.env, "MAIL_SENDER", "MAIL_CONFIGURATION_SET", "MAIL_RATE");
const mailer = createMailer({ client: createMailClient(), configurationSet: mail.MAIL_CONFIGURATION_SET });
const parts: WebhookSenderParts = {
  store: { client: createDocumentClient(), tableName: environment.TABLE_NAME },
  sendToQueue: createQueueSender(queues),
  pepper: createPepper(readEnvironment(process.env, "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET"), Date.now),
  sender: mail.MAIL_SENDER === undefined ? undefined : parseMailbox(mail.MAIL_SENDER),
  mailer: limitMailer(mailer, createMailRateLimiter({ perSecond: mail.MAIL_RATE, now: Date.now, pause })),
  resolveHost: createHostResolver(),
  allowLoopback: environment.WEBHOOK_ALLOW_LOOPBACK,
  randomBytes,
  newId: randomUUID,
  now: () => new Date(),
  log: logToStandardOutput,
};

export async function handler(event: SenderEvent, context: Context): Promise<SQSBatchResponse | undefined> {
  return dispatchEvent(parts, event, invocationOf(context));
}
