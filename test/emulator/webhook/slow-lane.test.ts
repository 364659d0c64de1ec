/** Webhooks with slow receivers, which have a lane of their own. The clock is the test's, and receivers advance it. */
import { expect } from "vitest";
import { queueTrigger } from "../../../infra/cloud/triggers.ts";
import { changeWebhook } from "../../../shared/webhook/change-webhook.ts";
import { readDeliveryState } from "../../../shared/webhook/store/delivery-state.ts";
import type { WebhookRecord } from "../../../shared/webhook/store/webhook.ts";
import { KilledProcess } from "../../support/process/killed-process.ts";
import { accountWith } from "../../support/reminder/due-accounts.ts";
import { contactsOf, startReceiver } from "../../support/webhook/receiver.ts";
import { created, it, updated, type WebhookWorld } from "../../support/webhook/webhook-world.ts";

const minute = 60_000;

/** A webhook whose receiver takes `pace.milliseconds` for each answer, nine seconds at first. */
async function addSlowWebhook(world: WebhookWorld, accountId: string) {
  const pace = { milliseconds: 9_000 };
  const receiver = await startReceiver(() => {
    world.time += pace.milliseconds;
    return 200;
  });
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  const state = () => readDeliveryState(world.store, { accountId, webhookId: webhook.id });
  return { pace, receiver, webhook, state };
}

function switchWebhook(world: WebhookWorld, { accountId, id }: WebhookRecord, enabled: boolean) {
  return changeWebhook(world.parts, accountId, id, (read, startTxid) => ({
    ...read,
    enabled,
    ...(enabled && { startTxid }),
  }));
}

/** Serves all messages of the quick lane that are in the queue now. */
async function serveQuick(world: WebhookWorld): Promise<void> {
  const quick = world.queue.filter(({ message }) => message.lane !== "slow");
  world.queue = world.queue.filter((one) => !quick.includes(one));
  for (const { message } of quick) await world.serve(message);
}

it("a long attempt is the last one in the quick lane, and the slow lane delivers the rest", async ({
  world,
  accountId,
}) => {
  const { receiver } = await addSlowWebhook(world, accountId);
  const contacts = Array.from({ length: 30 }, (_, index) => `contact ${index}`);
  await world.emit(accountId, ...contacts.map(created));
  await serveQuick(world);
  // They were sent side by side, before it was known that the receiver is slow.
  expect(receiver.received).toHaveLength(10);
  expect(world.queue.map(({ message }) => message.lane)).toEqual(["slow"]);
  await world.runFor(5 * minute);
  expect(contactsOf(receiver).toSorted()).toEqual(contacts.toSorted());
  expect(world.queue).toEqual([]);
});

it("until its run begins in the slow lane, a slow webhook has one message there, and the run delivers everything in order", async ({
  world,
  accountId,
}) => {
  const { receiver, state } = await addSlowWebhook(world, accountId);
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  for (let write = 0; write < 5; write++) {
    await world.emit(accountId, updated("a"));
    await serveQuick(world);
  }
  expect(receiver.received).toHaveLength(1);
  expect(world.queue).toMatchObject([{ message: { lane: "slow", lease: expect.any(String) } }]);
  const [{ message } = expect.fail()] = world.queue;
  await world.runFor(5 * minute);
  // A queue may deliver a message twice.
  await world.serve(message);
  const txids = receiver.received.map(({ body }) => Number(body.data.txid));
  expect(txids).toEqual(txids.toSorted((one, other) => one - other));
  expect(new Set(txids).size).toBe(6);
  expect(world.queue).toEqual([]);
  expect(await state()).toMatchObject({ open: [], leasedUntil: 0 });
});

it("a receiver that was quick ten times in a row is served in the quick lane again", async ({ world, accountId }) => {
  const { pace, receiver, state } = await addSlowWebhook(world, accountId);
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  pace.milliseconds = 100;
  for (let answers = 1; answers <= 10; answers++) {
    await world.emit(accountId, updated("a"));
    await serveQuick(world);
    expect(receiver.received).toHaveLength(answers);
    await world.runFor(0);
  }
  expect(await state()).toMatchObject({ quickAttemptsNeeded: 0 });
  await world.emit(accountId, updated("a"));
  await serveQuick(world);
  expect(receiver.received).toHaveLength(12);
  expect(world.queue).toEqual([]);
});

