/** Whether tables and buckets are what the functions rely on, and closed to everyone else. */
import { cacheTable, mainTable, type Projection, type TableDefinition } from "../../../shared/table/definition.ts";
import {
  at,
  type Check,
  listOf,
  placeOf,
  type Resource,
  referencesOf,
  resourcesOf,
  type Template,
} from "./template.ts";

const definitions: Record<string, TableDefinition> = { "Database/Main": mainTable, "Database/Cache": cacheTable };

/** Keys, indexes, projections and expiry as the definition says, paid by request. */
export const tableFaults: Check = (template) => {
  const tables = resourcesOf(template, "AWS::DynamoDB::Table");
  const found = Object.fromEntries(tables.map(([, table]) => [placeOf(table), describeTable(table)]));
  const wanted = Object.fromEntries(Object.entries(definitions).map(([place, table]) => [place, describe(table)]));
  return Object.keys({ ...found, ...wanted })
    .filter((place) => JSON.stringify(found[place]) !== JSON.stringify(wanted[place]))
    .map((place) => `${place} is ${JSON.stringify(found[place])} instead of ${JSON.stringify(wanted[place])}`);
};

/** What holds people's data can be brought back, and neither goes by mistake nor with the stack. */
export const safetyFaults: Check = (template) => {
  const main = resourcesOf(template, "AWS::DynamoDB::Table").filter(([, table]) => placeOf(table) === "Database/Main");
  const kept = resourcesOf(template, "AWS::S3::Bucket", "AWS::Cognito::UserPool", "AWS::SecretsManager::Secret");
  return [
    ...[...main, ...kept]
      .filter(([, { DeletionPolicy }]) => DeletionPolicy !== "Retain")
      .map(([, resource]) => `${placeOf(resource)} goes with the stack`),
    ...main
      .filter(([, { Properties }]) => at(Properties, "DeletionProtectionEnabled") !== true)
      .map(() => "the main table can be deleted"),
    ...main
      .filter(([, { Properties }]) => !at(Properties, "PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled"))
      .map(() => "the main table can't be brought back"),
  ];
};

/** Every bucket is closed to the public, encrypted, reached over TLS, owned by us alone, and forgets unfinished uploads. */
export const bucketFaults: Check = (template) =>
  resourcesOf(template, "AWS::S3::Bucket").flatMap(([id, bucket]) => {
    const { Properties } = bucket;
    const rules = listOf(at(Properties, "LifecycleConfiguration", "Rules"));
    const blocked = Object.values(at(Properties, "PublicAccessBlockConfiguration") ?? {});
    const encryption = listOf(at(Properties, "BucketEncryption", "ServerSideEncryptionConfiguration"));
    const place = placeOf(bucket);
    return [
      ...(blocked.length === 4 && blocked.every((value) => value === true) ? [] : [`${place} may become public`]),
      ...(encryption.length > 0 ? [] : [`${place} is not encrypted`]),
      ...(refusesPlainHttp(template, id, "AWS::S3::BucketPolicy", "Bucket") ? [] : [`${place} answers without TLS`]),
      ...(at(Properties, "OwnershipControls", "Rules", 0, "ObjectOwnership") === "BucketOwnerEnforced"
        ? []
        : [`${place} has objects of other owners`]),
      ...(rules.length > 0 ? [] : [`${place} keeps everything for ever`]),
      ...(rules.some((rule) => at(rule, "AbortIncompleteMultipartUpload") !== undefined) || place.startsWith("Canary/")
        ? []
        : [`${place} keeps unfinished uploads`]),
      ...(lifetimes[place] ?? [])
        .filter(({ prefix, days }) => !rules.some((rule) => isExpiry(rule, prefix, days)))
        .map(({ prefix = "everything", days }) => `${prefix} in ${place} does not expire after ${days} days`),
    ];
  });

/** What is not kept for good, by the place of the bucket. */
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

/** By the policy of a bucket or a queue. */
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

function describeTable({ Properties }: Resource) {
  return {
    keys: keysOf(Properties),
    local: listOf(at(Properties, "LocalSecondaryIndexes")).map(describeIndex),
    global: listOf(at(Properties, "GlobalSecondaryIndexes")).map(describeIndex),
    expiry: at(Properties, "TimeToLiveSpecification", "AttributeName") ?? null,
    billing: at(Properties, "BillingMode"),
    encrypted: at(Properties, "SSESpecification", "SSEEnabled"),
  };
}

function describeIndex(index: unknown) {
  return {
    name: at(index, "IndexName"),
    keys: keysOf(index),
    projection: at(index, "Projection", "NonKeyAttributes") ?? at(index, "Projection", "ProjectionType"),
  };
}

function keysOf(value: unknown): unknown[] {
  return listOf(at(value, "KeySchema")).map((key) => at(key, "AttributeName"));
}

function describe({ partitionKey, sortKey, localIndexes, globalIndexes, expiryAttribute }: TableDefinition) {
  const index = (name: string, keys: string[], projection: Projection) => ({ name, keys, projection });
  return {
    keys: [partitionKey, ...(sortKey ? [sortKey] : [])],
    local: localIndexes.map((local) => index(local.name, [partitionKey, local.sortKey], local.projection)),
    global: globalIndexes.map(({ name, partitionKey: own = "", ...rest }) =>
      index(name, [own, rest.sortKey], rest.projection),
    ),
    expiry: expiryAttribute ?? null,
    billing: "PAY_PER_REQUEST",
    encrypted: true,
  };
}
