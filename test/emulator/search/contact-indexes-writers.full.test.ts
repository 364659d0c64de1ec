import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { denseText } from "../../support/contact/dense-text.ts";
import type { Fate } from "../../support/process/database-proxy.ts";
import { searchTable } from "../../support/search/index-process.ts";
import { isFull, tries } from "../../support/seed.ts";

const table = searchTable();

/** With these notes, the contacts are read in three pages. */
const notes = denseText(20_000);
const largeAccount = () => table.accountOf(65, (n) => ({ firstName: `Person ${n}`, notes }));

describe("writes while an index is loaded", () => {
  /** Creates, changes and deletes contacts at both ends of the order in which contacts are read. */
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

  // The fourth query is that of the log.
  it.each(isFull ? [1, 2, 3, 4] : [2, 4])("are included if they come before query %i", async (when) => {
    const account = await largeAccount();
    const { accountId } = account;
    let queries = 0;
    await using process = await table.startBehind(async ({ action }): Promise<Fate> => {
      if (action === "Query" && ++queries === when) await write(account, 0);
      return "pass";
    });
    const { entries } = await process.load(accountId, await getAccountHead(table.store, accountId));
    const expected = await table.entries(accountId);
    expect(entries).toEqual(expected);
    expect(queries).toBe(4);
    expect(process.lines).toMatchObject([{ event: "search.load", from: "contacts", contacts: expected.length }]);
    expect(await table.start().load(accountId)).toMatchObject({ entries: expected, units: 0, objectsRead: 1 });
  });

  it("are included if they come before every query", async () => {
    const account = await largeAccount();
    const { accountId } = account;
    let round = 0;
    await using process = await table.startBehind(async ({ action }): Promise<Fate> => {
      if (action === "Query") await write(account, round++);
      return "pass";
    });
    for (let loads = 0; loads < 4; loads++) {
      const cold = process.restart();
      for (const each of [process, cold]) {
        const { entries } = await each.load(accountId);
        expect(entries).toEqual(await table.entries(accountId));
        expect(each.lines.map(({ event }) => event)).not.toContain("search.mismatch");
      }
      // The next load must read the log again.
      await account.calls.create({ firstName: "Between" });
    }
    expect(round).toBeGreaterThan(6);
  });
});

describe("two processes that write and search by turns", () => {
  const body = fc.record({
    firstName: fc.constantFrom("Ann", "Bob", "Zoë", "漢"),
    headline: fc.constantFrom(null, "Editor", "Head of \u0130nfra"),
    keepFrequencyDays: fc.constantFrom(null, 30),
    notes: fc.constantFrom(null, "No search sees it."),
  });
  const step = fc.record({
    process: fc.nat({ max: 1 }),
    act: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("create", "patch", "remove") },
      { weight: 1, arbitrary: fc.constantFrom("load", "load cold", "lose document") },
    ),
    which: fc.nat(),
    body,
  });

  it("always find the contacts of the table", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        // Smaller accounts have no document.
        const { accountId, ids, key } = await table.accountOf(27, (n) => ({ firstName: `Person ${n}` }));
        const lines: string[] = [];
        const start = () => table.start({ log: ({ event }) => lines.push(event) });
        const processes = [start(), start()];
        const requireCurrent = async ({ load }: ReturnType<typeof start>) => {
          expect((await load(accountId)).entries).toEqual(await table.entries(accountId));
        };
        for (const { process, act, which, body } of steps) {
          const { store } = processes[process] ?? table;
          const calls = contactCalls(store, accountId);
          const position = which % Math.max(1, ids.length);
          const id = ids[position];
          if (act === "create") ids.push((await calls.create(body)).body.contact.id);
          if (act === "patch" && id) await calls.patch(id, body);
          if (act === "remove" && id) await calls.remove(ids.splice(position, 1)[0] ?? "");
          if (act === "load") await requireCurrent(processes[process] ?? start());
          if (act === "load cold") await requireCurrent(start());
          if (act === "lose document") await table.files.removeObject(key);
        }
        for (const each of [...processes, start()]) await requireCurrent(each);
        expect(new Set(lines)).toEqual(new Set(["search.load"]));
      }),
      { numRuns: tries(3, 15) },
    );
  });
});
