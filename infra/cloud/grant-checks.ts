/** The permissions that a function declares, as the checks that it makes of itself before it gets traffic. */
import type { FileGrant, Grants, ItemAction } from "../../functions/declaration.ts";
import { cacheTable, mainTable, type TableDefinition } from "../../shared/platform/dynamodb/definition.ts";
import type { GrantCheck } from "../../shared/platform/health/self-check.ts";
import { queueVariables } from "../../shared/webhook/queue.ts";
import { bucketVariables } from "./resources/buckets.ts";

/**
 * The checks follow the declaration, because a check from the policies would not notice a policy without a declared action.
 * `pipeline` are the actions on the expiring table that functions behind the gateway have.
 */
export function grantChecks(grants: Grants, pipeline: readonly ItemAction[], sendsMail: boolean): GrantCheck[] {
  const { table = [], cache = [], files = [], pepper, mail, queue, probes } = grants;
  return [
    ...onTable("TABLE_NAME", mainTable, probes ? ["GetItem"] : table),
    ...onTable("CACHE_TABLE_NAME", cacheTable, [
      ...new Set([...cache, ...pipeline, ...(probes ? ["GetItem" as const] : [])]),
    ]),
    ...files.flatMap(onFiles),
    ...(pepper ? [{ action: "secretsmanager:GetSecretValue", variable: "API_KEY_PEPPER_SECRET" }] : []),
    ...(mail && sendsMail ? [{ action: "ses:SendRawEmail", variable: "MAIL_SENDER" }] : []),
    ...(queue ? Object.values(queueVariables).map((variable) => ({ action: "sqs:SendMessage", variable })) : []),
    ...(probes ? probeChecks(sendsMail) : []),
  ];
}

function onTable(
  variable: string,
  { partitionKey, sortKey, ...indexes }: TableDefinition,
  actions: readonly ItemAction[],
) {
  const keys = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
  const checks: GrantCheck[] = actions.map((action) => ({ action: `dynamodb:${action}`, variable, keys }));
  if (!actions.includes("Query")) return checks;
  // A restored table may lack an index.
  const queries = [...indexes.localIndexes, ...indexes.globalIndexes].map((index) => {
    return { action: "dynamodb:Query", variable, keys: [index.partitionKey ?? partitionKey], index: index.name };
  });
  return [...checks, ...queries];
}

function onFiles({ bucket, prefix, actions }: FileGrant): GrantCheck[] {
  return actions.map((action) => ({ action: `s3:${action}`, variable: bucketVariables[bucket], prefix }));
}

function probeChecks(sendsMail: boolean): GrantCheck[] {
  const buckets = Object.values(bucketVariables).map((variable) => ({ action: "s3:ListBucket", variable }));
  const mail = ["ses:GetSendQuota", "ses:GetAccountSendingEnabled"].map((action) => ({
    action,
    variable: "MAIL_SENDER",
  }));
  return [...buckets, ...(sendsMail ? mail : [])];
}
