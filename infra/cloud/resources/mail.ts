/**
 * Mail, if the settings name a sender. If they name no identity, the stack makes one of the sender's address, which must be
 * verified once by the link that SES mails to it. A region has one identity of each name, so further stages must name it.
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
import type { ServiceFunction } from "../function/service-function.ts";
import { mailEventTypes } from "../triggers.ts";

export interface MailProps {
  /** The address that mail is sent from. */
  sender: string;
  /** The verified identity that the sender belongs to, an address or a domain; undefined to make one of the address. */
  identity: string | undefined;
  /** Mails a second. */
  rate: number;
}

export class Mail extends Construct {
  private readonly props: MailProps;
  private readonly identity: IEmailIdentity;
  private readonly configurationSet: ConfigurationSet;
  /** The events of mails that this stack sends. */
  readonly events: EventPattern;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    this.identity =
      props.identity === undefined
        ? newIdentity(this, props.sender)
        : EmailIdentity.fromEmailIdentityName(this, "Sender", props.identity);
    // SES's own suppression list would drop mails silently, also after the owner has repaired the mailbox and turned reminders
    // on again. The account's `mailFault` serves the same purpose.
    this.configurationSet = new ConfigurationSet(this, "ConfigurationSet", { disableSuppressionList: true });
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

  get sender(): string {
    return this.props.sender;
  }

  get identityArn(): string {
    return this.identity.emailIdentityArn;
  }

  /** Allows the health check of mail. Both actions are about the whole AWS account, so their resource is `*`. */
  grantProbe(target: ServiceFunction): void {
    target
      .configure("MAIL_SENDER", this.props.sender)
      .allow(["ses:GetAccountSendingEnabled", "ses:GetSendQuota"], ["*"]);
  }

  /**
   * Allows mail from this sender, with events. SES checks both resources and, while the account is in its sandbox, the identity
   * of each recipient.
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

/** It outlives the stack, because other stacks may use it by `mailIdentity`. */
function newIdentity(scope: Construct, sender: string): EmailIdentity {
  const identity = new EmailIdentity(scope, "Sender", { identity: Identity.email(sender) });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  return identity;
}
