/**
 * The alarm that counts the lines of an event. Such a line has the alarm's name as `alarm`, which is the dimension of its metric
 * `lines`: an alarm on several events is one metric, and a query of the logs finds the lines by the name in the mail.
 */
export const watchedEvents = {
  "authorizer.unavailable": "AuthorizerUnavailable",
  "accountDeletion.late": "AccountDeletionsLate",
  "export.failed": "ExportsFailed",
  "importWork.failed": "ImportsFailed",
  "reminders.accountFailed": "RemindersFailed",
  "reminders.stopped": "RemindersFailed",
  "mail.unknown": "RemindersFailed",
  "mail.refused": "MailFaults",
  "mail.rejected": "MailFaults",
  "mail.bounced": "MailFaults",
  "mail.complained": "MailFaults",
  "share.refused": "ShareFaults",
  "share.stopped": "ShareFaults",
  "share.rejected": "ShareFaults",
  "share.bounced": "ShareFaults",
  "share.complained": "ShareFaults",
  "webhook.off": "WebhooksOff",
  "webhooks.accountFailed": "WebhooksFailed",
  "webhook.interrupted": "WebhooksFailed",
  "search.mismatch": "SearchMismatches",
} as const satisfies Readonly<Record<string, string>>;

export type WatchedEvent = keyof typeof watchedEvents;
export type LineAlarm = (typeof watchedEvents)[WatchedEvent];

/** Undefined for an event without an alarm. */
export function alarmOf(event: string): LineAlarm | undefined {
  return (watchedEvents as Readonly<Record<string, LineAlarm>>)[event];
}
