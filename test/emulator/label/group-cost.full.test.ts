import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { historyUnits } from "../../support/capacity/write-units.ts";
import { idsOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { countOf, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const size = 3_000;

interface World {
  accountId: string;
  ids: string[];
  group: { id: string };
  calls: ReturnType<typeof groupCalls>;
  /** Units, and how many actions each transaction had. */
  costOf: (work: () => Promise<unknown>) => Promise<{ read: number; write: number; transactions: number[] }>;
  metered: Store;
}

/** An account with an empty group. The process has loaded the search index, whose cost is not measured here. */
async function createWorld(): Promise<World> {
  const accountId = await seedAccount(store);
  const contacts = Array.from({ length: size }, (_, n) => recordOf(accountId, { firstName: `Ann ${n}` }));
  await storeAll(store, accountId, contacts);
  const meter = new Meter();
  const transactions: number[] = [];
  const metered = watchedStore(meteredStore(meter, store, mainTable), (command, send) => {
    if (command.name === "TransactWriteCommand") transactions.push(countOf(command));
    return send();
  });
  const calls = groupCalls(metered, accountId);
  const group = await calls.createGroup({ label: "Club" });
  await calls.contacts(group.id, { limit: "1" });
  const costOf: World["costOf"] = async (work) => {
    const { readUnits, writeUnits } = meter.cost;
    transactions.length = 0;
    await work();
    const units = { read: meter.cost.readUnits - readUnits, write: meter.cost.writeUnits - writeUnits };
    return { ...units, transactions: [...transactions] };
  };
  return { accountId, ids: idsOf(contacts), group, calls, costOf, metered };
}

/** Every bucket of the account once, and the head of each transaction. */
const wholeMatrix = 2 * (256 + 3);

describe(`an account of ${size} contacts`, () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });

  it("has costs of groups in proportion to what changes", async () => {
    const { accountId, ids, group, calls, costOf, metered } = world;
    const one = await costOf(() => calls.add(group.id, { contactIds: ids.slice(0, 1) }));
    // It reads the head, the group and the contact, and writes the head and the bucket, at two units each.
    expect(one).toEqual({ read: 3, write: 4 + historyUnits, transactions: [3] });

    let answer: object | undefined;
    const thousand = await costOf(async () => {
      answer = await calls.add(group.id, { contactIds: ids.slice(0, 1_000) });
    });
    expect(answer).toEqual({ addedCount: 999, skippedCount: 1 });
    expect(thousand.transactions.length).toBeLessThanOrEqual(3);
    // The change of a call is written by each of its transactions.
    expect(thousand.write).toBeLessThanOrEqual(wholeMatrix + 3 * historyUnits);
    expect(thousand.read).toBeLessThanOrEqual(60);
    expect(await calls.getGroup(group.id)).toMatchObject({ contactCount: 1_000 });

    const all = await costOf(async () => {
      answer = await calls.add(group.id, { filter: {}, excludeIds: ids.slice(-5) });
    });
    expect(answer).toEqual({ addedCount: size - 1_000 - 5, skippedCount: 1_000 });
    expect(all.transactions).toHaveLength(3);
    expect(all.write).toBeLessThanOrEqual(wholeMatrix + 3 * historyUnits);

    const head = await getAccountHead(store, accountId);
    const nothing = await costOf(() => calls.add(group.id, { filter: {}, excludeIds: ids.slice(-5) }));
    expect(nothing).toMatchObject({ write: 0, transactions: [] });
    expect(await getAccountHead(store, accountId)).toEqual(head);

    const cold = await costOf(() => calls.contacts(group.id, { limit: "50" }));
    const warm = await costOf(() => calls.contacts(group.id, { limit: "50" }));
    // A unit each is for the head, the group and every contact.
    expect(warm).toEqual({ read: 52, write: 0, transactions: [] });
    // It also reads 3,000 memberships of 18 bytes in 256 items, and the head once more.
    expect(cold.read).toBeLessThanOrEqual(52 + 20);
    // A unit each is for the head, the groups and three contacts.
    const list = await costOf(() => calls.groups());
    expect(list).toMatchObject({ read: 5, write: 0 });

    const contacts = contactCalls(metered, accountId);
    const member = await costOf(() => contacts.remove(ids[0] ?? "", {}, { permanent: true }));
    const stranger = await costOf(() => contacts.remove(ids.at(-1) ?? "", {}, { permanent: true }));
    expect(member.write - stranger.write).toBeLessThanOrEqual(2);
    expect(member.read - stranger.read).toBeLessThanOrEqual(1);

    const deletion = await costOf(() => calls.deleteGroup(group.id));
    expect(deletion.transactions).toHaveLength(1);
    // Two units each are for the head, the group, its item in the log of changes, and the hidden labels.
    expect(deletion.write).toBe(8 + historyUnits);
  });
});

describe("deleting many contacts of a group", () => {
  it("writes each bucket about once, because contacts of a bucket are deleted together", async () => {
    const accountId = await seedAccount(store);
    const contacts = Array.from({ length: 600 }, (_, n) => recordOf(accountId, { firstName: `Ann ${n}` }));
    await storeAll(store, accountId, contacts);
    const calls = groupCalls(store, accountId);
    const { id } = await calls.createGroup({ label: "All" });
    await calls.add(id, { filter: {} });
    let buckets = 0;
    const watched = watchedStore(store, (command, send) => {
      const { TransactItems = [] } = command.input as { TransactItems?: { Delete?: { Key: { sk: string } } }[] };
      buckets += TransactItems.filter(({ Delete }) => Delete?.Key.sk.startsWith("M#")).length;
      return send();
    });
    expect((await contactCalls(watched, accountId).deleteContacts({ filter: {} })).body.deletedCount).toBe(600);
    expect(buckets).toBe(new Set(contacts.map((contact) => contact.id.slice(-2))).size);
    expect(await calls.getGroup(id)).toMatchObject({ contactCount: 0 });
  });
});
