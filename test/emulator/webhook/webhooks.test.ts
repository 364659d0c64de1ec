/** Webhooks in the table: their number, the events that the account head knows, their secrets, and deliveries on request. */
import { randomBytes } from "node:crypto";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { switchOff } from "../../../shared/webhook/change-webhook.ts";
import { signingSecrets } from "../../../shared/webhook/secret.ts";
import {
  type DeliveryRecord,
  deliveryIdOf,
  deliveryToItem,
  newDelivery,
} from "../../../shared/webhook/store/deliveries.ts";
import { getWebhook, listWebhookAccounts } from "../../../shared/webhook/store/webhook.ts";
import { keyedProcess } from "../../support/account/keyed.ts";
import { newAccount } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";
import { testPepper, webhookCalls } from "../../support/webhook/webhook-calls.ts";

const hour = 60 * 60_000;

const { store, cache } = await freshTable();

let accountId: string;
let clock: { time: number };
let now: () => Date;
let calls: ReturnType<typeof webhookCalls>;
beforeEach(async () => {
  accountId = await newAccount(store);
  clock = { time: Date.parse("2026-05-01T12:00:00.000Z") };
  now = () => new Date(clock.time);
  calls = webhookCalls(store, accountId, { now });
});

const headOf = () => getAccountHead(store, accountId);

async function accountsWithWebhooks(start?: string) {
  const accounts: string[] = [];
  for await (const each of listWebhookAccounts(store, start)) accounts.push(each);
  return accounts;
}

describe("an account", () => {
  it("has at most five webhooks, also when they are created at once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => calls.create()));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused).toEqual(["conflict", "conflict"]);
    const webhooks = await calls.list();
    expect(webhooks).toHaveLength(5);
    await calls.remove(webhooks[2]?.id ?? "");
    await calls.create();
    expect(await headOf()).toMatchObject({ webhookCount: 5 });
  });

  it("knows the events that its webhooks want, and the clock finds it as long as it has a webhook", async () => {
    expect(await accountsWithWebhooks()).not.toContain(accountId);
    const one = (await calls.create({ events: ["import.done", "contact.created"] })).webhook;
    const other = (await calls.create({ events: ["contact.deleted"], enabled: false })).webhook;
    expect(one.events).toEqual(["contact.created", "import.done"]);
    expect(await headOf()).toMatchObject({ webhookEvents: ["contact.created", "import.done"] });
    await calls.patch(other.id, { enabled: true });
    expect((await headOf()).webhookEvents).toEqual(["contact.created", "contact.deleted", "import.done"]);
    await calls.patch(one.id, { enabled: false });
    await calls.patch(other.id, { enabled: false });
    expect(await headOf()).toMatchObject({ webhookEvents: null, webhookCount: 2 });
    expect(await accountsWithWebhooks()).toContain(accountId);
    await calls.remove(one.id);
    await calls.remove(other.id);
    expect(await headOf()).toMatchObject({ webhookEvents: null, webhookCount: 0 });
    expect(await accountsWithWebhooks()).not.toContain(accountId);
  });

  it("is reached by the clock from wherever a run begins", async () => {
    for (const { create } of [calls, webhookCalls(store, await newAccount(store), { now })]) await create();
    const all = await accountsWithWebhooks();
    expect(all.length).toBeGreaterThan(1);
    for (const [index, start] of all.entries())
      expect(await accountsWithWebhooks(start)).toEqual([...all.slice(index), ...all.slice(0, index)]);
  });
});

describe("a webhook", () => {
  it.each(["http://localhost:8080/", "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/"])(
    "leads to %s only where the settings allow it",
    async (url) => {
      await expect(calls.create({ url })).rejects.toMatchObject({ details: [{ path: "body.url" }] });
      const { webhook } = await calls.create();
      await expect(calls.patch(webhook.id, { url })).rejects.toMatchObject({ details: [{ path: "body.url" }] });
      const onLaptop = webhookCalls(store, accountId, { now, allowLoopback: true });
      expect(await onLaptop.patch(webhook.id, { url })).toMatchObject({ url });
    },
  );

  it("that nothing changes is not written", async () => {
    const { webhook } = await calls.create();
    const { txid } = await headOf();
    clock.time += hour;
    expect(await calls.patch(webhook.id, webhook)).toEqual(webhook);
    expect(await headOf()).toMatchObject({ txid });
  });

  it("that was switched off starts with the events after it is switched on again", async () => {
    const { webhook } = await calls.create();
    const off = () => switchOff({ store }, { accountId, ...webhook }, "gone", now());
    expect(await off()).toMatchObject({ enabled: false });
    expect(await off()).toBeUndefined();
    expect(await calls.list()).toMatchObject([
      { enabled: false, disabledReason: "gone", disabledAt: now().toISOString() },
    ]);
    expect(await calls.patch(webhook.id, { enabled: true })).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
    });
    expect((await getWebhook(store, accountId, webhook.id)).startTxid).toBe((await headOf()).txid);
  });
});

