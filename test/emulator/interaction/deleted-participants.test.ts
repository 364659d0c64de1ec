import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { accountWith, readAll, shareInteractions } from "../../support/interaction/interaction-accounts.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";
import { isFull } from "../../support/seed.ts";

const { store } = await freshTable();

const date = "2026-02-03T10:00:00.000Z";

/** The clock does not move, so that no time limit is reached. */
const still = { now: () => new Date("2026-03-01T10:00:00.000Z") };

/** An account whose contacts all took part in the same interactions. All but the last `staying` are to be deleted. */
async function sharedBy(people: number, interactions: number, staying: number) {
  const { accountId, ids } = await accountWith(store, people);
  const shared = await shareInteractions(store, accountId, ids, interactions);
  return { accountId, ids, shared, leaving: ids.slice(0, people - staying), stayed: ids.slice(people - staying) };
}

/** Deletes the contacts by a process that is killed before it removes references. */
async function deleteOnly({ accountId, leaving, stayed }: Awaited<ReturnType<typeof sharedBy>>): Promise<void> {
  let transactions = 0;
  const ending = watchedStore(store, async ({ name }, send) => {
    if ((await getAccountHead(store, accountId)).contactCount === stayed.length) throw new Killed();
    if (name === "TransactWriteCommand") transactions++;
    return send();
  });
  await expect(contactCalls(ending, accountId).deleteContacts({ ids: leaving, permanent: true })).rejects.toThrow(
    Killed,
  );
  expect((await getAccountHead(store, accountId)).deletedContactItems).toBe(transactions);
}

/** A store that records its calls. */
function recorded(inner: Store = store) {
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
  const times = (command: string) => names.filter((name) => name === command).length;
  return { store: watched, names, keys, times };
}

async function leftOf(accountId: string): Promise<string[]> {
  return [...(await itemsOf(store, accountId)).keys()].filter((key) => /^[UDP]#/.test(key));
}

describe("deleting 12 of 14 contacts that share a hundred interactions", () => {
  it("reads and writes each interaction once, and deletes entries twenty-five a call", async () => {
    const { accountId, leaving, stayed, shared } = await sharedBy(14, 100, 2);
    const meter = new Meter();
    const process = recorded(meteredStore(meter, store, mainTable));
    const calls = contactCalls(process.store, accountId, still);
    expect((await calls.deleteContacts({ ids: leaving, permanent: true })).body.deletedCount).toBe(12);
    for (const does of ["read", "write"]) {
      const touched = process.keys.filter((key) => key.startsWith(`${does} N#`));
      expect(touched.toSorted()).toEqual(shared.map(({ id }) => `${does} N#${id}`).toSorted());
    }
    expect(process.times("BatchWriteCommand")).toBe(12 * 4);
    expect(process.times("TransactWriteCommand")).toBeLessThanOrEqual(8);
    expect(process.names.length).toBeLessThanOrEqual(120);
    expect((await interactionCalls(store, accountId).list()).body).toMatchObject({
      pagination: { totalCount: 100 },
      interactions: Array.from({ length: 50 }, () => ({ participantIds: stayed })),
    });
    expect((await leftOf(accountId)).length).toBe(200);
    // An entry costs a unit. An interaction of some 2 KB costs up to eight, in the table and in its index.
    expect(meter.cost.writeUnits).toBeLessThanOrEqual(1_200 + 100 * 8 + 12 * 20);
  });
});

it.runIf(isFull)("a deleted contact with more interactions than one query reads is in none of them", async () => {
  const { accountId, leaving, stayed } = await sharedBy(2, 1_100, 1);
  await contactCalls(store, accountId, still).remove(leaving[0] ?? "", {}, { permanent: true });
  const { interactions, pagination } = (await interactionCalls(store, accountId).list()).body;
  expect(pagination.totalCount).toBe(1_100);
  for (const { participantIds } of interactions) expect(participantIds).toEqual(stayed);
  expect((await leftOf(accountId)).length).toBe(1_100);
  expect((await getAccountHead(store, accountId)).deletedContactItems).toBe(0);
});

describe("a deletion that is killed after any of its writes", () => {
  it("shows the next reader only existing contacts and counts, and the next deletion leaves nothing", async () => {
    const parts = { now: () => new Date(date) };
    for (let number = 1, isKilled = true; isKilled; number++) {
      const { accountId, ids } = await accountWith(store, 12);
      const [one, other] = [ids.slice(0, 1), ids.slice(0, 10)];
      const made = [...Array(6).fill(one), other, ids, ids.slice(10)];
      for (const participantIds of made)
        await interactionCalls(store, accountId, parts).create({ type: "Call", date, participantIds });
      const killed = new KilledProcess(number);
      await contactCalls(killed.storeOf(store), accountId, parts)
        .deleteContacts({ ids: other, permanent: true })
        .catch((fault: unknown) => expect(fault).toBeInstanceOf(Killed));
      ({ isKilled } = killed);
      const { contacts, stats } = (await contactCalls(store, accountId, parts).list()).body;
      const there = contacts.map(({ id }) => id);
      const shown = made.filter((participantIds) => participantIds.some((id: string) => there.includes(id)));
      expect(stats.thisMonthInteractions, `${number}`).toBe(shown.length);
      const { interactions, pagination } = (await interactionCalls(store, accountId, parts).list()).body;
      expect(pagination.totalCount).toBe(shown.length);
      const named = new Set(interactions.flatMap(({ participantIds }) => participantIds));
      expect([...named].toSorted(), `${number}`).toEqual(there.toSorted());
      await contactCalls(store, accountId, parts).deleteContacts({ ids: other, permanent: true });
      // The two contacts that stay took part in two interactions.
      expect((await leftOf(accountId)).length, `${number}`).toBe(4);
    }
  });

  it("is continued by several processes at once, which count nothing twice", async () => {
    const account = await sharedBy(12, 60, 2);
    await deleteOnly(account);
    const { accountId, leaving, stayed } = account;
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const other = otherProcess(store);
        if (n === 3) return contactCalls(other, accountId, still).deleteContacts({ ids: leaving, permanent: true });
        const { interactions } = (await interactionCalls(other, accountId).list()).body;
        for (const { participantIds } of interactions) expect(participantIds).toEqual(stayed);
      }),
    );
    await contactCalls(store, accountId, still).deleteContacts({ ids: leaving, permanent: true });
    expect((await leftOf(accountId)).length).toBe(120);
    expect(await getAccountHead(store, accountId)).toMatchObject({
      deletedContactItems: 0,
      interactionCount: 60,
    });
  });
});

