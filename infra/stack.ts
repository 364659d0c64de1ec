/** The whole service as one stack. */
import { readFileSync } from "node:fs";
import { Aspects, CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Alarms } from "./alarms.ts";
import { Api } from "./api.ts";
import { BackgroundTrigger } from "./background-trigger.ts";
import { Buckets } from "./buckets.ts";
import { projectRoot } from "./bundling.ts";
import { HealthCanary } from "./canary.ts";
import { Database } from "./database.ts";
import { DeploymentLogs } from "./deployment-logs.ts";
import { Functions } from "./functions.ts";
import { Mail } from "./mail.ts";
import { Pepper } from "./pepper.ts";
import { Rollout } from "./rollout.ts";
import type { Settings } from "./settings.ts";
import type { BackgroundFunction } from "./triggers.ts";
import { Users } from "./users.ts";

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, settings: Settings & { gitSha: string }, props?: StackProps) {
    super(scope, id, props);
    const { stage, tracing, allowedOrigins, mailSender: sender, mailIdentity: identity, mailRate: rate } = settings;
    const api = new Api(this, "Api", { stage, allowedOrigins, tracing });
    const buckets = new Buckets(this, "Buckets", allowedOrigins);
    const mail = sender === undefined ? undefined : new Mail(this, "Mail", { sender, identity, rate });
    const functions = new Functions(this, "Functions", {
      database: new Database(this, "Database"),
      buckets,
      users: new Users(this, "Users", settings, `${api.url}/docs`),
      pepper: new Pepper(this, "Pepper"),
      mail,
      // The pages of the API itself call it with a session cookie, too.
      allowedOrigins: [...allowedOrigins, api.origin],
      publicUrl: api.url,
      rateLimitPerMinute: settings.rateLimitPerMinute,
      version: packageVersion(),
      gitSha: settings.gitSha,
      tracing,
    }).byName;
    api.addRoutes(functions, functions.authorizer);
    const { gate, ...gated } = functions;
    new Rollout(this, "Rollout", gate, Object.values(gated));
    const triggerOf = (id: string, name: BackgroundFunction) => new BackgroundTrigger(this, id, functions[name]);
    const imports = triggerOf("ImportTrigger", "import-parser").watchBucket(buckets, "import-parser");
    const deletions = triggerOf("DeletionTrigger", "deletion-worker").watchBucket(buckets, "deletion-worker");
    // A set whose worker failed for good is found by the next one.
    deletions.repeat(Duration.hours(1));
    const reminders = triggerOf("ReminderTrigger", "reminder-sender").repeat(Duration.hours(1));
    const mailEvents = triggerOf("MailEventTrigger", "mail-events");
    if (mail) mailEvents.take(mail.events);

    const deadLetters = {
      imports: imports.deadLetters,
      deletions: deletions.deadLetters,
      reminders: reminders.deadLetters,
      mailEvents: mailEvents.deadLetters,
    };
    const watched = { api: api.rest, functions, deadLetters };
    const alarms = new Alarms(this, "Alarms", watched, settings.alarmEmail);
    if (mail)
      alarms.addSilence("RemindersNotRun", functions["reminder-sender"], {
        hours: 3,
        runbook:
          "The reminder sender was not started for hours, so nobody is reminded. Look at its rule of EventBridge.",
      });
    if (settings.canary) {
      const canary = new HealthCanary(this, "Canary", api.url);
      alarms.add("HealthCanary", {
        metric: canary.metricFailed(),
        threshold: 1,
        runbook: "The health routes do not answer well to a caller from outside. GET /health/ready names the service.",
      });
    }
    Aspects.of(this).add(new DeploymentLogs(this));
    new CfnOutput(this, "ApiUrl", { value: api.url });
  }
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(`${projectRoot}package.json`, "utf8")) as { version: string };
  return version;
}
