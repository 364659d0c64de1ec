/** The alarms, each with a runbook: what it means, and where to look first. */
import { Duration, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "../function/service-function.ts";
import type { BackgroundFunction } from "../triggers.ts";

export interface Watched {
  api: SpecRestApi;
  functions: Readonly<Record<"authorizer" | "share" | BackgroundFunction, ServiceFunction>>;
  deadLetters: Readonly<
    Record<"imports" | "deletions" | "exports" | "accountDeletions" | "reminders" | "mailEvents", Queue>
  >;
}

const fiveMinutes = { period: Duration.minutes(5), statistic: Stats.SUM };

export class Alarms extends Construct {
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { api, functions, deadLetters }: Watched, alarmEmail: string | undefined) {
    super(scope, id);
    this.topic = alarmEmail === undefined ? undefined : newTopic(this, alarmEmail);
    this.add(
      "ApiServerErrors",
      new MathExpression({
        expression: "errors - FILL(deleting, 0)",
        usingMetrics: {
          errors: api.metricServerError(fiveMinutes),
          // Nothing is broken when the owner of a closed account has to wait until its data are deleted.
          deleting: this.lines("AccountsStillDeleted", functions.authorizer, ["authorizer.deleting"]),
        },
        period: fiveMinutes.period,
      }),
      "Callers get 5xx. Find the request ids in the access log (status >= 500), and the causes in the logs of the functions.",
      5,
    );
    this.add(
      "AuthorizerErrors",
      functions.authorizer.live.metricErrors(fiveMinutes),
      "The authorizer crashed or ran out of time, so guarded routes answer 503. Its log has the cause.",
    );
    this.add(
      "AuthorizerUnavailable",
      this.lines("AuthorizerUnavailable", functions.authorizer, ["authorizer.unavailable"]),
      "The authorizer could not reach the table, the key set of the issuer or the secret, so guarded routes answer 503. Its log names the fault.",
    );
    this.add(
      "ImportDeadLetters",
      waitingIn(deadLetters.imports),
      "The parser failed on a file at every attempt. The message names file and error; it stays for 14 days.",
    );
    this.add(
      "DeletionDeadLetters",
      waitingIn(deadLetters.deletions),
      "The deletion worker failed at every attempt. The message has event and error and stays for 14 days. The worker tries again every hour.",
    );
    this.add(
      "ExportDeadLetters",
      waitingIn(deadLetters.exports),
      "The export worker failed at every attempt. The message has event and error and stays for 14 days. The worker tries again every hour.",
    );
    this.add(
      "ExportsFailed",
      this.lines("ExportsFailed", functions["export-worker"], ["export.failed"]),
      "An export was given up after six attempts, so its caller gets an error. The lines export.interrupted in the log of export-worker name the faults.",
    );
    this.add(
      "AccountDeletionDeadLetters",
      waitingIn(deadLetters.accountDeletions),
      "The worker that deletes closed accounts failed at every attempt. The message has event and error and stays for 14 days. The worker tries again every hour.",
    );
    this.add(
      "AccountDeletionsLate",
      this.lines("AccountDeletionsLate", functions["account-deletion-worker"], ["accountDeletion.late"]),
      "The data of a closed account are not deleted after five hours. The log of account-deletion-worker names the account, and the fault in its lines accountDeletion.interrupted.",
    );
    this.add(
      "ReminderDeadLetters",
      waitingIn(deadLetters.reminders),
      "The reminder sender did not finish in three runs. Its log line says why: reminders.unfinished (out of time, because SES accepts too few mails a second) or reminders.stopped. It continues every hour.",
    );
    this.add(
      "MailEventDeadLetters",
      waitingIn(deadLetters.mailEvents),
      "Events of SES could not be recorded at any attempt. The message has event and error. Invoke mail-events with the event again.",
    );
    this.add(
      "RemindersFailed",
      this.lines("RemindersFailed", functions["reminder-sender"], [
        "reminders.accountFailed",
        "reminders.stopped",
        "mail.unknown",
      ]),
      "Accounts did not get their mail. The next run tries again. The log of reminder-sender names the accounts and the faults.",
    );
    this.lines("MailFaults", functions["reminder-sender"], ["mail.refused"]);
    this.add(
      "MailFaults",
      this.lines("MailFaults", functions["mail-events"], ["mail.rejected", "mail.bounced", "mail.complained"]),
      "Mails were refused, bounced or reported as spam. The logs of mail-events and reminder-sender name the accounts, which get no more mail. SES suspends a sender with many such mails.",
    );
    this.lines("ShareFaults", functions.share, ["share.refused", "share.stopped"]);
    this.add(
      "ShareFaults",
      this.lines("ShareFaults", functions["mail-events"], ["share.rejected", "share.bounced", "share.complained"]),
      "Mails with shared contacts were refused, bounced or reported as spam, or SES accepts none. The logs of share and mail-events name the accounts. SES suspends a sender with many such mails.",
      5,
    );
    // Of the whole AWS account, because its functions share one quota, and an alarm can't add more than ten metrics.
    this.add(
      "Throttles",
      LambdaFunction.metricAllThrottles(fiveMinutes),
      "Calls were refused because all concurrency is used. Raise the quota of the AWS account, or find the caller.",
    );
  }

  /** Counts the lines of a function's log that have one of these events. */
  private lines(metricName: string, { log, node }: ServiceFunction, events: readonly string[]): IMetric {
    const patterns = events.map((event) => FilterPattern.stringValue("$.event", "=", event));
    const filter = new MetricFilter(this, `${metricName}In${node.id}`, {
      logGroup: log,
      filterPattern: FilterPattern.any(...patterns),
      metricNamespace: Stack.of(this).stackName,
      metricName,
    });
    return filter.metric(fiveMinutes);
  }

  /** Adds an alarm that fires when the sum of a period reaches the threshold. Missing data are fine. `runbook` says what it means, and where to look first. */
  add(id: string, metric: IMetric, runbook: string, threshold = 1): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: runbook,
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
  }

  /**
   * Adds an alarm for a function that is not started any more. CloudWatch has no data then, as before the first start, so the
   * alarm reports the change to missing data.
   */
  addSilence(id: string, { live }: ServiceFunction, hours: number, runbook: string): void {
    const alarm = new Alarm(this, id, {
      metric: live.metricInvocations({ period: Duration.hours(1), statistic: Stats.SUM }),
      threshold: 1,
      evaluationPeriods: hours,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.MISSING,
      alarmDescription: runbook,
    });
    if (!this.topic) return;
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addInsufficientDataAction(new SnsAction(this.topic));
  }
}

function waitingIn(queue: Queue): IMetric {
  const period = Duration.minutes(5);
  return queue.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM });
}

function newTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, "Topic", { enforceSSL: true });
  // The policy that requires TLS replaces the default one, by which the AWS account may publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
  );
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