describe("while interactions still name deleted contacts", () => {
  it("contacts are read without a write, and single interactions are shown without them", async () => {
    const account = await sharedBy(12, 60, 2);
    await deleteOnly(account);
    const { accountId, leaving, stayed, shared } = account;
    const process = recorded();
    const contacts = contactCalls(process.store, accountId, still);
    const { body } = await contacts.list();
    expect(body.contacts.map(({ id }) => id).toSorted()).toEqual(stayed.toSorted());
    await contacts.get(stayed[0] ?? "");
    expect(process.names.filter((name) => /Write/.test(name))).toEqual([]);
    expect(process.names.length).toBeLessThanOrEqual(6);
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
    await contactCalls(store, accountId, still).deleteContacts({ ids: leaving, permanent: true });
    expect((await leftOf(accountId)).length).toBe(118);
  });

  it("a single interaction names no deleted contact, even if another process removes the item meanwhile", async () => {
    for (const when of ["before", "after"] as const) {
      const account = await sharedBy(4, 3, 2);
      await deleteOnly(account);
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

  it("an interaction without other participants is not found", async () => {
    const account = await sharedBy(2, 1, 0);
    await deleteOnly(account);
    const found = interactionCalls(store, account.accountId).get(account.shared[0]?.id ?? "");
    await expect(found).rejects.toMatchObject({ code: "interaction_not_found" });
  });

  it("a list without enough time is refused, and the next one continues its work", async () => {
    const account = await sharedBy(4, 400, 2);
    await deleteOnly(account);
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
  });
});

describe("a deletion without enough time", () => {
  it("answers once its contacts are deleted, and leaves the rest to the worker", async () => {
    for (const isBulk of [true, false]) {
      const { accountId, leaving } = await sharedBy(5, 120, isBulk ? 2 : 4);
      const files = memoryAccountFiles();
      const calls = contactCalls(store, accountId, { accountFiles: files }, () => 3_000);
      const answer = await (isBulk
        ? calls.deleteContacts({ ids: leaving, permanent: true })
        : calls.remove(leaving[0] ?? "", {}, { permanent: true }));
      expect(answer.status).toBe(200);
      expect((await getAccountHead(store, accountId)).deletedContactItems).toBeGreaterThan(0);
      const [key = "none", ...others] = files.objects.keys();
      expect(others).toEqual([]);
      await workOnSet(store, files, key);
      expect(files.objects.size).toBe(0);
      expect((await leftOf(accountId)).length).toBe(120 * (isBulk ? 2 : 4));
    }
  });

  it.each(["BatchWriteCommand", "QueryCommand"])("also answers when the table is too busy (%s)", async (busyName) => {
    const account = await sharedBy(5, 60, 2);
    const { accountId, leaving } = account;
    let isGone = false;
    const busy = watchedStore(store, async ({ name, input }, send) => {
      isGone ||= name === "TransactWriteCommand" && JSON.stringify(input).includes('"D#');
      if (name === busyName && isGone) throw Object.assign(new Error(), { name: "ThrottlingException" });
      return send();
    });
    const files = memoryAccountFiles();
    const { body } = await contactCalls(busy, accountId, { accountFiles: files }).deleteContacts({
      ids: leaving,
      permanent: true,
    });
    expect(body.deletedCount).toBe(3);
    expect(files.objects.size).toBe(1);
  });
});

describe("the deletion worker", () => {
  it("removes references as it goes, even if every process is killed after its first transaction", async () => {
    const { accountId, ids } = await accountWith(store, 30);
    const calls = interactionCalls(store, accountId);
    for (let n = 0; n < 12; n++) await calls.create({ type: "Note", date, participantIds: ids.slice(n, n + 12) });
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, { ids: ids.slice(0, 20), deletedAt: null });
    const work = (table: Store) => workOnSet(table, files, deletionKey(at));
    let deaths = 0;
    const dies = (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      deaths += 1;
      return true;
    };
    while (await work(killedAfter(store, 1).store).then(() => false, dies));
    expect(deaths).toBeGreaterThan(2);
    const all = await readAll(store, accountId);
    const people = ids.slice(20);
    expect(all).toMatchObject({
      totalCount: 3,
      pendingItems: 0,
      shown: people.slice(0, 3).map((id) => `${id} ${date}`),
    });
    expect(all.interactions.map(({ participantIds }) => participantIds)).toEqual([
      people.slice(0, 3),
      people.slice(0, 2),
      people.slice(0, 1),
    ]);
    expect(all.listed.length).toBe(6);
  });

  it("keeps its set until all references are removed", async () => {
    const { accountId, leaving } = await sharedBy(8, 60, 2);
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, { ids: leaving, deletedAt: null });
    const [key = ""] = files.objects.keys();
    const killed = killedAfter(store, 2);
    await expect(workOnSet(killed.store, files, key)).rejects.toThrow(Killed);
    await expect(workOnSet(store, files, key, () => 30_000)).rejects.toThrow("the time is over");
    expect(files.objects.size).toBe(1);
    await workOnSet(store, files, key);
    expect(files.objects.size).toBe(0);
    expect((await leftOf(accountId)).length).toBe(120);
  });
});

it("an unexpected error is not mistaken for a lack of time", async () => {
  const { accountId, leaving } = await sharedBy(3, 4, 2);
  const failing = watchedStore(store, async ({ name, input }, send) => {
    if (name === "BatchGetCommand" && JSON.stringify(input).includes('"N#'))
      throw new AppError("internal_server_error");
    return send();
  });
  await expect(contactCalls(failing, accountId).deleteContacts({ ids: leaving, permanent: true })).rejects.toThrow(
    AppError,
  );
});

it("a deletion in an account without interactions reads nothing more", async () => {
  const { accountId, ids } = await accountWith(store, 1);
  const meter = new Meter();
  await contactCalls(meteredStore(meter, store, mainTable), accountId).remove(ids[0] ?? "");
  expect(meter.cost.roundTrips).toBe(3);
});

describe("parallel writes", () => {
  it("of several processes to interactions of the same contacts have the same result as in sequence", async () => {
    const { accountId, ids } = await accountWith(store, 4);
    const processes = [0, 1, 2].map(() => otherProcess(store));
    const slow = { now: Date.now, random: Math.random, timeLimit: 60_000 };
    const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const process = processes[n % 3] ?? store;
        const calls = interactionCalls(process, accountId, { retry: { ...slow, pause } });
        const at = new Date(Date.parse(date) + n * 60_000).toISOString();
        const { body } = await calls.create({ type: "Call", date: at, participantIds: ids.slice(n % 3) });
        if (n % 4 === 3) await calls.remove(body.interaction.id);
        else if (n % 4 === 2) await calls.patch(body.interaction.id, { participantIds: ids.slice(0, 2) });
        return {
          id: body.interaction.id,
          at,
          people: n % 4 === 2 ? ids.slice(0, 2) : ids.slice(n % 3),
          gone: n % 4 === 3,
        };
      }),
    );
    const kept = made.filter(({ gone }) => !gone);
    const { body } = await contactCalls(store, accountId).list({ limit: "200" });
    for (const { id, lastInteraction, lastInteractionActivityId } of body.contacts) {
      const latest = kept.findLast(({ people }) => people.includes(id));
      expect({ lastInteraction, lastInteractionActivityId }).toEqual({
        lastInteraction: latest?.at ?? null,
        lastInteractionActivityId: latest?.id ?? null,
      });
    }
    expect((await interactionCalls(store, accountId).list()).body.pagination.totalCount).toBe(kept.length);
  });

  it("of a deletion and of interactions with the contact leave no deleted participant", async () => {
    const { accountId, ids } = await accountWith(store, 6);
    const [gone = "", ...others] = ids;
    const made = Array.from({ length: 6 }, (_, n) =>
      interactionCalls(store, accountId)
        .create({ type: "Note", date, participantIds: n < 3 ? [gone] : ids })
        .then(
          ({ body }) => body.interaction.id,
          () => undefined,
        ),
    );
    await Promise.all([
      ...made.slice(0, 4),
      contactCalls(store, accountId).remove(gone, {}, { permanent: true }),
      ...made.slice(4),
    ]);
    const { interactions, pagination } = (await interactionCalls(store, accountId).list()).body;
    expect(pagination.totalCount).toBe(interactions.length);
    for (const { participantIds } of interactions) expect(participantIds).toEqual(others);
    const keys = [...(await itemsOf(store, accountId)).keys()];
    expect(keys.filter((key) => key.startsWith(`P#${gone}`) || /^[UD]#/.test(key))).toEqual([]);
  });
});
