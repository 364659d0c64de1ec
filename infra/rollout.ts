/**
 * The gate of a deployment. Callers reach functions by their `live` aliases. A deployment publishes new versions, then runs the readiness
 * checks once, and only when they pass do the aliases move; otherwise CloudFormation rolls back and no new version has seen traffic.
 */
import { CfnResource, Duration } from "aws-cdk-lib";
import { Trigger } from "aws-cdk-lib/triggers";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

export class Rollout extends Construct {
  constructor(scope: Construct, id: string, gate: ServiceFunction, others: readonly ServiceFunction[]) {
    super(scope, id);
    const trigger = new Trigger(this, "Gate", {
      handler: gate.function,
      timeout: Duration.minutes(2),
      executeAfter: others.map((target) => target.function),
      executeBefore: others.map((target) => target.live),
    });
    // CloudFormation runs the gate again when this changes: whenever any function has a new version, not just the gate.
    const { defaultChild } = trigger.node.findChild("Default").node;
    if (!CfnResource.isCfnResource(defaultChild)) throw new Error("the trigger has no resource");
    const versions = others.map((target) => target.function.currentVersion.functionArn);
    defaultChild.addPropertyOverride("GatedVersions", versions);
  }
}
