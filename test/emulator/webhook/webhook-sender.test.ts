/** The webhook sender with real receivers on the loopback address, and a clock and a queue of the test. */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { v7 as newUuid } from "uuid";
import { describe, expect } from "vitest";
import { serveBatch } from "../../../functions/webhook-sender/operations.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { changeWebhook } from "../../../shared/webhook/change-webhook.ts";
import { previousSecretLasts } from "../../../shared/webhook/secret.ts";
import { newDelivery, storeDelivery } from "../../../shared/webhook/store/deliveries.ts";
import { readDeliveryState } from "../../../shared/webhook/store/delivery-state.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { accountWith as accountWithContacts } from "../../support/interaction/interaction-accounts.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { KilledProcess } from "../../support/process/killed-process.ts";
import { billsAsAws } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { accountWith } from "../../support/reminder/due-accounts.ts";
import { contactsOf, startReceiver } from "../../support/webhook/receiver.ts";
import { created, it, updated } from "../../support/webhook/webhook-world.ts";

const [minute, hour] = [60_000, 3_600_000];

it("an event arrives signed, with its ids and its txid, and is listed as a delivery", async ({ world, accountId }) => {
  const receiver = await startReceiver((_, response) => {
    response.writeHead(201).end("x".repeat(1000));
    return undefined;
  });
  const { webhook, secret } = await world.addWebhook(accountId, { url: receiver.url });
  const contactId = newUuid();
  const txid = await world.emit(accountId, created(contactId));
  await world.runFor(0);
  const [first = expect.fail()] = receiver.received;
  const timestamp = new Date(world.time).toISOString();
  expect(first.body).toEqual({
    ...{ type: "contact.created", timestamp, accountId, webhookId: webhook.id },
    data: { contactId, txid: String(txid) },
  });
  // The library also checks the time of the machine, so it signs for comparison.
  const { "webhook-id": id = "", "webhook-timestamp": seconds, "webhook-signature": signature } = first.headers;
  expect(signature).toBe(new Webhook(secret).sign(id, new Date(world.time), first.text));
  expect(Number(seconds)).toBe(Math.floor(world.time / 1000));
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([
    { messageId: id, event: "contact.created", status: "succeeded", attempts: 1, responseStatus: 201 },
  ]);
  const [delivery] = await world.deliveriesOf(accountId, webhook.id);
  expect(delivery).toMatchObject({ responseBody: "x".repeat(256), error: null, nextAttemptAt: null });
  expect(world.queue).toEqual([]);
});

it("after a rotation both secrets sign for 24 hours, then only the new one", async ({ world, accountId }) => {
  const receiver = await startReceiver();
  const { webhook, secret: before } = await world.addWebhook(accountId, { url: receiver.url });
  const now = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  const sealed = await world.seal(now, webhook);
  await changeWebhook(world.parts, accountId, webhook.id, (read) => ({
    ...read,
    secret: sealed,
    previousSecret: { secret: read.secret, endsAt: new Date(world.time + previousSecretLasts).toISOString() },
  }));
  for (const wait of [0, previousSecretLasts]) {
    world.time += wait;
    await world.emit(accountId, created(newUuid()));
    await world.runFor(0);
  }
  const expected = receiver.received.map(({ headers, text }, index) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const secrets = index === 0 ? [now, before] : [now];
    return secrets.map((secret) => new Webhook(secret).sign(headers["webhook-id"] ?? "", at, text)).join(" ");
  });
  expect(receiver.received.map(({ headers }) => headers["webhook-signature"])).toEqual(expected);
});

it("a webhook gets the events that it subscribes to, from its creation on", async ({ world, accountId }) => {
  const receiver = await startReceiver();
  await world.addWebhook(accountId, { url: (await startReceiver()).url });
  await world.emit(accountId, created("early"));
  await world.addWebhook(accountId, { url: receiver.url, events: ["contact.deleted"] });
  await world.emit(accountId, created("a"), { type: "contact.deleted", contactId: "b" });
  await world.emit(accountId, created("c"));
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(["b"]);
});

