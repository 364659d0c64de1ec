/** Deletions and restores whose process dies after a transaction, and that are sent again with their idempotency key. */
import { expect, it } from "vitest";
import { readActivity } from "../../../shared/account/store/history.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { activityOf } from "../../support/account/history-calls.ts";
import { keyedProcess, runTime } from "../../support/account/keyed.ts";
import { accountOf, idsOf, named, namesOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store, cache } = await freshTable();

type Calls = ReturnType<typeof contactCalls>;

/** What the second attempt answers. The first one dies after its first transaction. */
async function retried(accountId: string, key: string, call: (calls: Calls) => Promise<unknown>): Promise<unknown> {
  const clock = { time: Date.now() };
  const send = (own: Store) =>
    keyedProcess(cache, clock, accountId).send({ key }, async () => {
      return { status: 200, txid: "1", body: await call(contactCalls(own, accountId)) };
    });
  await expect(send(new KilledProcess(2).storeOf(store))).rejects.toThrow(Killed);
  clock.time += runTime;
  return JSON.parse((await send(store)).rendered.body);
}

it("they do the rest, also of a filter and of a time, at one moment, and are counted once", async () => {
  const { accountId, contacts, calls } = await accountOf(store, named(...Array(100).fill("Ann")));
  const ids = idsOf(contacts);
  const since = new Date(Date.now() - 60_000).toISOString();
  for (const body of [{ ids }, { filter: { search: "Ann" } }]) {
    const deleted = await retried(
      accountId,
      JSON.stringify(body),
      async (own) => (await own.deleteContacts(body)).body,
    );
    expect(deleted).toMatchObject({ deletedCount: 100 });
    const { contacts: trashed } = await calls.trash({ limit: "200" });
    expect([trashed.length, new Set(trashed.map(({ deletedAt }) => deletedAt)).size]).toEqual([100, 1]);
    const key = `restore ${Object.keys(body)}`;
    const restored = await retried(accountId, key, (own) => own.restore({ deletedSince: since }));
    expect(restored).toMatchObject({ restoredCount: 100 });
    // An undo finds the contacts of both attempts by their ids, of 16 bytes.
    const [change] = (await readActivity(store, accountId, { from: "", to: "~", limit: 1 })).changes;
    expect(change?.members?.ids.map(({ length }) => length)).toEqual([1600]);
  }
  expect(await namesOf(store, accountId)).toHaveLength(100);
  await calls.deleteContacts({ ids });
  const emptied = await retried(accountId, "empty", async (own) => (await own.emptyTrash({ ids })).body);
  expect(emptied).toMatchObject({ deletedCount: 100 });
  const { changes } = await activityOf(store, accountId);
  expect(changes.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    "deleted 100",
    "deleted 100",
    "restored 100",
    "deleted 100",
    "restored 100",
    "deleted 100",
  ]);
});
