/** Checks whether mail can be sent from the sender that the settings name. */
import { signsUpThroughSes } from "../../cloud/settings.ts";
import { ownIdentity } from "../template.ts";
import { answered, type Situation } from "./ask-account.ts";
import { error, type Finding, warning } from "./finding.ts";

/** The identity, and the quota of SES, if the settings name a sender. */
export function checkMail(situation: Situation): Finding[] {
  return [...checkIdentity(situation), ...checkQuota(situation)];
}

function checkIdentity({ template, settings, region, answers }: Situation): Finding[] {
  const { mailSender, mailIdentity } = settings;
  if (mailSender === undefined || "fault" in answers.mailIdentity) return [];
  const status = answers.mailIdentity.value;
  if (mailIdentity !== undefined) {
    if (status === "Success") return [];
    return error(`${mailIdentity} is no verified identity of SES in ${region}. Verify it, or name another one.`);
  }
  if (status === undefined) return [];
  const deployed = answered(answers.stack);
  const isOwn = deployed && ownIdentity(deployed.template) === mailSender;
  if (!isOwn && ownIdentity(template) === mailSender) {
    return error(`SES has the identity ${mailSender} already. Use it: --mailIdentity ${mailSender}`);
  }
  if (status === "Success") return [];
  return warning(`${mailSender} is not verified. Open the link that SES mailed to it.`);
}

/** "Service quotas in Amazon SES": mails a day in the sandbox. */
const sandboxMails = 200;

function checkQuota({ settings, answers }: Situation): Finding[] {
  const { mailSender, mailRate } = settings;
  const quota = answered(answers.mailQuota);
  if (mailSender === undefined || !quota) return [];
  const { perDay, perSecond, isSending } = quota;
  // Nobody could sign up, although the deployment succeeds.
  const find = (text: string) =>
    signsUpThroughSes(settings)
      ? error(`${text} Until then, Cognito can mail the codes: --signUpMail cognito`)
      : warning(text);
  // A negative quota is unlimited.
  const isSandbox = perDay >= 0 && perDay <= sandboxMails;
  return [
    ...(isSandbox
      ? find(
          `SES is in its sandbox: ${perDay} mails a day, to verified addresses only. Request production access in its console.`,
        )
      : []),
    ...(isSending ? [] : find("SES sends no mail of this account. Its console says why, and how to answer.")),
    ...(mailRate > perSecond
      ? warning(`SES accepts ${perSecond} mails a second, fewer than --mailRate ${mailRate}. Name a lower rate.`)
      : []),
  ];
}
