/** The Lambda handler of the health group. */
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createProbes } from "../../shared/platform/health/probes.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { checkedVariables, describeChecks } from "./checks.ts";
import { routeGroup } from "./group.ts";
import { healthOperations } from "./operations.ts";

const environment = readEnvironment(process.env, ...checkedVariables, "APP_VERSION", "GIT_SHA");
const parts = pipelinePartsFrom(process.env);

export const handler = createHandler(
  routeGroup.rows,
  healthOperations({
    checks: describeChecks(environment, createProbes()),
    now: parts.now,
    log: parts.log,
    version: environment.APP_VERSION,
    gitSha: environment.GIT_SHA,
  }),
  parts,
);
