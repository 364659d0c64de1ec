/** Tables, buckets, triggers and alarms of the synthesised template. */
import { describe, expect, it } from "vitest";
import {
  type BucketTrigger,
  backgroundFunctions,
  bucketTriggers,
  hourlyFunctions,
  mailEventTypes,
} from "../../infra/cloud/triggers.ts";
import { createTableInput } from "../../infra/local/database/tables.ts";
import { cacheTable, mainTable } from "../../shared/platform/dynamodb/definition.ts";
import { at, everySetting, find, listOf, resourcesOf, synthesise } from "./template.ts";

const everything = synthesise(everySetting);

/** The statement by which a bucket or a queue refuses requests without TLS. */
const refusesPlainHttp = expect.objectContaining({
  Effect: "Deny",
  Principal: { AWS: "*" },
  Condition: { Bool: { "aws:SecureTransport": "false" } },
});

describe("a table", () => {
  it("is the main one or the cache", () => {
    expect(Object.keys(resourcesOf(everything, "AWS::DynamoDB::Table"))).toEqual(["Database/Main", "Database/Cache"]);
  });

  it.each([
    ["Main", mainTable],
    ["Cache", cacheTable],
  ])("%s has the keys, indexes and expiry of its definition, and no price by the hour", (name, definition) => {
    const { TableName: _, AttributeDefinitions: __, ...expected } = createTableInput("", definition);
    const { AttributeDefinitions, PointInTimeRecoverySpecification, ...table } = find(everything, `Database/${name}`);
    expect(table).toEqual({
      ...expected,
      SSESpecification: { SSEEnabled: true },
      TimeToLiveSpecification: { AttributeName: definition.expiryAttribute, Enabled: true },
    });
  });

  it("of people's data can be restored", () => {
    const { PointInTimeRecoverySpecification } = find(everything, "Database/Main");
    expect(PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
  });
});

describe("a bucket", () => {
  it("is private and encrypted, needs TLS, and has one owner", () => {
    const buckets = Object.entries(resourcesOf(everything, "AWS::S3::Bucket"));
    expect(buckets.map(([path]) => path)).toEqual([
      ...["Buckets/Imports", "Buckets/Pictures", "Buckets/Accounts"],
      "Canary/Reports",
    ]);
    for (const [path, properties] of buckets) {
      expect(properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: "BucketOwnerEnforced" }] },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }],
        },
      });
      const { Statement } = find(everything, `${path}/Policy`).PolicyDocument as { Statement: unknown };
      expect(Statement).toContainEqual(refusesPlainHttp);
    }
  });

  const unfinished = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } };
  it.each([
    ["Buckets/Imports", [{ ExpirationInDays: 1 }, unfinished]],
    ["Buckets/Pictures", [unfinished]],
    ["Canary/Reports", [{ ExpirationInDays: 30 }]],
    [
      "Buckets/Accounts",
      [
        { Prefix: "search/", ExpirationInDays: 90 },
        { Prefix: "deletions/", ExpirationInDays: 30 },
        { Prefix: "exports/", ExpirationInDays: 1 },
        unfinished,
      ],
    ],
  ])("%s removes what is not needed any more", (path, rules) => {
    const Rules = rules.map((rule) => ({ ...rule, Id: expect.any(String), Status: "Enabled" }));
    expect(find(everything, path).LifecycleConfiguration).toEqual({ Rules });
  });
});