it("retries of a slow receiver that fails are in the slow lane, also after its webhook was off", async ({
  world,
  accountId,
}) => {
  const receiver = await startReceiver(() => {
    world.time += 9_000;
    return 500;
  });
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  await serveQuick(world);
  expect(world.queue).toMatchObject([{ message: { lane: "slow" }, at: world.time + 20_000 }]);
  await switchWebhook(world, webhook, false);
  await world.runFor(minute);
  await switchWebhook(world, webhook, true);
  await world.emit(accountId, created("b"));
  await serveQuick(world);
  expect(contactsOf(receiver)).toEqual(["a"]);
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(["a", "b"]);
});

it("a slow webhook that was off and on again while its message waited delivers the next event", async ({
  world,
  accountId,
}) => {
  const { receiver, webhook } = await addSlowWebhook(world, accountId);
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  await world.emit(accountId, created("b"));
  await serveQuick(world);
  await switchWebhook(world, webhook, false);
  await switchWebhook(world, webhook, true);
  await world.runFor(0);
  await world.emit(accountId, created("c"));
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(["a", "c"]);
});

it("killed after each of its writes and messages, a slow webhook delivers everything in order", async ({ world }) => {
  for (let last = 1, isKilled = true; isKilled; last++) {
    const account = await accountWith(world.store);
    const { receiver, state } = await addSlowWebhook(world, account);
    await world.emit(account, created("a"));
    await world.runFor(0);
    await world.emit(account, created("b"));
    await world.emit(account, updated("b"));
    const killed = new KilledProcess(last);
    const parts = {
      store: killed.storeOf(world.store),
      sendToQueue: (...sent: Parameters<typeof world.parts.sendToQueue>) =>
        killed.call("sendToQueue", () => world.parts.sendToQueue(...sent)),
    };
    const failed: typeof world.queue = [];
    for (let next = world.queue.shift(); next; next = world.queue.shift()) {
      await world.serve(next.message, killed.isKilled ? {} : parts).catch(() => failed.push(next));
    }
    ({ isKilled } = killed);
    // The messages of a run that was killed come again when the visibility timeout is over.
    world.time += queueTrigger.visibilitySeconds * 1000;
    world.queue.push(...failed);
    await world.runFor(minute);
    const names = receiver.received.map(({ body }) => `${body.type} ${body.data.contactId}`);
    expect([...new Set(names)]).toEqual(["contact.created a", "contact.created b", "contact.updated b"]);
    expect(await state()).toMatchObject({ open: [], leasedUntil: 0 });
    expect(world.queue).toEqual([]);
  }
  expect(world.faults).toEqual([]);
});

it("the log says how late events are that waited in the quick lane for no earlier event of their webhook", async ({
  world,
  accountId,
}) => {
  const pace = { milliseconds: 1_000 };
  const receiver = await startReceiver(async () => {
    if (receiver.received.length === 1) await world.emit(accountId, created("b"));
    world.time += pace.milliseconds;
    return 200;
  });
  await world.addWebhook(accountId, { url: receiver.url });
  const lateness = () => world.lines.splice(0).map(({ event, latenessMs }) => [event, latenessMs]);
  await world.emit(accountId, created("a"));
  world.time += 4_000;
  await world.runFor(0);
  // The second event was written while the first one was delivered.
  expect(lateness()).toEqual([
    ["webhook.delivered", 4_000],
    ["webhook.delivered", undefined],
  ]);
  pace.milliseconds = 9_000;
  for (const latenessMs of [3_000, undefined]) {
    await world.emit(accountId, created("c"));
    world.time += 3_000;
    await world.runFor(0);
    expect(lateness()).toEqual([["webhook.delivered", latenessMs]]);
  }
});
