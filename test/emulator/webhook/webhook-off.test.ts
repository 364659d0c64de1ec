/** When the service switches a webhook off, when it does not, and what its owner is told. */
import { v7 as newUuid } from "uuid";
import { expect } from "vitest";
import { changeWebhook } from "../../../shared/webhook/change-webhook.ts";
import { newDelivery, storeDelivery } from "../../../shared/webhook/store/deliveries.ts";
import { getWebhook } from "../../../shared/webhook/store/webhook.ts";
import { contactsOf, startReceiver } from "../../support/webhook/receiver.ts";
import { created, it, updated } from "../../support/webhook/webhook-world.ts";

const [minute, hour] = [60_000, 3_600_000];

it("a webhook that answers 410 is off at once, its owner gets a mail, and its deliveries have failed", async ({
  world,
  accountId,
}) => {
  const receiver = await startReceiver(() => 410);
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  await world.emit(accountId, updated("a"));
  await world.runFor(0);
  expect(receiver.received).toHaveLength(1);
  expect(await getWebhook(world.store, accountId, webhook.id)).toMatchObject({
    enabled: false,
    disabledReason: "gone",
    disabledAt: new Date(world.time).toISOString(),
  });
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([{ status: "failed", responseStatus: 410 }]);
  expect(world.mails).toHaveLength(1);
  world.time += 48 * hour;
  await world.sweep();
  await world.runFor(hour);
  expect([receiver.received.length, world.mails.length]).toEqual([1, 1]);
  expect(world.lines).toContainEqual(expect.objectContaining({ event: "webhook.off", reason: "gone" }));
});

it("a webhook that has failed for three days gets nothing more until its owner switches it on, and then only what comes afterwards", async ({
  world,
  accountId,
}) => {
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 500 : 204));
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  const begin = world.time;
  const isOn = async () => (await getWebhook(world.store, accountId, webhook.id)).enabled;
  while (await isOn()) {
    await world.emit(accountId, updated(newUuid()));
    // The queue delivers late, so that the test is short.
    world.time += 6 * hour;
    await world.runFor(0);
  }
  expect(world.time - begin).toBeGreaterThanOrEqual(72 * hour);
  expect(world.time - begin).toBeLessThanOrEqual(79 * hour);
  expect(await getWebhook(world.store, accountId, webhook.id)).toMatchObject({ disabledReason: "failing" });
  expect(world.mails.map(({ to }) => to)).toEqual(["ann@example.org"]);
  expect(Buffer.from(world.mails[0]?.raw ?? "").toString()).toContain("A webhook was switched off");
  const ended = await world.deliveriesOf(accountId, webhook.id);
  expect(ended.map(({ status }) => status)).not.toContain("retrying");
  expect(new Set(ended.map(({ nextAttemptAt }) => nextAttemptAt)), "the answer has this key").toEqual(new Set([null]));

  await world.emit(accountId, updated("missed"));
  isDown = false;
  receiver.received.length = 0;
  await changeWebhook(world.parts, accountId, webhook.id, (read, txid) => ({
    ...{ ...read, enabled: true, disabledReason: null, disabledAt: null, startTxid: txid },
  }));
  await world.emit(accountId, updated("next"));
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(["next"]);
});

it("a webhook is not off because its address before has failed, and delivers to the new one without a pause", async ({
  world,
  accountId,
}) => {
  const [down, receiver] = [await startReceiver(() => 500), await startReceiver(() => (isDown ? 500 : 204))];
  let isDown = true;
  const { webhook } = await world.addWebhook(accountId, { url: down.url });
  for (let passed = 0; passed < 72; passed += 6) {
    await world.emit(accountId, updated(newUuid()));
    world.time += 6 * hour;
    await world.runFor(0);
  }
  await changeWebhook(world.parts, accountId, webhook.id, (read) => ({ ...read, url: receiver.url }));
  await world.emit(accountId, updated("first"));
  await world.runFor(0);
  expect(receiver.received).toHaveLength(1);
  world.time += 8 * hour;
  await world.runFor(0);
  expect(receiver.received).toHaveLength(2);
  expect(await getWebhook(world.store, accountId, webhook.id)).toMatchObject({ enabled: true });
  isDown = false;
  await world.runFor(hour);
  expect(contactsOf(receiver)).toContain("first");
});

it("a webhook is switched off by the test of its owner as well, if that is answered with 410", async ({
  world,
  accountId,
}) => {
  const receiver = await startReceiver(() => 410);
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  const made = {
    id: newUuid(),
    accountId,
    webhookId: webhook.id,
    event: "webhook.test" as const,
    data: { txid: "7" },
  };
  const now = new Date(world.time);
  await storeDelivery(world.store, newDelivery({ ...made, timestamp: now.toISOString() }, now));
  await world.serve({ accountId, webhookId: webhook.id, deliveryId: made.id });
  await world.runFor(0);
  expect(await getWebhook(world.store, accountId, webhook.id)).toMatchObject({ disabledReason: "gone" });
  expect(world.mails).toHaveLength(1);
});

it("the owner is notified again as long as SES accepts no mail", async ({ world, accountId }) => {
  const receiver = await startReceiver(() => 410);
  await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  world.mailOutcome = { kind: "throttled", limit: "rate" };
  const [{ message } = expect.fail()] = world.queue.splice(0);
  await expect(world.serve(message)).rejects.toThrow("rate");
  world.mailOutcome = { kind: "accepted", messageId: "1" };
  // The lease of the run that failed has ended when the message comes again.
  world.time += minute;
  for (let again = 0; again < 2; again++) await world.serve(message);
  expect(world.mails).toHaveLength(1);
});
