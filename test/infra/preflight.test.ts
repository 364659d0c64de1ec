/** What the preflight of a deployment says about an AWS account: nothing if all is well, and one line for each fault. */
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
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
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTableInput } from "../../infra/local/database/tables.ts";
import type { Assembly } from "../../infra/operations/cdk.ts";
import { readCommandLine } from "../../infra/operations/command-line.ts";
import { preflight, rollbackOptions } from "../../infra/operations/deploy.ts";
import { explain } from "../../infra/operations/destroy.ts";
import { checkAccess, findStack } from "../../infra/operations/preflight/ask-account.ts";
import type { StackTemplate } from "../../infra/operations/template.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";

const region = "eu-central-1";
const sts = mockClient(STSClient);
const ssm = mockClient(SSMClient);
const lambda = mockClient(LambdaClient);
const ses = mockClient(SESClient);
const cloudFormation = mockClient(CloudFormationClient);
const dynamoDb = mockClient(DynamoDBClient);
const secrets = mockClient(SecretsManagerClient);
const s3 = mockClient(S3Client);
const clients = [sts, ssm, lambda, ses, cloudFormation, dynamoDb, secrets, s3];
afterAll(() => {
  for (const client of clients) client.restore();
});

/** An account in which everything is ready, and nothing is deployed yet. */
beforeEach(() => {
  for (const client of clients) client.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: "123456789012" });
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: "28" } });
  setConcurrency(1000, 1000);
  ses.on(GetSendQuotaCommand).resolves({ Max24HourSend: 50_000, MaxSendRate: 14 });
  ses.on(GetAccountSendingEnabledCommand).resolves({ Enabled: true });
  setIdentities({});
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(fault("ValidationError", "Stack with id contacts-prod does not exist"));
  s3.on(HeadBucketCommand).resolves({});
  dynamoDb.on(DescribeTableCommand).rejects(fault("ResourceNotFoundException"));
});

const own = { Ref: "Main" };
const template: StackTemplate = {
  Resources: {
    Main: { Type: "AWS::DynamoDB::Table" },
    Sender: { Type: "AWS::SES::EmailIdentity", Properties: { EmailIdentity: "hello@example.com" } },
  },
  Outputs: { ApiUrl: { Value: own }, MainTable: { Value: own }, UserPoolId: { Value: own } },
};
const assembly: Assembly = {
  stackName: "contacts-prod",
  template,
  templateBytes: 400_000,
  bootstrapVersion: 6,
  bootstrapParameter: "/cdk-bootstrap/hnb659fds/version",
};
const usual = ["--alarmEmail", "oncall@example.com"];
const stream = `arn:aws:dynamodb:${region}:123456789012:table/contacts-restored/stream/2026-11-01T08:00:00.000`;
const withoutStream = ["--mainTable", "contacts-restored"];
const attached = [...withoutStream, "--mainTableStreamArn", stream];
const throughSes = ["--mailSender", "hello@example.com", "--mailIdentity", "example.com"];
const secretArn = `arn:aws:secretsmanager:${region}:123456789012:secret:Pepper-a1B2c3`;

async function findings(args: readonly string[] = [], changed: Partial<Assembly> = {}): Promise<string[]> {
  const { settings } = readCommandLine([...usual, ...args], {}, {});
  const { findings: found } = await preflight(settings, { ...assembly, ...changed }, region);
  return found.map(({ level, text }) => `${level}: ${text}`);
}

