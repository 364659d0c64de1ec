/** One attempt at a delivery: signed, posted, and recorded for the owner of the webhook. */
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import {
  type DeliveryRecord,
  deliveryIdOf,
  newDelivery,
  storeDelivery,
} from "../../shared/webhook/store/deliveries.ts";
import type { OpenEvent } from "../../shared/webhook/store/delivery-state.ts";
import type { WebhookRecord } from "../../shared/webhook/store/webhook.ts";
import { oldestEvent, pauseAfter } from "./pauses.ts";
import type { Answer, Post } from "./post.ts";
import type { Attempted } from "./round.ts";
import { signedHeaders } from "./signature.ts";

export interface AttemptParts {
  store: Store;
  post: Post;
  now: () => Date;
}

/** Where deliveries go, and the secrets that sign them now. */
export interface Target {
  webhook: WebhookRecord;
  /** Empty if no pepper opens them any more. */
  secrets: readonly string[];
}

/** Tries an event of the outbox. Its record and its id follow from the event, so an attempt after a crash is the same delivery. */
export async function attemptEvent(parts: AttemptParts, target: Target, open: OpenEvent): Promise<Attempted> {
  const { id: webhookId, accountId } = target.webhook;
  const { txid, index, at, attempts } = open;
  const { type, ...ids } = open.event;
  const made = {
    ...{ id: deliveryIdOf(webhookId, txid, index, at), accountId, webhookId },
    ...{ event: type, data: { ...ids, txid: String(txid) }, timestamp: at },
  };
  const delivery = { ...newDelivery(made, new Date(at)), attempts };
  return attemptDelivery(parts, target, delivery, (endedAt) => {
    const pause = pauseAfter(attempts + 1);
    return pause === undefined || endedAt - Date.parse(at) >= oldestEvent ? null : endedAt + pause;
  });
}

/** Tries a delivery and records the result. `retryAt` says when to try it again after a failure; null for never. */
export async function attemptDelivery(
  { store, post, now }: AttemptParts,
  { webhook, secrets }: Target,
  delivery: DeliveryRecord,
  retryAt: (endedAt: number) => number | null = () => null,
): Promise<Attempted> {
  const begin = now();
  const { event: type, timestamp, accountId, webhookId, data } = delivery;
  const body = JSON.stringify({ type, timestamp, accountId, webhookId, data });
  const headers = {
    "content-type": "application/json",
    "user-agent": "contacts-webhooks",
    ...signedHeaders(delivery.messageId, body, secrets, begin),
  };
  const answer: Answer =
    secrets.length > 0 ? await post({ url: webhook.url, headers, body }) : { error: "secret_lost" };
  const endedAt = now().getTime();
  const status = "status" in answer ? answer.status : null;
  const kind = status === 410 ? "gone" : status !== null && status >= 200 && status < 300 ? "delivered" : "failed";
  const next = kind === "failed" ? retryAt(endedAt) : null;
  await storeDelivery(store, {
    ...delivery,
    status: kind === "delivered" ? "succeeded" : next === null ? "failed" : "retrying",
    attempts: delivery.attempts + 1,
    attemptedAt: begin.toISOString(),
    durationMs: endedAt - begin.getTime(),
    responseStatus: status,
    responseBody: "text" in answer ? answer.text : null,
    error: "error" in answer ? answer.error : null,
    nextAttemptAt: next === null ? null : new Date(next).toISOString(),
  });
  return kind === "failed" ? { kind, retryAt: next } : { kind };
}
