/** The Lambda handler of the authorizer. */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { createPepper } from "../../shared/auth/pepper.ts";
import { createProvisioning } from "../../shared/auth/provisioning.ts";
import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { createRefusalCounter } from "../../shared/platform/http/rate-limit/refused-credentials.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { accessTable } from "../access-table.ts";
import { allowRequest, readRequest } from "./gateway.ts";
import { createAuthorizer, createKeyVerifier } from "./operations.ts";

const environment = readEnvironment(
  process.env,
  "TABLE_NAME",
  "ALLOWED_ORIGINS",
  "REFUSALS_PER_MINUTE",
  "SESSION_ISSUERS",
  "API_KEY_PEPPER",
  "API_KEY_PEPPER_SECRET",
);
// The gateway waits ten seconds for a verdict, so calls of a database that does not answer must end well before.
const requestHandler = { connectionTimeout: 2_000, requestTimeout: 2_000, throwOnRequestTimeout: true };
const store = { client: createDocumentClient({ maxAttempts: 2, requestHandler }), tableName: environment.TABLE_NAME };
const now = () => new Date();

const authorize = createAuthorizer({
  verifyKey: createKeyVerifier({ store, pepper: createPepper(environment, Date.now), now, log }),
  rows: accessTable,
  verifyToken: createSessionVerifier(environment.SESSION_ISSUERS),
  provisionAccount: createProvisioning({ store, now }),
  countRefusal: createRefusalCounter(environment.REFUSALS_PER_MINUTE, Date.now),
  allowedOrigins: environment.ALLOWED_ORIGINS,
  log,
});

export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  return allowRequest(event.methodArn, await authorize(readRequest(event)));
}