describe("the preflight", () => {
  it("says nothing about an account in which everything is ready, before a first deployment and before an update", async () => {
    expect(await findings()).toEqual([]);
    expect(await findings(["--mailSender", "hello@example.com", "--mailRate", "14"])).toEqual([]);
    setStack("UPDATE_COMPLETE");
    expect(await findings()).toEqual([]);
  });

  it("says everything at once, errors first", async () => {
    setConcurrency(10, 10);
    ses.on(GetSendQuotaCommand).resolves({ Max24HourSend: 200, MaxSendRate: 1 });
    ssm.on(GetParameterCommand).rejects(fault("ParameterNotFound"));
    expect(await findings(["--mailSender", "hello@example.com"])).toEqual([
      expect.stringMatching(/^error: .*npx cdk bootstrap/),
      expect.stringMatching(/^warning: Only 10 functions .*L-B99A9384/),
      expect.stringMatching(/^warning: SES is in its sandbox/),
    ]);
  });

  it("finds missing credentials and a missing region, both at once", async () => {
    expect(await checkAccess({ AWS_REGION: region })).toEqual({ region, findings: [] });
    sts.on(GetCallerIdentityCommand).rejects(fault("CredentialsProviderError", "Could not load credentials"));
    // The SDK reads the environment and the profile of this terminal, too.
    for (const name of ["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE"]) vi.stubEnv(name, undefined);
    vi.stubEnv("AWS_CONFIG_FILE", "/dev/null");
    const refused = { level: "error", text: expect.stringMatching(/load cred.*sso login/) };
    expect((await checkAccess({ AWS_REGION: region })).findings).toEqual([refused]);
    const nowhere = { level: "error", text: expect.stringContaining("AWS_REGION") };
    expect((await checkAccess({})).findings).toEqual([nowhere, refused]);
    vi.unstubAllEnvs();
  });

  it("warns about what it may not ask, because the CDK deploys with other permissions", async () => {
    const denied = fault("AccessDeniedException");
    ssm.on(GetParameterCommand).rejects(denied);
    lambda.on(GetAccountSettingsCommand).rejects(denied);
    cloudFormation.on(DescribeStacksCommand).rejects(denied);
    expect(await findings()).toEqual(
      ["ssm:GetParameter", "cloudformation:DescribeStacks", "lambda:GetAccountSettings"].map((action) =>
        expect.stringMatching(new RegExp(`^warning: Could not check .*${action}.*AccessDenied`)),
      ),
    );
  });

  it.each<[string, () => void, string[], RegExp]>([
    ["a bootstrap that is too old", () => setBootstrap("5"), [], /^error: .*version 5, not 6.*cdk bootstrap/],
    [
      "a protected first deployment that failed",
      () => setStack("ROLLBACK_COMPLETE", { isProtected: true }),
      [],
      /^error: .*--confirm prod/,
    ],
    [
      "an unprotected first deployment that failed",
      () => setStack("ROLLBACK_COMPLETE"),
      [],
      /^warning: .*deleted first/,
    ],
    [
      "an update that could not be rolled back",
      () => setStack("UPDATE_ROLLBACK_FAILED"),
      [],
      /^error: .*continue-update-rollback --stack-name contacts-prod/,
    ],
    ["an update that stopped", () => setStack("UPDATE_FAILED"), [], /^error: .*npx cdk rollback/],
    ["a deletion that failed", () => setStack("DELETE_FAILED"), [], /^error: .*npm run destroy/],
    ["a running update", () => setStack("UPDATE_IN_PROGRESS"), [], /^error: .*Wait/],
    ["a change set in review", () => setStack("REVIEW_IN_PROGRESS"), [], /^warning: .*change set/],
    [
      "an attached table that is not named again",
      () => setStack("UPDATE_COMPLETE", { MainTable: "contacts-restored" }),
      [],
      /^error: .*--mainTable contacts-restored$/,
    ],
    [
      "an identity that exists",
      () => setIdentities({ "hello@example.com": "Success" }),
      ["--mailSender", "hello@example.com"],
      /^error: .*--mailIdentity hello@example.com$/,
    ],
    [
      "an identity that is not verified",
      () => setIdentities({ "example.com": "Pending" }),
      ["--mailSender", "hello@example.com", "--mailIdentity", "example.com"],
      /^error: example.com is no verified identity/,
    ],
    [
      "sign-up mails through a SES that is in its sandbox",
      () => {
        setIdentities({ "example.com": "Success" });
        ses.on(GetSendQuotaCommand).resolves({ Max24HourSend: 200, MaxSendRate: 14 });
      },
      throughSes,
      /^error: SES is in its sandbox.* --signUpMail cognito$/,
    ],
    [
      "sign-up mails through a SES that is paused",
      () => {
        setIdentities({ "example.com": "Success" });
        ses.on(GetAccountSendingEnabledCommand).resolves({ Enabled: false });
      },
      throughSes,
      /^error: SES sends no mail.* --signUpMail cognito$/,
    ],
    [
      "other mails through a SES that is paused",
      () => {
        setIdentities({ "example.com": "Success" });
        ses.on(GetAccountSendingEnabledCommand).resolves({ Enabled: false });
      },
      [...throughSes, "--signUpMail", "cognito"],
      /^warning: SES sends no mail.* how to answer\.$/,
    ],
    [
      "a rate above the quota",
      () => {},
      ["--mailSender", "hello@example.com", "--mailRate", "20"],
      /^warning: SES accepts 14/,
    ],
    ["a table that doesn't exist", () => {}, attached, /^error: There is no table contacts-restored/],
    [
      "a table that is still restored",
      () => setTable({ TableStatus: "CREATING" }),
      attached,
      /^error: .*wait table-exists/,
    ],
    [
      "a table without an index",
      () => setTable({ LocalSecondaryIndexes: [] }),
      attached,
      /^error: .*other keys or indexes/,
    ],
    ["a table without recovery", () => setTable({}, "DISABLED"), attached, /^warning: .*update-continuous-backups/],
    [
      "a table without expiry",
      () => setTable({}, "ENABLED", "DISABLED"),
      attached,
      /^warning: .*update-time-to-live .*AttributeName=expiresAt/,
    ],
    [
      "a table whose stream is not named",
      () => setTable({}),
      withoutStream,
      new RegExp(`^warning: Webhooks wait up to an hour.*--mainTableStreamArn ${stream}$`),
    ],
    [
      "a table without a stream",
      () => setTable({ StreamSpecification: undefined }),
      withoutStream,
      /^warning: Webhooks wait up to an hour.*update-table .*StreamViewType=KEYS_ONLY/,
    ],
    [
      "a stream that is not the table's",
      () => setTable({ LatestStreamArn: stream.replace("08:00", "09:00") }),
      attached,
      /^error: The stream .* does not belong to the table/,
    ],
    [
      "a pepper that is about to be deleted",
      () => secrets.on(DescribeSecretCommand).resolves({ ARN: secretArn, DeletedDate: new Date() }),
      ["--pepperSecretArn", secretArn],
      /^error: .*restore-secret/,
    ],
    [
      "a bucket that doesn't exist",
      () => s3.on(HeadBucketCommand, { Bucket: "contacts-pictures" }).rejects(fault("NotFound")),
      ["--pictureBucket", "contacts-pictures", "--accountBucket", "contacts-accounts"],
      /^error: There is no bucket contacts-pictures/,
    ],
    [
      "a user pool of another region",
      () => {},
      ["--userPoolId", "us-east-1_a1B2c3D4e"],
      /^error: --userPoolId .* not in the region eu-central-1/,
    ],
  ])("finds %s", async (_fault, plant, args, expected) => {
    plant();
    expect(await findings(args)).toEqual([expect.stringMatching(expected)]);
  });

  it("finds functions that reserve more than the account has left, but not what they have reserved already", async () => {
    const reserving = (executions: number): StackTemplate => ({
      ...template,
      Resources: { F: { Type: "AWS::Lambda::Function", Properties: { ReservedConcurrentExecutions: executions } } },
    });
    setConcurrency(10, 10);
    expect(await findings([], { template: reserving(1) })).toEqual([expect.stringMatching(/^error: .*reserve 1 more/)]);
    setConcurrency(1000, 105);
    expect(await findings([], { template: reserving(6) })).toEqual([expect.stringMatching(/^error: .*reserve 6 more/)]);
    const burst = ["--stageBurstLimit", "100"];
    expect(await findings(burst, { template: reserving(5) })).toEqual([]);
    setStack("UPDATE_COMPLETE", {}, reserving(20));
    expect(await findings(burst, { template: reserving(20) })).toEqual([]);
  });

  it("warns if the gateway lets in more requests at once than executions are left", async () => {
    setConcurrency(1000, 405);
    expect(await findings(["--stageBurstLimit", "405"])).toEqual([]);
    expect(await findings(["--stageBurstLimit", "406"])).toEqual([
      expect.stringMatching(/^warning: --stageBurstLimit 406 .* \(405\), .*L-B99A9384/),
    ]);
  });

  it("finds a template that CloudFormation refuses", async () => {
    const Resources = Object.fromEntries(
      Array.from({ length: 501 }, (_, at) => [`R${at}`, { Type: "AWS::SNS::Topic" }]),
    );
    expect(await findings([], { template: { Resources } })).toEqual([expect.stringMatching(/^error: .*501 resources/)]);
    expect(await findings([], { templateBytes: 2_000_000 })).toEqual([
      expect.stringMatching(/^error: .*2000000 bytes/),
    ]);
  });

  it("warns if nobody gets the alarms of prod", async () => {
    const findingsOf = async (stage: string) =>
      (await preflight(readCommandLine(["--stage", stage], {}, {}).settings, assembly, region)).findings;
    expect(await findingsOf("prod")).toMatchObject([
      { level: "warning", text: expect.stringContaining("--alarmEmail") },
    ]);
    expect(await findingsOf("test")).toEqual([]);
  });
});

