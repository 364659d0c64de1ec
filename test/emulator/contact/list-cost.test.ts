import { beforeAll, describe, expect, it } from "vitest";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { pageFloor } from "../../bench/floor.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const offsets = [50, 100, 150, 200];

async function accountOf(size: number): Promise<string> {
  const accountId = await seedAccount(store);
  const contacts = Array.from({ length: size }, (_, n) => recordOf(accountId, realisticBody(n)));
  await storeAll(store, accountId, contacts, 10);
  return accountId;
}

/** A process with an empty memory; `loads` are its log lines about indexes. */
function startProcess(accountId: string, files = memoryAccountFiles()) {
  const meter = new Meter();
  const loads: unknown[] = [];
  const counted = meteredStore(meter, store, mainTable);
  const now = () => new Date();
  const indexes = createContactIndexes({ store: counted, files, now, log: (line) => loads.push(line) });
  const calls = contactCalls(counted, accountId, { indexes });
  const page = async (sort: string, offset: number) => {
    const before = meter.cost;
    const { body } = await calls.list({ sort, offset: String(offset) });
    const { readUnits, roundTrips } = meter.cost;
    const cost = { readUnits: readUnits - before.readUnits, roundTrips: roundTrips - before.roundTrips };
    return { cost, ids: body.contacts.map(({ id }) => id) };
  };
  return { calls, page, loads };
}

/** All contacts in an order, from the longest pages. */
async function orderedIds(accountId: string, sort: string): Promise<string[]> {
  const { calls } = startProcess(accountId);
  const pages = ["0", "200"].map(async (offset) => (await calls.list({ sort, offset, limit: "200" })).body.contacts);
  return (await Promise.all(pages)).flat().map(({ id }) => id);
}

const unitsOf = async (accountId: string, ids: readonly string[]) => (await pageFloor(store, accountId, ids)).readUnits;

describe("a page of a list costs the account's head and", () => {
  let accountId: string;
  beforeAll(async () => {
    accountId = await accountOf(300);
  });

  it("its contacts, in every order and at every offset, where the index is in memory or stored", async () => {
    const files = memoryAccountFiles();
    const warm = startProcess(accountId, files);
    await warm.calls.list({ search: "mar" });
    for (const sort of sortOrders) {
      const ordered = await orderedIds(accountId, sort);
      const cold = startProcess(accountId, files);
      for (const offset of offsets) {
        const expected = ordered.slice(offset, offset + 50);
        const cost = { readUnits: 1 + (await unitsOf(accountId, expected)), roundTrips: 2 };
        expect(await warm.page(sort, offset)).toEqual({ cost, ids: expected });
        expect(await cold.page(sort, offset)).toEqual({ cost, ids: expected });
      }
      expect(cold.loads).toMatchObject([{ from: "document", stored: false }]);
    }
    expect(warm.loads).toMatchObject([{ from: "contacts", stored: true }]);
  });

  it("also the contacts before it, up to an offset of 200, where the index would have to be built", async () => {
    const ordered = await orderedIds(accountId, "nameAsc");
    for (const offset of offsets) {
      const { page, loads } = startProcess(accountId);
      const expected = ordered.slice(offset, offset + 50);
      const skipped = await unitsOf(accountId, ordered.slice(0, offset));
      const cost = { readUnits: 1 + skipped + (await unitsOf(accountId, expected)), roundTrips: 3 };
      expect(await page("nameAsc", offset)).toEqual({ cost, ids: expected });
      expect(loads).toEqual([]);
    }
  });

  it("its contacts and no index, where it is the first page", async () => {
    const files = memoryAccountFiles();
    await startProcess(accountId, files).calls.list({ search: "mar" });
    const { page, loads } = startProcess(accountId, files);
    const expected = (await orderedIds(accountId, "nameAsc")).slice(0, 50);
    const cost = { readUnits: 1 + (await unitsOf(accountId, expected)), roundTrips: 2 };
    expect(await page("nameAsc", 0)).toEqual({ cost, ids: expected });
    expect(loads).toEqual([]);
  });

  it("a unit for a contact that another process wrote after the index was loaded", async () => {
    const changing = await accountOf(120);
    const { calls, page } = startProcess(changing);
    await calls.list({ search: "mar" });
    const [first = "", ...others] = await orderedIds(changing, "nameAsc");
    await contactCalls(store, changing).patch(first, { firstName: "Zzz", lastName: "Zzz" });
    const ordered = await orderedIds(changing, "nameAsc");
    expect(ordered.slice(0, 50)).toEqual(others.slice(0, 50));
    const expected = ordered.slice(50, 100);
    const cost = { readUnits: 2 + (await unitsOf(changing, expected)), roundTrips: 3 };
    expect(await page("nameAsc", 50)).toEqual({ cost, ids: expected });
  });
});
