/**
 * How a deployment reaches traffic. Callers use the `live` aliases of the functions. A deployment publishes new versions, the
 * gate checks them, and the aliases move only if it succeeds. Otherwise CloudFormation rolls back, and no new version has had
 * traffic.
 */
import { CustomResource, Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import { routeGroups } from "../../functions/routes.ts";
import type { GrantCheck } from "../../shared/platform/health/self-check.ts";
import type { ServiceFunction } from "./function/service-function.ts";
import { type FunctionName, functionDeclarations, pipelineActions } from "./functions.ts";
import { grantChecks } from "./grant-checks.ts";

type Functions = Readonly<Record<FunctionName, ServiceFunction>>;

export class Rollout extends Construct {
  constructor(scope: Construct, id: string, { gate, ...others }: Functions, { sendsMail }: { sendsMail: boolean }) {
    super(scope, id);
    const names = Object.keys(others) as (keyof typeof others)[];
    const functionArns = names.map((name) => others[name].function.functionArn);
    const versionArns = functionArns.map((arn) => `${arn}:*`);
    gate
      .allow(["lambda:InvokeFunction", "lambda:DeleteFunction"], versionArns)
      .allow(["lambda:ListVersionsByFunction"], functionArns);
    // The gate runs again when a property changes, so the properties name all versions and permissions.
    const check = new CustomResource(this, "Gate", {
      resourceType: "Custom::Gate",
      // CloudFormation allows no change of this address, so it names no version.
      serviceToken: gate.function.functionArn,
      serviceTimeout: Duration.seconds(functionDeclarations.gate.timeoutSeconds + 60),
      properties: {
        Versions: names.map((name) => ({
          arn: others[name].function.currentVersion.functionArn,
          checks: checksOf(name, sendsMail),
        })),
      },
    });
    for (const name of names) others[name].live.node.addDependency(check);
  }
}

/** The permissions that a function tries before it gets traffic. */
export function checksOf(name: FunctionName, sendsMail: boolean): GrantCheck[] {
  const group = routeGroups.find((one) => one.name === name);
  const pipeline = group ? pipelineActions(group.rows) : [];
  return grantChecks(functionDeclarations[name].grants, pipeline, sendsMail);
}
