/** Wiring of mail-events: EventBridge brings what SES tells of our mails. */
import type { Context, EventBridgeEvent } from "aws-lambda";
import { readEnvironment } from "../../shared/config/environment.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { type MailEventParts, takeMailEvent } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME");

const parts: MailEventParts = {
  store: { client: createDocumentClient(), tableName: environment.TABLE_NAME },
  now: () => new Date(),
  log: logToStandardOutput,
};

export async function handler({ detail }: EventBridgeEvent<string, unknown>, context: Context): Promise<void> {
  await takeMailEvent(parts, detail, context.awsRequestId);
}
