/** The operations of the webhook routes. */

import { testEvent } from "../../shared/account/events.ts";
import { getAccountHead } from "../../shared/account/store/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/account/store/account-write.ts";
import type { RandomBytes } from "../../shared/auth/api-key-text.ts";
import type { ReadPepper } from "../../shared/auth/pepper.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { AppError, invalid, unavailable } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { changeWebhook } from "../../shared/webhook/change-webhook.ts";
import type { SendToQueue } from "../../shared/webhook/queue.ts";
import { newSecret, previousSecretLasts, sealSecret } from "../../shared/webhook/secret.ts";
import {
  type DeliveryRecord,
  findDelivery,
  listDeliveries,
  newDelivery,
  putDelivery,
} from "../../shared/webhook/store/deliveries.ts";
import {
  getWebhook,
  listWebhooks,
  maxWebhooks,
  planWebhooks,
  type WebhookRecord,
} from "../../shared/webhook/store/webhook.ts";
import type { routeGroup } from "./group.ts";
import type { DeliveryAnswer, WebhookAnswer } from "./schemas.ts";
import { leadsToLoopback, notPublic } from "./webhook-url.ts";

export interface WebhookParts {
  store: Store;
  sendToQueue: SendToQueue;
  /** Lets webhooks lead to this machine, by http too. */
  allowLoopback: boolean;
  now: () => Date;
  newId: () => string;
  randomBytes: RandomBytes;
  readPepper: ReadPepper;
  retry?: RetryPolicy;
}

