/** The Lambda handler of the webhook group. */
import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { createQueueSender } from "../../shared/webhook/queue.ts";
import { routeGroup } from "./group.ts";
import { webhookOperations } from "./operations.ts";

const names = ["TABLE_NAME", "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET"] as const;
const environment = readEnvironment(process.env, ...names, "WEBHOOK_ALLOW_LOOPBACK");
const queues = readEnvironment(process.env, "WEBHOOK_QUEUE_URL", "WEBHOOK_SLOW_QUEUE_URL");
const client = createDocumentClient();

export const handler = createHandler(
  routeGroup.rows,
  webhookOperations({
    store: { client, tableName: environment.TABLE_NAME },
    sendToQueue: createQueueSender(queues),
    allowLoopback: environment.WEBHOOK_ALLOW_LOOPBACK,
    now: () => new Date(),
    newId: () => newId(),
    randomBytes,
    readPepper: createPepper(environment, Date.now).current,
  }),
  keyedPipelinePartsFrom(process.env, client),
);
