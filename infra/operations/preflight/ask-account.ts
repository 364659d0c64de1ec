/** Asks the AWS account and region what a deployment depends on. Nothing is changed. */
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { HeadBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { DescribeSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import {
  GetAccountSendingEnabledCommand,
  GetIdentityVerificationAttributesCommand,
  GetSendQuotaCommand,
  SESClient,
} from "@aws-sdk/client-ses";
import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { Settings } from "../../cloud/settings.ts";
import type { Assembly } from "../cdk.ts";
import type { StackTemplate } from "../template.ts";
import { error, type Finding } from "./finding.ts";

/** A stack that is deployed, or that failed to be. */
export interface DeployedStack {
  status: string;
  isProtected: boolean;
  template: StackTemplate;
  outputs: ReadonlyMap<string, string>;
}

export interface TableState {
  description: TableDescription;
  /** Whether it can be restored to a point in time. */
  isRecoverable: boolean;
  /** The attribute by which items expire. */
  expiryAttribute: string | undefined;
}

/** The `value` is undefined if the resource does not exist. A `fault`, usually a missing permission, says why there is no answer. */
export type Answer<Value> = { value: Value | undefined } | { fault: string };

export function answered<Value>(answer: Answer<Value>): Value | undefined {
  return "value" in answer ? answer.value : undefined;
}

export interface Answers {
  bootstrapVersion: Answer<number>;
  stack: Answer<DeployedStack>;
  /** Executions at once: the limit of all functions, and the part that no function reserves. */
  concurrency: Answer<{ limit: number; unreserved: number }>;
  mailQuota: Answer<{ perDay: number; perSecond: number; isSending: boolean }>;
  /** Of the identity that mail is sent as: `Success` if it is verified. */
  mailIdentity: Answer<string>;
  mainTable: Answer<TableState>;
  /** Whether the secret can be read, and is not about to be deleted. */
  pepper: Answer<boolean>;
  /** The buckets that don't exist. */
  missingBuckets: Answer<string[]>;
}

/** Everything that the checks read. */
export interface Situation extends Assembly {
  region: string;
  settings: Settings;
  answers: Answers;
}

export interface Questions {
  stackName: string;
  bootstrapParameter: string;
  mailIdentity: string | undefined;
  mainTable: string | undefined;
  pepperSecretArn: string | undefined;
  buckets: readonly string[];
}

/** A person waits. Without a network the first call would take minutes. */
const patience = { maxAttempts: 2, requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 } };

/** The region of the environment or of the profile. The findings are errors: no region, refused credentials. */
export async function checkAccess(env: NodeJS.ProcessEnv): Promise<{ region: string; findings: Finding[] }> {
  const named = env.AWS_REGION || env.AWS_DEFAULT_REGION;
  const region = named || (await new STSClient({}).config.region().catch(() => undefined)) || "";
  const findings = region ? [] : error("No region is named. Set AWS_REGION, or a region in the profile.");
  // Every region knows who the caller is.
  const client = new STSClient({ region: region || "us-east-1", ...patience });
  await client.send(new GetCallerIdentityCommand()).catch(({ name, message }: Error) => {
    findings.push(...error(`AWS gives no access (${name}: ${message}). Sign in, for example with: aws sso login`));
  });
  return { region, findings };
}

export async function askAccount(region: string, questions: Questions): Promise<Answers> {
  const config = { region, ...patience };
  const { stackName, bootstrapParameter, mailIdentity, mainTable, pepperSecretArn, buckets } = questions;
  const [bootstrapVersion, stack, concurrency, mailQuota, identity, table, pepper, missingBuckets] = await Promise.all([
    answerOf(async () => {
      const { Parameter } = await new SSMClient(config).send(new GetParameterCommand({ Name: bootstrapParameter }));
      return Number(Parameter?.Value);
    }),
    answerOf(() => findStack(new CloudFormationClient(config), stackName)),
    answerOf(async () => {
      const { AccountLimit } = await new LambdaClient(config).send(new GetAccountSettingsCommand());
      const { ConcurrentExecutions = 0, UnreservedConcurrentExecutions = 0 } = AccountLimit ?? {};
      return { limit: ConcurrentExecutions, unreserved: UnreservedConcurrentExecutions };
    }),
    answerOf(async () => {
      const client = new SESClient(config);
      const { Max24HourSend = 0, MaxSendRate = 0 } = await client.send(new GetSendQuotaCommand());
      const { Enabled = false } = await client.send(new GetAccountSendingEnabledCommand());
      return { perDay: Max24HourSend, perSecond: MaxSendRate, isSending: Enabled };
    }),
    answerOf(() => (mailIdentity === undefined ? undefined : findIdentityStatus(new SESClient(config), mailIdentity))),
    answerOf(() => (mainTable === undefined ? undefined : describeTable(new DynamoDBClient(config), mainTable))),
    answerOf(() =>
      pepperSecretArn === undefined ? undefined : isSecretUsable(new SecretsManagerClient(config), pepperSecretArn),
    ),
    answerOf(() => findMissing(new S3Client(config), buckets)),
  ]);
  return {
    bootstrapVersion,
    stack,
    concurrency,
    mailQuota,
    mailIdentity: identity,
    mainTable: table,
    pepper,
    missingBuckets,
  };
}

const missing = ["ParameterNotFound", "ResourceNotFoundException"];

async function answerOf<Value>(ask: () => Promise<Value | undefined> | undefined): Promise<Answer<Value>> {
  try {
    return { value: await ask() };
  } catch (fault) {
    const { name } = fault as Error;
    return missing.includes(name) ? { value: undefined } : { fault: name };
  }
}

/** Undefined if the stack doesn't exist, for which CloudFormation has no error of its own. */
export async function findStack(client: CloudFormationClient, StackName: string): Promise<DeployedStack | undefined> {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName })).catch((fault: Error) => {
    if (fault.name === "ValidationError" && fault.message.includes("does not exist")) return { Stacks: [] };
    throw fault;
  });
  if (!stack) return undefined;
  // A stack that was never created has no template yet.
  const isNew = stack.StackStatus === "REVIEW_IN_PROGRESS";
  const { TemplateBody } = isNew ? {} : await client.send(new GetTemplateCommand({ StackName }));
  return {
    status: stack.StackStatus ?? "",
    isProtected: stack.EnableTerminationProtection ?? false,
    template: TemplateBody ? (JSON.parse(TemplateBody) as StackTemplate) : { Resources: {} },
    outputs: new Map(stack.Outputs?.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue])),
  };
}

