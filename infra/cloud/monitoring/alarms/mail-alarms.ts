/** The alarms about mail, of which all but the first exist only in a stack that sends it. */
import { Duration } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { LineAlarm } from "../../../../shared/platform/log/watched-events.ts";
import { reputation } from "../metric-sources.ts";
import { type AlarmRow, type AlarmTable, linesOf } from "./alarm-row.ts";

export const mailAlarms = {
  SignUpsFailed: {
    metric: ({ signUpDimensions }) => signUpDimensions && failedSignUps(signUpDimensions),
    threshold: 5,
    runbook: {
      means: "Five sign-ups failed within an hour. Whoever gets no mail with a code can't sign up.",
      lookFirst:
        "With signUpMail ses, the sending status and the quota of the day in the SES console; with cognito, whether more than 50 people signed up today. Then the events SignUp in CloudTrail: CodeDeliveryFailureException is the mail, UsernameExistsException and InvalidPasswordException are mistakes of people.",
      thenDo:
        "If SES pauses or refuses, deploy with --signUpMail cognito, and answer SES in its console. When SES sends again, leave the option out.",
    },
  },
  RemindersFailed: {
    metric: mailLines("RemindersFailed"),
    threshold: 1,
    runbook: {
      means: "Accounts did not get their mail, or it is not known whether they got it. The next run tries again.",
      lookFirst:
        "The lines with alarm RemindersFailed in the log of reminder-sender. They name the accounts and the faults.",
      thenDo:
        "With reminders.stopped, SES refuses the sender: check the identity, the quota and the sending status in the SES console. Otherwise correct the cause that the line names.",
    },
  },
  MailFaults: {
    metric: mailLines("MailFaults"),
    threshold: 1,
    runbook: {
      means:
        "A mail to the owner of an account was refused, bounced or reported as spam. The account gets no more mail.",
      lookFirst:
        "The lines with alarm MailFaults in the logs of mail-events and reminder-sender. They name the accounts.",
      thenDo:
        "For single accounts do nothing: their owners see the fault and can turn mail on again. For many at once, look at the mail itself and at the reputation in the SES console.",
    },
  },
  ShareFaults: {
    metric: mailLines("ShareFaults"),
    threshold: 5,
    runbook: {
      means: "Several mails with shared contacts were refused, bounced or reported as spam, or SES accepts none.",
      lookFirst: "The lines with alarm ShareFaults in the logs of share and mail-events. They name the accounts.",
      thenDo:
        "If it is one account, it may be used for spam: delete its keys or close it. With share.stopped, check the sending quota in the SES console.",
    },
  },
  // Shares are counted by SES, too. It reviews a sender at 5 % and at 0.1 % ("Reputation metrics messages", SES guide).
  MailBounceRate: {
    metric: ({ hasMail }) => (hasMail ? reputation("BounceRate") : undefined),
    threshold: 0.05,
    missing: "unchanged",
    runbook: {
      means:
        "At least 5 % of the mails of this AWS account bounced. SES puts such a sender under review, and pauses it at 10 %.",
      lookFirst:
        "The reputation metrics in the SES console. Then the lines mail.bounced and share.bounced in the log of mail-events.",
      thenDo:
        "If one account shares with invented addresses, close it. Stop other senders of this AWS account. SES says in the console what it expects.",
    },
  },
  MailComplaintRate: {
    metric: ({ hasMail }) => (hasMail ? reputation("ComplaintRate") : undefined),
    threshold: 0.001,
    missing: "unchanged",
    runbook: {
      means:
        "At least 0.1 % of the mails of this AWS account were reported as spam. SES puts such a sender under review, and pauses it at 0.5 %.",
      lookFirst:
        "The reputation metrics in the SES console. Then the lines mail.complained and share.complained in the log of mail-events.",
      thenDo:
        "If one account shares with strangers, close it. Stop other senders of this AWS account. SES says in the console what it expects.",
    },
  },
} as const satisfies AlarmTable;

/** Cognito reports 1 for a sign-up and 0 for one that failed ("User pool metrics in CloudWatch", Cognito developer guide). */
function failedSignUps(dimensionsMap: Record<string, string>): MathExpression {
  const period = Duration.hours(1);
  const signUps = { namespace: "AWS/Cognito", metricName: "SignUpSuccesses", dimensionsMap, period };
  return new MathExpression({
    expression: "attempts - successes",
    usingMetrics: {
      attempts: new Metric({ ...signUps, statistic: Stats.SAMPLE_COUNT }),
      successes: new Metric({ ...signUps, statistic: Stats.SUM }),
    },
    period,
  });
}

function mailLines(alarm: LineAlarm): AlarmRow["metric"] {
  const metric = linesOf(alarm);
  return (watched, scope) => (watched.hasMail ? metric(watched, scope) : undefined);
}
