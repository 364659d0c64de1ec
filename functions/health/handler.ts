/** Wiring of the health group. */
import { readEnvironment } from "../../shared/config/environment.ts";
import { createProbes } from "../../shared/health/probes.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { checkedVariables, describeChecks } from "./checks.ts";
import { healthOperations } from "./operations.ts";
import { healthRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, ...checkedVariables, "APP_VERSION", "GIT_SHA");
const parts = pipelinePartsFrom(process.env);

export const handler = createHandler(
  healthRoutes,
  healthOperations({
    checks: describeChecks(environment, createProbes()),
    now: parts.now,
    log: parts.log,
    version: environment.APP_VERSION,
    gitSha: environment.GIT_SHA,
  }),
  parts,
);
