import { v7 as newUuid } from "uuid";
import { describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { maxPlanActions, type RetryPolicy, writeAccount } from "../../../shared/account/store/account-write.ts";
import { readOutbox } from "../../../shared/account/store/outbox.ts";
import { withReplayLog } from "../../../shared/platform/dynamodb/replay-log.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { contactCalls, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import {
  anotherProcess,
  type DatabaseCall,
  type Fate,
  onCommit,
  startDatabaseProxy,
} from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store, host } = await freshTable();

/** A policy that waits by moving its own clock. */
function virtualTime(): RetryPolicy & { waited: number[] } {
  const waited: number[] = [];
  const now = () => waited.reduce((sum, wait) => sum + wait, 0);
  const pause = async (milliseconds: number) => void waited.push(milliseconds);
  return { now, random: () => 0.5, pause, timeLimit: 10_000, waited };
}

/** A new account: its own store, and another process's store behind a proxy that decides on its commits. */
async function accountWith(decide: (call: DatabaseCall, commit: number) => Fate | Promise<Fate> = () => "pass") {
  const accountId = await seedAccount(store);
  let commits = 0;
  const proxy = await startDatabaseProxy(
    host,
    onCommit((call, commit) => {
      commits = commit;
      return decide(call, commit);
    }),
  );
  const behind = anotherProcess(host, store.tableName, proxy.endpoint);
  return {
    ...{ store, accountId, behind },
    others: contactCalls(store, accountId),
    mine: contactCalls(behind, accountId, { retry: virtualTime() }),
    commits: () => commits,
    head: () => getAccountHead(store, accountId),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

function beforeFirstCommit(work: () => Promise<unknown>) {
  return async (_call: DatabaseCall, commit: number): Promise<Fate> => {
    if (commit === 1) await work();
    return "pass";
  };
}

function touch(head: AccountHead) {
  return { actions: [], head: { ...head, email: `${head.txid}@example.org` }, result: head.txid };
}

describe("a write that needs first writes", () => {
  it("fails once they take longer than the time limit, and keeps each of them", async () => {
    await using account = await accountWith();
    const { store, accountId } = account;
    const retry = virtualTime();
    const endless = async (head: AccountHead) => {
      await retry.pause(4_000);
      return { first: touch(head) };
    };
    const failed = writeAccount(store, accountId, endless, retry);
    await expect(failed).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect((await account.head()).txid).toBe(3);
    // One first write is made even if it takes longer than the limit.
    const slow = async (head: AccountHead) => {
      await retry.pause(20_000);
      return head.txid === 3 ? { first: touch(head) } : touch(head);
    };
    expect((await writeAccount(store, accountId, slow, retry)).txid).toBe("5");
  });
});

describe("a write that conflicts with another write", () => {
  it.each([
    [["TransactionConflict", "None"]],
    [["None", "TransactionConflict"]],
    [["ConditionalCheckFailed", "None"]],
    [["ThrottlingError"]],
    [["None", "ProvisionedThroughputExceeded"]],
  ])("is planned and committed again after %j", async (cancelled) => {
    await using account = await accountWith((_call, commit) => (commit <= 3 ? { cancelled } : "pass"));
    const retry = virtualTime();
    let planned = 0;
    const plan = (head: AccountHead) => {
      planned++;
      return touch(head);
    };
    const { txid } = await writeAccount(account.behind, account.accountId, plan, retry);
    expect([planned, txid, retry.waited]).toEqual([4, "2", [5, 10, 20]]);
    expect(await account.head()).toMatchObject({ txid: 2, email: "1@example.org" });
  });

  it("keeps the changes of the other write between its read and its commit", async () => {
    let id = "";
    await using account = await accountWith(
      beforeFirstCommit(() => account.others.patch(id, { notes: "from the other", keepFrequencyDays: 7 })),
    );
    ({ id } = (await account.others.create({ firstName: "Ann", headline: "old" })).body.contact);
    const { body, txid } = await account.mine.patch(id, { headline: "new" });
    expect(body.contact).toMatchObject({ headline: "new", notes: "from the other", keepFrequencyDays: 7 });
    expect(txid).toBe("4");
    expect((await account.others.get(id)).body).toEqual({ contact: body.contact });
  });

  it("is planned again when its plan broke because the other write came between its reads", async () => {
    await using account = await accountWith();
    let planned = 0;
    const plan = async (head: AccountHead) => {
      planned++;
      if (planned > 1) return touch(head);
      await account.others.create({ firstName: "Ann" });
      throw new TypeError("half of it is gone");
    };
    const { txid } = await writeAccount(account.behind, account.accountId, plan, virtualTime());
    expect([planned, txid]).toEqual([2, "3"]);
    const broken = writeAccount(account.behind, account.accountId, () => Promise.reject(new TypeError("a bug")));
    await expect(broken).rejects.toThrow("a bug");
  });

  it("does not restore a contact that the other write deleted", async () => {
    let id = "";
    await using account = await accountWith(beforeFirstCommit(() => account.others.remove(id)));
    ({ id } = (await account.others.create({ firstName: "Ann" })).body.contact);
    await expect(account.mine.patch(id, { headline: "new" })).rejects.toMatchObject({ code: "contact_not_found" });
    expect([...(await itemsOf(account.store, account.accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect(await account.head()).toMatchObject({ contactCount: 0 });
  });

  it("checks a precondition against the contact at the commit, not at the first read", async () => {
    let id = "";
    await using account = await accountWith(beforeFirstCommit(() => account.others.patch(id, { headline: "theirs" })));
    const created = await account.others.create({ firstName: "Ann" });
    ({ id } = created.body.contact);
    const refused = account.mine.patch(id, { headline: "mine" }, { "if-match": created.headers?.etag ?? "" });
    await expect(refused).rejects.toMatchObject({ code: "precondition_failed", details: [{ path: "body.headline" }] });
    expect((await account.others.get(id)).body).toMatchObject({ contact: { headline: "theirs" } });
  });

  it("fails with a time to retry when its time limit ends, and writes nothing", async () => {
    await using account = await accountWith(() => ({ cancelled: ["TransactionConflict"] }));
    const retry = virtualTime();
    const failed = writeAccount(account.behind, account.accountId, touch, retry);
    await expect(failed).rejects.toMatchObject({ name: "AppError", code: "service_unavailable", retryAfter: 1 });
    expect(account.commits()).toBe(retry.waited.length + 1);
    expect(retry.now()).toBeLessThanOrEqual(10_000);
    expect(retry.now()).toBeGreaterThan(9_000);
    expect(Math.max(...retry.waited)).toBeLessThanOrEqual(1_000);
    expect(await account.head()).toMatchObject({ txid: 1, email: null });
  });
});

describe("a write that fails", () => {
  it.each([
    [["ValidationError"], { name: "TransactionCanceledException" }],
    [["ConditionalCheckFailed", "ValidationError"], { name: "TransactionCanceledException" }],
    [["None", "ItemCollectionSizeLimitExceeded"], { code: "storage_limit_reached" }],
  ])("is not tried again after %j", async (cancelled, error) => {
    await using account = await accountWith(() => ({ cancelled }));
    await expect(writeAccount(account.behind, account.accountId, touch, virtualTime())).rejects.toMatchObject(error);
    expect(account.commits()).toBe(1);
  });

  it("does not stop the next write in the queue when its plan throws", async () => {
    await using account = await accountWith();
    const fault = new AppError("contact_not_found");
    const [failed, done] = await Promise.allSettled([
      writeAccount(account.store, account.accountId, () => Promise.reject(fault)),
      writeAccount(account.store, account.accountId, touch),
    ]);
    expect(failed).toEqual({ status: "rejected", reason: fault });
    expect(done).toMatchObject({ status: "fulfilled", value: { txid: "2" } });
  });

  it("fits into a transaction with an outbox and a replay log, and is not sent with more actions", async () => {
    await using account = await accountWith();
    const { store, accountId } = account;
    const put = (sk: string) => ({
      Put: { TableName: store.tableName, Item: { pk: accountPartition(accountId), sk } },
    });
    const events = [{ type: "contact.deleted", contactId: newUuid() } as const];
    const planOf = (count: number) => (head: AccountHead) => ({
      actions: Array.from({ length: count }, (_, index) => put(`X#${index}`)),
      ...{ head: { ...head, webhookEvents: ["contact.deleted"] }, events, result: undefined },
    });
    const write = (count: number) => {
      const log = { find: async () => undefined, record: async () => put("R#") };
      return withReplayLog(log, () => writeAccount(store, accountId, planOf(count)));
    };
    const most = maxPlanActions;
    await expect(write(most + 1)).rejects.toThrow(`a write plans ${most + 1} actions`);
    expect(await write(most)).toMatchObject({ txid: "2" });
    expect(await readOutbox(store, accountId, 0, 10)).toMatchObject([{ txid: 2, events }]);
  });

  it("can belong to an account that doesn't exist", async () => {
    await expect(writeAccount(store, newUuid(), touch)).rejects.toMatchObject({ code: "auth_required" });
  });
});

it("a write that changes nothing commits nothing and returns the current txid", async () => {
  await using account = await accountWith();
  const plan = (head: AccountHead) => ({ actions: [], head, result: "same" });
  expect(await writeAccount(account.behind, account.accountId, plan)).toEqual({ result: "same", txid: "1" });
  expect(account.commits()).toBe(0);
});

it("a commit whose answer is lost is repeated with the same token and counts once", async () => {
  const tokens: (string | undefined)[] = [];
  await using account = await accountWith(({ input }, commit) => {
    tokens.push(input.ClientRequestToken);
    return commit === 1 ? "lose answer" : "pass";
  });
  const { txid, body } = await account.mine.create({ firstName: "Ann" });
  expect(txid).toBe("2");
  expect(tokens).toHaveLength(2);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens[1]).toBe(tokens[0]);
  const { body: list } = await account.mine.list();
  expect(list.contacts.map(({ id }) => id)).toEqual([body.contact.id]);
  expect(list.pagination.totalCount).toBe(1);
  expect(await account.head()).toMatchObject({ txid: 2, contactCount: 1 });
});
