/** Checks that background functions are started, that they retry, and that failures are noticed. */
import { isDeepStrictEqual } from "node:util";
import {
  type BackgroundFunction,
  type BucketFunction,
  backgroundFunctions,
  bucketFunctions,
  bucketTriggers,
  hourlyFunctions,
  mailEventFunction,
  mailEventTypes,
} from "../../../infra/cloud/triggers.ts";
import { refusesPlainHttp } from "./storage.ts";
import { at, type Check, listOf, pathOf, referencesOf, resourcesOf, type Template } from "./template.ts";

/** Objects under a prefix start their function. Events that it can't handle go to its own private queue with an alarm. */
export const triggerFaults: Check = (template) => {
  const queues = backgroundFunctions.map((name) => deadLettersOf(template, name));
  const stray = resourcesOf(template, "AWS::SQS::Queue").filter(([id]) => !queues.includes(id));
  return [
    ...backgroundFunctions.flatMap((name, index) => queueFaults(template, name, queues[index])),
    ...bucketFunctions.filter((name) => !isStarted(template, name)).map((name) => `nothing starts ${name}`),
    ...(new Set(queues).size === queues.length ? [] : ["functions share a queue"]),
    ...stray.map(([, queue]) => `${pathOf(queue)} takes nobody's dead letters`),
    ...hourlyFunctions.filter((name) => !isScheduled(template, name)).map((name) => `the clock does not start ${name}`),
    ...(hearsOfMail(template) ? [] : [`nobody tells ${mailEventFunction} of mails`]),
  ];
};

function isStarted(template: Template, name: BucketFunction): boolean {
  const { bucket, prefix } = bucketTriggers[name];
  return resourcesOf(template, "Custom::S3BucketNotifications").some(([, { Properties }]) => {
    const [bucketId = ""] = referencesOf(at(Properties, "BucketName"));
    const path = pathOf(template.Resources[bucketId] ?? { Type: "" });
    return (
      path.toLowerCase() === `buckets/${bucket}` &&
      listOf(at(Properties, "NotificationConfiguration", "LambdaFunctionConfigurations")).some(
        (trigger) =>
          isAliasOf(template, name, at(trigger, "LambdaFunctionArn")) &&
          String(at(trigger, "Events", 0)) === "s3:ObjectCreated:*" &&
          listOf(at(trigger, "Filter", "Key", "FilterRules")).some((rule) => at(rule, "Value") === prefix),
      )
    );
  });
}

/** The logical id of the queue; undefined if events would be lost. */
function deadLettersOf(template: Template, name: BackgroundFunction): string | undefined {
  const configs = resourcesOf(template, "AWS::Lambda::EventInvokeConfig");
  const [, config] = configs.find(([, one]) => pathOf(one).startsWith(`Functions/${name}/Live/`)) ?? [];
  if (at(config?.Properties, "MaximumRetryAttempts") !== 2) return undefined;
  return referencesOf(at(config?.Properties, "DestinationConfig", "OnFailure"))[0];
}

function queueFaults(template: Template, name: string, id: string | undefined): string[] {
  if (id === undefined) return [`events that ${name} can't handle are lost`];
  const Properties = template.Resources[id]?.Properties;
  const isWatched = resourcesOf(template, "AWS::CloudWatch::Alarm").some(
    ([, alarm]) =>
      at(alarm.Properties, "MetricName") === "ApproximateNumberOfMessagesVisible" &&
      referencesOf(alarm.Properties).includes(id),
  );
  return [
    ...(isWatched ? [] : [`nobody watches the dead letters of ${name}`]),
    ...(at(Properties, "SqsManagedSseEnabled") === true ? [] : [`dead letters of ${name} are not encrypted`]),
    ...(at(Properties, "MessageRetentionPeriod") === 14 * 86_400
      ? []
      : [`dead letters of ${name} do not stay 14 days`]),
    ...(refusesPlainHttp(template, id, "AWS::SQS::QueuePolicy", "Queues") ? [] : [`the queue of ${name} needs no TLS`]),
  ];
}

/** A schedule of one hour, which costs almost nothing. */
function isScheduled(template: Template, name: BackgroundFunction): boolean {
  return resourcesOf(template, "AWS::Events::Rule").some(
    ([, { Properties }]) =>
      at(Properties, "ScheduleExpression") === "rate(1 hour)" &&
      at(Properties, "State") === "ENABLED" &&
      listOf(at(Properties, "Targets")).some((target) => isAliasOf(template, name, at(target, "Arn"))),
  );
}

/** All events of SES for our configuration set, and no others; none without mail. */
function hearsOfMail(template: Template): boolean {
  const sets = resourcesOf(template, "AWS::SES::ConfigurationSet").map(([id]) => ({ Ref: id }));
  const patterns = resourcesOf(template, "AWS::Events::Rule").filter(([, { Properties }]) =>
    JSON.stringify(at(Properties, "EventPattern") ?? "").includes("aws.ses"),
  );
  return (
    patterns.length === sets.length &&
    patterns.every(
      ([, { Properties }]) =>
        isDeepStrictEqual(at(Properties, "EventPattern"), {
          source: ["aws.ses"],
          "detail-type": Object.values(mailEventTypes),
          detail: { mail: { tags: { "ses:configuration-set": sets } } },
        }) &&
        at(Properties, "State") === "ENABLED" &&
        listOf(at(Properties, "Targets")).some((target) => isAliasOf(template, mailEventFunction, at(target, "Arn"))),
    )
  );
}

function isAliasOf(template: Template, name: string, value: unknown): boolean {
  return referencesOf(value).some((id) => pathOf(template.Resources[id] ?? { Type: "" }) === `Functions/${name}/Live`);
}
