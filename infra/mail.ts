/**
 * Mail, when the settings name a sender. Where they name no identity the stack makes one of its address, which must be
 * verified once, by the link that SES mails to it; a region has one of each name, so further stages name it.
 */
import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { EventBus, type EventPattern } from "aws-cdk-lib/aws-events";
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
import { mailEventTypes } from "./triggers.ts";

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
  /** What EventBridge says of mails of ours, and of nobody else's in the account. */
  readonly events: EventPattern;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    this.identity =
      props.identity === undefined
        ? newIdentity(this, props.sender)
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
    this.events = {
      source: ["aws.ses"],
      detailType: Object.values(mailEventTypes),
      detail: { mail: { tags: { "ses:configuration-set": [this.configurationSet.configurationSetName] } } },
    };
  }

  /** A live check of the transport. Both actions ask about the whole account and know no narrower resource. */
  grantProbe(target: ServiceFunction): void {
    target
      .configure("MAIL_SENDER", this.props.sender)
      .allow(["ses:GetAccountSendingEnabled", "ses:GetSendQuota"], ["*"]);
  }

  /**
   * Mail from this sender, with events about it. SES asks for both resources and, as long as the account is in its
   * sandbox, for the identity of each recipient as well.
   */
  grantSend(target: ServiceFunction): void {
    const { configurationSetName } = this.configurationSet;
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: "ses", resource, resourceName });
    target
      .configure("MAIL_SENDER", this.props.sender)
      .configure("MAIL_CONFIGURATION_SET", configurationSetName)
      .configure("MAIL_RATE", String(this.props.rate))
      .allow(["ses:SendRawEmail"], [this.identity.emailIdentityArn, arnOf("configuration-set", configurationSetName)])
      .allow(["ses:SendRawEmail"], [arnOf("identity", "*")], {
        StringEquals: { "ses:FromAddress": this.props.sender },
      });
  }
}

/** It outlives the stack, so that whoever names it later by `mailIdentity` does not lose it. */
function newIdentity(scope: Construct, sender: string): EmailIdentity {
  const identity = new EmailIdentity(scope, "Sender", { identity: Identity.email(sender) });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return identity;
}
