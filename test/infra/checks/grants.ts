/** Checks that no role has more permissions than it needs. */
import { at, type Check, listOf, pathOf, referencesOf, resourcesOf, type Template, textOf } from "./template.ts";

interface Statement {
  /** The path of the role in the construct tree. */
  owner: string;
  actions: string[];
  resources: unknown[];
  condition: unknown;
}

/** Actions that AWS allows only on all resources, and the roles that may have them. */
const unboundedActions: Record<string, readonly string[] | "any function"> = {
  // Traces, if they are turned on.
  "xray:PutTraceSegments": "any function",
  "xray:PutTelemetryRecords": "any function",
  // Both are about the whole SES account (Service Authorization Reference, "Amazon SES").
  "ses:GetAccountSendingEnabled": ["Functions/health/Role", "Functions/gate/Role"],
  "ses:GetSendQuota": ["Functions/health/Role", "Functions/gate/Role"],
  // CloudWatch Synthetics needs these in the role of a canary. A condition limits the metric to its namespace.
  "cloudwatch:PutMetricData": ["Canary/Canary/ServiceRole"],
  "s3:ListAllMyBuckets": ["Canary/Canary/ServiceRole"],
};

/** Roles that CDK makes for its own functions and for the gateway's logs, with their managed policies. */
const managedPolicies: Record<string, string> = {
  "Api/Rest/CloudWatchRole": "AmazonAPIGatewayPushToCloudWatchLogs",
  "AWSCDK.TriggerCustomResourceProviderCustomResourceProvider/Role": "AWSLambdaBasicExecutionRole",
  "BucketNotificationsHandler050a0587b7544547bf325f094a3db834/Role": "AWSLambdaBasicExecutionRole",
};

/** No action has a wildcard, and the resource `*` is used only if AWS has no narrower one. */
export const wildcardFaults: Check = (template) =>
  statementsOf(template).flatMap(({ owner, actions, resources }) => [
    ...actions.filter((action) => action.includes("*")).map((action) => `${owner} may ${action}`),
    ...(resources.includes("*")
      ? actions.filter((action) => !isUnbounded(action, owner)).map((action) => `${owner} may ${action} on everything`)
      : []),
    ...resources
      .filter((resource) => owner.startsWith("Functions/") && /^\w*\/\*$/.test(textOf(resource)))
      .map((resource) => `${owner} may use all of ${textOf(resource)}`),
  ]);

function isUnbounded(action: string, owner: string): boolean {
  const owners = unboundedActions[action] ?? [];
  return owners === "any function" ? owner.startsWith("Functions/") : owners.includes(owner);
}

/** Managed policies are written by AWS, and may change. */
export const managedPolicyFaults: Check = (template) =>
  resourcesOf(template, "AWS::IAM::Role").flatMap(([, role]) =>
    listOf(at(role.Properties, "ManagedPolicyArns"))
      .map((arn) => JSON.stringify(arn))
      .filter((arn) => !arn.includes(`/${managedPolicies[pathOf(role)]}"`))
      .map((arn) => `${pathOf(role)} carries ${arn}`),
  );

/** The resources of a role's actions on files, as texts: a bucket, or a bucket with the prefix of its keys. */
export function filesOf(template: Template, owner: string): string[] {
  return statementsOf(template)
    .filter((statement) => statement.owner === owner)
    .flatMap(({ actions, resources, condition }) =>
      actions
        .filter((action) => action.startsWith("s3:"))
        .map((action) => [
          action,
          ...resources.map(textOf),
          ...[at(condition, "StringLikeIfExists", "s3:prefix")].flat(),
        ]),
    )
    .map((parts) => parts.filter((part) => part !== undefined).join(" "))
    .toSorted();
}

/** The actions of a role. Actions on a table are followed by the path of the table. */
export function grantedTo(template: Template, owner: string): string[] {
  return statementsOf(template)
    .filter((statement) => statement.owner === owner)
    .flatMap(({ actions, resources }) => {
      const paths = referencesOf(resources).map((id) => pathOf(template.Resources[id] ?? { Type: "" }));
      return actions.flatMap((action) =>
        action.startsWith("dynamodb:") ? paths.map((path) => `${action} on ${path}`) : [action],
      );
    });
}

function statementsOf(template: Template): Statement[] {
  const roles = resourcesOf(template, "AWS::IAM::Role").flatMap(([, role]) =>
    listOf(at(role.Properties, "Policies")).flatMap((policy) => read(pathOf(role), at(policy, "PolicyDocument"))),
  );
  const policies = resourcesOf(template, "AWS::IAM::Policy").flatMap(([, { Properties }]) =>
    listOf(at(Properties, "Roles")).flatMap((role) => {
      const owner = template.Resources[String(at(role, "Ref"))];
      return read(owner ? pathOf(owner) : "a role from elsewhere", at(Properties, "PolicyDocument"));
    }),
  );
  return [...roles, ...policies];
}

function read(owner: string, document: unknown): Statement[] {
  return listOf(at(document, "Statement"))
    .filter((statement) => at(statement, "Effect") === "Allow")
    .map((statement) => ({
      owner,
      actions: listOf(at(statement, "Action")).map(String),
      resources: listOf(at(statement, "Resource")),
      condition: at(statement, "Condition"),
    }));
}
