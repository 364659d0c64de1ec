/** The alarms about background work, for whose end nobody waits. */
import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IRule } from "aws-cdk-lib/aws-events";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { importFileDays } from "../../resources/object-expiry.ts";
import { hourlyFunctions } from "../../triggers.ts";
import { fiveMinutes, serviceMetric } from "../metric-sources.ts";
import { type AlarmTable, largestShare, linesOf, sumOf } from "./alarm-row.ts";

/** Milliseconds. Without other load, events of quick receivers are a second late. */
const latenessLimit = 10_000;

export const backgroundAlarms = {
  DeadLetters: {
    metric: ({ background }) => mostMessages(background.deadLetters),
    threshold: 1,
    runbook: {
      means:
        "A background function failed at every attempt, or a rule could not start it. The event waits in the queue for 14 days.",
      lookFirst:
        'The message: requestContext.functionArn is the function and responsePayload the error, or the attribute RULE_ARN is the rule. Then the log of the function. No other mail comes while a message waits: the saved query "Dead letters by function" lists later ones.',
      thenDo: `Correct the cause and delete the message. import-worker, deletion-worker, account-deletion-worker, export-worker, reminder-sender and webhook-sender continue within an hour. For import-parser, ask the person to import the file again: it is deleted after ${importFileDays} days. For mail-events, invoke the function with the event of the message. reminders.unfinished means that SES accepts too few mails a second: raise mailRate.`,
    },
  },
  HourlyRunsMissing: {
    metric: ({ background: { hourly } }) => {
      const period = Duration.hours(1);
      const usingMetrics = metricsOfRules(hourly, "Invocations", period);
      return new MathExpression({ expression: Object.keys(usingMetrics).join(" + "), usingMetrics, period });
    },
    // Each function is a target of one of the rules.
    threshold: hourlyFunctions.length,
    below: true,
    periods: 3,
    missing: "reported",
    runbook: {
      means:
        "EventBridge did not start the hourly functions for three hours. Reminders are not sent, interrupted imports, deletions and exports do not continue, and closed accounts keep their data.",
      lookFirst:
        "The rules whose names contain BackgroundHourly in EventBridge: are they enabled, and does each function have a target?",
      thenDo:
        "Enable the rule, and add what is missing by hand: a deployment does not repair what its template has unchanged. The next run does what was left. If the rules are as they should be, see the AWS Health Dashboard.",
    },
  },
  EventsNotDelivered: {
    metric: ({ background: { hourly, mailEvents } }) =>
      sumOf({
        ...metricsOfRules(hourly, "FailedInvocations"),
        ...(mailEvents && { mailEvents: ruleMetric(mailEvents, "FailedInvocations") }),
      }),
    threshold: 1,
    periods: 3,
    any: true,
    runbook: {
      means: "EventBridge gave up starting a background function. Mostly a permission or the function is missing.",
      lookFirst:
        "The dead-letter queue: the attributes RULE_ARN, ERROR_CODE and ERROR_MESSAGE of the message. Then the permissions of the function's alias live.",
      thenDo:
        "Put back by hand what drift detection of the stack shows, because a deployment does not repair what its template has unchanged. Invoke mail-events with the events of the messages; the hourly functions need nothing.",
    },
  },
  ExportsFailed: {
    metric: linesOf("ExportsFailed"),
    threshold: 1,
    runbook: {
      means: "An export was given up after six attempts, so its caller gets an error.",
      lookFirst:
        "The lines export.interrupted with the same account in the log of export-worker. They name the faults.",
      thenDo: "Correct the cause. The person can ask for the export again.",
    },
  },
  ImportsFailed: {
    metric: linesOf("ImportsFailed"),
    threshold: 1,
    runbook: {
      means:
        "The commit or the undo of an import was given up after six attempts without progress. Its receipt says failed and lists the rows that are done.",
      lookFirst:
        "The lines importWork.interrupted with the same receipt in the log of import-worker. They name the faults.",
      thenDo:
        "Correct the cause. The person can commit the import again, which takes no row twice, or ask for the undo again.",
    },
  },
  WebhookDeadLetters: {
    metric: ({ webhookQueue }) => mostMessages(webhookQueue.deadLetters),
    threshold: 1,
    runbook: {
      means:
        "A message that wakes a webhook failed five times. No event is lost: it stays in the table for five days, and the hourly run sends another message.",
      lookFirst:
        "The message, which names the account and the webhook, and the lines webhook.interrupted with both in the log of webhook-sender. Without such lines, the function ran out of time or memory.",
      thenDo:
        "Correct the cause. Then start the redrive of the queue whose name contains WebhooksDeadLetters in the SQS console, or delete the messages.",
    },
  },
  WebhooksLate: {
    metric: ({ webhookQueue: { queues } }, scope) =>
      largestShare({
        lateness: [
          serviceMetric(scope, "webhook.delivered", "latenessMs", { ...fiveMinutes, statistic: Stats.percentile(90) }),
          latenessLimit,
        ],
        // A message may be delayed for 15 minutes, which do not count, and comes again after six minutes.
        quick: [ageOfOldest(queues.quick), 3_600],
        slow: [ageOfOldest(queues.slow), 3_600],
      }),
    threshold: 1,
    periods: 3,
    runbook: {
      means: `Webhooks whose receivers are quick get a tenth of their events more than ${latenessLimit / 1000} seconds late, or messages that wake webhooks wait for more than an hour.`,
      lookFirst:
        "The graph of the alarm. Then the executions and throttles of webhook-sender, and its lines webhook.delivered with a high durationMs and webhook.interrupted. Then the mappings of both queues at the alias live: are they enabled?",
      thenDo:
        "With throttles, raise backgroundConcurrency or the quota of Lambda. If a mapping was disabled, enable it. If one account's receivers take all executions, raise maxConcurrency in infra/cloud/triggers.ts. Otherwise correct the cause that the lines name.",
    },
  },
  WebhooksFailed: {
    metric: linesOf("WebhooksFailed"),
    threshold: 5,
    runbook: {
      means:
        "The webhook sender itself fails, not the receivers: its accesses of the table, of the queue or of the pepper. Events wait and are tried again.",
      lookFirst:
        "The lines with alarm WebhooksFailed in the log of webhook-sender. They name the accounts and the faults.",
      thenDo: "Correct the cause. The hourly run wakes what was left.",
    },
  },
  WebhooksOff: {
    metric: linesOf("WebhooksOff"),
    threshold: 10,
    runbook: {
      means:
        "Many webhooks were switched off, because their receivers failed for three days or answered 410. Their owners have a mail.",
      lookFirst:
        "The lines webhook.off in the log of webhook-sender. Receivers of many accounts at once point to us: the network, name resolution, or what is sent.",
      thenDo:
        "For single receivers do nothing. If the cause is ours, correct it and tell the owners: they switch the webhooks on again.",
    },
  },
  AccountDeletionsLate: {
    metric: linesOf("AccountDeletionsLate"),
    threshold: 1,
    runbook: {
      means: "The data of a closed account are not deleted after five hours. The service promises two and a half.",
      lookFirst:
        "The line accountDeletion.late in the log of account-deletion-worker, which names the account, and its lines accountDeletion.interrupted, which name the faults.",
      thenDo: "Correct the cause. The worker tries again every hour, and the line accountDeletion.done is the end.",
    },
  },
} as const satisfies AlarmTable;

function ageOfOldest(queue: IQueue): Metric {
  return queue.metricApproximateAgeOfOldestMessage({ period: fiveMinutes.period, statistic: Stats.MAXIMUM });
}

function mostMessages(queue: IQueue): Metric {
  return queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes.period, statistic: Stats.MAXIMUM });
}

function metricsOfRules(rules: readonly IRule[], metricName: string, period?: Duration): Record<string, Metric> {
  return Object.fromEntries(rules.map((rule, index) => [`rule${index}`, ruleMetric(rule, metricName, period)]));
}

/** A metric of a rule of the default bus ("Monitoring Amazon EventBridge"). */
function ruleMetric({ ruleName: RuleName }: IRule, metricName: string, period = fiveMinutes.period): Metric {
  return new Metric({
    namespace: "AWS/Events",
    metricName,
    dimensionsMap: { RuleName },
    period,
    statistic: Stats.SUM,
  });
}
