import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/table/account-write.ts";
import { getContacts } from "../../shared/table/contact-list.ts";
import { putInteraction } from "../../shared/table/interaction.ts";
import { mapInParallel } from "../../shared/table/parallel.ts";
import { putParticipation } from "../../shared/table/participation.ts";
import { settledHead } from "../../shared/table/settle.ts";
import { recordOf, seedAccount, storeAll } from "../support/contact-calls.ts";
import { freshTable } from "../support/stack.ts";
import { countOf, watchedStore } from "../support/watched-store.ts";

const start = Date.parse("2026-02-03T10:00:00.000Z");
const minute = (n: number) => new Date(start + n * 60_000).toISOString();
/** Behind all that comes. */
const afterwards = () => new Date("2027-01-01T00:00:00.000Z");
const nextYear = "2027-06-01T00:00:00.000Z";

interface Seed {
  people: number;
  /** Of each interaction that comes, its date and the places of its participants. */
  comes: readonly (readonly [date: string, places: readonly number[]])[];
  /** What everybody shows already. */
  shown?: string;
}

/** An account that nobody looked at while all of this came, and one more interaction that is still to come. */
async function accountOf({ people, comes, shown }: Seed) {
  const { store } = await freshTable();
  const accountId = await seedAccount(store);
  const records = Array.from({ length: people }, (_, n) => ({
    ...recordOf(accountId, { firstName: `Ann ${n}`, lastInteraction: shown ?? null }),
    ...(shown && { lastInteractionActivityId: newId() }),
  }));
  await storeAll(store, accountId, records);
  const ids = records.map(({ id }) => id);
  const all = [...comes, [nextYear, [0]] as const].map(([date, places]) => {
    const participantIds = places.map((place) => ids[place] ?? "");
    const fields = { type: "Note", title: "Note", description: null, createdAt: date, updatedAt: date } as const;
    return { ...fields, id: newId(), accountId, date, participantIds };
  });
  const items = all.flatMap((each) => [
    putInteraction(store, each),
    ...each.participantIds.map((id) => putParticipation(store, each, id)),
  ]);
  const requests = items.map(({ Put }) => ({ PutRequest: { Item: Put?.Item } }));
  const calls = Array.from({ length: Math.ceil(requests.length / 25) }, (_, n) => requests.slice(n * 25, (n + 1) * 25));
  await mapInParallel(calls, 8, (some) =>
    store.client.send(new BatchWriteCommand({ RequestItems: { [store.tableName]: some } })),
  );
  const counts = { interactionCount: all.length, nextInteractionAt: minute(0) };
  await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...counts }, result: null }));
  const show = async () =>
    (await getContacts(store, accountId, ids)).map((contact) => {
      return [contact.lastInteraction, contact.lastInteractionActivityId];
    });
  /** What they must show: of each the interaction that is the last by date and id. */
  const latest = ids.map((id) => {
    const mine = all.filter(({ date, participantIds }) => date !== nextYear && participantIds.includes(id));
    const last = mine.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1))[0];
    return [last?.date ?? null, last?.id ?? null];
  });
  return { store, accountId, show, latest };
}

/** Settles by as many steps as it takes, and counts what that reads and writes. */
async function settleCounted({ store, accountId }: Awaited<ReturnType<typeof accountOf>>) {
  const made = { queries: 0, interactions: 0, gets: 0, contacts: 0, steps: 0 };
  const watched = watchedStore(store, async (command, send) => {
    const answer = await send();
    if (command.name === "QueryCommand") {
      made.queries++;
      made.interactions += (answer as { Items: unknown[] }).Items.length;
    }
    if (command.name === "BatchGetCommand") {
      made.gets++;
      made.contacts += countOf(command);
    }
    if (command.name === "TransactWriteCommand") made.steps++;
    return answer;
  });
  const head = await settledHead({ store: watched, now: afterwards }, accountId);
  return { head, made };
}

/** A request that has time for one step only. */
async function settleOnce(store: Awaited<ReturnType<typeof accountOf>>["store"], accountId: string) {
  let time = 0;
  const retry: RetryPolicy = { now: () => time++, random: () => 0, pause: async () => {}, patience: 0 };
  return settledHead({ store, now: afterwards, retry }, accountId).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "service_unavailable" });
  });
}

const oneEach = (count: number, people: number): Seed["comes"] =>
  Array.from({ length: count }, (_, n) => [minute(n), [n % people]]);

describe("interactions that came while nobody looked", () => {
  it("are each read about once, however many they are, and their contacts once a step", async () => {
    const account = await accountOf({ people: 60, comes: oneEach(600, 60) });
    const { head, made } = await settleCounted(account);
    expect(head.nextInteractionAt).toBe(nextYear);
    expect(await account.show()).toEqual(account.latest);
    expect(made.steps).toBe(3);
    // The query behind which a step ends is read again by the next one; the last one looks for what is to come.
    expect(made.interactions).toBeLessThanOrEqual(600 + made.steps * 10 + 10);
    expect(made.queries).toBeLessThanOrEqual(60 + made.steps * 2);
    expect(made.contacts).toBe(made.steps * 60);
    expect(made.gets).toBeLessThanOrEqual(made.steps * 6);
  });

  it("are shown also by more contacts than fit into a step, many of which share each", async () => {
    const places = (n: number) => Array.from({ length: 50 }, (_, place) => (n * 37 + place * 3) % 330);
    const comes = Array.from({ length: 40 }, (_, n) => [minute(n), [...new Set(places(n))]] as const);
    const account = await accountOf({ people: 330, comes });
    const { head, made } = await settleCounted(account);
    expect(head.nextInteractionAt).toBe(nextYear);
    expect(await account.show()).toEqual(account.latest);
    // Of the two hundred that are read a step shows half at least.
    expect(made.contacts).toBeLessThanOrEqual(2 * 40 * 50);
  });

  it.each([
    { count: 450, people: 3, steps: 1 },
    { count: 230, people: 210, steps: 4 },
  ])("come to an end also when $count of one date are those of $people people", async ({ count, people, steps }) => {
    const comes = Array.from({ length: count }, (_, n) => [minute(1), [n % people]] as const);
    const account = await accountOf({ people, comes: [...comes, [minute(2), [0]]] });
    const { head, made } = await settleCounted(account);
    expect(head.nextInteractionAt).toBe(nextYear);
    expect(await account.show()).toEqual(account.latest);
    // One more for what comes behind that date.
    expect(made.steps).toBeLessThanOrEqual(steps + 1);
  });

  it("bring an account nearer to its end by each request, also where they change nothing", async () => {
    const comes = [...oneEach(250, 2), ...Array.from({ length: 250 }, () => [minute(250), [1]] as const)];
    const account = await accountOf({ people: 2, comes, shown: minute(900) });
    const { store, accountId } = account;
    const before = await account.show();
    const waits: AccountHead["nextInteractionAt"][] = [];
    for (let n = 0; n < 3; n++) {
      await settleOnce(store, accountId);
      waits.push((await getAccountHead(store, accountId)).nextInteractionAt);
    }
    expect(waits).toEqual([minute(200), nextYear, nextYear]);
    expect(await account.show()).toEqual(before);
  });
});
