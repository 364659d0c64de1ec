/**
 * Delivers the events of one webhook, in rounds, until none is due or the time is over. Only the run that holds the lease does so.
 * The state is written after the deliveries, so after a crash deliveries are repeated with the same ids, and none is left out.
 *
 *  1. Take the lease. If another run has it, that run learns that there is something new. The lease of a webhook of the slow lane
 *     then goes to that lane by a message, so that there is one such message until a run has begun there.
 *  2. Read the settings of the webhook, which may have changed, and the outbox after the cursor, up to 100 open events.
 *  3. Try what is due (round.ts), write the state, and go on with step 2 while something is due.
 *  4. Send a message for the time at which something is due again, then end the lease. If a message came meanwhile, its events
 *     may not have been in the outbox when it was read: go on with step 2.
 */

import { getAccountHead } from "../../shared/account/store/account.ts";
import { switchOff } from "../../shared/webhook/change-webhook.ts";
import { type Lane, maxDelaySeconds, type QueueMessage, type SendToQueue } from "../../shared/webhook/queue.ts";
import type { SecretParts } from "../../shared/webhook/secret.ts";
import {
  type DeliveryLease,
  type DeliveryState,
  type DeliveryStateLocation,
  deleteDeliveryState,
  newDeliveryState,
  readDeliveryState,
  releaseDeliveryState,
  saveDeliveryState,
  stateForUrl,
  takeDeliveryLease,
} from "../../shared/webhook/store/delivery-state.ts";
import { findWebhook, type WebhookRecord } from "../../shared/webhook/store/webhook.ts";
import type { Invocation } from "../invocation.ts";
import { deliverRound } from "./deliver-round.ts";
import { type EndParts, endOpen, endWebhook } from "./end-webhook.ts";
import { mustMove } from "./lanes.ts";
import { createOutboxReader } from "./outbox-reader.ts";
import { longestFailure } from "./pauses.ts";
import { attemptLasts, createPost, type Post, type PostParts } from "./post.ts";
import { nextDue } from "./round.ts";

export interface DrainParts extends EndParts, SecretParts, PostParts {
  /** A new random id for each run. */
  newId: () => string;
  sendToQueue: SendToQueue;
}

/** Milliseconds that the last attempt and the calls after it may take. */
const lastMargin = attemptLasts + 5_000;
/** Milliseconds after which a run leaves the rest to another message, so that a slow receiver does not keep others waiting. */
const runLasts = 20_000;
/** Longer than a run posts, so that two runs never post at once. After a crash, a message takes over when this time is over. */
const leaseLasts = 60_000;
/** The lease that waits in the queue of the slow lane. It ends before a message that failed comes again. */
const passedLeaseLasts = 300_000;
/** The milliseconds by which a message may arrive before or after its time. */
const messagePrecision = 5_000;

/** Milliseconds in which an owner is notified that a webhook was switched off. The state that says so expires later. */
const notifyWithin = 7 * 24 * 3_600_000;

/** Throws `AccountClosedError`, and faults after which the message must come again. */
export async function drainWebhook(
  parts: DrainParts,
  { accountId, webhookId, lane = "quick", lease: passedOn }: QueueMessage,
  invocation: Invocation,
): Promise<void> {
  const { store, now, newId, sendToQueue } = parts;
  const at = { accountId, webhookId };
  const webhook = await findWebhook(store, accountId, webhookId);
  if (!webhook) return deleteDeliveryState(store, at);
  const [before, time] = [stateForUrl(await readDeliveryState(store, at), webhook.url), now().getTime()];
  const { outboxTxid } = await getAccountHead(store, accountId);
  const due = nextDue(before, isBehind(before, webhook, outboxTxid));
  // Most messages of a series of writes find nothing to do, and so do messages while the receiver is down.
  const isIdle = due === undefined || (due > time && isAwaited(before, time, due));
  // A lease that was passed on ends with a run.
  if (webhook.enabled && isIdle && passedOn === undefined) return;
  const moves = mustMove(before, lane);
  const lease = { ...at, holder: newId(), until: time + (moves ? passedLeaseLasts : leaseLasts) };
  const state = await takeDeliveryLease(store, lease, time, passedOn);
  if (!state) return;
  if (moves) return sendToQueue([{ ...at, lane: "slow", lease: lease.holder }]);
  const { post, close } = createPost(parts);
  const hasTime = () => invocation.remainingTime() > lastMargin && now().getTime() - time < runLasts;
  try {
    await drain({ ...parts, post }, lease, { webhook, state, lane }, hasTime);
  } finally {
    close();
  }
}

