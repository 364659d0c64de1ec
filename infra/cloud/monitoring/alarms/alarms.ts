/** The alarms of the stack, from their tables. The text of an alarm is its runbook. */
import { Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { AlarmRow, AlarmTable, Runbook, Watched } from "./alarm-row.ts";
import { apiAlarms } from "./api-alarms.ts";
import { backgroundAlarms } from "./background-alarms.ts";
import { mailAlarms } from "./mail-alarms.ts";

export const alarmTable = { ...apiAlarms, ...backgroundAlarms, ...mailAlarms } satisfies AlarmTable;
export type AlarmName = keyof typeof alarmTable;

const missingData = {
  good: TreatMissingData.NOT_BREACHING,
  unchanged: TreatMissingData.IGNORE,
  reported: TreatMissingData.MISSING,
} as const;

export class Alarms extends Construct {
  /** Leaves out alarms whose metric the stack does not have. */
  readonly byName: ReadonlyMap<AlarmName, Alarm>;

  constructor(scope: Construct, id: string, watched: Watched, alarmEmail: string | undefined) {
    super(scope, id);
    const topic = alarmEmail === undefined ? undefined : newTopic(this, alarmEmail);
    const names = Object.keys(alarmTable) as AlarmName[];
    const made = names.flatMap((name) => {
      const alarm = newAlarm(this, name, watched);
      return alarm ? [[name, alarm] as const] : [];
    });
    this.byName = new Map(made);
    if (!topic) return;
    for (const [name, alarm] of made) {
      const { missing }: AlarmRow = alarmTable[name];
      alarm.addAlarmAction(new SnsAction(topic));
      if (missing === "reported") alarm.addInsufficientDataAction(new SnsAction(topic));
    }
  }
}

function newAlarm(scope: Construct, name: AlarmName, watched: Watched): Alarm | undefined {
  const row: AlarmRow = alarmTable[name];
  const metric = row.metric(watched, scope);
  if (!metric) return undefined;
  const { threshold, below = false, periods = 1, any = false, missing = "good", runbook } = row;
  return new Alarm(scope, name, {
    metric,
    threshold,
    evaluationPeriods: periods,
    datapointsToAlarm: any ? 1 : periods,
    comparisonOperator: below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: missingData[missing],
    alarmDescription: textOf(runbook),
  });
}

function textOf({ means, lookFirst, thenDo }: Runbook): string {
  return `${means} Look first: ${lookFirst} Then: ${thenDo}`;
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
