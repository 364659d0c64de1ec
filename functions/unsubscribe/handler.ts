/** The Lambda handler of the unsubscribe group. */
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { unsubscribeOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET");
const client = createDocumentClient();

export const handler = createHandler(
  routeGroup.rows,
  unsubscribeOperations({
    store: { client, tableName: environment.TABLE_NAME },
    pepper: createPepper(environment, Date.now),
    now: () => new Date(),
  }),
  pipelinePartsFrom(process.env, client),
);
