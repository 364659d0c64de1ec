/** Webhooks over HTTP, as their owner manages them. */
import { describe, expect, it } from "vitest";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

/** Nothing listens there. */
const hook = { url: "http://127.0.0.1:9/hooks", events: ["contact.updated", "contact.created"] as const };

async function owner() {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  return { token, client, create: () => client.createWebhook({ ...hook, events: [...hook.events] }) };
}

describe("webhooks", () => {
  it("can be created, listed, changed, tested and deleted", async () => {
    const { client } = await owner();
    const { body: created, headers } = await client
      .createWebhook({ ...hook, events: [...hook.events], description: " CRM ", enabled: false })
      .withResponse();
    const { webhook, secret } = created;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(headers.get("location")).toMatch(new RegExp(`/webhooks/${webhook.id}$`));
    expect(webhook).toEqual({
      ...{ id: webhook.id, url: hook.url, events: ["contact.created", "contact.updated"], description: "CRM" },
      ...{ enabled: false, disabledReason: null, disabledAt: null, previousSecretEndsAt: null },
      ...{ createdAt: webhook.createdAt, updatedAt: webhook.createdAt },
    });
    expect(await client.listWebhooks()).toEqual({ webhooks: [webhook] });
    const changed = await client.patchWebhook({ id: webhook.id, description: null, events: ["import.done"] });
    expect(changed.webhook).toMatchObject({ description: null, events: ["import.done"], url: hook.url });
    expect(await client.getWebhook({ id: webhook.id })).toEqual(changed);

    const { delivery } = await client.testWebhook({ id: webhook.id });
    expect(delivery).toMatchObject({ webhookId: webhook.id, event: "webhook.test", status: "pending" });
    const first = async () => (await client.listWebhookDeliveries({ id: webhook.id })).deliveries[0];
    await expect.poll(first, { interval: 100 }).toMatchObject({
      ...{ id: delivery.id, status: "failed", attempts: 1, responseStatus: null, error: expect.any(String) },
    });
    const { delivery: again } = await client.redeliverWebhookEvent({ id: webhook.id, deliveryId: delivery.id });
    expect(again.messageId).toBe(delivery.messageId);
    const { deliveries, pagination } = await client.listWebhookDeliveries({ id: webhook.id });
    expect(deliveries.map(({ id }) => id)).toEqual([again.id, delivery.id]);
    expect(pagination.totalCount).toBe(2);

    expect(await client.deleteWebhook({ id: webhook.id })).toEqual({ message: expect.any(String) });
    expect(await client.listWebhooks()).toEqual({ webhooks: [] });
    for (const gone of [
      () => client.getWebhook({ id: webhook.id }),
      () => client.testWebhook({ id: webhook.id }),
      () => client.listWebhookDeliveries({ id: webhook.id }),
    ]) {
      await expect(gone()).rejects.toMatchObject({ status: 404, code: "webhook_not_found" });
    }
  });
});
