/** Mail, when the settings name a sender. The identity must be verified once, by the link that SES mails to it. */
import { Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import { ConfigurationSet, EmailIdentity, EmailSendingEvent, EventDestination, Identity } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

export interface MailProps {
  /** The address that mail is sent from. */
  sender: string;
  /** Mails a second. */
  rate: number;
}

export class Mail extends Construct {
  private readonly props: MailProps;
  private readonly identity: EmailIdentity;
  private readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    this.identity = new EmailIdentity(this, "Sender", { identity: Identity.email(props.sender) });
    // SES's own list of addresses that bounced would swallow mails without a word, also after their owner has mended the
    // mailbox and asked for mails again; the account's `mailFault` does what the list is for.
    this.configurationSet = new ConfigurationSet(this, "Told", { disableSuppressionList: true });
    this.configurationSet.addEventDestination("Bus", {
      // SES publishes to no other bus.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, "DefaultBus", "default")),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
      ],
    });
  }

  /** A live check of the transport. Both actions ask about the whole account and know no narrower resource. */
  grantProbe(target: ServiceFunction): void {
    target
      .configure("MAIL_SENDER", this.props.sender)
      .allow(["ses:GetAccountSendingEnabled", "ses:GetSendQuota"], ["*"]);
  }

  /** Mail from this sender, with events about it. SES asks for both resources. */
  grantSend(target: ServiceFunction): void {
    const { configurationSetName } = this.configurationSet;
    const parts = { service: "ses", resource: "configuration-set", resourceName: configurationSetName };
    target
      .configure("MAIL_SENDER", this.props.sender)
      .configure("MAIL_CONFIGURATION_SET", configurationSetName)
      .configure("MAIL_RATE", String(this.props.rate))
      .allow(["ses:SendRawEmail"], [this.identity.emailIdentityArn, Stack.of(this).formatArn(parts)]);
  }
}
