/** Wiring of the interaction group. */
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { interactionOperations } from "./operations.ts";
import { interactionRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, "TABLE_NAME");
const client = createDocumentClient();

export const handler = createHandler(
  interactionRoutes,
  interactionOperations({
    store: { client, tableName: environment.TABLE_NAME },
    now: () => new Date(),
    newId: () => newId(),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
