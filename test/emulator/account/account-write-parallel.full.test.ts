import { expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../../../shared/account/store/account-write.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { anotherProcess, onCommit, startDatabaseProxy } from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const circumstances = [
  ["one process", 1, "pass"],
  ["several processes, with conflicts", 6, "conflicts"],
] as const;

const creates = tries(40, 200);
const patchCount = tries(25, 50);

const { store, host } = await freshTable();

/** Contact calls of several processes on one new account; with conflicts, every third commit is cancelled. */
async function processesOf(count: number, commits: "pass" | "conflicts") {
  const accountId = await seedAccount(store);
  let committed = 0;
  const decide = onCommit((_call, commit) => {
    committed = commit;
    return commits === "conflicts" && commit % 3 === 0 ? { cancelled: ["TransactionConflict"] } : "pass";
  });
  const proxy = await startDatabaseProxy(host, decide);
  const calls = Array.from({ length: count }, () => {
    return contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId, { retry: longRetry });
  });
  return {
    own: contactCalls(store, accountId),
    process: (n: number) => pick(calls, n),
    committed: () => committed,
    head: () => getAccountHead(store, accountId),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

it.each(circumstances)(`${creates} parallel creates in %s are counted exactly`, async (_name, count, commits) => {
  await using processes = await processesOf(count, commits);
  const answers = await Promise.all(
    Array.from({ length: creates }, (_, n) => processes.process(n).create({ firstName: `Person ${n}` })),
  );
  expect(new Set(answers.map(({ txid }) => Number(txid)))).toEqual(
    new Set(Array.from({ length: creates }, (_, n) => n + 2)),
  );
  expect(await processes.head()).toMatchObject({ txid: creates + 1, contactCount: creates });
  const { body } = await processes.own.list({ limit: "200" });
  expect(new Set(body.contacts.map(({ id }) => id))).toEqual(new Set(answers.map(({ body }) => body.contact.id)));
  expect(body.pagination).toMatchObject({ totalCount: creates, hasMore: false });
  expect(body.stats).toMatchObject({ totalContacts: creates, newContactsThisYear: creates });
  // Without repeated commits, no write would have met another one.
  if (count > 1 || commits === "conflicts") expect(processes.committed()).toBeGreaterThan(creates);
});

it.each(circumstances)(
  `${patchCount} parallel patches of different fields of one contact in %s are all kept`,
  async (_name, count, commits) => {
    await using processes = await processesOf(count, commits);
    const { id } = (await processes.own.create({ firstName: "Ann" })).body.contact;
    const patches = Array.from({ length: patchCount }, (_, n) => fieldPatch(n));
    const answers = await Promise.all(patches.map((patch, n) => processes.process(n).patch(id, patch)));
    expect(new Set(answers.map(({ txid }) => txid)).size).toBe(patchCount);
    const stored = (await processes.own.get(id)).body?.contact;
    const byCommit = patches
      .map((patch, n) => ({ patch, txid: Number(answers[n]?.txid) }))
      .toSorted((one, other) => one.txid - other.txid);
    expect(stored).toMatchObject(Object.assign({}, ...byCommit.map(({ patch }) => patch)));
    expect(await processes.head()).toMatchObject({ txid: patchCount + 2, contactCount: 1 });
  },
);

/** The time limit is longer than any machine needs, because these tests are not about time. */
const longRetry: RetryPolicy = { ...defaultRetryPolicy, timeLimit: 500_000 };

function pick<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

const texts = ["firstName", "lastName", "middleName", "headline", "position", "notes", "network_b", "network_c"];

/** Each patch sets one of the fields to a new value, in the form in which answers have it. */
function fieldPatch(n: number): Record<string, unknown> {
  if (n % 5 === 0) return { keepFrequencyDays: n + 1 };
  if (n % 5 === 1) return { emails: [{ preferred: true, type: "home", value: `a${n}@example.org` }] };
  if (n % 5 === 2) return { importantDates: [{ type: "other", date: "2000-01-01", note: `${n}` }] };
  return { [pick(texts, n)]: `ann.${n}` };
}