describe("the secret", () => {
  const parts = (pepper: ReturnType<typeof createPepper>) => ({ store, pepper, randomBytes, now });
  const pepperOf = (current: string, previous?: string) =>
    createPepper({ API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: "arn" }, Date.now, async (_, stage) =>
      stage === "AWSCURRENT" ? current : previous,
    );
  const secretsOf = async (id: string, pepper = pepperOf(testPepper)) =>
    signingSecrets(parts(pepper), await getWebhook(store, accountId, id));

  it("is 32 bytes, signs, and is in no item as it is", async () => {
    const { webhook, secret = "" } = await calls.create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretsOf(webhook.id)).toEqual([secret]);
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(JSON.stringify(Items)).not.toContain(secret.slice("whsec_".length));
  });

  it("of a rotation signs first, and the one before it for 24 hours more", async () => {
    const { webhook, secret = "" } = await calls.create();
    const { webhook: rotated, secret: next = "" } = await calls.rotate(webhook.id);
    expect(rotated.previousSecretEndsAt).toBe("2026-05-02T12:00:00.000Z");
    expect(await secretsOf(webhook.id)).toEqual([next, secret]);
    clock.time += 24 * hour - 1;
    expect(await secretsOf(webhook.id)).toEqual([next, secret]);
    clock.time += 1;
    expect(await secretsOf(webhook.id)).toEqual([next]);
    expect(await calls.list()).toMatchObject([{ previousSecretEndsAt: null }]);
  });

  it("outlives rotations of the pepper between which it is used", async () => {
    const [second, third] = ["2".repeat(64), "3".repeat(64)];
    const { webhook, secret = "" } = await calls.create();
    const { secret: next = "" } = await calls.rotate(webhook.id);
    for (const pepper of [pepperOf(second, testPepper), pepperOf(third, second), pepperOf(third)]) {
      expect(await secretsOf(webhook.id, pepper)).toEqual([next, secret]);
    }
    await expect(secretsOf(webhook.id, pepperOf(testPepper, second))).rejects.toMatchObject({
      name: "SecretLostError",
    });
    // A new secret makes the webhook work again.
    const { secret: newest } = await calls.rotate(webhook.id);
    clock.time += 25 * hour;
    expect(await secretsOf(webhook.id)).toEqual([newest]);
  });

  it("of one webhook opens for no other", async () => {
    const [one, other] = [(await calls.create()).webhook, (await calls.create()).webhook];
    const stolen = { ...(await getWebhook(store, accountId, one.id)), id: other.id };
    await expect(signingSecrets(parts(pepperOf(testPepper)), stolen)).rejects.toMatchObject({
      name: "SecretLostError",
    });
  });
});

describe("a delivery on request", () => {
  it("is stored before its message is sent to the slow lane, and is sent again under the same message id", async () => {
    const { webhook } = await calls.create({ enabled: false });
    const { body, txid } = await calls.test(webhook.id);
    const { delivery } = body;
    expect(delivery).toMatchObject({ event: "webhook.test", status: "pending", attempts: 0, data: { txid } });
    expect(delivery.messageId).toBe(`msg_${delivery.id}`);
    clock.time += 1_000;
    const again = await calls.redeliver(webhook.id, delivery.id);
    const { id: _id, createdAt: _createdAt, ...same } = delivery;
    expect(again).toMatchObject(same);
    expect(calls.sent).toEqual(
      [delivery, again].map(({ id }) => ({ accountId, webhookId: webhook.id, deliveryId: id, lane: "slow" })),
    );
    const { deliveries, pagination } = await calls.deliveries(webhook.id);
    expect(deliveries).toEqual([again, delivery]);
    expect(pagination).toMatchObject({ totalCount: 2, hasMore: false });
    expect((await calls.deliveries(webhook.id, { limit: 1, offset: 1 })).deliveries).toEqual([delivery]);
  });

  it("is one, although its request is repeated after the queue failed", async () => {
    const { webhook } = await calls.create();
    const { send } = keyedProcess(cache, clock, accountId);
    const broken = webhookCalls(store, accountId, { now, sendToQueue: () => Promise.reject(new Error("no queue")) });
    await expect(send({}, () => broken.test(webhook.id))).rejects.toMatchObject({ code: "service_unavailable" });
    await send({}, () => calls.test(webhook.id));
    const { deliveries } = await calls.deliveries(webhook.id);
    expect(calls.sent.map(({ deliveryId }) => deliveryId)).toEqual(deliveries.map(({ id }) => id));
    expect(deliveries).toHaveLength(1);
  });

  it("is shown among the last hundred, for 30 days", async () => {
    const { webhook } = await calls.create();
    const at = { accountId, webhookId: webhook.id, event: "webhook.test", data: { txid: "1" } } as const;
    const made = Array.from({ length: 102 }, (_, n) => {
      const id = deliveryIdOf(webhook.id, n, 0, new Date(clock.time + n).toISOString());
      return newDelivery({ ...at, id, timestamp: now().toISOString() }, now());
    });
    const put = (delivery: DeliveryRecord) =>
      store.client.send(new PutCommand({ TableName: store.tableName, Item: deliveryToItem(delivery) }));
    await Promise.all(made.map(put));
    expect((await calls.deliveries(webhook.id)).pagination).toMatchObject({ totalCount: 100, hasMore: true });
    const { deliveries } = await calls.deliveries(webhook.id, { limit: 100, offset: 0 });
    expect(deliveries.map(({ id }) => id)).toEqual(
      made
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 100),
    );
    clock.time += 31 * 24 * hour;
    expect(await calls.deliveries(webhook.id)).toMatchObject({ deliveries: [], pagination: { totalCount: 0 } });
  });
});
