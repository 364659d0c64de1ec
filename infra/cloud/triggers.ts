/** The triggers of the background functions as data, for the stack and for the local host. */
import { webhookSender } from "../../functions/webhook-sender/function.ts";
import { closingPrefix, deletionPrefix } from "../../shared/account/store/account-keys.ts";
import { outboxPrefix } from "../../shared/account/store/outbox.ts";
import { exportPrefix, exportRequestSuffix } from "../../shared/export/export-request.ts";
import { uploadPrefix } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import type { Lane } from "../../shared/webhook/queue.ts";

/** The attempts at an event of S3 or EventBridge, all with the same request id. After them it goes to the queue of dead letters. */
export const eventAttempts = 3;

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

/** New items of the main table whose sort key has this beginning start the function, the items of a second in one batch. */
export const tableTrigger = {
  function: "webhook-sender",
  prefix: outboxPrefix,
  batchSize: 100,
  windowSeconds: 1,
  maxAttempts: 10,
} as const;

/** Messages of the webhook queues start the function. */
export const queueTrigger = {
  function: "webhook-sender",
  batchSize: 10,
  /**
   * Executions at a time for the queue of each lane. With fewer in the quick lane, others would wait while many receivers become
   * slow at once, because each of them holds an execution up to ten seconds before it is moved (decision 51).
   */
  maxConcurrency: { quick: 50, slow: 10 } satisfies Readonly<Record<Lane, number>>,
  /** After this number of attempts, a message goes to the queue of dead letters. */
  maxReceives: 5,
  /** A message comes again when its execution has failed for this time. Lambda asks for no less than the function's limit. */
  visibilitySeconds: webhookSender.timeoutSeconds + 60,
} as const;

/**
 * Functions that EventBridge starts every hour: the import and deletion workers continue what an earlier run left, the export
 * worker makes exports that are overdue and removes old ones, the reminder sender reminds the accounts that are due, and the
 * webhook sender delivers events that no record of the stream and no message of the queue has announced.
 */
export const hourlyFunctions = [
  "import-worker",
  "deletion-worker",
  "account-deletion-worker",
  "export-worker",
  "reminder-sender",
  "webhook-sender",
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
