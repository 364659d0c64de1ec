import { beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls, itemsOf, largestBody, recordOf, seedAccount, storeAll } from "../support/contact-calls.ts";
import { accountWith, Interrupted, mortal, readAll } from "../support/interaction-accounts.ts";
import { interactionCalls } from "../support/interaction-calls.ts";
import { freshTable } from "../support/stack.ts";
import { watchedStore } from "../support/watched-store.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const date = "2026-02-03T10:00:00.000Z";

type Act = (calls: ReturnType<typeof interactionCalls>, id: string) => Promise<unknown>;

/**
 * The act on an interaction of these people is interrupted at each of its transactions, before and after it; what is
 * read then is as it was, or as the act leaves it. Gives the number of transactions.
 */
async function expectWhole(
  accountId: string,
  people: readonly string[],
  act: Act,
  after: { people: readonly string[]; date: string },
): Promise<number> {
  for (let number = 1; ; number++) {
    for (const when of ["before", "after"] as const) {
      const created = await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: people });
      const { id } = created.body.interaction;
      const process = mortal(store, number, when);
      const fault = await act(interactionCalls(process.store, accountId), id).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (fault !== undefined) expect(fault).toBeInstanceOf(Interrupted);
      const expected = number > 1 || when === "after" ? after : { people, date };
      const all = await readAll(store, accountId, when === "after" ? "interactions" : "contacts");
      const pairs = expected.people.map((person) => `${person} ${expected.date}`).toSorted();
      const isThere = expected.people.length > 0;
      expect(all, `${when} ${number}`).toMatchObject({
        totalCount: isThere ? 1 : 0,
        interactions: isThere ? [{ id, participantIds: expected.people, date: expected.date }] : [],
        shown: pairs,
        listed: pairs,
        journals: 0,
      });
      if (isThere) await interactionCalls(store, accountId).remove(id);
      if (fault === undefined) return process.life.transactions;
    }
  }
}

describe("an interaction of 50 people", () => {
  it("is whole to whoever reads it, wherever a change of its people, or of people and date, was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 100);
    const [people, others] = [ids.slice(0, 50), ids.slice(50)];
    const later = "2026-03-04T10:00:00.000Z";
    const replace: Act = (calls, id) => calls.patch(id, { participantIds: others });
    expect(await expectWhole(accountId, people, replace, { people: others, date })).toBeLessThanOrEqual(3);
    const replaceAndMove: Act = (calls, id) => calls.patch(id, { participantIds: others, date: later });
    await expectWhole(accountId, people, replaceAndMove, { people: others, date: later });
  }, 120_000);

  it("is whole to whoever reads it, wherever its deletion was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 50);
    await expectWhole(accountId, ids, (calls, id) => calls.remove(id), { people: [], date });
  }, 60_000);

  it("is there or not, wherever its making was interrupted", async () => {
    const { accountId, ids } = await accountWith(store, 50);
    for (let number = 1, ended = false; !ended; number++) {
      for (const when of ["before", "after"] as const) {
        const process = mortal(store, number, when);
        const make = interactionCalls(process.store, accountId).create({ type: "Meal", date, participantIds: ids });
        ended = await make.then(
          () => true,
          () => false,
        );
        const isThere = number > 1 || when === "after";
        const all = await readAll(store, accountId);
        const pairs = isThere ? ids.map((id) => `${id} ${date}`).toSorted() : [];
        expect(all).toMatchObject({ totalCount: isThere ? 1 : 0, shown: pairs, listed: pairs, journals: 0 });
        for (const { id } of all.interactions) await interactionCalls(store, accountId).remove(id);
        if (ended) break;
      }
    }
  }, 60_000);

  it("is whole to several readers at once, of whom each finds it half done", async () => {
    const { accountId, ids } = await accountWith(store, 100);
    const [people, others] = [ids.slice(0, 50), ids.slice(50)];
    const made = await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: people });
    const process = mortal(store, 1, "after");
    const change = interactionCalls(process.store, accountId).patch(made.body.interaction.id, {
      participantIds: others,
    });
    await expect(change).rejects.toThrow(Interrupted);
    const read = async () => {
      const another = watchedStore(store, (_command, send) => send());
      const { contacts } = (await contactCalls(another, accountId).list({ limit: "200" })).body;
      return contacts.flatMap(({ id, lastInteraction }) => (lastInteraction === null ? [] : [id])).toSorted();
    };
    const answers = await Promise.all(Array.from({ length: 5 }, read));
    expect(answers).toEqual(Array(5).fill(others.toSorted()));
  });

  it("may be of the longest contacts, whose second items are left alone", async () => {
    const accountId = await seedAccount(store);
    const records = Array.from({ length: 12 }, (_, n) => recordOf(accountId, { ...largestBody(), network_b: `a${n}` }));
    await storeAll(store, accountId, records, 1);
    const ids = records.map(({ id }) => id);
    const before = await itemsOf(store, accountId);
    await interactionCalls(store, accountId).create({ type: "Meal", date, participantIds: ids });
    const pairs = ids.map((id) => `${id} ${date}`).toSorted();
    expect(await readAll(store, accountId)).toMatchObject({ shown: pairs, listed: pairs, journals: 0 });
    const after = await itemsOf(store, accountId);
    const seconds = [...before.keys()].filter((key) => key.startsWith("B#"));
    expect(seconds.length).toBe(12);
    for (const key of seconds) expect(after.get(key)).toEqual(before.get(key));
    const [first = ""] = ids;
    await contactCalls(store, accountId).patch(first, { notes: "short", addresses: [] });
    expect((await itemsOf(store, accountId)).has(`B#${first}`)).toBe(false);
  });
});
