/** What starts the functions that nobody waits for, as data: the stack and the local host make their events of it. */
import { deletionPrefix } from "../shared/files/account-keys.ts";
import { uploadPrefix } from "../shared/files/import-keys.ts";

/** Every object that is created below the prefix of the bucket starts the function. */
export const bucketTriggers = {
  "import-parser": { bucket: "imports", prefix: uploadPrefix },
  "deletion-worker": { bucket: "accounts", prefix: deletionPrefix },
} as const;

export type BucketFunction = keyof typeof bucketTriggers;
export const bucketFunctions = Object.keys(bucketTriggers) as BucketFunction[];

/**
 * What the clock starts every hour: the deletion worker looks for work that an earlier run left, the reminder sender for
 * everyone who is due.
 */
export const hourlyFunctions = ["deletion-worker", "reminder-sender"] as const;

/** SES tells it of our mails, through the default bus of EventBridge. */
export const mailEventFunction = "mail-events";

/** By `eventType` of the detail, the `detail-type` of the event ("Monitoring SES events using Amazon EventBridge"). */
export const mailEventTypes = {
  Send: "Email Sent",
  Delivery: "Email Delivered",
  Bounce: "Email Bounced",
  Complaint: "Email Complaint Received",
  Reject: "Email Rejected",
} as const;

export type MailEventType = keyof typeof mailEventTypes;

export type BackgroundFunction = BucketFunction | (typeof hourlyFunctions)[number] | typeof mailEventFunction;

export const backgroundFunctions: readonly BackgroundFunction[] = [
  ...new Set([...bucketFunctions, ...hourlyFunctions, mailEventFunction] as const),
];
