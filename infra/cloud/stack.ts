/** The whole service as one stack. */
import { Aspects, CfnOutput, CfnResource, type IAspect, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct, IConstruct } from "constructs";
import { Api } from "./api.ts";
import { Background } from "./background.ts";
import { logRetention } from "./function/service-function.ts";
import { Functions } from "./functions.ts";
import { Alarms } from "./monitoring/alarms/alarms.ts";
import { addBudget } from "./monitoring/budget.ts";
import { HealthCanary } from "./monitoring/canary.ts";
import { ServiceDashboard } from "./monitoring/dashboard.ts";
import { SavedQueries } from "./monitoring/queries.ts";
import { Buckets } from "./resources/buckets.ts";
import { Database } from "./resources/database.ts";
import { Firewall } from "./resources/firewall.ts";
import { Mail } from "./resources/mail.ts";
import { Pepper } from "./resources/pepper.ts";
import { Users } from "./resources/users.ts";
import { WebhookQueue } from "./resources/webhook-queue.ts";
import { Rollout, rollbackAlarms } from "./rollout.ts";
import type { Settings } from "./settings.ts";
import { packageVersion } from "./version.ts";

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings & { gitSha: string }, props?: StackProps) {
    super(scope, id, props);
    // Outputs have the order of their constructs, and this one is the address to open.
    const appUrl = new CfnOutput(this, "AppUrl", { value: "" });
    const { stage, tracing, allowedOrigins, mailSender: sender, mailIdentity: identity, mailRate: rate } = settings;
    const { domainName: name, certificateArn } = settings;
    const domain = name !== undefined && certificateArn !== undefined ? { name, certificateArn } : undefined;
    const api = new Api(this, "Api", { ...settings, domain });
    appUrl.value = `${api.url}/app`;
    if (settings.wafRateLimit) new Firewall(this, "Firewall", api.rest.deploymentStage, settings.wafRateLimit);
    const database = new Database(this, "Database", settings);
    // The pages of the API itself send files to the bucket, too.
    const uploadOrigins = [...allowedOrigins, ...api.origins];
    const buckets = new Buckets(this, "Buckets", { ...settings, uploadOrigins });
    const mail = sender === undefined ? undefined : new Mail(this, "Mail", { sender, identity, rate });
    const webhookQueue = new WebhookQueue(this, "Webhooks");
    const users = new Users(this, "Users", { settings, api, mail });
    const functions = new Functions(this, "Functions", {
      database,
      buckets,
      users,
      pepper: new Pepper(this, "Pepper", settings.pepperSecretArn),
      mail,
      webhookQueue,
      settings: {
        ALLOWED_ORIGINS: allowedOrigins.join(","),
        PUBLIC_URL: api.url,
        SIGN_IN_BASES: users.signInBases.join(","),
        UPLOAD_URL: buckets.uploadUrl,
        PICTURES_URL: buckets.picturesUrl,
        // A partition takes 1,000 units a second, and all items of an account are in one. The rest is for the account's owner.
        WRITE_UNITS_PER_SECOND: "900",
        MAIL_SENDER: sender ?? "",
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
    const background = new Background(this, "Background", {
      functions,
      buckets,
      mainTable: database.main,
      webhookQueue,
      queueConcurrency: settings.backgroundConcurrency,
      mailEvents: mail?.events,
    });
    const canary = (settings.canary ?? stage === "prod") ? new HealthCanary(this, "Canary", api.url) : undefined;
    // Its first run needs the API, and a first deployment that fails before leaves no reports.
    canary?.node.addDependency(api.rest.deploymentStage);
    const { authorizer } = functions;
    const mailed = mail !== undefined;
    const { signUpDimensions } = users;
    const watched = { api, authorizer, database, background, webhookQueue, canary, hasMail: mailed, signUpDimensions };
    const { alarmEmail, monthlyBudget } = settings;
    const alarms = new Alarms(this, "Alarms", watched, alarmEmail);
    if (alarmEmail !== undefined && monthlyBudget !== undefined) addBudget(this, monthlyBudget, alarmEmail);
    const logs = { functions, accessLog: api.accessLog };
    new SavedQueries(this, "Queries", logs);
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
