/** What somebody should look at, and where to look first. */
import { Duration, Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";
import type { BackgroundFunction } from "./triggers.ts";

export interface Watched {
  api: RestApi;
  functions: Readonly<Record<"authorizer" | BackgroundFunction, ServiceFunction>>;
  deadLetters: Readonly<Record<"imports" | "deletions" | "reminders" | "mailEvents", Queue>>;
}

interface AlarmText {
  metric: IMetric;
  /** How many in a period are too many. */
  threshold: number;
  /** What it means and where to look first. */
  runbook: string;
}

const fiveMinutes = { period: Duration.minutes(5), statistic: Stats.SUM };

export class Alarms extends Construct {
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { api, functions, deadLetters }: Watched, alarmEmail: string | undefined) {
    super(scope, id);
    this.topic = alarmEmail === undefined ? undefined : newTopic(this, alarmEmail);
    this.add("ApiServerErrors", {
      metric: api.metricServerError(fiveMinutes),
      threshold: 5,
      runbook:
        "Callers are answered 5xx. Find the request ids in the access log (status >= 500), their causes in the logs of the functions.",
    });
    this.add("AuthorizerErrors", {
      metric: functions.authorizer.live.metricErrors(fiveMinutes),
      threshold: 1,
      runbook: "The authorizer crashed or ran out of time, so guarded routes answer 503. Its log has the cause.",
    });
    this.add("AuthorizerUnavailable", {
      metric: this.lines("AuthorizerUnavailable", functions.authorizer, ["authorizer.unavailable"]),
      threshold: 1,
      runbook:
        "The authorizer could not reach what it needs, so guarded routes answer 503. Its log names the fault: the table, the key set of the issuer, or the secret.",
    });
    this.add("ImportDeadLetters", {
      metric: waitingIn(deadLetters.imports),
      threshold: 1,
      runbook: "The parser failed on a file at every attempt. The message names file and error; it stays for 14 days.",
    });
    this.add("DeletionDeadLetters", {
      metric: waitingIn(deadLetters.deletions),
      threshold: 1,
      runbook:
        "The deletion worker failed at every attempt. The message holds event and error; it stays for 14 days. Every hour the worker tries again.",
    });
    this.add("ReminderDeadLetters", {
      metric: waitingIn(deadLetters.reminders),
      threshold: 1,
      runbook:
        "The reminder sender did not come to its end in three runs. Its log line reminders.unfinished (the time, so SES takes too few mails a second) or reminders.stopped says why. Every hour it goes on.",
    });
    this.add("MailEventDeadLetters", {
      metric: waitingIn(deadLetters.mailEvents),
      threshold: 1,
      runbook:
        "What SES told of mails could not be noted at any attempt. The message holds event and error; start mail-events with it again.",
    });
    this.add("RemindersFailed", {
      metric: this.lines("RemindersFailed", functions["reminder-sender"], [
        "reminders.accountFailed",
        "reminders.stopped",
        "mail.unknown",
      ]),
      threshold: 1,
      runbook:
        "Accounts stayed without their mail; the next run tries again. The log of reminder-sender names them and the faults.",
    });
    this.lines("MailFaults", functions["reminder-sender"], ["mail.refused"]);
    this.add("MailFaults", {
      metric: this.lines("MailFaults", functions["mail-events"], ["mail.rejected", "mail.bounced", "mail.complained"]),
      threshold: 1,
      runbook:
        "Mails were refused, bounced or complained of. The logs of mail-events and reminder-sender name the accounts, which get no mail any more; SES suspends a sender with many of them.",
    });
    this.add("Throttles", {
      // Of the whole account, whose functions share one quota; and an alarm can't add up more than ten metrics.
      metric: LambdaFunction.metricAllThrottles(fiveMinutes),
      threshold: 1,
      runbook: "Functions were refused for want of concurrency. Raise the account's quota, or find who calls so much.",
    });
  }

  /** How many lines of a function's log tell of one of these events. */
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

  /** An alarm that fires when the sum of a period reaches the threshold; silence is good news. */
  add(id: string, { metric, threshold, runbook }: AlarmText): Alarm {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: runbook,
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }

  /**
   * An alarm about a function that nobody starts any more. Nothing is measured then, and nothing was before its first
   * start either, so it is the end of data that is told.
   */
  addSilence(id: string, { live }: ServiceFunction, { hours, runbook }: { hours: number; runbook: string }): void {
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
  // The policy that asks for TLS takes the place of the one by which whoever is of the account may publish.
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
