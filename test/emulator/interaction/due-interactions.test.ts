import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../../shared/account/store/account-write.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { applyPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import { recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { noteOf, putInteractions } from "../../support/interaction/interaction-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";
import { countOf, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const start = Date.parse("2026-02-03T10:00:00.000Z");
const minute = (n: number) => new Date(start + n * 60_000).toISOString();
/** After all planned interactions. */
const afterwards = () => new Date("2027-01-01T00:00:00.000Z");
const nextYear = "2027-06-01T00:00:00.000Z";

interface Seed {
  people: number;
  /** The date and the indexes of the participants of each planned interaction. */
  comes: readonly (readonly [date: string, places: readonly number[]])[];
  /** What all contacts show already. */
  shown?: string;
}

/** An account that was not read since these interactions were planned, with one more interaction in the future. */
async function accountOf({ people, comes, shown }: Seed) {
  const accountId = await seedAccount(store);
  const records = Array.from({ length: people }, (_, n) => ({
    ...recordOf(accountId, { firstName: `Ann ${n}`, lastInteraction: shown ?? null }),
    ...(shown && { lastInteractionActivityId: newId() }),
  }));
  await storeAll(store, accountId, records);
  const ids = records.map(({ id }) => id);
  const all = [...comes, [nextYear, [0]] as const].map(([date, places]) =>
    noteOf(
      accountId,
      date,
      places.map((place) => ids[place] ?? ""),
    ),
  );
  await putInteractions(store, accountId, all, minute(0));
  /** The date of `nextInteractionAt` in the head. */
  const waitsFor = async () => (await getAccountHead(store, accountId)).nextInteractionAt?.split("#")[0];
  const showing = async () =>
    (await getContacts(store, accountId, ids)).map((contact) => {
      return [contact.lastInteraction, contact.lastInteractionActivityId];
    });
  /** What the contacts must show: their last interaction by date and id. */
  const latest = ids.map((id) => {
    const mine = all.filter(({ date, participantIds }) => date !== nextYear && participantIds.includes(id));
    const last = mine.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? 1 : -1))[0];
    return [last?.date ?? null, last?.id ?? null];
  });
  return { accountId, showing, latest, waitsFor };
}

/** A busy machine may take longer than a request waits. */
const patient: RetryPolicy = { ...defaultRetryPolicy, timeLimit: 50_000 };

/** Applies pending work, and counts what that reads and writes. */
async function applyCounted({ accountId }: Awaited<ReturnType<typeof accountOf>>) {
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
  await applyPendingWork({ store: watched, now: afterwards, retry: patient }, accountId);
  return made;
}

/** Applies one step, because the request has no more time. */
async function applyOnce(accountId: string) {
  let time = 0;
  const retry: RetryPolicy = { now: () => time++, random: () => 0, pause: async () => {}, timeLimit: 0 };
  return applyPendingWork({ store, now: afterwards, retry }, accountId).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "service_unavailable" });
  });
}

const oneEach = (count: number, people: number): Seed["comes"] =>
  Array.from({ length: count }, (_, n) => [minute(n), [n % people]]);

describe("planned interactions that became due since the account was last read", () => {
  it("are each read about once, and their contacts once in a step", async () => {
    const account = await accountOf({ people: 60, comes: oneEach(600, 60) });
    const made = await applyCounted(account);
    expect(await account.waitsFor()).toBe(nextYear);
    expect(await account.showing()).toEqual(account.latest);
    expect(made.steps).toBe(2);
    // The last query of a step is read again by the next step.
    expect(made.interactions).toBeLessThanOrEqual(600 + made.steps * 10 + 10);
    expect(made.queries).toBeLessThanOrEqual(60 + made.steps * 2);
    expect(made.contacts).toBe(made.steps * 60);
    expect(made.gets).toBeLessThanOrEqual(made.steps * 6);
  });

  it("are applied to more contacts than fit into a step", async () => {
    const places = (n: number) => Array.from({ length: 50 }, (_, place) => (n * 37 + place * 3) % 330);
    const comes = Array.from({ length: 40 }, (_, n) => [minute(n), [...new Set(places(n))]] as const);
    const account = await accountOf({ people: 330, comes });
    const made = await applyCounted(account);
    expect(await account.waitsFor()).toBe(nextYear);
    expect(await account.showing()).toEqual(account.latest);
    // A step reads no more contacts than it can change.
    expect(made.contacts).toBeLessThanOrEqual(1.2 * 40 * 50);
  });

  it.each([
    { count: 550, people: 3, steps: 2 },
    { count: 230, people: 210, steps: 3 },
  ])(
    "are applied in $steps steps if $count of one date have $people participants",
    async ({ count, people, steps }) => {
      const comes = Array.from({ length: count }, (_, n) => [minute(1), [n % people]] as const);
      const account = await accountOf({ people, comes: [...comes, [minute(2), [0]]] });
      const made = await applyCounted(account);
      expect(await account.waitsFor()).toBe(nextYear);
      expect(await account.showing()).toEqual(account.latest);
      expect(made.steps).toBe(steps);
    },
  );

  it("are applied a part by each request, even if they change nothing", async () => {
    const comes = [...oneEach(200, 2), ...Array.from({ length: 400 }, () => [minute(250), [1]] as const)];
    const account = await accountOf({ people: 2, comes, shown: minute(900) });
    const before = await account.showing();
    const waits: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      await applyOnce(account.accountId);
      waits.push(await account.waitsFor());
    }
    expect(waits).toEqual([minute(250), nextYear, nextYear]);
    expect(await account.showing()).toEqual(before);
  });
});
