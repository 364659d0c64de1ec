/** Reports caught mails as SES does through EventBridge: that it accepted them, and what happened to them. */
import { randomUUID } from "node:crypto";
import type { Log } from "../../../shared/platform/log/request-log.ts";
import { type BackgroundFunction, type MailEventType, mailEventFunction } from "../../cloud/triggers.ts";
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

/** The fields of an event that the function reads ("Event data that Amazon SES publishes"). */
interface MailEvent {
  detail: { eventType: MailEventType; mail: object };
}

/** The events in their order. Without a configuration set, SES reports none. */
export function eventsOf(mail: CaughtMail): MailEvent[] {
  if (mail.configurationSet === undefined) return [];
  const { id: messageId, at: timestamp, recipients: destination } = mail;
  const tags = Object.fromEntries(Object.entries(mail.tags).map(([name, value]) => [name, [value]]));
  const about = { timestamp, messageId, destination, tags };
  const results = resultsOf(mail.recipients[0] ?? "");
  return [["Send", {}] as const, ...results].map(([eventType, result]) => {
    return { detail: { eventType, mail: about, ...result } };
  });
}

/** Mail to `bounce.example` bounces, and mail to `complaint.example` leads to a complaint, for people who want to try it. */
function resultsOf(emailAddress: string): (readonly [MailEventType, object])[] {
  if (/@bounce\.example$/i.test(emailAddress)) {
    return [["Bounce", { bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress }] } }]];
  }
  if (/@complaint\.example$/i.test(emailAddress)) {
    return [
      ["Delivery", {}],
      ["Complaint", { complaint: { complainedRecipients: [{ emailAddress }] } }],
    ];
  }
  return [["Delivery", {}]];
}
