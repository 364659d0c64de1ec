/** Mail, when the settings name a sender. The identity must be verified once, by the link that SES mails to it. */
import { EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

export class Mail extends Construct {
  private readonly sender: string;

  constructor(scope: Construct, id: string, sender: string) {
    super(scope, id);
    this.sender = sender;
    new EmailIdentity(this, "Sender", { identity: Identity.email(sender) });
  }

  /** A live check of the transport. Both actions ask about the whole account and know no narrower resource. */
  grantProbe(target: ServiceFunction): void {
    target.configure("MAIL_SENDER", this.sender).allow(["ses:GetAccountSendingEnabled", "ses:GetSendQuota"], ["*"]);
  }
}
