/** Reports caught mails as SES does through EventBridge: that it accepted them, and what happened to them. */
import { randomUUID } from "node:crypto";
import type { EventBridgeEvent } from "aws-lambda";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import {
  type BackgroundFunction,
  type MailEventType,
  mailEventFunction,
  mailEventTypes,
} from "../../cloud/triggers.ts";
import { faultText, invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import type { CaughtMail } from "./message.ts";

const timeoutMilliseconds = 30_000;

export interface MailListenerParts {
  functionOf: (name: BackgroundFunction) => Promise<LocalFunction>;
  log: Log;
}

/** For the catcher: the events of a mail, one after the other, start the same function as in the cloud. */
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

/** The events in their order. Without a configuration set, SES reports none. */
export function eventsOf(mail: CaughtMail): MailEvent[] {
  if (mail.configurationSet === undefined) return [];
  const results = resultsOf(mail.recipients[0] ?? "", mail.at);
  return [["Send", { send: {} }] as const, ...results].map(([type, about]) => eventOf(mail, type, about));
}

/** Mail to `bounce.example` bounces, and mail to `complaint.example` leads to a complaint, for people who want to try it. */
function resultsOf(recipient: string, timestamp: string): (readonly [MailEventType, object])[] {
  const emailAddress = recipient;
  const delivery = ["Delivery", { delivery: { timestamp, recipients: [recipient] } }] as const;
  if (/@bounce\.example$/i.test(recipient)) {
    const bouncedRecipients = [{ emailAddress, action: "failed", status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1" }];
    return [
      ["Bounce", { bounce: { bounceType: "Permanent", bounceSubType: "General", bouncedRecipients, timestamp } }],
    ];
  }
  if (/@complaint\.example$/i.test(recipient)) {
    const complaint = { complainedRecipients: [{ emailAddress }], complaintFeedbackType: "abuse", timestamp };
    return [delivery, ["Complaint", { complaint }]];
  }
  return [delivery];
}

/** "Event data that Amazon SES publishes", in an event of EventBridge. */
function eventOf(mail: CaughtMail, type: MailEventType, about: object): MailEvent {
  const { id, at, source, recipients, subject, tags, configurationSet = "" } = mail;
  const tagLists = Object.entries(tags).map(([name, value]) => [name, [value]]);
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
        tags: { "ses:configuration-set": [configurationSet], ...Object.fromEntries(tagLists) },
      },
      ...about,
    },
  };
}
