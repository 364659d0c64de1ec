/** Checks that alarms are sent to the given address. */
import { at, type Check, listOf, pathOf, referencesOf, resourcesOf, type Template } from "./template.ts";

/** If there is a topic, every alarm sends to it, and only CloudWatch of this account may publish to it. */
export const alarmFaults: Check = (template) => {
  const topics = resourcesOf(template, "AWS::SNS::Topic").map(([id]) => id);
  const told = resourcesOf(template, "AWS::CloudWatch::Alarm").flatMap(([, alarm]) => {
    const isSilence = at(alarm.Properties, "TreatMissingData") === "missing";
    const names = ["AlarmActions", ...(isSilence ? ["InsufficientDataActions"] : [])];
    const missing = names.filter(
      (name) => !topics.every((topic) => referencesOf(at(alarm.Properties, name)).includes(topic)),
    );
    return missing.map((name) => `${pathOf(alarm)} tells nobody (${name})`);
  });
  return [...told, ...topics.filter((id) => !mayPublish(template, id)).map((id) => `no alarm reaches ${id}`)];
};

/** CDK's policy replaces the default one, by which the account may publish. */
function mayPublish(template: Template, topic: string): boolean {
  return resourcesOf(template, "AWS::SNS::TopicPolicy")
    .filter(([, { Properties }]) => referencesOf(at(Properties, "Topics")).includes(topic))
    .flatMap(([, { Properties }]) => listOf(at(Properties, "PolicyDocument", "Statement")))
    .some(
      (statement) =>
        at(statement, "Effect") === "Allow" &&
        at(statement, "Principal", "Service") === "cloudwatch.amazonaws.com" &&
        at(statement, "Action") === "sns:Publish" &&
        at(statement, "Condition", "StringEquals", "aws:SourceAccount") !== undefined,
    );
}
