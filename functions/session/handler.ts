/** The Lambda handler of the session group. */
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createPepper } from "../../shared/auth/pepper.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { createRefusalCounter } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import { routeGroup } from "./group.ts";
import { sessionOperations } from "./operations.ts";
import { sessionErrorPage } from "./session-page.ts";

const tables = readEnvironment(
  process.env,
  "TABLE_NAME",
  "CACHE_TABLE_NAME",
  "API_KEY_PEPPER",
  "API_KEY_PEPPER_SECRET",
);
const settings = readEnvironment(process.env, "SESSION_ISSUERS", "REFUSALS_PER_MINUTE", "SIGN_IN_BASES", "PUBLIC_URL");
const { SESSION_ISSUERS, REFUSALS_PER_MINUTE, SIGN_IN_BASES, PUBLIC_URL } = settings;
const client = createDocumentClient();
const parts = { ...pipelinePartsFrom(process.env, client), errorPage: sessionErrorPage };

const operations = sessionOperations({
  store: { client, tableName: tables.TABLE_NAME },
  cache: { client, tableName: tables.CACHE_TABLE_NAME },
  pepper: createPepper(tables, parts.now),
  randomBytes,
  countRefusal: createRefusalCounter(REFUSALS_PER_MINUTE, parts.now),
  allowedOrigins: parts.allowedOrigins,
  issuers: SESSION_ISSUERS,
  fetchAnswer: fetch,
  signInBases: SIGN_IN_BASES,
  publicUrl: PUBLIC_URL,
  now: () => new Date(parts.now()),
  wait: setTimeout,
});
export const handler = createHandler(routeGroup.rows, operations, parts);
