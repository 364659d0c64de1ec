/** How long the sender waits after failures. Milliseconds. */

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The pauses of an event before its second attempt, its third, and so on: together 24 hours and 51 minutes. */
const eventPauses = [
  ...[20 * second, minute, 5 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 8 * hour],
];

/** Undefined after the last attempt. */
export function pauseAfter(attempts: number): number | undefined {
  return eventPauses[attempts - 1];
}

/**
 * The longest pause of a webhook whose deliveries all fail. With a new event that comes meanwhile, the sender
 * finds out early that the receiver is back.
 */
const longestWebhookPause = 15 * minute;

/** The pause of a webhook after `failures` in a row. */
export function webhookPauseAfter(failures: number): number {
  return Math.min(pauseAfter(failures) ?? longestWebhookPause, longestWebhookPause);
}

/** An event of this age has no further attempt, so that no event of the outbox expires (store/outbox.ts) while others wait. */
export const oldestEvent = 72 * hour;

/** A webhook that has failed for this time is switched off. */
export const longestFailure = 72 * hour;

/** After a longer time without an attempt, a failure is the first one of a new series. The time is longer than every pause. */
export const longestSilence = 24 * hour;
