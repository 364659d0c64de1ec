/** Wiring of the unsubscribe group. */
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { unsubscribeOperations } from "./operations.ts";
import { unsubscribeRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "API_KEY_PEPPER", "API_KEY_PEPPER_SECRET");
const client = createDocumentClient();

export const handler = createHandler(
  unsubscribeRoutes,
  unsubscribeOperations({
    store: { client, tableName: environment.TABLE_NAME },
    readPepper: createPepper(environment),
    now: () => new Date(),
  }),
  pipelinePartsFrom(process.env, client),
);