describe("an update", () => {
  it("is rolled back by the alarms of the stack that it updates, unless they are to be ignored", async () => {
    setStack("UPDATE_COMPLETE", { RollbackAlarms: "arn:one,arn:two" });
    const { stack } = await preflight(readCommandLine([], {}, {}).settings, assembly, region);
    expect(rollbackOptions(stack, false)).toEqual([
      "--rollback-trigger-alarm-arns=arn:one",
      "--rollback-trigger-alarm-arns=arn:two",
      "--monitoring-time-minutes=10",
    ]);
    expect(rollbackOptions(undefined, false)).toEqual([]);
    expect(rollbackOptions(stack, true)).toEqual(["--rollback-trigger-alarm-arns=none"]);
  });
});

describe("before a stack is deleted", () => {
  it("says what stays, and the options that use it again", async () => {
    setStack("UPDATE_COMPLETE", { MainTable: "contacts-main", UserPoolId: `${region}_a1B2c3D4e`, isProtected: true });
    const stack = await findStack(new CloudFormationClient({ region }), "contacts-prod");
    if (!stack) throw new Error("there is no stack");
    const text = explain("prod", stack);
    expect(text).toContain("Termination protection is on");
    const [command = ""] = /npm run deploy -- .*/.exec(text) ?? [];
    expect(command).toBe(
      `npm run deploy -- --stage prod --mainTable contacts-main --userPoolId ${region}_a1B2c3D4e --mailIdentity hello@example.com --mailSender hello@example.com`,
    );
    const args = command.replace("npm run deploy -- ", "").split(" ");
    expect(readCommandLine(args, {}, {}).settings).toMatchObject({ mainTable: "contacts-main" });
  });

  it("names nothing that stays when the first deployment failed, because that left nothing", async () => {
    setStack("ROLLBACK_COMPLETE", { isProtected: true });
    const stack = await findStack(new CloudFormationClient({ region }), "contacts-prod");
    const text = stack && explain("prod", stack);
    expect(text).toBe(
      "Termination protection is on, and is turned off first.\nThe first deployment failed, and left no data.",
    );
  });

  it("names only what has a name, because a stack that was never complete has no outputs", async () => {
    setStack("DELETE_FAILED");
    const stack = await findStack(new CloudFormationClient({ region }), "contacts-prod");
    expect(stack && explain("prod", stack)).not.toMatch(/--(mainTable|userPoolId)/);
  });

  it("finds no stack where there is none", async () => {
    expect(await findStack(new CloudFormationClient({ region }), "contacts-prod")).toBeUndefined();
  });
});

