/**
 * Mail, when the settings name a sender. Where they name no identity the stack makes one of its address, which must be
 * verified once, by the link that SES mails to it; a region has one of each name, so further stages name it.
 */
import { Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  type IEmailIdentity,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { ServiceFunction } from "./service-function.ts";

export interface MailProps {
  /** The address that mail is sent from. */
  sender: string;
  /** The verified identity that it is sent as, an address or a domain; undefined to make one of the sender's address. */
  identity: string | undefined;
  /** Mails a second. */
  rate: number;
}

export class Mail extends Construct {
  private readonly props: MailProps;
  private readonly identity: IEmailIdentity;
  private readonly configurationSet: ConfigurationSet;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    this.identity =
      props.identity === undefined
        ? new EmailIdentity(this, "Sender", { identity: Identity.email(props.sender) })
        : EmailIdentity.fromEmailIdentityName(this, "Sender", props.identity);
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
