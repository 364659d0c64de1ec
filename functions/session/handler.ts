/** Wiring of the session group. */
import { refusalCounterFrom } from "../../shared/auth/refused-credentials.ts";
import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { sessionOperations } from "./operations.ts";
import { sessionRoutes } from "./routes.ts";

const { SESSION_ISSUERS } = readEnvironment(process.env, "SESSION_ISSUERS");
const parts = pipelinePartsFrom(process.env);

export const handler = createHandler(
  sessionRoutes,
  sessionOperations({
    verifyToken: createSessionVerifier(SESSION_ISSUERS),
    countRefusal: refusalCounterFrom(process.env, parts.now),
    allowedOrigins: parts.allowedOrigins,
    now: () => new Date(parts.now()),
  }),
  parts,
);
