/** Whether anyone may do more than they need. */
import { at, type Check, listOf, placeOf, referencesOf, resourcesOf, type Template } from "./template.ts";

interface Statement {
  /** Whose, by the place of the role in the construct tree. */
  owner: string;
  actions: string[];
  resources: unknown[];
  condition: unknown;
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
  "secretsmanager:GetSecretValue": ["authorizer", "api-keys", "reminder-sender", "unsubscribe"],
  "dynamodb:DeleteItem": [
    "contacts",
    "groups",
    "imports",
    "interactions",
    "account",
    "unsubscribe",
    "api-keys",
    "deletion-worker",
    "reminder-sender",
  ],
  "dynamodb:BatchWriteItem": ["contacts", "deletion-worker"],
  "s3:GetObject": ["contacts", "groups", "imports", "account", "import-parser", "deletion-worker"],
  "s3:PutObject": ["contacts", "groups", "imports", "import-parser", "Canary/Canary/ServiceRole"],
  "s3:DeleteObject": ["contacts", "imports", "deletion-worker"],
  "dynamodb:Scan": [],
};

/** Secrets, deletions and files are for those who need them; nobody reads a table from end to end. */
export const reservedActionFaults: Check = (template) =>
  statementsOf(template).flatMap(({ owner, actions }) => {
    const name = functionOf(owner);
    return actions
      .filter((action) => reservedActions[action] && !reservedActions[action].includes(name))
      .map((action) => `${name} may ${action}`);
  });

/** Where each of our functions reaches objects, by action: the place of the bucket and the prefix. */
const filePlaces: Record<string, Readonly<Record<string, readonly string[]>>> = {
  contacts: {
    "s3:GetObject": [
      "Buckets/Accounts/search/*",
      "Buckets/Accounts/deletions/*",
      "Buckets/Imports/rows/*",
      "Buckets/Pictures/avatars/*",
      "Buckets/Imports/photos/*",
    ],
    "s3:PutObject": [
      "Buckets/Accounts/search/*",
      "Buckets/Accounts/deletions/*",
      "Buckets/Pictures/avatars/*",
      "Buckets/Imports/photos/*",
    ],
    "s3:DeleteObject": ["Buckets/Pictures/avatars/*"],
    "s3:ListBucket": [
      "Buckets/Accounts below search/*",
      "Buckets/Accounts below deletions/*",
      "Buckets/Imports below photos/*",
    ],
  },
  groups: {
    "s3:GetObject": ["Buckets/Accounts/search/*", "Buckets/Imports/rows/*", "Buckets/Pictures/avatars/*"],
    "s3:PutObject": ["Buckets/Accounts/search/*"],
    "s3:ListBucket": ["Buckets/Accounts below search/*"],
  },
  imports: {
    "s3:PutObject": ["Buckets/Imports/uploads/*", "Buckets/Pictures/avatars/*"],
    "s3:GetObject": ["Buckets/Imports/rows/*", "Buckets/Imports/pictures/*"],
    "s3:DeleteObject": ["Buckets/Pictures/avatars/*"],
    "s3:ListBucket": ["Buckets/Imports below pictures/*"],
  },
  account: { "s3:GetObject": ["Buckets/Pictures/avatars/*"] },
  "import-parser": {
    "s3:GetObject": ["Buckets/Imports/uploads/*", "Buckets/Imports/rows/*"],
    "s3:PutObject": ["Buckets/Imports/rows/*", "Buckets/Imports/pictures/*"],
  },
  "deletion-worker": {
    "s3:GetObject": ["Buckets/Accounts/deletions/*"],
    "s3:DeleteObject": ["Buckets/Accounts/deletions/*", "Buckets/Pictures/avatars/*"],
    "s3:ListBucket": ["Buckets/Accounts below deletions/*"],
  },
  // The head of every bucket.
  health: { "s3:ListBucket": ["Buckets/Imports", "Buckets/Pictures", "Buckets/Accounts"] },
  gate: { "s3:ListBucket": ["Buckets/Imports", "Buckets/Pictures", "Buckets/Accounts"] },
};

/** Every function reaches the objects below its own prefixes, and no others. */
export const filePlaceFaults: Check = (template) => {
  const found = statementsOf(template).flatMap(({ owner, actions, resources, condition }) => {
    const name = functionOf(owner);
    const below = at(condition, "StringLikeIfExists", "s3:prefix");
    const bound = below === undefined ? "" : ` below ${below}`;
    const files = actions.filter((action) => action.startsWith("s3:"));
    return files.flatMap((action) => resources.map((one) => `${name} ${action} ${objectPlace(template, one)}${bound}`));
  });
  const wanted = Object.entries(filePlaces).flatMap(([name, actions]) =>
    Object.entries(actions).flatMap(([action, places]) => places.map((place) => `${name} ${action} ${place}`)),
  );
  return [
    ...found.filter((one) => isOurs(one) && !wanted.includes(one)).map((one) => `too much: ${one}`),
    ...wanted.filter((one) => !found.includes(one)).map((one) => `missing: ${one}`),
  ];
};

/** CDK's own roles set up notifications and write reports. */
function isOurs(grant: string): boolean {
  return !grant.includes("/Role ") && !grant.startsWith("Canary/");
}

/** A bucket's place in the construct tree, followed by the pattern of its keys. */
function objectPlace(template: Template, resource: unknown): string {
  const [bucket = ""] = referencesOf(resource).map((id) => placeOf(template.Resources[id] ?? { Type: "" }));
  const pattern = listOf(at(resource, "Fn::Join", 1)).filter((part) => typeof part === "string");
  return bucket === "" ? String(resource) : `${bucket}${pattern.join("")}`;
}

function functionOf(owner: string): string {
  return /^Functions\/([\w-]+)\/Role$/.exec(owner)?.[1] ?? owner;
}

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
      condition: at(statement, "Condition"),
    }));
}
