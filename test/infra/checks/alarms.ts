/** Whether alarms come to whoever asked for them. */
import { at, type Check, listOf, placeOf, referencesOf, resourcesOf, type Template } from "./template.ts";

/** Where there is a topic every alarm has it as its action, and CloudWatch, of this account only, may publish to it. */
export const alarmFaults: Check = (template) => {
  const topics = resourcesOf(template, "AWS::SNS::Topic").map(([id]) => id);
  const told = resourcesOf(template, "AWS::CloudWatch::Alarm").flatMap(([, alarm]) => {
    const isSilence = at(alarm.Properties, "TreatMissingData") === "missing";
    const names = ["AlarmActions", ...(isSilence ? ["InsufficientDataActions"] : [])];
    const missing = names.filter(
      (name) => !topics.every((topic) => referencesOf(at(alarm.Properties, name)).includes(topic)),
    );
    return missing.map((name) => `${placeOf(alarm)} tells nobody (${name})`);
  });
  return [...told, ...topics.filter((id) => !mayPublish(template, id)).map((id) => `no alarm reaches ${id}`)];
};

/** The policy that CDK makes takes the place of the one that lets the account publish. */
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
