/** The routes of webhooks without a gateway, and the outbox that webhooks fill. */
import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import { type WebhookParts, webhookOperations } from "../../../functions/webhooks/operations.ts";
import { webhookCreate, webhookPatch } from "../../../functions/webhooks/schemas.ts";
import { type EventType, eventTypes, type WebhookEvent } from "../../../shared/account/events.ts";
import { readOutbox } from "../../../shared/account/store/outbox.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { QueueMessage } from "../../../shared/webhook/queue.ts";
import { sessionInput } from "../process/operation-input.ts";

export const testPepper = "a pepper of more than 32 characters";

/** `sent` has the messages in the queue. */
export function webhookCalls(store: Store, accountId: string, given: Partial<WebhookParts> = {}) {
  const sent: QueueMessage[] = [];
  const operations = webhookOperations({
    ...{ store, randomBytes, allowLoopback: false, now: () => new Date(), newId: () => newId() },
    readPepper: async () => testPepper,
    sendToQueue: async (messages) => void sent.push(...messages),
    ...given,
  });
  const input = sessionInput(accountId);
  const at = (id: string) => ({ ...input, params: { id } });
  return {
    sent,
    create: async (body: object = {}) => {
      const whole = { url: "https://example.org/hooks", events: eventTypes, ...body };
      return (await operations.createWebhook({ ...input, body: webhookCreate().parse(whole) })).body;
    },
    list: async () => (await operations.listWebhooks(input)).body.webhooks,
    patch: async (id: string, body: object) =>
      (await operations.patchWebhook({ ...at(id), body: webhookPatch().parse(body) })).body.webhook,
    remove: async (id: string) => (await operations.deleteWebhook(at(id))).body,
    rotate: async (id: string) => (await operations.rotateWebhookSecret(at(id))).body,
    /** The whole answer. */
    test: (id: string) => operations.testWebhook(at(id)),
    deliveries: async (id: string, query = { limit: 50, offset: 0 }) =>
      (await operations.listWebhookDeliveries({ ...at(id), query })).body,
    redeliver: async (id: string, deliveryId: string) =>
      (await operations.redeliverWebhookEvent({ ...input, params: { id, deliveryId } })).body.delivery,
  };
}

/** The events in the outbox, in their order, of these types. */
export async function eventsOf(store: Store, accountId: string, ...types: EventType[]): Promise<WebhookEvent[]> {
  const items = await readOutbox(store, accountId, 0, 1_000);
  return items.flatMap(({ events }) => events.filter(({ type }) => types.includes(type)));
}
