/** Checks that tables match their definitions, and that buckets are private. */
import { isDeepStrictEqual } from "node:util";
import { createTableInput } from "../../../infra/local/database/tables.ts";
import { cacheTable, mainTable, type TableDefinition } from "../../../shared/platform/dynamodb/definition.ts";
import { at, type Check, listOf, pathOf, referencesOf, resourcesOf, type Template } from "./template.ts";

const definitions: Record<string, TableDefinition> = { "Database/Main": mainTable, "Database/Cache": cacheTable };

/** Keys, indexes, projections and expiry are those of the definition, which the local stack makes its tables from, too. */
export const tableFaults: Check = (template) => {
  const tables = resourcesOf(template, "AWS::DynamoDB::Table").map(([, table]) => [pathOf(table), table.Properties]);
  const found: Record<string, unknown> = Object.fromEntries(tables);
  return Object.keys({ ...found, ...definitions }).filter((path) => {
    const definition = definitions[path];
    if (!definition) return true;
    const { TableName: _name, AttributeDefinitions: _types, ...wanted } = createTableInput("", definition);
    const names = [...Object.keys(wanted), "LocalSecondaryIndexes", "GlobalSecondaryIndexes"];
    const table = Object.fromEntries(names.map((name) => [name, at(found[path], name)]));
    const hasExpiry = at(found[path], "TimeToLiveSpecification", "AttributeName") === definition.expiryAttribute;
    const isEncrypted = at(found[path], "SSESpecification", "SSEEnabled") === true;
    return !isDeepStrictEqual(table, { ...absentIndexes, ...wanted }) || !hasExpiry || !isEncrypted;
  });
};

const absentIndexes = { LocalSecondaryIndexes: undefined, GlobalSecondaryIndexes: undefined };

/** Resources with people's data can be restored, and are not deleted with the stack. */
export const safetyFaults: Check = (template) => {
  const main = resourcesOf(template, "AWS::DynamoDB::Table").filter(([, table]) => pathOf(table) === "Database/Main");
  const kept = resourcesOf(template, "AWS::S3::Bucket", "AWS::Cognito::UserPool", "AWS::SecretsManager::Secret");
  return [
    ...[...main, ...kept]
      .filter(([, { DeletionPolicy }]) => DeletionPolicy !== "Retain")
      .map(([, resource]) => `${pathOf(resource)} goes with the stack`),
    ...main
      .filter(([, { Properties }]) => at(Properties, "DeletionProtectionEnabled") !== true)
      .map(() => "the main table can be deleted"),
    ...main
      .filter(([, { Properties }]) => !at(Properties, "PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled"))
      .map(() => "the main table can't be brought back"),
  ];
};

/** Every bucket is private, encrypted, needs TLS, has one owner, and removes incomplete uploads. */
export const bucketFaults: Check = (template) =>
  resourcesOf(template, "AWS::S3::Bucket").flatMap(([id, bucket]) => {
    const { Properties } = bucket;
    const rules = listOf(at(Properties, "LifecycleConfiguration", "Rules"));
    const blocked = Object.values(at(Properties, "PublicAccessBlockConfiguration") ?? {});
    const encryption = listOf(at(Properties, "BucketEncryption", "ServerSideEncryptionConfiguration"));
    const path = pathOf(bucket);
    return [
      ...(blocked.length === 4 && blocked.every((value) => value === true) ? [] : [`${path} may become public`]),
      ...(encryption.length > 0 ? [] : [`${path} is not encrypted`]),
      ...(refusesPlainHttp(template, id, "AWS::S3::BucketPolicy", "Bucket") ? [] : [`${path} answers without TLS`]),
      ...(at(Properties, "OwnershipControls", "Rules", 0, "ObjectOwnership") === "BucketOwnerEnforced"
        ? []
        : [`${path} has objects of other owners`]),
      ...(rules.length > 0 ? [] : [`${path} keeps everything for ever`]),
      ...(rules.some((rule) => at(rule, "AbortIncompleteMultipartUpload") !== undefined) || path.startsWith("Canary/")
        ? []
        : [`${path} keeps unfinished uploads`]),
      ...(lifetimes[path] ?? [])
        .filter(({ prefix, days }) => !rules.some((rule) => isExpiry(rule, prefix, days)))
        .map(({ prefix = "everything", days }) => `${prefix} in ${path} does not expire after ${days} days`),
    ];
  });

/** The expiry of objects, by the path of the bucket. */
const lifetimes: Record<string, { prefix?: string; days: number }[]> = {
  "Buckets/Imports": [{ days: 1 }],
  "Buckets/Accounts": [
    { prefix: "search/", days: 90 },
    { prefix: "deletions/", days: 30 },
  ],
};

function isExpiry(rule: unknown, prefix: string | undefined, days: number): boolean {
  return at(rule, "ExpirationInDays") === days && at(rule, "Prefix") === prefix && at(rule, "Status") === "Enabled";
}

/** Reads the policy of a bucket or a queue. */
export function refusesPlainHttp(template: Template, id: string, policyType: string, target: string): boolean {
  return resourcesOf(template, policyType).some(
    ([, { Properties }]) =>
      referencesOf(at(Properties, target)).includes(id) &&
      listOf(at(Properties, "PolicyDocument", "Statement")).some(
        (statement) =>
          at(statement, "Effect") === "Deny" &&
          at(statement, "Condition", "Bool", "aws:SecureTransport") === "false" &&
          at(statement, "Principal", "AWS") === "*",
      ),
  );
}
