import { describe, expect, it } from "vitest";
import { contactPages } from "../../../shared/contact/store/contact-list.ts";
import { sortOrders } from "../../../shared/contact-list/list-query.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { findPlace } from "../../bench/account.ts";
import { newPerson } from "../../bench/commit-accesses.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { historyUnits } from "../../support/capacity/write-units.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { otherBodies } from "../../support/contact/other-contacts.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const count = 60;

/** The mean units of some calls, by their number. */
function startAccount(accountId: string) {
  const meter = new Meter();
  const counted = meteredStore(meter, store, mainTable);
  const calls = contactCalls(counted, accountId, { findPlace });
  const measure = async (times: number, call: (n: number) => Promise<unknown>) => {
    const { readUnits, writeUnits } = meter.cost;
    for (let n = 0; n < times; n++) await call(n);
    return { reads: (meter.cost.readUnits - readUnits) / times, writes: (meter.cost.writeUnits - writeUnits) / times };
  };
  return { counted, calls, measure };
}

describe.each([
  ["as the bench invents them", realisticBody],
  ["in other languages", (n: number) => otherBodies[n % otherBodies.length] ?? {}],
])("contacts %s", (_, bodyOf) => {
  it("cost these units at most, because most of their items are below a kilobyte", async () => {
    const accountId = await seedAccount(store);
    const { counted, calls, measure } = startAccount(accountId);
    const ids: string[] = [];
    const create = await measure(count, async (n) => ids.push((await calls.create(bodyOf(n))).body.contact.id));
    const patch = await measure(count, (n) => calls.patch(ids[n] ?? "", { notes: "A new note, longer than nothing." }));
    const page = await measure(sortOrders.length, (n) => calls.list({ sort: sortOrders[n] }));
    let contactsRead = 0;
    const all = await measure(1, async () => {
      const order = { order: "createdAt", descending: false } as const;
      for await (const contacts of contactPages(counted, accountId, order)) contactsRead += contacts.length;
    });
    expect(contactsRead).toBe(count);
    const removal = await measure(count, (n) => calls.remove(ids[n] ?? ""));
    expect({
      create: create.writes,
      patch: patch.writes,
      page: page.reads,
      all: all.reads / count,
      removal: removal.writes,
    }).toEqual({
      create: below(23 + historyUnits),
      patch: below(10 + historyUnits),
      page: below(11),
      all: below(0.2),
      removal: below(26 + historyUnits),
    });
  });
});

it("a commit of 25 new people costs at most 570 write units, and their history", async () => {
  const accountId = await seedAccount(store);
  const { counted, measure } = startAccount(accountId);
  const rows = Array.from({ length: 25 }, (_, n) => newPerson(3_000_000 + n));
  const { writes } = await measure(1, () => commit(counted, accountId, rows, { findPlace }));
  expect(writes).toEqual(below(570 + 25 * historyUnits));
});

/** A value that is at most this. */
function below(most: number): unknown {
  return expect.toSatisfy((value: number) => value > 0 && value <= most, `at most ${most}`);
}
