import { v7 as newId } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { workOffDeletion } from "../../functions/deletion-worker/operations.ts";
import { putContactSet } from "../../shared/contact-deletion/contact-set.ts";
import { AppError } from "../../shared/http/errors.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { mainTable } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { Meter, meteredStore } from "../bench/meter.ts";
import { memoryAccountFiles } from "../support/account-files.ts";
import { contactCalls, itemsOf } from "../support/contact-calls.ts";
import { accountWith, Interrupted, mortal, mortalAt, shareInteractions } from "../support/interaction-accounts.ts";
import { interactionCalls } from "../support/interaction-calls.ts";
import { noPictures } from "../support/pictures.ts";
import { freshTable } from "../support/stack.ts";
import { watchedStore } from "../support/watched-store.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

/** A clock that stands: nobody waits too long for what is left behind. */
const still = { now: () => new Date("2026-03-01T10:00:00.000Z") };

/** People of whom all but the last `staying` are to go; each took part in all of the interactions. */
async function sharedBy(people: number, interactions: number, staying: number) {
  const { accountId, ids } = await accountWith(store, people);
  const shared = await shareInteractions(store, accountId, ids, interactions);
  return { accountId, ids, shared, leaving: ids.slice(0, people - staying), stayed: ids.slice(people - staying) };
}

/** The deletion is committed, and its process ends before interactions forget anybody. */
async function departed({ accountId, leaving }: { accountId: string; leaving: readonly string[] }): Promise<void> {
  let transactions = 0;
  const ending = watchedStore(store, async ({ name }, send) => {
    if ((await getAccountHead(store, accountId)).contactCount === 2) throw new Interrupted();
    if (name === "TransactWriteCommand") transactions++;
    return send();
  });
  await expect(contactCalls(ending, accountId).bulkDelete({ ids: leaving })).rejects.toThrow(Interrupted);
  expect((await getAccountHead(store, accountId)).departures).toBe(transactions);
}

/** The store, listing what is asked of it. */
function told(inner: Store = store) {
  const names: string[] = [];
  const keys: string[] = [];
  const watched = watchedStore(inner, ({ name, input }, send) => {
    names.push(name);
    const { RequestItems = {}, TransactItems = [] } = input as {
      RequestItems?: Record<string, { Keys?: { sk: string }[] }>;
      TransactItems?: Record<string, { Item?: { sk: string }; Key?: { sk: string } }>[];
    };
    for (const { Keys = [] } of Object.values(RequestItems)) keys.push(...Keys.map(({ sk }) => `read ${sk}`));
    for (const { Item, Key } of TransactItems.flatMap((action) => Object.values(action)))
      keys.push(`write ${Item?.sk ?? Key?.sk}`);
    return send();
  });
  const times = (wanted: string) => names.filter((name) => name === wanted).length;
  return { store: watched, names, keys, times };
}

