/** Wiring of the API key group. */
import { randomBytes } from "node:crypto";
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/config/environment.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { apiKeyOperations } from "./operations.ts";
import { apiKeyRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET");
const client = createDocumentClient();

export const handler = createHandler(
  apiKeyRoutes,
  apiKeyOperations({
    store: { client, tableName: environment.TABLE_NAME },
    now: () => new Date(),
    randomBytes,
    readPepper: createPepper(environment),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
