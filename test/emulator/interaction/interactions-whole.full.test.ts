import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import {
  contactCalls,
  itemsOf,
  largestBody,
  recordOf,
  seedAccount,
  storeAll,
} from "../../support/contact/contact-calls.ts";
import { accountWith, readAll } from "../../support/interaction/interaction-accounts.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const date = "2026-02-03T10:00:00.000Z";

type Act = (calls: ReturnType<typeof interactionCalls>, id: string) => Promise<unknown>;

/** Kills a change of an interaction after each of its transactions, and expects a reader to see the whole change. Returns the number of transactions. */
async function expectWhole(
  accountId: string,
  people: readonly string[],
  act: Act,
  after: { people: readonly string[]; date: string },
): Promise<number> {
  for (let number = 1; ; number++) {
    const created = await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: people });
    const { id } = created.body.interaction;
    const killed = killedAfter(store, number);
    const fault = await act(interactionCalls(killed.store, accountId), id).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault !== undefined) expect(fault).toBeInstanceOf(Killed);
    const all = await readAll(store, accountId, number % 2 === 1 ? "interactions" : "contacts");
    const pairs = after.people.map((person) => `${person} ${after.date}`).toSorted();
    const isThere = after.people.length > 0;
    expect(all, `behind ${number}`).toMatchObject({
      totalCount: isThere ? 1 : 0,
      interactions: isThere ? [{ id, participantIds: after.people, date: after.date }] : [],
      shown: pairs,
      listed: pairs,
      pendingItems: 0,
    });
    if (isThere) await interactionCalls(store, accountId).remove(id);
    if (fault === undefined) return killed.process.writes.length;
  }
}

describe("an interaction with 50 participants", () => {
  it("is read as a whole, wherever a change of its participants, or of participants and date, was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 100);
    const [people, others] = [ids.slice(0, 50), ids.slice(50)];
    const later = "2026-03-04T10:00:00.000Z";
    const replace: Act = (calls, id) => calls.patch(id, { participantIds: others });
    expect(await expectWhole(accountId, people, replace, { people: others, date })).toBeLessThanOrEqual(3);
    const replaceAndMove: Act = (calls, id) => calls.patch(id, { participantIds: others, date: later });
    await expectWhole(accountId, people, replaceAndMove, { people: others, date: later });
  });

  it("is read as a whole, wherever its deletion was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 50);
    await expectWhole(accountId, ids, (calls, id) => calls.remove(id), { people: [], date });
  });

  it("fits into its transactions if its participants are due earlier, so that the due entry moves", async () => {
    const accountId = await seedAccount(store);
    await writeAccount(store, accountId, (head) => {
      return { actions: [], head: { ...head, email: "a@example.org" }, result: null };
    });
    const records = Array.from({ length: 50 }, (_, n) =>
      recordOf(accountId, { firstName: `N${n}`, ...(n > 0 && { keepFrequencyDays: 3_000 }) }),
    );
    await storeAll(store, accountId, records);
    const before = await getAccountHead(store, accountId);
    const body = { type: "Meal", date, participantIds: records.map(({ id }) => id) };
    await interactionCalls(store, accountId).create(body);
    const { dueAt } = await getAccountHead(store, accountId);
    expect(String(dueAt) < String(before.dueAt)).toBe(true);
  });

  it("exists as a whole, wherever its creation was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 50);
    for (let number = 1, ended = false; !ended; number++) {
      const killed = killedAfter(store, number);
      const make = interactionCalls(killed.store, accountId).create({ type: "Meal", date, participantIds: ids });
      ended = await make.then(
        () => true,
        () => false,
      );
      const all = await readAll(store, accountId);
      const pairs = ids.map((id) => `${id} ${date}`).toSorted();
      expect(all).toMatchObject({ totalCount: 1, shown: pairs, listed: pairs, pendingItems: 0 });
      for (const { id } of all.interactions) await interactionCalls(store, accountId).remove(id);
    }
  });

  it("is read as a whole by several parallel readers that find it half done", async () => {
    const { accountId, ids } = await accountWith(store, 100);
    const [people, others] = [ids.slice(0, 50), ids.slice(50)];
    const made = await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: people });
    const killed = killedAfter(store, 1);
    const change = interactionCalls(killed.store, accountId).patch(made.body.interaction.id, {
      participantIds: others,
    });
    await expect(change).rejects.toThrow(Killed);
    const read = async () => {
      const another = otherProcess(store);
      const { contacts } = (await contactCalls(another, accountId).list({ limit: "200" })).body;
      return contacts.flatMap(({ id, lastInteraction }) => (lastInteraction === null ? [] : [id])).toSorted();
    };
    const answers = await Promise.all(Array.from({ length: 5 }, read));
    expect(answers).toEqual(Array(5).fill(others.toSorted()));
  });

  it("is changed and deleted as a whole when all of them were merged into one, wherever that was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 50);
    const created = await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: ids });
    const { id } = created.body.interaction;
    const [survivor = "", ...others] = ids;
    for (const absorbed of others) await mergeCalls(store, accountId).merge(survivor, absorbed);
    for (const [number, day] of ["04", "05", "06"].entries()) {
      const killed = killedAfter(store, number + 1);
      const moved = `2026-03-${day}T10:00:00.000Z`;
      await interactionCalls(killed.store, accountId)
        .patch(id, { date: moved })
        .catch(() => undefined);
      expect(await readAll(store, accountId)).toMatchObject({
        interactions: [{ id, date: moved, participantIds: [survivor] }],
        shown: [`${survivor} ${moved}`],
        listed: ids.map((each) => `${each} ${moved}`).toSorted(),
        pendingItems: 0,
      });
    }
    await contactCalls(store, accountId).remove(survivor, {}, { permanent: true });
    expect(await readAll(store, accountId)).toMatchObject({ totalCount: 0, shown: [], listed: [], pendingItems: 0 });
  });

  it("can have the longest contacts, whose second items are not written", async () => {
    const accountId = await seedAccount(store);
    const records = Array.from({ length: 4 }, (_, n) => recordOf(accountId, { ...largestBody(), network_b: `a${n}` }));
    await storeAll(store, accountId, records);
    const ids = records.map(({ id }) => id);
    const before = await itemsOf(store, accountId);
    await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: ids });
    const pairs = ids.map((id) => `${id} ${date}`).toSorted();
    expect(await readAll(store, accountId)).toMatchObject({ shown: pairs, listed: pairs, pendingItems: 0 });
    const after = await itemsOf(store, accountId);
    const seconds = [...before.keys()].filter((key) => key.startsWith("B#"));
    expect(seconds.length).toBe(4);
    for (const key of seconds) expect(after.get(key)).toEqual(before.get(key));
    const [first = ""] = ids;
    await contactCalls(store, accountId).patch(first, { notes: "short", addresses: [] });
    expect((await itemsOf(store, accountId)).has(`B#${shortId(first)}`)).toBe(false);
  });
});
