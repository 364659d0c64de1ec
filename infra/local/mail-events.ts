/** Tells of caught mails as SES does through EventBridge: that it took them, and what became of them. */
import { randomUUID } from "node:crypto";
import type { EventBridgeEvent } from "aws-lambda";
import type { Log } from "../../shared/log/request-log.ts";
import { type BackgroundFunction, type MailEventType, mailEventFunction, mailEventTypes } from "../triggers.ts";
import { faultText } from "./fault-text.ts";
import { invokeFunction, type LocalFunction } from "./lambda-function.ts";
import type { CaughtMail } from "./mail-message.ts";

const timeoutMilliseconds = 30_000;

export interface MailListenerParts {
  functionOf: (name: BackgroundFunction) => Promise<LocalFunction>;
  log: Log;
}

/** For the catcher: the events of a mail, one after the other, start the function that the stack would start. */
export function mailListener({ functionOf, log }: MailListenerParts): (mail: CaughtMail) => Promise<void> {
  return async (mail) => {
    try {
      const target = await functionOf(mailEventFunction);
      for (const event of eventsOf(mail)) {
        await invokeFunction(target, event, { requestId: randomUUID(), timeoutMilliseconds });
      }
    } catch (error) {
      log({ level: "error", event: "function.mailEventFailed", function: mailEventFunction, fault: faultText(error) });
    }
  };
}

type MailEvent = EventBridgeEvent<(typeof mailEventTypes)[MailEventType], object>;

/** In their order. SES tells of none without a configuration set. */
export function eventsOf(mail: CaughtMail): MailEvent[] {
  if (mail.configurationSet === undefined) return [];
  const after = afterwards(mail.recipients[0] ?? "", mail.at);
  return [["Send", { send: {} }] as const, ...after].map(([type, about]) => eventOf(mail, type, about));
}

/**
 * As SES's mailbox simulator does: what is sent to `bounce@…` there bounces, what is sent to `complaint@…` is complained
 * of. The same goes for everyone at `bounce.example` and `complaint.example`, so that people may try it.
 */
function afterwards(recipient: string, timestamp: string): (readonly [MailEventType, object])[] {
  const emailAddress = recipient;
  const delivery = ["Delivery", { delivery: { timestamp, recipients: [recipient] } }] as const;
  if (/^bounce(\+[^@]*)?@simulator\.amazonses\.com$|@bounce\.example$/i.test(recipient)) {
    const bouncedRecipients = [{ emailAddress, action: "failed", status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1" }];
    return [
      ["Bounce", { bounce: { bounceType: "Permanent", bounceSubType: "General", bouncedRecipients, timestamp } }],
    ];
  }
  if (/^complaint(\+[^@]*)?@simulator\.amazonses\.com$|@complaint\.example$/i.test(recipient)) {
    const complaint = { complainedRecipients: [{ emailAddress }], complaintFeedbackType: "abuse", timestamp };
    return [delivery, ["Complaint", { complaint }]];
  }
  return [delivery];
}

/** "Event data that Amazon SES publishes", in an event of EventBridge. */
function eventOf(mail: CaughtMail, type: MailEventType, about: object): MailEvent {
  const { id, at, source, recipients, subject, tags, configurationSet = "" } = mail;
  const named = Object.entries(tags).map(([name, value]) => [name, [value]]);
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": mailEventTypes[type],
    source: "aws.ses",
    account: "000000000000",
    time: at.replace(/\.\d+Z$/, "Z"),
    region: "us-east-1",
    resources: [`arn:aws:ses:us-east-1:000000000000:configuration-set/${configurationSet}`],
    detail: {
      eventType: type,
      mail: {
        timestamp: at,
        source,
        sendingAccountId: "000000000000",
        messageId: id,
        destination: recipients,
        headersTruncated: false,
        headers: [],
        commonHeaders: { from: [source], to: recipients, messageId: id, subject },
        tags: { "ses:configuration-set": [configurationSet], ...Object.fromEntries(named) },
      },
      ...about,
    },
  };
}