it("a receiver that is down for a day gets everything afterwards, in the order of each contact, and nothing is lost", async ({
  world,
  accountId,
}) => {
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 503 : 204));
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  const sent: string[] = [];
  for (let minutes = 0; minutes < 24 * 60; minutes += 40) {
    const contactId = `contact ${minutes % 240}`;
    const txid = await world.emit(accountId, updated(contactId), updated(`other ${minutes}`));
    sent.push(`${contactId} ${txid}`, `other ${minutes} ${txid}`);
    // The queue delivers late, so that the test is short.
    world.time += 40 * minute;
    await world.runFor(0);
  }
  const tries = receiver.received.length;
  expect(tries).toBeLessThan(24 * 4 + 10);
  expect((await world.deliveriesOf(accountId, webhook.id)).every(({ status }) => status === "retrying")).toBe(true);
  receiver.received.length = 0;
  isDown = false;
  await world.runFor(15 * minute);
  const arrived = receiver.received.map(({ body: { data } }) => `${data.contactId} ${data.txid}`);
  expect(arrived.toSorted()).toEqual(sent.toSorted());
  for (const contact of new Set(receiver.received.map(({ body }) => body.data.contactId))) {
    const txids = receiver.received
      .filter(({ body }) => body.data.contactId === contact)
      .map(({ body }) => body.data.txid);
    expect(txids).toEqual(txids.toSorted((one, other) => Number(one) - Number(other)));
  }
  expect(world.faults).toEqual([]);
  expect(await readDeliveryState(world.store, { accountId, webhookId: webhook.id })).toMatchObject({
    open: [],
    failures: 0,
  });
});

it("a receiver that does not answer holds back no other webhook", async ({ world, accountId }) => {
  const answer = Promise.withResolvers<number>();
  const slow = await startReceiver(() => answer.promise);
  const other = await startReceiver();
  const webhooks = [slow, other].map(({ url }) => world.addWebhook(accountId, { url }));
  const [{ webhook } = expect.fail()] = await Promise.all(webhooks);
  await world.emit(accountId, created("a"), created("b"));
  const serving = world.queue.splice(0).map(({ message }) => world.serve(message));
  await expect.poll(() => contactsOf(other).toSorted()).toEqual(["a", "b"]);
  expect(await world.deliveriesOf(accountId, webhook.id)).toEqual([]);
  answer.resolve(500);
  await Promise.all(serving);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([
    { status: "retrying", responseStatus: 500 },
    { status: "retrying", responseStatus: 500 },
  ]);
});

it("no answer within the time limit is a failure", async ({ world, accountId }) => {
  const receiver = await startReceiver(() => new Promise(() => {}));
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  world.parts.timeLimit = 50;
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([
    { status: "retrying", error: "timeout", responseStatus: null },
  ]);
});

it("an answer whose body never ends is a success, because its status has arrived", async ({ world, accountId }) => {
  const receiver = await startReceiver((_, response: ServerResponse) => {
    response.writeHead(200).write("so far");
    return undefined;
  });
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  world.parts.timeLimit = 2_000;
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([
    { status: "succeeded", responseBody: "so far" },
  ]);
});

it("a redirect is a failure and is not followed", async ({ world, accountId }) => {
  const target = await startReceiver();
  const receiver = await startReceiver((_, response) => {
    response.writeHead(307, { location: target.url }).end();
    return undefined;
  });
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  expect(target.received).toEqual([]);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([{ status: "retrying", responseStatus: 307 }]);
});

