/**
 * Tries every permission of a function from inside of it, without any effect: reads of what does not exist, and writes that AWS
 * refuses after it has checked the permission. This file is deployed beside the bundle of each function (entry.mjs), so it
 * imports nothing but the SDK that Lambda's runtime contains.
 */
import { createRequire } from "node:module";
import type { AttributeValue, DynamoDB } from "@aws-sdk/client-dynamodb";
import type { S3 } from "@aws-sdk/client-s3";
import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import type { SES } from "@aws-sdk/client-ses";
import type { SQS } from "@aws-sdk/client-sqs";

/** One permission, as data. The stack passes it through CloudFormation, so every value is text. */
export interface GrantCheck {
  /** As in a policy. */
  action: string;
  /** The environment variable with the name of the table, bucket, secret, queue or sender. */
  variable: string;
  /** The names of the key attributes, for actions on tables. */
  keys?: readonly string[];
  /** For a query of an index. */
  index?: string;
  /** For actions on files. */
  prefix?: string;
}

/** A permission that does not work. */
export interface GrantFault {
  /** For people: the action and what it is for. */
  check: string;
  /** The name of the error. Its message is left out because it may contain secrets. */
  fault: string;
  /** The next attempt may succeed: AWS refused, and a new permission takes some seconds; or the service was busy. */
  mayPass: boolean;
}

interface Target {
  /** The value of the variable. */
  name: string;
  keys: readonly string[];
  index: string | undefined;
  prefix: string;
}

interface Trial {
  run: (target: Target) => Promise<unknown>;
  /** The errors that AWS answers to a caller who has the permission. Without this list, the call must succeed. */
  refusals?: readonly string[];
}

/** The ids of accounts are UUIDs, so no item and no file has this name. */
const nobody = "self-check";