function fault(name: string, message = name): Error {
  return Object.assign(new Error(message), { name });
}

function setBootstrap(Value: string): void {
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value } });
}

function setConcurrency(ConcurrentExecutions: number, UnreservedConcurrentExecutions: number): void {
  const AccountLimit = { ConcurrentExecutions, UnreservedConcurrentExecutions };
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit });
}

function setIdentities(statuses: Record<string, "Success" | "Pending">): void {
  const found = Object.entries(statuses).map(([name, VerificationStatus]) => [name, { VerificationStatus }]);
  ses.on(GetIdentityVerificationAttributesCommand).resolves({ VerificationAttributes: Object.fromEntries(found) });
}

/** A deployed stack. A table that `MainTable` names is one that was attached, unless the template is given. */
function setStack(
  StackStatus:
    | "UPDATE_COMPLETE"
    | "UPDATE_FAILED"
    | "ROLLBACK_COMPLETE"
    | "UPDATE_ROLLBACK_FAILED"
    | "DELETE_FAILED"
    | "UPDATE_IN_PROGRESS"
    | "REVIEW_IN_PROGRESS",
  { isProtected = false, ...outputs }: { isProtected?: boolean } & Record<string, string | boolean> = {},
  body: StackTemplate = template,
): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, value]) => ({ OutputKey, OutputValue: String(value) }));
  const about = { StackName: "contacts-prod", CreationTime: new Date(), EnableTerminationProtection: isProtected };
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...about, StackStatus, Outputs }] });
  const isAttached = outputs.MainTable === "contacts-restored";
  const MainTable = { Value: isAttached ? "contacts-restored" : own };
  const deployed = { ...body, Outputs: { ...body.Outputs, MainTable } };
  cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(deployed) });
}

function setTable(
  changed: object,
  backups: "ENABLED" | "DISABLED" = "ENABLED",
  expiry: "ENABLED" | "DISABLED" = "ENABLED",
): void {
  const { KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes } = createTableInput("contacts-restored", mainTable);
  const indexes = { KeySchema, LocalSecondaryIndexes, GlobalSecondaryIndexes } as object;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "KEYS_ONLY" as const };
  const streams = { StreamSpecification, LatestStreamArn: stream };
  const Table = { TableStatus: "ACTIVE" as const, ...indexes, ...streams, ...changed };
  dynamoDb.on(DescribeTableCommand).resolves({ Table });
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: backups };
  const ContinuousBackupsDescription = { ContinuousBackupsStatus: "ENABLED" as const, PointInTimeRecoveryDescription };
  dynamoDb.on(DescribeContinuousBackupsCommand).resolves({ ContinuousBackupsDescription });
  const TimeToLiveDescription = { TimeToLiveStatus: expiry, AttributeName: "expiresAt" };
  dynamoDb.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription });
}