describe("runs at the same time", () => {
  it("never deliver side by side, and the second one makes the first one look again", async ({ world, accountId }) => {
    const answers: (() => void)[] = [];
    const receiver = await startReceiver(async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return 200;
    });
    await world.addWebhook(accountId, { url: receiver.url });
    await world.emit(accountId, created("a"));
    const [{ message } = expect.fail()] = world.queue.splice(0);
    const first = world.serve(message);
    await expect.poll(() => answers.length).toBe(1);
    await world.emit(accountId, updated("a"));
    // This run ends at once, and its message is not needed any more.
    await world.serve(message);
    world.queue = [];
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await first;
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["contact.created", "contact.updated"]);
  });
});

it("killed after each of its writes, the sender delivers again under the same ids, in order, and loses nothing", async ({
  world,
}) => {
  for (let last = 1, isKilled = true; isKilled; last++) {
    const account = await accountWith(world.store);
    const receiver = await startReceiver();
    const { webhook } = await world.addWebhook(account, { url: receiver.url });
    await world.emit(account, created("a"), created("b"));
    await world.emit(account, updated("a"));
    const [{ message } = expect.fail()] = world.queue.splice(0);
    const killed = new KilledProcess(last);
    await world.serve(message, { store: killed.storeOf(world.store) }).catch(() => {});
    ({ isKilled } = killed);
    world.time += minute;
    await world.serve(message);
    const ids = new Map(
      receiver.received.map(({ headers, body }) => [`${body.type} ${body.data.contactId}`, headers["webhook-id"]]),
    );
    const events = receiver.received.map(({ headers, body }) => ({
      id: headers["webhook-id"],
      name: `${body.type} ${body.data.contactId}`,
    }));
    for (const { id, name } of events) expect(ids.get(name)).toBe(id);
    expect([...ids.keys()].toSorted()).toEqual(["contact.created a", "contact.created b", "contact.updated a"]);
    expect(events.findIndex(({ name }) => name === "contact.created a")).toBeLessThan(
      events.findIndex(({ name }) => name === "contact.updated a"),
    );
    const at = { accountId: account, webhookId: webhook.id };
    expect(await readDeliveryState(world.store, at)).toMatchObject({ open: [], leasedUntil: 0 });
  }
});

it("a message that was lost is sent again by the hourly run", async ({ world, accountId }) => {
  const receiver = await startReceiver();
  await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  world.queue = [];
  await world.sweep();
  expect(world.queue.filter(({ message }) => message.accountId === accountId)).toHaveLength(1);
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(["a"]);
  await world.sweep();
  expect(world.queue.filter(({ message }) => message.accountId === accountId)).toEqual([]);
});

it("the hourly run applies planned interactions that have come due, so that their contacts' events are sent", async ({
  world,
}) => {
  const receiver = await startReceiver();
  const { accountId: account, ids } = await accountWithContacts(world.store, 1);
  await world.addWebhook(account, { url: receiver.url, events: ["contact.updated"] });
  const interactions = interactionCalls(world.store, account, { now: () => new Date(world.time) });
  const date = new Date(world.time + hour).toISOString();
  await interactions.create({ date, type: "Call", participantIds: ids });
  await world.sweep();
  await world.runFor(0);
  expect(receiver.received).toEqual([]);
  world.time += hour;
  await world.sweep();
  await world.runFor(0);
  expect(contactsOf(receiver)).toEqual(ids);
});

it("a webhook whose secret no pepper opens any more fails, and one that was removed leaves nothing", async ({
  world,
  accountId,
}) => {
  const receiver = await startReceiver();
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url });
  const at = { accountId, webhookId: webhook.id };
  const sealed = await world.seal("whsec_", { accountId, id: newUuid() });
  await changeWebhook(world.parts, accountId, webhook.id, (read) => ({ ...read, secret: sealed }));
  await world.emit(accountId, created("a"));
  await world.runFor(0);
  expect(receiver.received).toEqual([]);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([{ status: "retrying", error: "secret_lost" }]);
  await changeWebhook(world.parts, accountId, webhook.id, () => undefined);
  await world.runFor(minute);
  expect(world.queue).toEqual([]);
  expect(await readDeliveryState(world.store, at)).toMatchObject({ open: [], cursor: 0 });
});

