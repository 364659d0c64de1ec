import { randomBytes } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { DeletionUnfinishedError } from "../../../functions/account-deletion-worker/delete-everything.ts";
import { apiKeyOperations } from "../../../functions/api-keys/operations.ts";
import { recordMailEvent } from "../../../functions/mail-events/operations.ts";
import { findAccountHead, getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { findClosingMark } from "../../../shared/account/store/closing-mark.ts";
import { putNewAccount } from "../../../shared/auth/provisioning.ts";
import { getApiKey } from "../../../shared/auth/store/api-key.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { accountsToPurge } from "../../../shared/contact-deletion/purge-list.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import type { RawMail } from "../../../shared/platform/mail/ses.ts";
import { closings, minute } from "../../support/account/closings.ts";
import { contactCalls, fullestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { accountWithDates, mailEvent, reminderSender } from "../../support/reminder/reminders.ts";
import { isFull } from "../../support/seed.ts";

let store: Store;
let cache: Store;
let world: ReturnType<typeof closings>;
beforeEach(async () => {
  ({ store, cache } = await freshTable());
  world = closings(store, cache);
});

const address = "ann@example.org";

/** An account with contacts, a key, an entry in the due index, objects, a cached answer and a picture to remove. */
async function account(contacts = 3): Promise<string> {
  const accountId = await seedAccount(store);
  await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, email: address }, result: null }));
  await contactCalls(store, accountId).create(fullestBody("a"));
  const records = Array.from({ length: contacts }, (_, n) =>
    recordOf(accountId, { firstName: `N${n}`, emails: [{ value: `n${n}@example.org` }], network_b: `n${n}` }),
  );
  await storeAll(store, accountId, records);
  const keys = apiKeyOperations({ store, now: world.now, readPepper: async () => "pepper", randomBytes });
  await keys.createApiKey({ ...sessionInput(accountId), body: { label: "k", permission: "full" } });
  const items = [
    { to: cache, pk: accountPartition(accountId), sk: "IDEMPOTENCY#x" },
    { to: store, pk: "PICTURES", sk: `${accountId}#v` },
  ];
  for (const { to, ...Item } of items) await to.client.send(new PutCommand({ TableName: to.tableName, Item }));
  for (const prefix of [
    "search/contacts/",
    "uploads/",
    "rows/",
    "pictures/",
    "photos/",
    "avatars/",
    "exports/",
    "deletions/",
    "history/",
  ]) {
    const end = prefix.startsWith("search") ? "" : "/x";
    await world.files.put(`${prefix}${accountId}${end}`, Buffer.from("x"));
  }
  return accountId;
}

const markOf = (accountId: string) => [`CLOSED#${accountId} MARK`];
const fails = (fault: unknown) => expect(fault).toBeInstanceOf(Killed);

describe("closing an account", () => {
  it("deletes its head, its keys and its entries in the lists of the clock, and fails the writes that began before", async () => {
    const { accountId } = await accountWithDates(world, {}, [{ date: "1990-03-01", notifyDaysBefore: 7 }]);
    const contacts = contactCalls(store, accountId, { now: world.now });
    await contacts.remove((await contacts.create({ firstName: "Ann" })).body.contact.id);
    const toPurge = async () => {
      const entries = [];
      for await (const entry of accountsToPurge(store, new Date("9999-01-01T00:00:00Z"))) entries.push(entry.accountId);
      return entries.filter((id) => id === accountId);
    };
    const { email, txid } = await getAccountHead(store, accountId);
    const keys = apiKeyOperations({
      store,
      now: world.now,
      readPepper: async () => "pepper",
      randomBytes,
    });
    const { body } = await keys.createApiKey({ ...sessionInput(accountId), body: { label: "k", permission: "read" } });
    expect(await dueEntriesOf(store, accountId)).toHaveLength(1);
    expect(await toPurge()).toHaveLength(1);
    let isClosed = false;
    const late = writeAccount(store, accountId, async (head) => {
      if (!isClosed) await world.close(accountId, String(email), { store: watchedStore(store, (_, send) => send()) });
      isClosed = true;
      return { actions: [], head: { ...head, name: "late" }, result: null };
    });
    await expect(late).rejects.toMatchObject({ code: "auth_required" });
    expect(await findAccountHead(store, accountId)).toBeUndefined();
    expect(await getApiKey(store, String(body.id))).toBeUndefined();
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
    expect(await toPurge()).toEqual([]);
    const closedAt = world.now().toISOString();
    expect(await findClosingMark(store, accountId)).toEqual({ accountId, closedAt, txid: txid + 2, deleting: true });
  });

  it("stops a reminder that is about to be sent", async () => {
    const sender = reminderSender(store, "2026-03-01T09:00:00.000Z");
    const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-01", notifyDaysBefore: 0 }]);
    const { email } = await getAccountHead(store, accountId);
    const leasing = watchedStore(store, async ({ name }, send) => {
      const result = await send();
      if (name === "PutCommand") await world.close(accountId, String(email));
      return result;
    });
    await sender.run({ store: leasing });
    expect(await findAccountHead(store, accountId)).toBeUndefined();
    expect(sender.mails).toEqual([]);
    expect(sender.lines).toMatchObject([{ event: "reminders.done", skipped: 1, failed: 0 }]);
  });

  it("has happened or not after a crash at any of its calls, and then the clock deletes everything or nothing", async () => {
    const outcomes = new Set<string>();
    for (let last = 1, isKilled = true; isKilled; last++) {
      const accountId = await account();
      const before = await world.left(accountId);
      const killed = new KilledProcess(last);
      const put = (key: string, content: Uint8Array) => killed.call("put", () => world.files.put(key, content));
      const closing = world.close(accountId, address, { store: killed.storeOf(store), files: { put } });
      await closing.catch(fails);
      ({ isKilled } = killed);
      const isClosed = (await findAccountHead(store, accountId)) === undefined;
      if (!isClosed) expect(await findClosingMark(store, accountId)).toBeUndefined();
      world.pass(81 * minute);
      await world.sweep();
      expect(await world.left(accountId)).toEqual(isClosed ? markOf(accountId) : before);
      outcomes.add(`${isKilled} ${isClosed}`);
    }
    expect([...outcomes].toSorted()).toEqual(["false true", "true false", "true true"]);
  });
});

