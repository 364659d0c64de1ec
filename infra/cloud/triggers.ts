/** The triggers of the background functions as data, for the stack and for the local host. */
import { closingPrefix, deletionPrefix } from "../../shared/account/store/account-keys.ts";
import { exportPrefix, exportRequestSuffix } from "../../shared/export/export-request.ts";
import { uploadPrefix } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";

/** Every object that is created in the bucket, and whose key has this beginning and ending, starts the function. */
export const bucketTriggers = {
  "import-parser": { bucket: "imports", prefix: uploadPrefix },
  "import-worker": { bucket: "accounts", prefix: importWorkPrefix },
  "deletion-worker": { bucket: "accounts", prefix: deletionPrefix },
  "export-worker": { bucket: "accounts", prefix: exportPrefix, suffix: exportRequestSuffix },
  "account-deletion-worker": { bucket: "accounts", prefix: closingPrefix },
} as const satisfies Readonly<Record<string, BucketTrigger>>;

export interface BucketTrigger {
  bucket: "imports" | "accounts";
  prefix: string;
  suffix?: string;
}

export type BucketFunction = keyof typeof bucketTriggers;
export const bucketFunctions = Object.keys(bucketTriggers) as BucketFunction[];

/**
 * Functions that EventBridge starts every hour: the import and deletion workers continue what an earlier run left, the export
 * worker makes exports that are overdue and removes old ones, and the reminder sender reminds the accounts that are due.
 */
export const hourlyFunctions = [
  "import-worker",
  "deletion-worker",
  "account-deletion-worker",
  "export-worker",
  "reminder-sender",
] as const;

/** Receives the events of SES through the default bus of EventBridge. */
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
