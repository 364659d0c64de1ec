/**
 * An optional web firewall in front of the stage. It refuses the requests of a client address above a limit, before they cost an
 * execution, and before the stage's throttle, which all callers share.
 */
import type { Stage } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";

export class Firewall extends Construct {
  /** `rateLimit` is in requests of an address in five minutes. */
  constructor(scope: Construct, id: string, stage: Stage, rateLimit: number) {
    super(scope, id);
    // Samples would show paths, and the path of a calendar feed is a secret.
    const visibility = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
    const acl = new CfnWebACL(this, "Acl", {
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: { ...visibility, metricName: "Requests" },
      rules: [
        {
          name: "RequestsByAddress",
          priority: 0,
          statement: { rateBasedStatement: { limit: rateLimit, evaluationWindowSec: 300, aggregateKeyType: "IP" } },
          // The gateway answers with its response for WAF_FILTERED, which has a request id and CORS headers. A custom response of
          // the firewall would replace it and can't have them ("Sending custom responses for Block actions", AWS WAF).
          action: { block: {} },
          visibilityConfig: { ...visibility, metricName: "RefusedByAddress" },
        },
      ],
    });
    new CfnWebACLAssociation(this, "Association", { webAclArn: acl.attrArn, resourceArn: stage.stageArn });
  }
}