describe("a background function", () => {
  const triggers = Object.entries<BucketTrigger>(bucketTriggers);
  it.each(triggers)("%s is started by new objects under its prefix", (name, trigger) => {
    const bucket = `${trigger.bucket[0]?.toUpperCase()}${trigger.bucket.slice(1)}`;
    expect(find(everything, `Buckets/${bucket}/Notifications`)).toMatchObject({
      BucketName: `Buckets/${bucket}`,
      NotificationConfiguration: {
        LambdaFunctionConfigurations: expect.arrayContaining([
          {
            Events: ["s3:ObjectCreated:*"],
            Filter: {
              Key: {
                FilterRules: [
                  ...(trigger.suffix ? [{ Name: "suffix", Value: trigger.suffix }] : []),
                  { Name: "prefix", Value: trigger.prefix },
                ],
              },
            },
            LambdaFunctionArn: `Functions/${name}/Live`,
          },
        ]),
      },
    });
  });

  it("is started every hour or by events of mail", () => {
    const rules = Object.values(resourcesOf(everything, "AWS::Events::Rule"));
    const start = (name: string) => [{ Arn: `Functions/${name}/Live`, Id: "Target0" }];
    const hour = { ScheduleExpression: "rate(1 hour)", State: "ENABLED" };
    const detail = { mail: { tags: { "ses:configuration-set": ["Mail/ConfigurationSet"] } } };
    const EventPattern = { source: ["aws.ses"], "detail-type": Object.values(mailEventTypes), detail };
    const expected = [
      ...hourlyFunctions.map((name) => ({ ...hour, Targets: start(name) })),
      { EventPattern, State: "ENABLED", Targets: start("mail-events") },
    ];
    // The order of resources in the template means nothing.
    expect(rules).toHaveLength(expected.length);
    expect(rules).toEqual(expect.arrayContaining(expected));
  });

  it("has three attempts, waits six hours for a free execution, and its failures wait for two weeks in a queue of its own, which is watched", () => {
    const alarms = Object.values(resourcesOf(everything, "AWS::CloudWatch::Alarm"));
    const queues = backgroundFunctions.map((name) => {
      const config = find(everything, `Functions/${name}/Live/EventInvokeConfig`);
      expect(config).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 6 * 3_600 });
      return String(at(config, "DestinationConfig", "OnFailure", "Destination")).replace(/\.Arn$/, "");
    });
    expect(queues.toSorted()).toEqual(Object.keys(resourcesOf(everything, "AWS::SQS::Queue")).toSorted());
    for (const queue of queues) {
      expect(find(everything, queue)).toEqual({ MessageRetentionPeriod: 14 * 86_400, SqsManagedSseEnabled: true });
      const { PolicyDocument, Queues } = find(everything, `${queue}/Policy`);
      expect(Queues).toEqual([queue]);
      expect(at(PolicyDocument, "Statement")).toEqual([refusesPlainHttp]);
      expect(alarms).toContainEqual(
        expect.objectContaining({
          MetricName: "ApproximateNumberOfMessagesVisible",
          Dimensions: [{ Name: "QueueName", Value: `${queue}.QueueName` }],
        }),
      );
    }
  });
});

describe("an alarm", () => {
  it("exists for each fault that a person must investigate", () => {
    const alarms = Object.keys(resourcesOf(everything, "AWS::CloudWatch::Alarm"));
    expect(alarms.map((path) => path.replace("Alarms/", "")).toSorted()).toEqual([
      ...["AccountDeletionDeadLetters", "AccountDeletionsLate"],
      ...["ApiServerErrors", "AuthorizerErrors", "AuthorizerUnavailable", "DeletionDeadLetters", "ExportDeadLetters"],
      ...["ExportsFailed", "HealthCanary"],
      ...["ImportDeadLetters", "MailEventDeadLetters", "MailFaults", "ReminderDeadLetters", "RemindersFailed"],
      ...["RemindersNotRun", "ShareFaults", "Throttles"],
    ]);
  });

  it("of server errors leaves out the answers to owners of accounts that are still being deleted", () => {
    const metrics = listOf(at(find(everything, "Alarms/ApiServerErrors"), "Metrics"));
    expect(metrics).toMatchObject([
      { Expression: "errors - FILL(deleting, 0)" },
      { Id: "errors", MetricStat: { Metric: { Namespace: "AWS/ApiGateway", MetricName: "5XXError" }, Period: 300 } },
      { Id: "deleting", MetricStat: { Metric: { MetricName: "AccountsStillDeleted" }, Period: 300, Stat: "Sum" } },
    ]);
  });

  it("is sent to the given address, also when data are missing that should be there", () => {
    const alarms = Object.values(resourcesOf(everything, "AWS::CloudWatch::Alarm"));
    for (const { AlarmActions, InsufficientDataActions, TreatMissingData } of alarms) {
      expect(AlarmActions).toEqual(["Alarms/Topic"]);
      expect(InsufficientDataActions).toEqual(TreatMissingData === "missing" ? ["Alarms/Topic"] : undefined);
    }
    expect(find(everything, "Alarms/RemindersNotRun").TreatMissingData).toBe("missing");
  });

  it("may be published by CloudWatch of this account only", () => {
    const { Topics, PolicyDocument } = find(everything, "Alarms/Topic/Policy");
    expect(Topics).toEqual(["Alarms/Topic"]);
    const allowing = listOf(at(PolicyDocument, "Statement")).filter((statement) => at(statement, "Effect") === "Allow");
    expect(allowing).toMatchObject([
      {
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": "AccountId" } },
      },
    ]);
  });
});
