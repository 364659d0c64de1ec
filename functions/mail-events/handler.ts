/** The Lambda handler for the events that SES sends about mails by EventBridge. */
import type { Context, EventBridgeEvent } from "aws-lambda";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { type MailEventParts, recordMailEvent } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME");

const parts: MailEventParts = {
  store: { client: createDocumentClient(), tableName: environment.TABLE_NAME },
  now: () => new Date(),
  log: logToStandardOutput,
};

export async function handler({ detail }: EventBridgeEvent<string, unknown>, context: Context): Promise<void> {
  await recordMailEvent(parts, detail, context.awsRequestId);
}