async function findIdentityStatus(client: SESClient, identity: string): Promise<string | undefined> {
  const ask = new GetIdentityVerificationAttributesCommand({ Identities: [identity] });
  const { VerificationAttributes = {} } = await client.send(ask);
  return VerificationAttributes[identity]?.VerificationStatus;
}

async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableState | undefined> {
  const [{ Table }, { ContinuousBackupsDescription }, { TimeToLiveDescription }] = await Promise.all([
    client.send(new DescribeTableCommand({ TableName })),
    client.send(new DescribeContinuousBackupsCommand({ TableName })),
    client.send(new DescribeTimeToLiveCommand({ TableName })),
  ]);
  const { PointInTimeRecoveryDescription } = ContinuousBackupsDescription ?? {};
  const expires = TimeToLiveDescription?.TimeToLiveStatus?.startsWith("ENABL");
  return (
    Table && {
      description: Table,
      isRecoverable: PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED",
      expiryAttribute: expires ? TimeToLiveDescription?.AttributeName : undefined,
    }
  );
}

async function isSecretUsable(client: SecretsManagerClient, SecretId: string): Promise<boolean | undefined> {
  const { ARN, DeletedDate } = await client.send(new DescribeSecretCommand({ SecretId }));
  return ARN !== undefined && DeletedDate === undefined;
}

async function findMissing(client: S3Client, buckets: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const Bucket of buckets) {
    await client.send(new HeadBucketCommand({ Bucket })).catch((fault: Error) => {
      if (fault.name !== "NotFound") throw fault;
      missing.push(Bucket);
    });
  }
  return missing;
}
