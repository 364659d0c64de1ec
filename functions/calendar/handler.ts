/** Wiring of the calendar group. */
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { calendarOperations } from "./operations.ts";
import { calendarRoutes } from "./routes.ts";

const { TABLE_NAME: tableName } = readEnvironment(process.env, "TABLE_NAME");
const client = createDocumentClient();

export const handler = createHandler(
  calendarRoutes,
  calendarOperations({ store: { client, tableName }, now: () => new Date() }),
  pipelinePartsFrom(process.env, client),
);