/** Returns the permissions that do not work. */
export async function selfCheck(
  checks: readonly GrantCheck[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GrantFault[]> {
  const faults = checks.map(async ({ action, variable, keys = [], index, prefix = "" }) => {
    const check = [action, "with", variable, index ?? prefix].join(" ").trim();
    const [name, trial] = [environment[variable], trials[action]];
    if (!name || !trial) return { check, fault: name ? "UnknownAction" : "MissingVariable", mayPass: false };
    const error = await faultOf(trial, { name, keys, index, prefix });
    return error && { check, fault: error.name, mayPass: isDenied(error) || isBusy(error) };
  });
  return (await Promise.all(faults)).filter((fault) => fault !== undefined);
}

/** The name of the error for a write that AWS should have refused. */
const notRefused = "NotRefused";

async function faultOf({ run, refusals }: Trial, target: Target): Promise<Error | undefined> {
  try {
    await run(target);
    return refusals && Object.assign(new Error(), { name: notRefused });
  } catch (error) {
    if (!(error instanceof Error)) return new Error("unknown");
    return refusals?.includes(error.name) ? undefined : error;
  }
}

type ServiceError = Error & { $metadata?: { httpStatusCode?: number } };

/** DynamoDB answers 400, other services 403, which has no name if the answer has no body. */
function isDenied(error: ServiceError): boolean {
  return /AccessDenied|NotAuthorized/.test(error.name) || error.$metadata?.httpStatusCode === 403;
}

/** SES, for example, allows one `GetSendQuota` a second in an account, and the health routes ask for it, too. */
function isBusy({ name, $metadata: { httpStatusCode = 500 } = {} }: ServiceError): boolean {
  return name !== notRefused && (httpStatusCode >= 500 || /Throttl|TooManyRequests|Exceeded/.test(name));
}

const settings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};

const trials: Readonly<Record<string, Trial>> = {
  "dynamodb:GetItem": { run: (to) => onTable((db) => db.getItem({ TableName: to.name, Key: keyOf(to) })) },
  "dynamodb:BatchGetItem": {
    run: (to) => onTable((db) => db.batchGetItem({ RequestItems: { [to.name]: { Keys: [keyOf(to)] } } })),
  },
  "dynamodb:Query": {
    run: (to) =>
      onTable((db) =>
        db.query({
          ...{ TableName: to.name, IndexName: to.index, Limit: 1, KeyConditionExpression: "#key = :nobody" },
          ...{ ExpressionAttributeNames: { "#key": to.keys[0] ?? "" } },
          ...{ ExpressionAttributeValues: { ":nobody": { S: nobody } } },
        }),
      ),
  },
  "dynamodb:PutItem": refusedWrite((db, to) => db.putItem({ ...ifThere(to), Item: keyOf(to) })),
  "dynamodb:UpdateItem": refusedWrite((db, to) => db.updateItem({ ...ifThere(to), Key: keyOf(to) })),
  "dynamodb:DeleteItem": refusedWrite((db, to) => db.deleteItem({ ...ifThere(to), Key: keyOf(to) })),
  "dynamodb:ConditionCheckItem": {
    run: (to) =>
      onTable((db) =>
        db.transactWriteItems({ TransactItems: [{ ConditionCheck: { ...ifThere(to), Key: keyOf(to) } }] }),
      ),
    refusals: ["TransactionCanceledException"],
  },
  // A batch has no conditions, so it deletes what does not exist.
  "dynamodb:BatchWriteItem": {
    run: (to) =>
      onTable((db) => db.batchWriteItem({ RequestItems: { [to.name]: [{ DeleteRequest: { Key: keyOf(to) } }] } })),
  },
  "s3:GetObject": {
    run: (to) =>
      onFiles((s3) => s3.getObject(fileOf(to))).catch((error: Error) => {
        // Callers who may not list get 403 for a missing file. The message names the action that is missing.
        const isMissing = error.name === "NoSuchKey" || (isDenied(error) && !error.message.includes("s3:GetObject"));
        if (!isMissing) throw error;
      }),
  },
  // S3 reads the body after it has checked the permission, and refuses one that has another digest.
  "s3:PutObject": {
    run: (to) => onFiles((s3) => s3.putObject({ ...fileOf(to), Body: "x", ContentMD5: digestOfNothing })),
    refusals: ["BadDigest"],
  },
  "s3:DeleteObject": { run: (to) => onFiles((s3) => s3.deleteObject(fileOf(to))) },
  "s3:ListBucket": {
    run: (to) => onFiles((s3) => s3.listObjectsV2({ Bucket: to.name, Prefix: to.prefix, MaxKeys: 1 })),
  },
  "secretsmanager:GetSecretValue": {
    run: async ({ name }) => {
      const sdk = load("@aws-sdk/client-secrets-manager") as { SecretsManager: typeof SecretsManager };
      return new sdk.SecretsManager(settings).getSecretValue({ SecretId: name });
    },
  },
  "sqs:SendMessage": {
    run: ({ name }) => {
      const sdk = load("@aws-sdk/client-sqs") as { SQS: typeof SQS };
      // SQS refuses a batch in which two messages have the same id.
      const Entries = [1, 2].map(() => ({ Id: nobody, MessageBody: nobody }));
      return new sdk.SQS({ ...settings, useQueueUrlAsEndpoint: false }).sendMessageBatch({ QueueUrl: name, Entries });
    },
    refusals: ["BatchEntryIdsNotDistinct"],
  },
  "ses:GetSendQuota": { run: () => onMail((ses) => ses.getSendQuota({})) },
  "ses:GetAccountSendingEnabled": { run: () => onMail((ses) => ses.getAccountSendingEnabled({})) },
  "ses:SendRawEmail": {
    // A mailbox of SES ("Testing Email Sending in Amazon SES"). A sender that is not verified yet is refused later than a caller
    // without the permission, and a new deployment has one.
    run: ({ name }) =>
      onMail((ses) =>
        ses.sendRawEmail({
          Source: /<(.+)>$/.exec(name)?.[1] ?? name,
          Destinations: ["success@simulator.amazonses.com"],
          RawMessage: { Data: Buffer.from(`From: ${name}\r\nSubject: self-check\r\n\r\n`) },
          ConfigurationSetName: process.env.MAIL_CONFIGURATION_SET,
        }),
      ).catch((error: Error) => {
        if (isDenied(error)) throw error;
      }),
  },
};

/** The MD5 of no bytes, in base64. */
const digestOfNothing = "1B2M2Y8AsgTpgAmY7PhCfg==";

function keyOf({ keys }: Target): Record<string, AttributeValue> {
  return Object.fromEntries(keys.map((key) => [key, { S: nobody }]));
}

/** A write under a condition that is never met. */
function refusedWrite(write: (db: DynamoDB, to: Target) => Promise<unknown>): Trial {
  return { run: (to) => onTable((db) => write(db, to)), refusals: ["ConditionalCheckFailedException"] };
}

function ifThere({ name, keys }: Target) {
  return {
    TableName: name,
    ConditionExpression: "attribute_exists(#key)",
    ExpressionAttributeNames: { "#key": keys[0] ?? "" },
  };
}

function fileOf({ name, prefix }: Target): { Bucket: string; Key: string } {
  return { Bucket: name, Key: `${prefix}${nobody}` };
}

/** Lambda's runtime finds its own SDK by `NODE_PATH`, which Node reads only for `require`. */
const load = createRequire(import.meta.url);

async function onTable<Result>(call: (db: DynamoDB) => Promise<Result>): Promise<Result> {
  const sdk = load("@aws-sdk/client-dynamodb") as { DynamoDB: typeof DynamoDB };
  return call(new sdk.DynamoDB(settings));
}

async function onFiles<Result>(call: (s3: S3) => Promise<Result>): Promise<Result> {
  const sdk = load("@aws-sdk/client-s3") as { S3: typeof S3 };
  // Without the SDK's own checksum, which would be right, S3 has only the wrong digest to compare with.
  return call(new sdk.S3({ ...settings, forcePathStyle: true, requestChecksumCalculation: "WHEN_REQUIRED" }));
}

async function onMail<Result>(call: (ses: SES) => Promise<Result>): Promise<Result> {
  const sdk = load("@aws-sdk/client-ses") as { SES: typeof SES };
  return call(new sdk.SES(settings));
}
