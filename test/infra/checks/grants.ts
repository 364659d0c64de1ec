/** Whether anyone may do more than they need. */
import { at, type Check, listOf, placeOf, referencesOf, resourcesOf, type Template } from "./template.ts";

interface Statement {
  /** Whose, by the place of the role in the construct tree. */
  owner: string;
  actions: string[];
  resources: unknown[];
}

/** Actions that know no narrower resource than everything, and who may do them. */
const unboundedActions: Record<string, readonly string[] | "any function"> = {
  // Traces, where the settings ask for them.
  "xray:PutTraceSegments": "any function",
  "xray:PutTelemetryRecords": "any function",
  // Both ask about the mail account as a whole (Service Authorization Reference, "Amazon SES").
  "ses:GetAccountSendingEnabled": ["Functions/health/Role", "Functions/gate/Role"],
  "ses:GetSendQuota": ["Functions/health/Role", "Functions/gate/Role"],
  // What CloudWatch Synthetics asks of a canary's role; the metric is bound to its namespace by a condition.
  "cloudwatch:PutMetricData": ["Canary/Canary/ServiceRole"],
  "s3:ListAllMyBuckets": ["Canary/Canary/ServiceRole"],
};

/** Roles that CDK makes for a deployment's own functions and for the gateway's logs, with the policies of AWS that they carry. */
const managedPolicies: Record<string, string> = {
  "Api/Rest/CloudWatchRole": "AmazonAPIGatewayPushToCloudWatchLogs",
  "AWSCDK.TriggerCustomResourceProviderCustomResourceProvider/Role": "AWSLambdaBasicExecutionRole",
  "BucketNotificationsHandler050a0587b7544547bf325f094a3db834/Role": "AWSLambdaBasicExecutionRole",
};

/** No action by pattern, and everything as a resource only where AWS knows nothing narrower. */
export const wildcardFaults: Check = (template) =>
  statementsOf(template).flatMap(({ owner, actions, resources }) => [
    ...actions.filter((action) => action.includes("*")).map((action) => `${owner} may ${action}`),
    ...(resources.includes("*")
      ? actions.filter((action) => !isUnbounded(action, owner)).map((action) => `${owner} may ${action} on everything`)
      : []),
  ]);

function isUnbounded(action: string, owner: string): boolean {
  const owners = unboundedActions[action] ?? [];
  return owners === "any function" ? owner.startsWith("Functions/") : owners.includes(owner);
}

/** Policies that AWS writes grant whatever AWS thinks fit. */
export const managedPolicyFaults: Check = (template) =>
  resourcesOf(template, "AWS::IAM::Role").flatMap(([, role]) =>
    listOf(at(role.Properties, "ManagedPolicyArns"))
      .map((arn) => JSON.stringify(arn))
      .filter((arn) => !arn.includes(`/${managedPolicies[placeOf(role)]}"`))
      .map((arn) => `${placeOf(role)} carries ${arn}`),
  );

/** Actions that only some functions may do at all. */
const reservedActions: Record<string, readonly string[]> = {
  "secretsmanager:GetSecretValue": ["authorizer", "api-keys"],
  "dynamodb:DeleteItem": ["contacts", "imports", "api-keys"],
  "s3:GetObject": ["imports", "import-parser"],
  "s3:PutObject": ["imports", "import-parser", "Canary/Canary/ServiceRole"],
  "s3:DeleteObject": [],
  "dynamodb:Scan": [],
};

/** Secrets, deletions and files are for those who need them; nobody reads a table from end to end. */
export const reservedActionFaults: Check = (template) =>
  statementsOf(template).flatMap(({ owner, actions }) => {
    const name = /^Functions\/([\w-]+)\/Role$/.exec(owner)?.[1] ?? owner;
    return actions
      .filter((action) => reservedActions[action] && !reservedActions[action].includes(name))
      .map((action) => `${name} may ${action}`);
  });

/** What a role may do; actions on a table with the place of the table. */
export function grantedTo(template: Template, owner: string): string[] {
  return statementsOf(template)
    .filter((statement) => statement.owner === owner)
    .flatMap(({ actions, resources }) => {
      const places = referencesOf(resources).map((id) => placeOf(template.Resources[id] ?? { Type: "" }));
      return actions.flatMap((action) =>
        action.startsWith("dynamodb:") ? places.map((place) => `${action} on ${place}`) : [action],
      );
    });
}

function statementsOf(template: Template): Statement[] {
  const roles = resourcesOf(template, "AWS::IAM::Role").flatMap(([, role]) =>
    listOf(at(role.Properties, "Policies")).flatMap((policy) => read(placeOf(role), at(policy, "PolicyDocument"))),
  );
  const policies = resourcesOf(template, "AWS::IAM::Policy").flatMap(([, { Properties }]) =>
    listOf(at(Properties, "Roles")).flatMap((role) => {
      const owner = template.Resources[String(at(role, "Ref"))];
      return read(owner ? placeOf(owner) : "a role from elsewhere", at(Properties, "PolicyDocument"));
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
    }));
}
