/** The Lambda handler of the calendar group. */
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { calendarOperations } from "./operations.ts";

const { TABLE_NAME: tableName } = readEnvironment(process.env, "TABLE_NAME");
const client = createDocumentClient();

export const handler = createHandler(
  routeGroup.rows,
  calendarOperations({ store: { client, tableName }, now: () => new Date() }),
  pipelinePartsFrom(process.env, client),
);
