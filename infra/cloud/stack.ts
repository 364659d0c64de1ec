/** The whole service as one stack. */
import {
  Aspects,
  CfnOutput,
  CfnResource,
  Duration,
  type IAspect,
  RemovalPolicy,
  Stack,
  type StackProps,
} from "aws-cdk-lib";
import { type EventPattern, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { EventType } from "aws-cdk-lib/aws-s3";
import { LambdaDestination } from "aws-cdk-lib/aws-s3-notifications";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct, type IConstruct } from "constructs";
import { Api } from "./api.ts";
import { logRetention, type ServiceFunction } from "./function/service-function.ts";
import { Functions } from "./functions.ts";
import { Alarms } from "./monitoring/alarms.ts";
import { HealthCanary } from "./monitoring/canary.ts";
import { ServiceDashboard } from "./monitoring/dashboard.ts";
import { SavedQueries } from "./monitoring/queries.ts";
import { Buckets } from "./resources/buckets.ts";
import { Database } from "./resources/database.ts";
import { Firewall } from "./resources/firewall.ts";
import { Mail } from "./resources/mail.ts";
import { Pepper } from "./resources/pepper.ts";
import { Users } from "./resources/users.ts";
import { Rollout, rollbackAlarms } from "./rollout.ts";
import type { Settings } from "./settings.ts";
import { type BackgroundFunction, type BucketFunction, type BucketTrigger, bucketTriggers } from "./triggers.ts";
import { packageVersion } from "./version.ts";

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings & { gitSha: string }, props?: StackProps) {
    super(scope, id, props);
    const { stage, tracing, allowedOrigins, mailSender: sender, mailIdentity: identity, mailRate: rate } = settings;
    const { domainName: name, certificateArn } = settings;
    const domain = name !== undefined && certificateArn !== undefined ? { name, certificateArn } : undefined;
    const api = new Api(this, "Api", { stage, allowedOrigins, tracing, domain });
    if (settings.wafRateLimit) new Firewall(this, "Firewall", api.rest.deploymentStage, settings.wafRateLimit);
    const database = new Database(this, "Database", settings.mainTable);
    const buckets = new Buckets(this, "Buckets", settings);
    const mail = sender === undefined ? undefined : new Mail(this, "Mail", { sender, identity, rate });
    const functions = new Functions(this, "Functions", {
      database,
      buckets,
      users: new Users(this, "Users", { settings, docsUrl: `${api.url}/docs`, mail }),
      pepper: new Pepper(this, "Pepper", settings.pepperSecretArn),
      mail,
      settings: {
        // The pages of the API itself call it with a session cookie, too.
        ALLOWED_ORIGINS: [...allowedOrigins, ...api.origins].join(","),
        PUBLIC_URL: api.url,
        APP_VERSION: packageVersion(),
        GIT_SHA: settings.gitSha,
      },
      rateLimitPerMinute: settings.rateLimitPerMinute,
      concurrency: settings,
      routeMetrics: settings.routeMetrics,
      tracing,
    }).byName;
    api.allowCallsTo(functions);
    new Rollout(this, "Rollout", functions, { sendsMail: mail !== undefined });
    const triggerOf = (id: string, name: BackgroundFunction) => new BackgroundTrigger(this, id, functions[name]);
    const imports = triggerOf("ImportTrigger", "import-parser").watchBucket(buckets, "import-parser");
    const deletions = triggerOf("DeletionTrigger", "deletion-worker").watchBucket(buckets, "deletion-worker");
    // The next run continues the deletions that a failed one left.
    deletions.repeat(Duration.hours(1));
    const accountDeletions = triggerOf("AccountDeletionTrigger", "account-deletion-worker")
      .watchBucket(buckets, "account-deletion-worker")
      .repeat(Duration.hours(1));
    const exports = triggerOf("ExportTrigger", "export-worker")
      .watchBucket(buckets, "export-worker")
      .repeat(Duration.hours(1));
    const reminders = triggerOf("ReminderTrigger", "reminder-sender").repeat(Duration.hours(1));
    const mailEvents = triggerOf("MailEventTrigger", "mail-events");
    if (mail) mailEvents.receive(mail.events);

    const deadLetters = {
      imports: imports.deadLetters,
      deletions: deletions.deadLetters,
      exports: exports.deadLetters,
      accountDeletions: accountDeletions.deadLetters,
      reminders: reminders.deadLetters,
      mailEvents: mailEvents.deadLetters,
    };
    const watched = { api: api.rest, functions, deadLetters };
    const alarms = new Alarms(this, "Alarms", watched, settings.alarmEmail);
    if (mail) {
      const runbook =
        "The reminder sender was not started for hours, so nobody is reminded. Check its EventBridge rule.";
      alarms.addSilence("RemindersNotRun", functions["reminder-sender"], 3, runbook);
    }
    if (settings.canary) {
      const canary = new HealthCanary(this, "Canary", api.url);
      const runbook = "The health routes fail for a caller from outside. GET /health/ready names the failing service.";
      alarms.add("HealthCanary", canary.metricFailed(), runbook);
    }
    const logs = { functions, accessLog: api.accessLog };
    new SavedQueries(this, "Queries", logs);
    const mailed = mail !== undefined;
    new ServiceDashboard(this, "Dashboard", { api: api.rest, tables: database, buckets, logs, mail: mailed });
    Aspects.of(this).add(new DeploymentLogs(this));
    new CfnOutput(this, "ApiUrl", { value: api.url });
    new CfnOutput(this, "RollbackAlarms", { value: rollbackAlarms(alarms).join(",") });
  }
}

