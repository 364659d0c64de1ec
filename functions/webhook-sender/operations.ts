/** What starts the webhook sender: new items in outboxes, messages of its queue, and every hour the clock. */
import { AccountClosedError } from "../../shared/account/store/account.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { mapInParallel } from "../../shared/platform/dynamodb/parallel.ts";
import { accountOfPartition } from "../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../shared/platform/log/capacity.ts";
import { faultName, faultOf } from "../../shared/platform/log/request-log.ts";
import { parseQueueMessage, type QueueMessage } from "../../shared/webhook/queue.ts";
import { findDelivery } from "../../shared/webhook/store/deliveries.ts";
import { readDeliveryState } from "../../shared/webhook/store/delivery-state.ts";
import { findWebhook, listWebhookAccounts, listWebhooks } from "../../shared/webhook/store/webhook.ts";
import type { Invocation } from "../invocation.ts";
import { attemptDelivery } from "./attempt.ts";
import { secretsOf } from "./deliver-round.ts";
import { type DrainParts, drainWebhook, isStuck, turnOff } from "./drain.ts";
import { createPost } from "./post.ts";

export type WebhookSenderParts = DrainParts;

/** The hourly run ended before it had seen all accounts, or some of them failed. */
class SweepUnfinishedError extends Error {
  override readonly name = "SweepUnfinishedError";
}

/** Milliseconds at the end of an invocation in which no further account is begun. */
const lastMargin = 15_000;

/** Accounts at a time in the hourly run. */
const parallelAccounts = 4;

/** Wakes the enabled webhooks of accounts with new events. `partitions` are the partitions of the new items, with repetitions. */
export async function wakeWebhooks(
  { store, sendToQueue }: Pick<WebhookSenderParts, "store" | "sendToQueue">,
  partitions: readonly (string | undefined)[],
): Promise<void> {
  const accounts = new Set(partitions.flatMap((partition) => partition ?? []).map(accountOfPartition));
  const found = await mapInParallel(accounts, parallelAccounts, (accountId) => listWebhooks(store, accountId));
  const messages = found.flat().flatMap((webhook) => (webhook.enabled ? messageTo(webhook) : []));
  await sendToQueue(messages);
}

function messageTo({ accountId, id: webhookId }: { accountId: string; id: string }): QueueMessage[] {
  return [{ accountId, webhookId }];
}

/** Handles messages side by side, so that none waits for a slow receiver. Messages that fail come again. */
export async function serveBatch(
  parts: WebhookSenderParts,
  messages: readonly { messageId: string; body: string }[],
  invocation: Invocation,
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> {
  const served = await Promise.allSettled(messages.map(({ body }) => serveMessage(parts, body, invocation)));
  const failed = messages.filter((_, index) => served[index]?.status === "rejected");
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** Handles a message of the queue. If it throws, the message comes again. */
export async function serveMessage(parts: WebhookSenderParts, body: string, invocation: Invocation): Promise<void> {
  const { log } = parts;
  const message = parseQueueMessage(body);
  if (!message) return log({ level: "error", event: "webhook.messageSkipped", requestId: invocation.requestId });
  const { accountId, webhookId, deliveryId } = message;
  try {
    if (deliveryId === undefined) await drainWebhook(parts, message, invocation);
    else await deliverOnce(parts, { accountId, webhookId, id: deliveryId });
  } catch (error) {
    if (error instanceof AccountClosedError) return;
    log({ level: "error", event: "webhook.interrupted", accountId, webhookId, fault: faultOf(error) });
    throw error;
  }
}

/** Tries once a delivery that its owner asked for, also if the webhook is switched off. A repeated message does nothing. */
async function deliverOnce(
  parts: WebhookSenderParts,
  at: { accountId: string; webhookId: string; id: string },
): Promise<void> {
  const { store, sendToQueue, now, log } = parts;
  const webhook = await findWebhook(store, at.accountId, at.webhookId);
  const delivery = webhook && (await findDelivery(store, at, now()));
  if (!webhook || delivery?.status !== "pending") return;
  const { post, close } = createPost(parts);
  const target = { webhook, secrets: await secretsOf(parts, webhook) };
  const { kind } = await attemptDelivery({ ...parts, post }, target, delivery).finally(close);
  const event = kind === "delivered" ? "webhook.delivered" : "webhook.failed";
  log({ level: "info", event, accountId: at.accountId, webhookId: at.webhookId, deliveries: 1 });
  if (kind !== "gone") return;
  await turnOff(parts, webhook, "gone");
  await sendToQueue(messageTo(webhook));
}

/**
 * Applies planned interactions that have come due in accounts with webhooks, because they change contacts, and wakes webhooks
 * whose message did not arrive. It begins at a random account, so that no account is always left. A fault of one account does
 * not stop the others. Throws `SweepUnfinishedError`.
 */
export async function sweepWebhooks(parts: WebhookSenderParts, invocation: Invocation): Promise<void> {
  const { store, now, newId, log, sendToQueue } = parts;
  const { requestId, remainingTime } = invocation;
  const counts = { accounts: 0, woken: 0, failed: 0, left: 0 };
  const sweep = async (accountId: string): Promise<void> => {
    if (remainingTime() < lastMargin) {
      counts.left++;
      return;
    }
    counts.accounts++;
    try {
      const head = await applyPendingWork({ store, now }, accountId);
      for (const webhook of await listWebhooks(store, accountId)) {
        const state = await readDeliveryState(store, { accountId, webhookId: webhook.id });
        if (!isStuck(state, webhook, head.outboxTxid, now().getTime())) continue;
        await sendToQueue(messageTo(webhook));
        counts.woken++;
      }
    } catch (error) {
      if (error instanceof AccountClosedError) return;
      counts.failed++;
      log({ level: "error", event: "webhooks.accountFailed", requestId, accountId, fault: faultName(error) });
    }
  };
  await meterCapacity(async (units) => {
    await mapInParallel(listWebhookAccounts(store, newId()), parallelAccounts, sweep);
    const isDone = counts.failed + counts.left === 0;
    const event = isDone ? "webhooks.swept" : "webhooks.unfinished";
    if (counts.accounts > 0) log({ level: isDone ? "info" : "warn", event, requestId, ...counts, ...units });
    if (!isDone) throw new SweepUnfinishedError("some accounts are left to the next run");
  });
}