async function leftOf(accountId: string): Promise<string[]> {
  return [...(await itemsOf(store, accountId)).keys()].filter((key) => /^[UDQP]#/.test(key));
}

function workerParts(files: ReturnType<typeof memoryAccountFiles>) {
  const { pictureFiles } = noPictures;
  return { store, files, pictureFiles, now: () => new Date(), pause: async () => {}, log: () => {} };
}

const invocation = { requestId: "r", remainingTime: () => 900_000 };

describe("deleting 28 of 30 contacts who share a hundred interactions", () => {
  it("reads and writes each interaction once, and deletes entries twenty-five a call", async () => {
    const { accountId, leaving, stayed, shared } = await sharedBy(30, 100, 2);
    const meter = new Meter();
    const process = told(meteredStore(meter, store, mainTable));
    const calls = contactCalls(process.store, accountId, still);
    expect((await calls.bulkDelete({ ids: leaving })).body.deletedCount).toBe(28);
    for (const does of ["read", "write"]) {
      const touched = process.keys.filter((key) => key.startsWith(`${does} N#`));
      expect(touched.toSorted()).toEqual(shared.map(({ id }) => `${does} N#${id}`).toSorted());
    }
    expect(process.times("BatchWriteCommand")).toBe(28 * 4);
    expect(process.times("TransactWriteCommand")).toBeLessThanOrEqual(8);
    expect(process.names.length).toBeLessThanOrEqual(240);
    expect((await interactionCalls(store, accountId).list()).body).toMatchObject({
      pagination: { totalCount: 100 },
      interactions: Array.from({ length: 50 }, () => ({ participantIds: stayed })),
    });
    expect((await leftOf(accountId)).length).toBe(200);
    // A unit for an entry, and for an interaction, of some 2 KB, two of a transaction for each, in the table and in its
    // index; the rest is of the contacts.
    expect(meter.cost.writeUnits).toBeLessThanOrEqual(2_800 + 100 * 8 + 28 * 20);
  }, 60_000);

  it("of whom all go takes the interactions along, with their counts", async () => {
    const { accountId, ids } = await sharedBy(6, 40, 0);
    await contactCalls(store, accountId, still).bulkDelete({ ids });
    expect((await interactionCalls(store, accountId).list()).body.pagination.totalCount).toBe(0);
    expect(await leftOf(accountId)).toEqual([]);
    const { interactionCount, departures, leftEntries } = await getAccountHead(store, accountId);
    expect([interactionCount, departures, leftEntries]).toEqual([0, 0, 0]);
  });
});

describe("a deletion that ends at any of its calls", () => {
  it("shows whoever reads next only people who are there, and the next deletion leaves nothing", async () => {
    for (let number = 1, isOver = true; isOver; number++) {
      const { accountId, ids, leaving } = await sharedBy(7, 20, 2);
      const process = mortalAt(store, number);
      await contactCalls(process.store, accountId, still)
        .bulkDelete({ ids: leaving })
        .catch((fault: unknown) => expect(fault).toBeInstanceOf(Interrupted));
      ({ isOver } = process.life);
      const there = (await contactCalls(store, accountId).list()).body.contacts.map(({ id }) => id);
      const { interactions, pagination } = (await interactionCalls(store, accountId).list()).body;
      expect(pagination.totalCount).toBe(20);
      const named = ids.filter((id) => there.includes(id));
      for (const { participantIds } of interactions) expect(participantIds, `${number}`).toEqual(named);
      await contactCalls(store, accountId, still).bulkDelete({ ids: leaving });
      expect((await leftOf(accountId)).length, `${number}`).toBe(40);
    }
  }, 120_000);

  it("is gone on with by several at once, who count nothing twice", async () => {
    const account = await sharedBy(12, 60, 2);
    await departed(account);
    const { accountId, leaving, stayed } = account;
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const other = watchedStore(store, (_command, send) => send());
        if (n === 3) return contactCalls(other, accountId, still).bulkDelete({ ids: leaving });
        const { interactions } = (await interactionCalls(other, accountId).list()).body;
        for (const { participantIds } of interactions) expect(participantIds).toEqual(stayed);
      }),
    );
    await contactCalls(store, accountId, still).bulkDelete({ ids: leaving });
    expect((await leftOf(accountId)).length).toBe(120);
    expect(await getAccountHead(store, accountId)).toMatchObject({
      departures: 0,
      leftEntries: 0,
      interactionCount: 60,
    });
  }, 60_000);
});

describe("while interactions still name who is gone", () => {
  it("contacts are read at once and without a write, and single interactions without them", async () => {
    const account = await sharedBy(12, 60, 2);
    await departed(account);
    const { accountId, leaving, stayed, shared } = account;
    const process = told();
    const contacts = contactCalls(process.store, accountId, still);
    const { body } = await contacts.list();
    expect(body.contacts.map(({ id }) => id).toSorted()).toEqual(stayed.toSorted());
    await contacts.get(stayed[0] ?? "");
    expect(process.names.filter((name) => /Write/.test(name))).toEqual([]);
    expect(process.names.length).toBeLessThanOrEqual(5);
    const [one, other] = shared.map(({ id }) => id);
    const interactions = interactionCalls(store, accountId);
    expect((await interactions.get(one ?? "")).body.interaction.participantIds).toEqual(stayed);
    const moved = await interactions.patch(one ?? "", { date: "2026-05-01T00:00:00.000Z" });
    expect(moved.body.interaction.participantIds).toEqual(stayed);
    await interactions.remove(other ?? "");
    const of = interactions.list({ contactId: leaving[0] ?? "" });
    await expect(of).rejects.toMatchObject({ code: "contact_not_found" });
    const all = (await interactions.list()).body;
    expect(all.pagination.totalCount).toBe(59);
    for (const { participantIds } of all.interactions) expect(participantIds).toEqual(stayed);
    await contactCalls(store, accountId, still).bulkDelete({ ids: leaving });
    expect((await leftOf(accountId)).length).toBe(118);
  }, 60_000);

  it("a single interaction names nobody who is gone, though another process ends the journal meanwhile", async () => {
    for (const when of ["before", "after"] as const) {
      const account = await sharedBy(4, 3, 2);
      await departed(account);
      const { accountId, stayed, shared } = account;
      let isFirst = true;
      const overtaken = watchedStore(store, async ({ name, input }, send) => {
        const isItem = name === "GetCommand" && JSON.stringify(input).includes('"N#');
        if (!isItem || !isFirst) return send();
        isFirst = false;
        const answer = when === "after" ? await send() : undefined;
        await interactionCalls(store, accountId).list();
        return answer ?? send();
      });
      const { body } = await interactionCalls(overtaken, accountId).get(shared[0]?.id ?? "");
      expect(body.interaction.participantIds).toEqual(stayed);
    }
  });

  it("a list that has no time says so, and brings the next one nearer to its end", async () => {
    const account = await sharedBy(4, 400, 2);
    await departed(account);
    const list = (transactions: number) => {
      let left = transactions;
      const counting = watchedStore(store, ({ name }, send) => {
        if (name === "TransactWriteCommand") left--;
        return send();
      });
      return interactionCalls(counting, account.accountId, {}, () => 5_000 + left * 1_000).list();
    };
    const refusal = { code: "service_unavailable", retryAfter: 1 };
    await expect(list(0)).rejects.toMatchObject(refusal);
    for (const _ of [1, 2]) await expect(list(2)).rejects.toMatchObject(refusal);
    expect((await list(2)).body.pagination.totalCount).toBe(400);
  }, 60_000);

  it("nobody lists by who is gone, though entries be left", async () => {
    const account = await sharedBy(8, 60, 2);
    await departed(account);
    const interactions = interactionCalls(store, account.accountId);
    await interactions.list();
    expect((await getAccountHead(store, account.accountId)).leftEntries).toBeGreaterThan(0);
    const of = interactions.list({ contactId: account.leaving[0] ?? "" });
    await expect(of).rejects.toMatchObject({ code: "contact_not_found" });
  });
});

