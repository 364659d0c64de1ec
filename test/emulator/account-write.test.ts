import { v7 as newUuid } from "uuid";
import { describe, expect, it } from "vitest";
import { AppError } from "../../shared/http/errors.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { type RetryPolicy, writeAccount } from "../../shared/table/account-write.ts";
import { contactCalls, itemsOf, seedAccount } from "../support/contact-calls.ts";
import { anotherProcess, type Fate, onCommit, startDatabaseProxy } from "../support/database-proxy.ts";
import { freshTable } from "../support/stack.ts";

/** Waits by moving its own clock. */
function virtualTime(patience = 10_000): RetryPolicy & { waited: number[] } {
  const waited: number[] = [];
  const passed = () => waited.reduce((sum, wait) => sum + wait, 0);
  const pause = async (milliseconds: number) => void waited.push(milliseconds);
  return { now: passed, random: () => 0.5, pause, patience, waited };
}

function touch(head: AccountHead) {
  return { actions: [], head: { ...head, email: `${head.txid}@example.org` }, result: head.txid };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a write that needs others first", () => {
  it("is given up once they take longer than its patience, of which each is kept", async () => {
    const { store } = await freshTable();
    const accountId = await seedAccount(store);
    const retry = virtualTime();
    const endless = async (head: AccountHead) => {
      await retry.pause(4_000);
      return { first: touch(head) };
    };
    const error = await errorOf(writeAccount(store, accountId, endless, retry));
    expect(error).toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect((await getAccountHead(store, accountId)).txid).toBe(3);
    // However long one of them takes, it is made.
    const slow = async (head: AccountHead) => {
      await retry.pause(20_000);
      return head.txid === 3 ? { first: touch(head) } : touch(head);
    };
    expect((await writeAccount(store, accountId, slow, retry)).txid).toBe("5");
  });
});

describe("a write that meets others", () => {
  it.each([
    [["TransactionConflict", "None"]],
    [["None", "TransactionConflict"]],
    [["ConditionalCheckFailed", "None"]],
    [["ThrottlingError"]],
    [["None", "ProvisionedThroughputExceeded"]],
  ])("is planned and tried again after %j", async (cancelled) => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const decide = onCommit((_call, commit) => (commit <= 3 ? { cancelled } : "pass"));
    await using proxy = await startDatabaseProxy(host, decide);
    const retry = virtualTime();
    let planned = 0;
    const { txid } = await writeAccount(
      anotherProcess(host, store.tableName, proxy.endpoint),
      accountId,
      (head) => {
        planned++;
        return touch(head);
      },
      retry,
    );
    expect([planned, txid, retry.waited]).toEqual([4, "2", [5, 10, 20]]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ txid: 2, email: "1@example.org" });
  });

  it("sees what another one wrote between its reading and its commit, and undoes none of it", async () => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const others = contactCalls(anotherProcess(host, store.tableName), accountId);
    const created = await others.create({ firstName: "Ann", headline: "old" });
    const { id } = created.body.contact;
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit === 1) await others.patch(id, { notes: "from the other", keepFrequencyDays: 7 });
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const mine = contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId, {
      retry: virtualTime(),
    });
    const answer = await mine.patch(id, { headline: "new" });
    expect(answer.body.contact).toMatchObject({ headline: "new", notes: "from the other", keepFrequencyDays: 7 });
    expect(answer.txid).toBe("4");
    expect((await others.get(id)).body).toEqual({ contact: answer.body.contact });
  });

  it("does not bring back a contact that another one deleted meanwhile", async () => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const others = contactCalls(store, accountId);
    const { id } = (await others.create({ firstName: "Ann" })).body.contact;
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit === 1) await others.remove(id);
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const mine = contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId, {
      retry: virtualTime(),
    });
    expect(await errorOf(mine.patch(id, { headline: "new" }))).toMatchObject({ code: "contact_not_found" });
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0 });
  });

  it("a precondition counts against what is there at the commit, not at the first reading", async () => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const others = contactCalls(store, accountId);
    const created = await others.create({ firstName: "Ann" });
    const { id } = created.body.contact;
    const decide = onCommit(async (_call, commit): Promise<Fate> => {
      if (commit === 1) await others.patch(id, { headline: "theirs" });
      return "pass";
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const mine = contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId, {
      retry: virtualTime(),
    });
    const refused = mine.patch(id, { headline: "mine" }, { "if-match": created.headers?.etag ?? "" });
    expect(await errorOf(refused)).toMatchObject({ code: "precondition_failed", details: [{ path: "body.headline" }] });
    expect((await others.get(id)).body).toMatchObject({ contact: { headline: "theirs" } });
  });

  it("gives up when its patience ends, with a time to come back, and has written nothing", async () => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    let commits = 0;
    const decide = onCommit((_call, commit) => {
      commits = commit;
      return { cancelled: ["TransactionConflict"] };
    });
    await using proxy = await startDatabaseProxy(host, decide);
    const retry = virtualTime(10_000);
    const error = await errorOf(
      writeAccount(anotherProcess(host, store.tableName, proxy.endpoint), accountId, touch, retry),
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect(commits).toBe(retry.waited.length + 1);
    expect(retry.now()).toBeLessThanOrEqual(10_000);
    expect(retry.now()).toBeGreaterThan(9_000);
    expect(Math.max(...retry.waited)).toBeLessThanOrEqual(1_000);
    expect(await getAccountHead(store, accountId)).toMatchObject({ txid: 1, email: null });
  });
});

