import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactKeyPrefix } from "../../../shared/contact/store/contact-order.ts";
import { putContactSet, readContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { accountOf, idsOf, namesOf, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

describe("a bulk delete of more than a thousand", () => {
  const deletionId = newId();
  const files = memoryAccountFiles();
  let account: Awaited<ReturnType<typeof accountOf>>;
  /** An account of 1,002 contacts, of which all but one have `keepFrequencyDays`; `files` is its bucket. */
  const largeAccount = () => {
    const bodies = Array.from({ length: 1_002 }, (_, n) => ({
      firstName: `P${n}`,
      keepFrequencyDays: n > 0 ? 1 : null,
    }));
    return accountOf(store, bodies, { accountFiles: files, newId: () => deletionId });
  };
  /** The account of the tests that delete nothing. */
  beforeAll(async () => {
    account = await largeAccount();
  });
  beforeEach(() => files.objects.clear());

  it("stores the set, answers its size, and leaves the deletion to the worker", async () => {
    const { accountId, calls, contacts } = account;
    const head = await getAccountHead(store, accountId);
    const answer = await calls.deleteContacts({ filter: { keepInTouch: true } });
    expect(answer).toEqual({
      status: 202,
      txid: String(head.txid),
      body: { deletedCount: 1_001, message: "1001 contacts are being deleted in the background." },
    });
    const key = `deletions/${accountId}/${deletionId}`;
    expect([...files.objects.keys()]).toEqual([key]);
    const set = await readContactSet(files, { accountId, deletionId });
    expect(set?.ids).toEqual(idsOf(contacts).slice(1).toSorted());
    expect(set?.author.kind).toBe("service");
    expect(await getAccountHead(store, accountId)).toEqual(head);
  });

  it("does not count contacts again that another stored set contains", async () => {
    const { accountId, contacts } = account;
    const calls = contactCalls(store, accountId, { accountFiles: files, newId });
    const counted = async (body: object) => (await calls.deleteContacts(body)).body.deletedCount;
    const [first, ...others] = idsOf(contacts);
    const set = { accountId, deletionId: newId() };
    await putContactSet(files, set, { ids: [...others.slice(0, 600), newId()], deletedAt: null });
    await putContactSet(files, { accountId: newId(), deletionId: newId() }, { ids: others, deletedAt: null });
    expect(await counted({ filter: {}, excludeIds: [first] })).toBe(401);
    expect(await counted({ filter: {}, excludeIds: [first] })).toBe(0);
    expect(await counted({ filter: {} })).toBe(1);
  });

  it("deletes nothing if its set can't be stored, or others can't be read", async () => {
    const { accountId } = account;
    const before = await getAccountHead(store, accountId);
    const down = () => Promise.reject(new Error("storage"));
    await putContactSet(files, { accountId, deletionId: newId() }, { ids: [], deletedAt: null });
    for (const failing of [
      { ...memoryAccountFiles(), put: down },
      { ...files, read: down },
    ]) {
      const calls = contactCalls(store, accountId, { accountFiles: failing });
      expect(await refusalOf(calls.deleteContacts({ filter: {} }))).toBe("service_unavailable");
    }
    expect(files.objects.size).toBe(1);
    expect(await getAccountHead(store, accountId)).toEqual(before);
  });

  it("of a thousand is finished before the answer; without enough time, the next request does the rest", async () => {
    const { accountId, calls, contacts } = await largeAccount();
    const excludeIds = idsOf(contacts).slice(0, 2);
    let left = 4_000;
    const late = contactCalls(store, accountId, { accountFiles: files }, () => (left -= 500));
    expect(await refusalOf(late.deleteContacts({ filter: {}, excludeIds }))).toBe("service_unavailable");
    const { contactCount } = await getAccountHead(store, accountId);
    expect(contactCount).toBeGreaterThan(2);
    expect(contactCount).toBeLessThan(1_002);
    const answer = await calls.deleteContacts({ filter: {}, excludeIds });
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: contactCount - 2 } });
    expect(await namesOf(store, accountId)).toEqual(["P0", "P1"]);
    expect(files.objects.size).toBe(0);
  });
});

it("a bulk delete of long contacts puts no more than four megabytes into a transaction", async () => {
  const { accountId, contacts } = await accountOf(
    store,
    Array.from({ length: 90 }, (_, n) => ({ firstName: `P${n}`, notes: "漢".repeat(14_500) })),
  );
  const deletes: number[] = [];
  const watched = watchedStore(store, (command, send) => {
    const { TransactItems = [] } = command.input as { TransactItems?: { Delete?: { Key: { sk: string } } }[] };
    const deleted = TransactItems.filter(({ Delete }) => Delete?.Key.sk.startsWith(contactKeyPrefix));
    if (deleted.length > 0) deletes.push(deleted.length);
    return send();
  });
  const { body } = await contactCalls(watched, accountId).deleteContacts({ ids: idsOf(contacts), permanent: true });
  expect([body.deletedCount, deletes.length]).toEqual([90, 2]);
  expect(Math.max(...deletes) * Buffer.byteLength(JSON.stringify(contacts[0]))).toBeLessThan(4_000_000);
});