describe("a deletion whose time is short", () => {
  it("answers once its contacts are gone, and leaves the rest to the worker", async () => {
    for (const isBulk of [true, false]) {
      const { accountId, leaving } = await sharedBy(5, 120, isBulk ? 2 : 4);
      const files = memoryAccountFiles();
      const calls = contactCalls(store, accountId, { accountFiles: files }, () => 3_000);
      const answer = await (isBulk ? calls.bulkDelete({ ids: leaving }) : calls.remove(leaving[0] ?? ""));
      expect(answer.status).toBe(200);
      expect((await getAccountHead(store, accountId)).departures).toBeGreaterThan(0);
      const [key = "none", ...others] = files.objects.keys();
      expect(others).toEqual([]);
      await workOffDeletion(workerParts(files), key, invocation);
      expect(files.objects.size).toBe(0);
      expect((await leftOf(accountId)).length).toBe(120 * (isBulk ? 2 : 4));
    }
  });

  it.each(["BatchWriteCommand", "QueryCommand"])("also when the table is too busy (%s)", async (busyName) => {
    const account = await sharedBy(5, 60, 2);
    const { accountId, leaving } = account;
    let isGone = false;
    const busy = watchedStore(store, async ({ name, input }, send) => {
      isGone ||= name === "TransactWriteCommand" && JSON.stringify(input).includes('"D#');
      if (name === busyName && isGone) throw Object.assign(new Error(), { name: "ThrottlingException" });
      return send();
    });
    const files = memoryAccountFiles();
    const { body } = await contactCalls(busy, accountId, { accountFiles: files }).bulkDelete({ ids: leaving });
    expect(body.deletedCount).toBe(3);
    expect(files.objects.size).toBe(1);
  });
});

describe("the worker", () => {
  it("keeps its set until interactions have forgotten everybody", async () => {
    const { accountId, leaving } = await sharedBy(8, 60, 2);
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, leaving);
    const [key = ""] = files.objects.keys();
    const process = mortal(store, 3, "before");
    await expect(workOffDeletion({ ...workerParts(files), store: process.store }, key, invocation)).rejects.toThrow(
      Interrupted,
    );
    const late = { requestId: "r", remainingTime: () => 30_000 };
    await expect(workOffDeletion(workerParts(files), key, late)).rejects.toThrow("the time is over");
    expect(files.objects.size).toBe(1);
    await workOffDeletion(workerParts(files), key, invocation);
    expect(files.objects.size).toBe(0);
    expect((await leftOf(accountId)).length).toBe(120);
  });
});

it("what cannot be read is no want of time", async () => {
  const { accountId, leaving } = await sharedBy(3, 4, 2);
  const failing = watchedStore(store, async ({ name, input }, send) => {
    if (name === "BatchGetCommand" && JSON.stringify(input).includes('"N#'))
      throw new AppError("internal_server_error");
    return send();
  });
  await expect(contactCalls(failing, accountId).bulkDelete({ ids: leaving })).rejects.toThrow(AppError);
});
