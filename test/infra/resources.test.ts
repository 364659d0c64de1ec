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
import { outboxPrefix } from "../../shared/account/store/outbox.ts";
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
  ])("%s has the keys, indexes, expiry and stream of its definition, and no price by the hour", (name, definition) => {
    const { TableName: _, AttributeDefinitions: __, ...expected } = createTableInput("", definition);
    const { AttributeDefinitions, PointInTimeRecoverySpecification, ...table } = find(everything, `Database/${name}`);
    expect(table).toEqual({
      ...expected,
      ...("stream" in definition && { StreamSpecification: { StreamViewType: definition.stream } }),
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
    ["Buckets/Imports", [{ ExpirationInDays: 2 }, unfinished]],
    ["Buckets/Pictures", [unfinished]],
    ["Canary/Reports", [{ ExpirationInDays: 30 }]],
    [
      "Buckets/Accounts",
      [
        { Prefix: "search/", ExpirationInDays: 90 },
        { Prefix: "deletions/", ExpirationInDays: 30 },
        { Prefix: "import-work/", ExpirationInDays: 30 },
        { Prefix: "history/", ExpirationInDays: 31 },
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

  /** A target of a rule, with the queue of the events that EventBridge could not hand over, and its seconds of trying. */
  const started = (name: string, MaximumEventAgeInSeconds: number) =>
    expect.objectContaining({
      Arn: `Functions/${name}/Live`,
      DeadLetterConfig: { Arn: "Background/DeadLetters.Arn" },
      RetryPolicy: { MaximumEventAgeInSeconds, MaximumRetryAttempts: 185 },
    });

  it("is started every hour or by events of mail", () => {
    const detail = { mail: { tags: { "ses:configuration-set": ["Mail/ConfigurationSet"] } } };
    expect(resourcesOf(everything, "AWS::Events::Rule")).toEqual({
      "Background/Hourly": {
        ScheduleExpression: "rate(1 hour)",
        State: "ENABLED",
        Targets: hourlyFunctions.slice(0, 5).map((name) => started(name, 3_600)),
      },
      // EventBridge allows no more than five targets for a rule.
      "Background/HourlyToo": {
        ScheduleExpression: "rate(1 hour)",
        State: "ENABLED",
        Targets: hourlyFunctions.slice(5).map((name) => started(name, 3_600)),
      },
      "Background/MailEvents": {
        EventPattern: { source: ["aws.ses"], "detail-type": Object.values(mailEventTypes), detail },
        State: "ENABLED",
        Targets: [started("mail-events", 86_400)],
      },
    });
    expect(hourlyFunctions.length).toBeLessThanOrEqual(10);
  });

  it("has three attempts, waits six hours for a free execution, and its failures wait for two weeks in the queue of dead letters", () => {
    const queue = "Background/DeadLetters";
    for (const name of backgroundFunctions) {
      const config = find(everything, `Functions/${name}/Live/EventInvokeConfig`);
      expect(config).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 6 * 3_600 });
      expect(at(config, "DestinationConfig", "OnFailure", "Destination")).toBe(`${queue}.Arn`);
    }
    expect(find(everything, queue)).toEqual({ MessageRetentionPeriod: 14 * 86_400, SqsManagedSseEnabled: true });
  });

  it("gets into that queue from the rules of the stack only, by TLS", () => {
    const { PolicyDocument, Queues } = find(everything, "Background/DeadLetters/Policy");
    expect(Queues).toEqual(["Background/DeadLetters"]);
    const [tls, ...senders] = listOf(at(PolicyDocument, "Statement"));
    expect(tls).toEqual(refusesPlainHttp);
    const rules = senders.map((sender) => {
      const Principal = { Service: "events.amazonaws.com" };
      expect(sender).toMatchObject({ Effect: "Allow", Action: "sqs:SendMessage", Principal });
      return String(at(sender, "Condition", "ArnEquals", "aws:SourceArn"));
    });
    const known = ["Background/Hourly.Arn", "Background/HourlyToo.Arn", "Background/MailEvents.Arn"];
    expect([...new Set(rules)].toSorted()).toEqual(known);
  });
});

describe("webhooks", () => {
  const sender = "Functions/webhook-sender";
  const sources = Object.values(resourcesOf(everything, "AWS::Lambda::EventSourceMapping"));
  const queuePaths = ["Webhooks/Queue", "Webhooks/SlowQueue"];
  const sourceOf = (arn: string) => sources.find(({ EventSourceArn }) => EventSourceArn === arn);
  const ofTable = sourceOf("Database/Main.StreamArn");

  it("are announced by new items in outboxes, of which those of a second are one batch", () => {
    expect(sources).toHaveLength(3);
    expect(ofTable).toMatchObject({
      FunctionName: `${sender}/Live:live`,
      MaximumBatchingWindowInSeconds: 1,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 9,
      DestinationConfig: { OnFailure: { Destination: "Background/DeadLetters.Arn" } },
    });
    const pattern = at(ofTable, "FilterCriteria", "Filters", 0, "Pattern");
    expect(JSON.parse(String(pattern))).toEqual({
      eventName: ["INSERT"],
      dynamodb: { Keys: { sk: { S: [{ prefix: outboxPrefix }] } } },
    });
  });

  it("are delivered by messages, which come again only after the function has ended, and wait in a queue of their own after five times", () => {
    for (const path of queuePaths) {
      expect(sourceOf(`${path}.Arn`)).toMatchObject({
        FunctionName: `${sender}/Live:live`,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      });
      const queue = find(everything, path);
      expect(queue.VisibilityTimeout).toBeGreaterThan(Number(find(everything, `${sender}/Function`).Timeout));
      expect(queue.RedrivePolicy).toEqual({ deadLetterTargetArn: "Webhooks/DeadLetters.Arn", maxReceiveCount: 5 });
    }
    for (const path of [...queuePaths, "Webhooks/DeadLetters"]) {
      expect(find(everything, path)).toMatchObject({ MessageRetentionPeriod: 14 * 86_400, SqsManagedSseEnabled: true });
      expect(listOf(at(find(everything, `${path}/Policy`), "PolicyDocument", "Statement"))).toEqual([refusesPlainHttp]);
    }
  });

  it("of slow receivers have executions of their own, and 250 that become slow at once leave half of the others", () => {
    const plain = Object.values(resourcesOf(synthesise({}), "AWS::Lambda::EventSourceMapping"));
    const [quick = {}, slow = {}] = queuePaths.map((path) =>
      plain.find(({ EventSourceArn }) => EventSourceArn === `${path}.Arn`),
    );
    expect([quick, slow].map(({ ScalingConfig }) => at(ScalingConfig, "MaximumConcurrency"))).toEqual([50, 10]);
    expect(Number(quick.BatchSize) * 50).toBeGreaterThanOrEqual(2 * 250);
  });

  it("wait for the hourly run if the stream of an attached table is not named", () => {
    const mainTable = "contacts-table-restored";
    const mainTableStreamArn = `arn:aws:dynamodb:eu-west-1:123456789012:table/${mainTable}/stream/2026-11-01T00:00:00.000`;
    const sourcesOf = (settings: object) =>
      Object.values(resourcesOf(synthesise({ mainTable, ...settings }), "AWS::Lambda::EventSourceMapping")).map(
        ({ EventSourceArn }) => EventSourceArn,
      );
    expect(sourcesOf({}).toSorted()).toEqual(queuePaths.map((path) => `${path}.Arn`));
    expect(sourcesOf({ mainTableStreamArn })).toEqual(expect.arrayContaining([mainTableStreamArn]));
  });
});
