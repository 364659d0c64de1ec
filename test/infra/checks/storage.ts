/** Whether tables, buckets and queues are what the functions rely on, and closed to everyone else. */
import { uploadPrefix } from "../../../shared/files/import-keys.ts";
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
      ...(place === "Buckets/Imports" && !rules.some((rule) => at(rule, "ExpirationInDays") === 1)
        ? ["import files do not expire after a day"]
        : []),
    ];
  });

/** A file that lands below the prefix starts the parser; events that it can't handle wait in a closed queue that somebody watches. */
export const importFaults: Check = (template) => {
  const queues = resourcesOf(template, "AWS::SQS::Queue");
  const [queue] = queues;
  if (!queue || queues.length > 1) return [`${queues.length} queues`];
  const [queueId, { Properties }] = queue;
  const triggers = resourcesOf(template, "Custom::S3BucketNotifications").flatMap(([, notification]) =>
    listOf(at(notification.Properties, "NotificationConfiguration", "LambdaFunctionConfigurations")),
  );
  const starts = triggers.some((trigger) => {
    const target = template.Resources[String(at(trigger, "LambdaFunctionArn", "Ref"))];
    const [rule] = listOf(at(trigger, "Filter", "Key", "FilterRules"));
    return target && placeOf(target) === "Functions/import-parser/Live" && at(rule, "Value") === uploadPrefix;
  });
  const caught = resourcesOf(template, "AWS::Lambda::EventInvokeConfig").some(
    ([, config]) =>
      placeOf(config).startsWith("Functions/import-parser/Live/") &&
      referencesOf(at(config.Properties, "DestinationConfig", "OnFailure")).includes(queueId),
  );
  const watched = resourcesOf(template, "AWS::CloudWatch::Alarm").some(
    ([, alarm]) =>
      at(alarm.Properties, "MetricName") === "ApproximateNumberOfMessagesVisible" &&
      referencesOf(alarm.Properties).includes(queueId),
  );
  return [
    ...(starts ? [] : ["no upload starts the parser"]),
    ...(caught ? [] : ["events that the parser can't handle are lost"]),
    ...(watched ? [] : ["nobody watches the dead letters"]),
    ...(at(Properties, "SqsManagedSseEnabled") === true ? [] : ["dead letters are not encrypted"]),
    ...(at(Properties, "MessageRetentionPeriod") === 14 * 86_400 ? [] : ["dead letters are not kept for 14 days"]),
    ...(refusesPlainHttp(template, queueId, "AWS::SQS::QueuePolicy", "Queues")
      ? []
      : ["the queue answers without TLS"]),
  ];
};

function refusesPlainHttp(template: Template, id: string, policyType: string, target: string): boolean {
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
