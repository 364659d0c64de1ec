/** The Lambda handler of the Model Context Protocol. */
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroups } from "../routes.ts";
import { routeGroup } from "./group.ts";
import { mcpOperations } from "./operations.ts";

const { APP_VERSION, PUBLIC_URL } = readEnvironment(process.env, "APP_VERSION", "PUBLIC_URL");

export const handler = createHandler(
  routeGroup.rows,
  mcpOperations({ groups: routeGroups, version: APP_VERSION, apiUrl: PUBLIC_URL }),
  keyedPipelinePartsFrom(process.env, createDocumentClient()),
);