/** Whether a message is under way that wakes the sender again by `due`. */
function isAwaited({ wakeAt }: DeliveryState, time: number, due = Number.POSITIVE_INFINITY): boolean {
  return wakeAt > time + messagePrecision && wakeAt <= due + messagePrecision;
}

/** Whether the outbox has items that were not read. `outboxTxid` is a field of the account head. */
function isBehind({ cursor }: DeliveryState, { startTxid }: WebhookRecord, outboxTxid: number): boolean {
  return Math.max(cursor, startTxid) < outboxTxid;
}

/** Whether the webhook has something to do, and no run or message will do it. */
export function isStuck(
  state: DeliveryState & { leasedUntil: number },
  webhook: WebhookRecord,
  outboxTxid: number,
  time: number,
): boolean {
  if (state.leasedUntil > time || isAwaited(state, time)) return false;
  const { enabled, disabledAt } = webhook;
  const mustNotifyOwner =
    disabledAt !== null && disabledAt !== state.ownerNotifiedOf && time - Date.parse(disabledAt) < notifyWithin;
  return state.open.length > 0 || mustNotifyOwner || (enabled && isBehind(state, webhook, outboxTxid));
}

async function drain(
  parts: DrainParts & { post: Post },
  lease: DeliveryLease,
  { lane, ...begin }: { webhook: WebhookRecord; state: DeliveryState; lane: Lane },
  hasTime: () => boolean,
): Promise<void> {
  const { store, now } = parts;
  const { accountId, webhookId } = lease;
  const time = () => now().getTime();
  const outbox = createOutboxReader(store, accountId);
  let webhook: WebhookRecord | undefined = begin.webhook;
  let { state } = begin;
  for (; ; webhook = await findWebhook(store, accountId, webhookId)) {
    if (!webhook) return deleteDeliveryState(store, lease);
    // It is new, or was switched on again. Events that were open before are not delivered any more.
    if (webhook.startTxid > state.cursor) {
      await endOpen(parts, webhook, state);
      const { wakeAt, quickAttemptsNeeded } = state;
      state = { ...newDeliveryState(webhook.startTxid), wakeAt, quickAttemptsNeeded };
    }
    state = stateForUrl(state, webhook.url);
    let due: number | undefined;
    if (!webhook.enabled) {
      state = await endWebhook(parts, webhook, state);
    } else {
      if (state.pausedUntil <= time() && hasTime()) {
        state = await outbox.fill(state, webhook.events);
        const round = await deliverRound(parts, webhook, state, { lane, hasTime });
        ({ state } = round);
        const reason = round.isGone ? "gone" : hasFailedForLong(state) ? "failing" : undefined;
        if (reason) {
          await saveDeliveryState(store, lease, state, time());
          await turnOff(parts, webhook, reason);
          continue;
        }
      }
      due = nextDue(state, outbox.hasMore());
    }
    if (due === undefined || due > time() || !hasTime() || mustMove(state, lane)) {
      state = await wakeAgain(parts, lease, state, due);
      if (await releaseDeliveryState(store, lease, state, time())) return;
    }
    await saveDeliveryState(store, lease, state, time());
    outbox.readAgain();
  }
}

/** Switches a webhook off, unless its owner did or gave it another address. The next run for it tells its owner. */
export async function turnOff(
  { store, now, log }: DrainParts,
  webhook: WebhookRecord,
  reason: NonNullable<WebhookRecord["disabledReason"]>,
): Promise<void> {
  if (!(await switchOff({ store }, webhook, reason, now()))) return;
  log({ level: "warn", event: "webhook.off", accountId: webhook.accountId, webhookId: webhook.id, reason });
}

function hasFailedForLong({ failingSince, attemptedAt }: DeliveryState): boolean {
  return failingSince > 0 && attemptedAt - failingSince >= longestFailure;
}

/**
 * Sends the message that wakes the sender at the time `due`, or as late as a message can be delayed. It is sent before the
 * state says so, because a second message does no harm.
 */
async function wakeAgain(
  { sendToQueue, now }: DrainParts,
  { accountId, webhookId }: DeliveryStateLocation,
  state: DeliveryState,
  due: number | undefined,
): Promise<DeliveryState> {
  const time = now().getTime();
  if (due === undefined || isAwaited(state, time, due)) return state;
  const delaySeconds = Math.min(maxDelaySeconds, Math.max(0, Math.ceil((due - time) / 1000)));
  const lane: Lane = mustMove(state, "quick") ? "slow" : "quick";
  await sendToQueue([{ accountId, webhookId, lane }], delaySeconds);
  return { ...state, wakeAt: time + delaySeconds * 1000 };
}
