/** The routes of webhooks without a gateway, and the outbox that webhooks fill. */
import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import { routeGroup } from "../../../functions/webhooks/group.ts";
import { type WebhookParts, webhookOperations } from "../../../functions/webhooks/operations.ts";
import { type EventType, eventTypes, type WebhookEvent } from "../../../shared/account/events.ts";
import { readOutbox } from "../../../shared/account/store/outbox.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { QueueMessage } from "../../../shared/webhook/queue.ts";
import { operationCalls } from "../process/operation-calls.ts";

export const testPepper = "a pepper of more than 32 characters";

/** `sent` has the messages in the queue. */
export function webhookCalls(store: Store, accountId: string, parts: Partial<WebhookParts> = {}) {
  const sent: QueueMessage[] = [];
  const operations = webhookOperations({
    ...{ store, randomBytes, allowLoopback: false, now: () => new Date(), newId: () => newId() },
    readPepper: async () => testPepper,
    sendToQueue: async (messages) => void sent.push(...messages),
    ...parts,
  });
  const call = operationCalls(routeGroup.rows, operations, accountId);
  const at = (id: string) => ({ params: { id } });
  return {
    sent,
    create: async (body: object = {}) =>
      (await call("createWebhook", { body: { url: "https://example.org/hooks", events: eventTypes, ...body } })).body,
    list: async () => (await call("listWebhooks")).body.webhooks,
    patch: async (id: string, body: object) => (await call("patchWebhook", { ...at(id), body })).body.webhook,
    remove: async (id: string) => (await call("deleteWebhook", at(id))).body,
    rotate: async (id: string) => (await call("rotateWebhookSecret", at(id))).body,
    /** The whole answer. */
    test: (id: string) => call("testWebhook", at(id)),
    deliveries: async (id: string, query = {}) => (await call("listWebhookDeliveries", { ...at(id), query })).body,
    redeliver: async (id: string, deliveryId: string) =>
      (await call("redeliverWebhookEvent", { params: { id, deliveryId } })).body.delivery,
  };
}

/** The events in the outbox, in their order, of these types. */
export async function eventsOf(store: Store, accountId: string, ...types: EventType[]): Promise<WebhookEvent[]> {
  const items = await readOutbox(store, accountId, 0, 1_000);
  return items.flatMap(({ events }) => events.filter(({ type }) => types.includes(type)));
}