describe("the worker", () => {
  it("leaves the mark alone, sends one mail without an unsubscribe link, and logs no personal data", async () => {
    const [accountId, other] = [await account(), await account()];
    const others = await world.left(other);
    await world.close(accountId, address);
    expect(await world.run(accountId)).toBe("emptied");
    expect(await world.run(accountId)).toBe("emptied");
    world.pass(30 * minute);
    await world.sweep();
    expect(await findClosingMark(store, accountId)).toMatchObject({ deleting: true });
    world.pass(51 * minute);
    await world.sweep();
    expect(await world.left(accountId)).toEqual(markOf(accountId));
    expect(await findClosingMark(store, accountId)).toMatchObject({ deleting: false });
    expect(await world.left(other)).toEqual(others);
    expect(world.mails).toMatchObject([{ to: address }]);
    const raw = String(world.mails[0]?.raw);
    expect(raw).toMatch("Your account was deleted");
    expect(raw).not.toMatch(/List-Unsubscribe/i);
    expect(JSON.stringify(world.lines)).not.toMatch(/ann@|@example/);
    expect(world.lines.map(({ event }) => event)).toEqual([
      ...Array(3).fill("accountDeletion.emptied"),
      "accountDeletion.done",
    ]);
    expect(await world.run(accountId)).toBe("skipped");
  });

  it("writes a line with its units in each minute of a long run", async () => {
    const accountId = await account();
    await world.close(accountId, address);
    let time = world.now().getTime();
    const now = () => {
      time += minute;
      return new Date(time);
    };
    await world.run(accountId, { now });
    const events = world.lines.map(({ event }) => event);
    expect(events.slice(0, 2)).toEqual(["job.units", "job.units"]);
    expect(events.at(-1)).toBe("accountDeletion.emptied");
    for (const line of world.lines) expect(line).toMatchObject({ accountId, readUnits: expect.any(Number) });
  });

  it("deletes a later account of the same person, too, whose txids are greater", async () => {
    const accountId = await account();
    for (const count of [1, 2]) {
      await world.close(accountId, address);
      world.pass(81 * minute);
      await world.sweep();
      expect(await world.left(accountId)).toEqual(markOf(accountId));
      expect(world.mails).toHaveLength(count);
      const mark = (await findClosingMark(store, accountId)) ?? expect.fail("no mark");
      const head = newAccountHead(accountId, address, world.now(), mark.txid);
      expect(head.txid).toBeGreaterThan(mark.txid);
      await putNewAccount(store, head, blankContact(accountId, accountId, world.now()), mark);
      await contactCalls(store, accountId).create(fullestBody("a"));
    }
  });

  it.runIf(isFull)(
    "that is killed after any of its writes is continued, by the retry of the event or by the clock",
    async () => {
      let writes = 0;
      for (let isKilled = true; isKilled; ) {
        const accountId = await account();
        await world.close(accountId, address);
        // The run ends the deletion, so that all of its writes are tried.
        world.pass(81 * minute);
        world.mails.length = 0;
        const killed = new KilledProcess(++writes);
        const event = { requestId: `run ${writes}`, remainingTime: () => 15 * minute };
        await world.run(accountId, world.killedParts(killed), event).catch(fails);
        ({ isKilled } = killed);
        // In between, something arrives late.
        if (isKilled && (await findClosingMark(store, accountId))?.deleting) {
          await store.client.send(
            new PutCommand({ TableName: store.tableName, Item: { pk: accountPartition(accountId), sk: "I#late" } }),
          );
        }
        if (writes % 2 === 0) await world.run(accountId, {}, event);
        world.pass(21 * minute);
        await world.sweep();
        expect(await world.left(accountId), String(writes)).toEqual(markOf(accountId));
        // Only a mail whose acceptance was not recorded is sent again.
        const isUnrecorded = killed.writes.at(-1) === "send";
        expect(world.mails.length, killed.writes.join()).toBe(isUnrecorded ? 2 : 1);
      }
      expect(writes).toBeGreaterThan(12);
    },
    120_000,
  );

  it.runIf(isFull)(
    "that fails at any of its calls throws the fault, and succeeds later",
    async () => {
      for (let last = 1, failed = true; failed; last++) {
        const accountId = await account();
        await world.close(accountId, address);
        world.pass(81 * minute);
        const broken = new KilledProcess(last, () => true);
        failed = await world.run(accountId, world.killedParts(broken)).then(
          () => false,
          (fault) => {
            fails(fault);
            return true;
          },
        );
        world.pass(21 * minute);
        await world.sweep();
        expect(await world.left(accountId), String(last)).toEqual(markOf(accountId));
      }
    },
    120_000,
  );

  it("runs alone, so that no run still deletes when the account is new", async () => {
    const accountId = await account(30);
    await world.close(accountId, address);
    const states: string[] = [];
    const slow = watchedStore(store, async ({ name }, send) => {
      if (name === "BatchWriteCommand") states.push(await world.run(accountId));
      return send();
    });
    await world.run(accountId, { store: slow });
    expect(new Set(states)).toEqual(new Set(["running"]));
    const results = await Promise.all([1, 2, 3].map(() => world.run(accountId)));
    expect(results).toContain("emptied");
    expect(world.mails).toHaveLength(1);
  });

  it("stops when its time is over, and the next run continues", async () => {
    const accountId = await account(60);
    await world.close(accountId, address);
    let remaining = 60_000;
    const short = { requestId: "short", remainingTime: () => (remaining -= 5_000) };
    await expect(world.run(accountId, {}, short)).rejects.toThrow(DeletionUnfinishedError);
    expect((await world.left(accountId)).length).toBeGreaterThan(5);
    world.pass(81 * minute);
    await world.sweep();
    expect(await world.left(accountId)).toEqual(markOf(accountId));
  });

  it("finishes without a mail that SES never takes, and waits a day for one that it may take", async () => {
    for (const kind of ["refused", "misconfigured"] as const) {
      const accountId = await account();
      world.answerMails(() => ({ kind, code: "x" }));
      await world.close(accountId, address);
      world.pass(81 * minute);
      await world.sweep();
      const isOpen = kind === "misconfigured";
      expect(await findClosingMark(store, accountId)).toMatchObject({ deleting: isOpen });
      world.pass(24 * 60 * minute);
      await world.sweep();
      expect(await world.left(accountId)).toEqual(markOf(accountId));
      expect(world.lines.some(({ event }) => event === "accountDeletion.late")).toBe(false);
    }
    expect(world.mails).toEqual([]);
  });

  it("sends a mail with an unknown result again after a quarter of an hour, unless SES reports that it was sent", async () => {
    for (const isReported of [true, false]) {
      world.mails.length = 0;
      const accountId = await account();
      world.answerMails(() => ({ kind: "unknown", code: "TimeoutError" }));
      await world.close(accountId, address);
      await world.run(accountId);
      world.answerMails();
      const [mail] = world.mails as [RawMail];
      const sent = { ...mail, messageId: "m", at: world.now() };
      const bounce = { bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: address }] } };
      if (isReported) {
        const parts = { store, now: world.now, log: () => {} };
        await recordMailEvent(parts, mailEvent(sent, "Bounce", bounce), "event");
      }
      world.pass(81 * minute);
      await world.sweep();
      expect(world.mails).toHaveLength(isReported ? 1 : 2);
      expect(await world.left(accountId)).toEqual(markOf(accountId));
    }
  });

  it("reports a deletion that does not end", async () => {
    const accountId = await account();
    await world.close(accountId, address);
    world.pass(6 * 60 * minute);
    const broken = { list: () => expect.fail("the bucket is gone"), remove: async () => {} };
    await expect(world.sweep({ pictures: broken })).rejects.toThrow("the bucket is gone");
    expect(world.lines).toContainEqual(expect.objectContaining({ event: "accountDeletion.late", accountId }));
  });

  it("writes less than an account's partition takes", async () => {
    const accountId = await account(200);
    await world.close(accountId, address);
    const begun = world.now().getTime();
    await world.run(accountId);
    const [line] = world.lines;
    const elapsed = (world.now().getTime() - begun) / 1_000;
    expect(line).toMatchObject({ items: expect.any(Number), objects: 9, writeUnits: expect.any(Number) });
    expect(Number(line?.writeUnits) / elapsed).toBeLessThan(1_000);
    expect(Number(line?.writeUnits) / elapsed).toBeGreaterThan(800);
  });
});