it("only the failed messages of a batch come again", async ({ world, accountId }) => {
  const receiver = await startReceiver();
  const [{ webhook }, { webhook: broken }] = [
    await world.addWebhook(accountId, { url: receiver.url }),
    await world.addWebhook(accountId, { url: receiver.url }),
  ];
  await world.emit(accountId, created("a"));
  const store = watchedStore(world.store, ({ input }, send) =>
    JSON.stringify(input).includes(broken.id) ? Promise.reject(new Error("the table is away")) : send(),
  );
  const messages = [webhook, broken].map(({ id }) => ({
    messageId: `message of ${id}`,
    body: JSON.stringify({ accountId, webhookId: id }),
  }));
  const invocation = { requestId: "run", remainingTime: () => 60_000 };
  const { batchItemFailures } = await serveBatch({ ...world.parts, store }, messages, invocation);
  expect(batchItemFailures).toEqual([{ itemIdentifier: `message of ${broken.id}` }]);
  expect(contactsOf(receiver)).toEqual(["a"]);
});

it("a delivery that its owner asks for is sent once, also to a webhook that is off", async ({ world, accountId }) => {
  const receiver = await startReceiver(() => 500);
  const { webhook } = await world.addWebhook(accountId, { url: receiver.url, enabled: false });
  const made = { id: newUuid(), accountId, webhookId: webhook.id, event: "webhook.test" as const, data: { txid: "7" } };
  const timestamp = new Date(world.time).toISOString();
  await storeDelivery(world.store, newDelivery({ ...made, timestamp }, new Date(world.time)));
  for (let again = 0; again < 2; again++) await world.serve({ accountId, webhookId: webhook.id, deliveryId: made.id });
  expect(receiver.received.map(({ body }) => body)).toEqual([
    { type: "webhook.test", timestamp, accountId, webhookId: webhook.id, data: { txid: "7" } },
  ]);
  expect(await world.deliveriesOf(accountId, webhook.id)).toMatchObject([
    { status: "failed", attempts: 1, responseStatus: 500 },
  ]);
  expect(world.queue).toEqual([]);
});

it.runIf(billsAsAws)(
  "a delivery costs three write units and four reads, and each further one of the same run a write",
  async ({ world, accountId }) => {
    const receiver = await startReceiver();
    await world.addWebhook(accountId, { url: receiver.url });
    const costOf = async (events: number) => {
      await world.emit(accountId, ...Array.from({ length: events }, (_, index) => created(`contact ${index}`)));
      const [{ message } = expect.fail()] = world.queue.splice(0);
      const meter = new Meter();
      await world.serve(message, { store: meteredStore(meter, world.store, mainTable) });
      return meter.cost;
    };
    expect(await costOf(1)).toMatchObject({ readUnits: 4, writeUnits: 3, roundTrips: 7 });
    expect(await costOf(50)).toMatchObject({ readUnits: 4, writeUnits: 52 });
    expect(receiver.received).toHaveLength(51);
    expect(await costOf(0)).toMatchObject({ readUnits: 3, writeUnits: 0 });
  },
);

it("while a receiver is down, a write costs a message and three reads, and no message but the waiting one is sent", async ({
  world,
  accountId,
}) => {
  const receiver = await startReceiver(() => 500);
  await world.addWebhook(accountId, { url: receiver.url });
  await world.emit(accountId, created("a"));
  await world.runFor(2 * minute);
  const waiting = [...world.queue];
  expect(waiting).toHaveLength(1);
  const tries = receiver.received.length;
  for (let write = 0; write < 5; write++) {
    await world.emit(accountId, updated(`contact ${write}`));
    await world.runFor(0);
  }
  expect(world.queue).toEqual(waiting);
  expect(receiver.received).toHaveLength(tries);
});