export function webhookOperations(parts: WebhookParts): Operations<typeof routeGroup.rows> {
  const { store, sendToQueue, allowLoopback, now, newId, randomBytes, retry } = parts;

  const requireUrl = (url: string) => {
    if (!allowLoopback && leadsToLoopback(url)) throw invalid("body.url", notPublic);
  };

  const viewWebhook = (webhook: WebhookRecord): WebhookAnswer => {
    const { id, url, events, description, enabled, disabledReason, disabledAt, createdAt, updatedAt } = webhook;
    const endsAt = webhook.previousSecret?.endsAt ?? null;
    const previousSecretEndsAt = endsAt !== null && endsAt > now().toISOString() ? endsAt : null;
    return {
      ...{ id, url, events: [...events], description, enabled, disabledReason, disabledAt },
      ...{ previousSecretEndsAt, createdAt, updatedAt },
    };
  };

  /** Stores a delivery and lets it be sent. If the queue does not take it, a repetition of the request asks again. */
  const deliver = async (
    accountId: string,
    webhookId: string,
    plan: (txid: number) => Promise<DeliveryRecord> | DeliveryRecord,
  ) => {
    const { result: delivery, txid } = await writeAccount(
      store,
      accountId,
      async (head, version) => {
        await getWebhook(store, accountId, webhookId);
        const planned = await plan(version);
        return { actions: [putDelivery(store, planned)], head, result: planned };
      },
      retry,
    );
    // Many tests of a receiver that takes long would hold the executions of the quick lane.
    await sendToQueue([{ accountId, webhookId, deliveryId: delivery.id, lane: "slow" }]).catch((fault: unknown) => {
      throw unavailable(fault);
    });
    return { status: 202 as const, txid, body: { delivery: viewDelivery(delivery) } };
  };

  return {
    async listWebhooks({ caller: { accountId } }) {
      const head = await getAccountHead(store, accountId);
      const webhooks = head.webhookCount > 0 ? await listWebhooks(store, accountId) : [];
      return { status: 200, txid: String(head.txid), body: { webhooks: webhooks.map(viewWebhook) } };
    },

    async createWebhook({ caller: { accountId }, body, baseUrl }) {
      requireUrl(body.url);
      const [id, secret, time] = [newId(), newSecret(randomBytes), now().toISOString()];
      const made = {
        ...{ id, accountId, url: body.url, events: body.events, description: body.description },
        ...{ enabled: body.enabled, disabledReason: null, disabledAt: null, previousSecret: null },
        ...{ secret: await sealSecret(secret, { accountId, id }, parts), createdAt: time, updatedAt: time },
      };
      const { result, txid } = await writeAccount(
        store,
        accountId,
        async (head, startTxid) => {
          const before = head.webhookCount > 0 ? await listWebhooks(store, accountId) : [];
          if (before.length >= maxWebhooks) {
            throw new AppError("conflict", { message: `An account has at most ${maxWebhooks} webhooks.` });
          }
          const webhook: WebhookRecord = { ...made, startTxid };
          return { ...planWebhooks(store, head, before, [...before, webhook]), result: webhook };
        },
        retry,
      );
      const headers = { location: `${baseUrl}/webhooks/${result.id}` };
      return { status: 201, txid, headers, body: { webhook: viewWebhook(result), ...shown(secret, made, result) } };
    },

    async getWebhook({ caller: { accountId }, params: { id } }) {
      const head = await getAccountHead(store, accountId);
      const webhook = await getWebhook(store, accountId, id);
      return { status: 200, txid: String(head.txid), body: { webhook: viewWebhook(webhook) } };
    },

    async patchWebhook({ caller: { accountId }, params: { id }, body }) {
      if (body.url !== undefined) requireUrl(body.url);
      const { result, txid } = await changeWebhook(parts, accountId, id, (webhook, version) => {
        const changed = { ...webhook, ...withoutAbsent(body) };
        if (JSON.stringify(changed) === JSON.stringify(webhook)) return webhook;
        const isSwitched = changed.enabled !== webhook.enabled;
        return {
          ...changed,
          ...(isSwitched && { disabledReason: null, disabledAt: null }),
          ...(isSwitched && changed.enabled && { startTxid: version }),
          updatedAt: now().toISOString(),
        };
      });
      return { status: 200, txid, body: { webhook: viewWebhook(result) } };
    },

    async deleteWebhook({ caller: { accountId }, params: { id } }) {
      const { txid } = await changeWebhook(parts, accountId, id, () => undefined);
      return { status: 200, txid, body: { message: "The webhook was deleted." } };
    },

    async rotateWebhookSecret({ caller: { accountId }, params: { id } }) {
      const secret = newSecret(randomBytes);
      const made = { secret: await sealSecret(secret, { accountId, id }, parts) };
      const { result, txid } = await changeWebhook(parts, accountId, id, (webhook) => {
        const time = now();
        const endsAt = new Date(time.getTime() + previousSecretLasts).toISOString();
        const previousSecret = { secret: webhook.secret, endsAt };
        return { ...webhook, ...made, previousSecret, updatedAt: time.toISOString() };
      });
      return { status: 200, txid, body: { webhook: viewWebhook(result), ...shown(secret, made, result) } };
    },

    async testWebhook({ caller: { accountId }, params: { id: webhookId } }) {
      const at = { id: newId(), accountId, webhookId };
      return deliver(accountId, webhookId, (txid) => {
        const time = now();
        const event = { event: testEvent, data: { txid: String(txid) }, timestamp: time.toISOString() } as const;
        return newDelivery({ ...at, ...event }, time);
      });
    },

    async listWebhookDeliveries({ caller: { accountId }, params: { id }, query }) {
      const head = await getAccountHead(store, accountId);
      await getWebhook(store, accountId, id);
      const deliveries = await listDeliveries(store, accountId, id, now());
      const page = deliveries.slice(query.offset, query.offset + query.limit).map(viewDelivery);
      const pagination = paginate({ ...query, sort: "createdAtDesc" }, page.length, deliveries.length);
      return { status: 200, txid: String(head.txid), body: { deliveries: page, pagination } };
    },

    async redeliverWebhookEvent({ caller: { accountId }, params: { id: webhookId, deliveryId } }) {
      const at = { id: newId(), accountId, webhookId };
      return deliver(accountId, webhookId, async () => {
        const first = await findDelivery(store, { ...at, id: deliveryId }, now());
        if (!first) throw new AppError("webhook_not_found", { message: "This webhook has no such delivery." });
        const { event, data, timestamp, messageId } = first;
        return { ...newDelivery({ ...at, event, data, timestamp }, now()), messageId };
      });
    },
  };
}

/** If an earlier attempt of this request made another secret, that one is stored, and the answer has none. */
function shown(secret: string, made: Pick<WebhookRecord, "secret">, stored: WebhookRecord): { secret?: string } {
  return stored.secret === made.secret ? { secret } : {};
}

function withoutAbsent<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function viewDelivery({ accountId: _account, expiresAt: _expiry, ...delivery }: DeliveryRecord): DeliveryAnswer {
  return delivery;
}