/** Functions that CDK adds for its own use would keep their logs for ever, so they share a log group with a retention. */
class DeploymentLogs implements IAspect {
  private readonly logGroup: LogGroup;

  constructor(stack: Stack) {
    const props = { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY };
    this.logGroup = new LogGroup(stack, "DeploymentLog", props);
  }

  visit(node: IConstruct): void {
    if (!CfnResource.isCfnResource(node) || node.cfnResourceType !== "AWS::Lambda::Function") return;
    if (node instanceof CfnFunction && node.loggingConfig !== undefined) return;
    node.addPropertyOverride("LoggingConfig.LogGroup", this.logGroup.logGroupName);
  }
}

/** The triggers of a background function, and the queue of the events that it could not handle. */
class BackgroundTrigger extends Construct {
  /** Events that failed at every attempt, with the last error. */
  readonly deadLetters: Queue;
  private readonly target: ServiceFunction;

  constructor(scope: Construct, id: string, target: ServiceFunction) {
    super(scope, id);
    this.target = target;
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.target.live.configureAsyncInvoke({
      onFailure: new SqsDestination(this.deadLetters),
      retryAttempts: 2,
      // The longest time that Lambda keeps an event which it can't start, because all concurrency is used ("How Lambda handles
      // errors and retries with asynchronous invocation"). Later the event goes to the queue.
      maxEventAge: Duration.hours(6),
    });
  }

  /** Every object that is created with the function's prefix, and its suffix if it has one, is an event. */
  watchBucket(buckets: Buckets, name: BucketFunction): this {
    const { bucket, ...keys }: BucketTrigger = bucketTriggers[name];
    buckets[bucket].addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(this.target.live), keys);
    return this;
  }

  /** Starts the function on a schedule. A scheduled event has the same attempts and the same queue. */
  repeat(interval: Duration): this {
    new Rule(this, "Schedule", {
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.target.live)],
    });
    return this;
  }

  /** Starts the function with events of the default bus. */
  receive(eventPattern: EventPattern): this {
    new Rule(this, "Events", { eventPattern, targets: [new LambdaFunction(this.target.live)] });
    return this;
  }
}
