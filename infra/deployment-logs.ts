/** Functions that CDK adds for a deployment's own use would keep their logs for ever: they share one log group with an end. */
import { CfnResource, type IAspect, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IConstruct } from "constructs";
import { logRetention } from "./service-function.ts";

export class DeploymentLogs implements IAspect {
  private readonly logGroup: LogGroup;

  constructor(stack: Stack) {
    this.logGroup = new LogGroup(stack, "DeploymentLog", {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  visit(node: IConstruct): void {
    if (!CfnResource.isCfnResource(node) || node.cfnResourceType !== "AWS::Lambda::Function") return;
    if (node instanceof CfnFunction && node.loggingConfig !== undefined) return;
    node.addPropertyOverride("LoggingConfig.LogGroup", this.logGroup.logGroupName);
  }
}
