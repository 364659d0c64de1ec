import { describe, expect, it } from "vitest";
import type { TableHost } from "../../infra/local/tables.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../shared/table/account-write.ts";
import type { Store } from "../../shared/table/store.ts";
import { contactCalls, seedAccount } from "../support/contact-calls.ts";
import { anotherProcess, onCommit, startDatabaseProxy } from "../support/database-proxy.ts";
import { freshTable } from "../support/stack.ts";

describe("many at once", () => {
  /** Every third commit meets another one. */
  const troubled = onCommit((_call, commit) => (commit % 3 === 0 ? { cancelled: ["TransactionConflict"] } : "pass"));

  it.each([
    ["one process", 1, "pass"],
    ["eight processes", 8, "pass"],
    ["one process, with conflicts", 1, "conflicts"],
    ["eight processes, with conflicts", 8, "conflicts"],
  ] as const)(
    "200 creates in %s are counted exactly",
    async (_name, processes, weather) => {
      const { store, host } = await freshTable();
      const accountId = await seedAccount(store);
      let commits = 0;
      const decide = onCommit((_call, commit) => {
        commits = commit;
        return weather === "conflicts" && commit % 3 === 0 ? { cancelled: ["TransactionConflict"] } : "pass";
      });
      await using proxy = await startDatabaseProxy(host, decide);
      const stores = processesOf(processes, host, store, proxy.endpoint);
      const calls = stores.map((each) => contactCalls(each, accountId, { retry: patient }));
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => pick(calls, n).create({ firstName: `Person ${n}` })),
      );
      expect(new Set(answers.map(({ txid }) => Number(txid)))).toEqual(
        new Set(Array.from({ length: 200 }, (_, n) => n + 2)),
      );
      const head = await getAccountHead(store, accountId);
      expect(head).toMatchObject({ txid: 201, contactCount: 200 });
      const { body } = await contactCalls(store, accountId).list({ limit: "200" });
      expect(new Set(body.contacts.map(({ id }) => id))).toEqual(new Set(answers.map(({ body }) => body.contact.id)));
      expect(body.pagination).toMatchObject({ totalCount: 200, hasMore: false });
      expect(body.stats).toMatchObject({ totalContacts: 200, newContactsThisYear: 200 });
      // Else nobody met anybody, and the test showed nothing.
      if (processes > 1 || weather === "conflicts") expect(commits).toBeGreaterThan(200);
    },
    60_000,
  );

  it.each([
    ["one process", 1, "pass"],
    ["five processes", 5, "pass"],
    ["five processes, with conflicts", 5, "conflicts"],
  ] as const)("50 patches of different fields of one contact in %s all survive", async (_name, processes, weather) => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const { id } = (await contactCalls(store, accountId).create({ firstName: "Ann" })).body.contact;
    await using proxy = await startDatabaseProxy(host, weather === "pass" ? () => "pass" : troubled);
    const stores = processesOf(processes, host, store, proxy.endpoint);
    const calls = stores.map((each) => contactCalls(each, accountId, { retry: patient }));
    const patches = Array.from({ length: 50 }, (_, n) => fieldPatch(n));
    const answers = await Promise.all(patches.map((patch, n) => pick(calls, n).patch(id, patch)));
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(50);
    const stored = (await contactCalls(store, accountId).get(id)).body?.contact as unknown as Record<string, unknown>;
    const byCommit = patches
      .map((patch, n) => ({ patch, txid: Number(answers[n]?.txid) }))
      .toSorted((one, other) => one.txid - other.txid);
    const last = Object.assign({}, ...byCommit.map(({ patch }) => patch));
    expect(stored).toMatchObject(last);
    expect(await getAccountHead(store, accountId)).toMatchObject({ txid: 52, contactCount: 1 });
  });
});

/** More patience than any machine needs: these tests are about what survives. */
const patient: RetryPolicy = { ...defaultRetryPolicy, patience: 50_000 };

function processesOf(count: number, host: TableHost, store: Store, endpoint: string): Store[] {
  return Array.from({ length: count }, () => anotherProcess(host, store.tableName, endpoint));
}

function pick<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Every patch says something new about one of 25 fields, in the form that answers give it. */
function fieldPatch(n: number): Record<string, unknown> {
  const round = Math.floor(n / fields.length);
  return pick(fields, n)(`${n}`, round);
}

const fields: readonly ((text: string, round: number) => Record<string, unknown>)[] = [
  (text) => ({ firstName: text }),
  (text) => ({ lastName: text }),
  (text) => ({ middleName: text }),
  (text) => ({ headline: text }),
  (text) => ({ position: text }),
  (text) => ({ location: text }),
  (_text, round) => ({ latitude: round + 1, longitude: round + 2 }),
  (_text, round) => ({ timezone: round === 0 ? "Asia/Tokyo" : "Europe/Berlin" }),
  (_text, round) => ({ language: round === 0 ? "ja" : "de" }),
  (text) => ({ emails: [{ preferred: true, type: "home", value: `a${text}@example.org` }] }),
  (text) => ({ phones: [{ preferred: true, type: "home", prefix: "+49", value: `301234${text}` }] }),
  (text) => ({ addresses: [{ type: "home", addressLine1: text, latitude: 1, longitude: 1 }] }),
  (text) => ({ importantDates: [{ type: "other", date: "2000-01-01", note: text }] }),
  (text) => ({ network_a: `https://www.linkedin.com/in/ann-${text}` }),
  (text) => ({ network_b: `ann.${text}` }),
  (text) => ({ network_c: `ann.${text}` }),
  (_text, round) => ({ network_d: `+4917012345${round}0` }),
  (_text, round) => ({ network_e: `+4917054321${round}0` }),
  (text) => ({ website: `https://${text}.example.org` }),
  (text) => ({ notes: text }),
  (text) => ({ keepFrequencyDays: Number(text) + 1 }),
  (_text, round) => ({ lastInteraction: `2026-01-0${round + 1}T00:00:00.000Z` }),
  (text) => ({ middleName: `${text} again` }),
  (text) => ({ headline: `${text} again` }),
  (text) => ({ notes: `${text} again` }),
];
