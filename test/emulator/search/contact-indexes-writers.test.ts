import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { searchKey } from "../../../shared/account/store/account-keys.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { anotherProcess, type Fate, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";
import { entriesInTable, startProcess } from "../../support/search/index-process.ts";
import { tries } from "../../support/seed.ts";

let table: FreshTable;
let store: Store;
beforeAll(async () => {
  table = await freshTable();
  store = table.store;
});

/** So long that an index is read in a few pages. */
const notes = "漢".repeat(20_000);
const contacts = 40;

async function largeAccount() {
  const accountId = await seedAccount(store);
  const records = Array.from({ length: contacts }, (_, n) => recordOf(accountId, { firstName: `Person ${n}`, notes }));
  await storeAll(store, accountId, records, 10);
  return { accountId, ids: records.map(({ id }) => id), calls: contactCalls(store, accountId) };
}

describe("writes of others while an index is loaded", () => {
  /** Something of everything, at both ends of the order in which contacts are read. */
  async function write({ ids, calls }: Awaited<ReturnType<typeof largeAccount>>, round: number): Promise<void> {
    const at = (place: number) => ids.at(place) ?? "";
    await calls.patch(at(0), { firstName: `First ${round}` });
    await calls.patch(at(-1), { firstName: `Last ${round}`, keepFrequencyDays: round + 1 });
    await calls.remove(at(round + 1));
    await calls.remove(at(-round - 2));
    await calls.create({ firstName: `New ${round}` });
    const { body } = await calls.create({ firstName: "Passing" });
    await calls.remove(body.contact.id);
  }

  // Three pages of contacts, and the log.
  it.each([1, 2, 3, 4])("are in it, when they come before query %i of those that read the contacts", async (when) => {
    const account = await largeAccount();
    const { accountId } = account;
    const files = memoryAccountFiles();
    let queries = 0;
    await using proxy = await startDatabaseProxy(table.host, async ({ action }): Promise<Fate> => {
      if (action === "Query" && ++queries === when) await write(account, 0);
      return "pass";
    });
    const process = startProcess(anotherProcess(table.host, store.tableName, proxy.endpoint), files);
    const early = await getAccountHead(store, accountId);
    const { entries } = await process.load(accountId, early);
    const expected = await entriesInTable(store, accountId);
    expect(entries).toEqual(expected);
    expect(queries).toBe(4);
    expect(process.lines).toMatchObject([{ event: "search.load", from: "contacts", contacts: expected.length }]);
    // So does the document that was stored.
    const next = startProcess(store, files);
    expect(await next.load(accountId)).toMatchObject({ entries: expected, units: 0, objectsRead: 1 });
  });

  it("are in it when they come before each of them, and before each read of the log", async () => {
    const account = await largeAccount();
    const { accountId } = account;
    const files = memoryAccountFiles();
    let round = 0;
    await using proxy = await startDatabaseProxy(table.host, async ({ action }): Promise<Fate> => {
      if (action === "Query") await write(account, round++);
      return "pass";
    });
    const process = startProcess(anotherProcess(table.host, store.tableName, proxy.endpoint), files);
    for (let loads = 0; loads < 4; loads++) {
      const { entries } = await process.load(accountId, await getAccountHead(store, accountId));
      expect(entries).toEqual(await entriesInTable(store, accountId));
      const cold = startProcess(anotherProcess(table.host, store.tableName, proxy.endpoint), files);
      expect((await cold.load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
      expect([...process.lines, ...cold.lines].map(({ event }) => event)).not.toContain("search.mismatch");
      // Brings the account past what the log brought to the last load.
      await account.calls.create({ firstName: "Between" });
    }
    expect(round).toBeGreaterThan(6);
  });
});

describe("two processes that write and search in turns", () => {
  const body = fc.record({
    firstName: fc.constantFrom("Ann", "Bob", "Zoë", "漢"),
    headline: fc.constantFrom(null, "Editor", "Head of \u0130nfra"),
    keepFrequencyDays: fc.constantFrom(null, 30),
    notes: fc.constantFrom(null, "No search sees it."),
  });
  /** What a process does, and to which of the contacts. */
  const step = fc.record({
    process: fc.nat({ max: 1 }),
    act: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("create", "patch", "remove") },
      { weight: 1, arbitrary: fc.constantFrom("load", "load cold", "lose document") },
    ),
    which: fc.nat(),
    body,
  });

  it("find what the table holds, every time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const accountId = await seedAccount(store);
        // Enough for documents to be kept.
        const seeded = Array.from({ length: 27 }, (_, n) => recordOf(accountId, { firstName: `Person ${n}` }));
        await storeAll(store, accountId, seeded, 27);
        const ids = seeded.map(({ id }) => id);
        const files = memoryAccountFiles();
        const lines: string[] = [];
        const start = () => {
          const own = anotherProcess(table.host, store.tableName);
          const log = ({ event }: { event: string }) => lines.push(event);
          return { ...startProcess(own, files, { log }), calls: contactCalls(own, accountId) };
        };
        const processes = [start(), start()];
        const requireCurrent = async ({ load }: ReturnType<typeof start>) => {
          expect((await load(accountId)).entries).toEqual(await entriesInTable(store, accountId));
        };
        for (const { process, act, which, body } of steps) {
          const own = processes[process] ?? start();
          const place = which % Math.max(1, ids.length);
          const id = ids[place];
          if (act === "create") ids.push((await own.calls.create(body)).body.contact.id);
          if (act === "patch" && id) await own.calls.patch(id, body);
          if (act === "remove" && id) await own.calls.remove(ids.splice(place, 1)[0] ?? "");
          if (act === "load") await requireCurrent(own);
          if (act === "load cold") await requireCurrent(start());
          if (act === "lose document") await files.removeObject(searchKey(store.tableName, accountId));
        }
        for (const each of [...processes, start()]) await requireCurrent(each);
        expect(new Set(lines)).toEqual(new Set(["search.load"]));
      }),
      { numRuns: tries(5, 15) },
    );
  });
});
