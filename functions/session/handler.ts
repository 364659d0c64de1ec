/** The Lambda handler of the session group. */

import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { createRefusalCounter } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import { routeGroup } from "./group.ts";
import { sessionOperations } from "./operations.ts";

const { TABLE_NAME, SESSION_ISSUERS, REFUSALS_PER_MINUTE } = readEnvironment(
  process.env,
  "TABLE_NAME",
  "SESSION_ISSUERS",
  "REFUSALS_PER_MINUTE",
);
const client = createDocumentClient();
const parts = pipelinePartsFrom(process.env, client);

export const handler = createHandler(
  routeGroup.rows,
  sessionOperations({
    store: { client, tableName: TABLE_NAME },
    verifyToken: createSessionVerifier(SESSION_ISSUERS),
    countRefusal: createRefusalCounter(REFUSALS_PER_MINUTE, parts.now),
    allowedOrigins: parts.allowedOrigins,
    issuers: SESSION_ISSUERS.map(({ issuer }) => issuer),
    now: () => new Date(parts.now()),
  }),
  parts,
);
