/** The Lambda handler of the API key group. */
import { randomBytes } from "node:crypto";
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { apiKeyOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET");
const client = createDocumentClient();

export const handler = createHandler(
  routeGroup.rows,
  apiKeyOperations({
    store: { client, tableName: environment.TABLE_NAME },
    now: () => new Date(),
    randomBytes,
    readPepper: createPepper(environment, Date.now).current,
  }),
  keyedPipelinePartsFrom(process.env, client),
);
