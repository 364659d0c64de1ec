/**
 * How a deployment reaches traffic. Callers use the `live` aliases of the functions. A deployment publishes new versions, the
 * gate checks them, and the aliases move only if it succeeds. Otherwise CloudFormation rolls back, and no new version has had
 * traffic.
 */
import { CustomResource, Duration } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
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

/**
 * The ARNs of the alarms by which CloudFormation goes back to the earlier versions, also for some minutes after the aliases have
 * moved ("Roll back your CloudFormation stack on alarm breach with rollback triggers"; it allows five). A template can't name
 * them, so an output passes them to the next deployment: `cdk deploy --rollback-trigger-alarm-arns … --monitoring-time-minutes 10`.
 * Not `UnexpectedErrors`: an old fault that one caller repeats would roll back the deployment that corrects it.
 */
export function rollbackAlarms(alarms: Construct): string[] {
  return ["ApiServerErrors", "AuthorizerErrors", "AuthorizerUnavailable"].map((name) => {
    const alarm = alarms.node.findChild(name);
    if (!(alarm instanceof Alarm)) throw new Error(`${name} is no alarm`);
    return alarm.alarmArn;
  });
}