describe("a write that is faulty", () => {
  it.each([[["ValidationError"]], [["ConditionalCheckFailed", "ValidationError"]]])(
    "is not tried again after %j",
    async (cancelled) => {
      const { store, host } = await freshTable();
      const accountId = await seedAccount(store);
      let commits = 0;
      const decide = onCommit((_call, commit) => {
        commits = commit;
        return { cancelled };
      });
      await using proxy = await startDatabaseProxy(host, decide);
      const behind = anotherProcess(host, store.tableName, proxy.endpoint);
      expect(await errorOf(writeAccount(behind, accountId, touch, virtualTime()))).toMatchObject({
        name: "TransactionCanceledException",
      });
      expect(commits).toBe(1);
    },
  );

  it("into an account whose storage is full says so", async () => {
    const { store, host } = await freshTable();
    const accountId = await seedAccount(store);
    const decide = onCommit(() => ({ cancelled: ["None", "ItemCollectionSizeLimitExceeded"] }));
    await using proxy = await startDatabaseProxy(host, decide);
    const behind = anotherProcess(host, store.tableName, proxy.endpoint);
    const error = await errorOf(writeAccount(behind, accountId, touch, virtualTime()));
    expect(error).toMatchObject({ code: "storage_limit_reached" });
  });

  it("whose plan throws writes nothing, and the next in the queue goes on", async () => {
    const { store } = await freshTable();
    const accountId = await seedAccount(store);
    const fault = new AppError("contact_not_found");
    const [failed, done] = await Promise.allSettled([
      writeAccount(store, accountId, () => Promise.reject(fault)),
      writeAccount(store, accountId, touch),
    ]);
    expect(failed).toEqual({ status: "rejected", reason: fault });
    expect(done).toMatchObject({ status: "fulfilled", value: { txid: "2" } });
  });

  it("that plans more than a transaction takes is refused before it is sent", async () => {
    const { store } = await freshTable();
    const accountId = await seedAccount(store);
    const put = (sk: number) => ({
      Put: { TableName: store.tableName, Item: { pk: `A#${accountId}`, sk: `X#${sk}` } },
    });
    const planOf = (count: number) => (head: AccountHead) => ({
      ...touch(head),
      actions: Array.from({ length: count }, (_, index) => put(index)),
    });
    expect(await errorOf(writeAccount(store, accountId, planOf(100)))).toMatchObject({
      message: "a write plans 101 actions",
    });
    expect(await writeAccount(store, accountId, planOf(99))).toMatchObject({ txid: "2" });
  });

  it("of an account that does not exist fails", async () => {
    const { store } = await freshTable();
    expect(await errorOf(writeAccount(store, newUuid(), touch))).toMatchObject({ message: "the account has no head" });
  });
});

it("a write that changes nothing commits nothing and says the txid that is", async () => {
  const { store, host } = await freshTable();
  const accountId = await seedAccount(store);
  let commits = 0;
  await using proxy = await startDatabaseProxy(
    host,
    onCommit((_call, commit) => {
      commits = commit;
      return "pass";
    }),
  );
  const behind = anotherProcess(host, store.tableName, proxy.endpoint);
  const written = await writeAccount(behind, accountId, (head) => ({ actions: [], head, result: "same" }));
  expect(written).toEqual({ result: "same", txid: "1" });
  expect(commits).toBe(0);
});

it("a commit whose answer is lost is repeated under the same token, and counts once", async () => {
  const { store, host } = await freshTable();
  const accountId = await seedAccount(store);
  const tokens: (string | undefined)[] = [];
  const decide = onCommit(({ input }, commit) => {
    tokens.push(input.ClientRequestToken);
    return commit === 1 ? "lose answer" : "pass";
  });
  await using proxy = await startDatabaseProxy(host, decide);
  const calls = contactCalls(anotherProcess(host, store.tableName, proxy.endpoint), accountId);
  const { txid, body } = await calls.create({ firstName: "Ann" });
  expect(txid).toBe("2");
  expect(tokens).toHaveLength(2);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens[1]).toBe(tokens[0]);
  const { body: list } = await calls.list();
  expect(list.contacts.map(({ id }) => id)).toEqual([body.contact.id]);
  expect(list.pagination.totalCount).toBe(1);
  expect(await getAccountHead(store, accountId)).toMatchObject({ txid: 2, contactCount: 1 });
});
