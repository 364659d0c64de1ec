import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { parseDeletionKey } from "../../../shared/account/store/account-keys.ts";
import { planMembers } from "../../../shared/account/store/history.ts";
import { readContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { type Author, withAuthor } from "../../../shared/platform/http/author.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const day = 24 * 3600 * 1000;
const start = Date.parse("2026-03-01T10:00:00.000Z");
const laptop: Author = { kind: "key", id: "AbCd", label: "laptop", agent: false };

/** Calls at a moment: milliseconds after the start. */
function callsAt(accountId: string, moment: number) {
  return contactCalls(store, accountId, { now: () => new Date(start + moment) });
}

it("deletions and restores in accounts without interactions ask nothing of each contact, also beside others in the trash", async () => {
  const { accountId, contacts, calls } = await accountOf(store, named(...Array(40).fill("Ann")));
  const [first = "", ...ids] = idsOf(contacts);
  await calls.remove(first);
  let queries = 0;
  const watched = watchedStore(store, ({ name }, send) => {
    queries += name === "QueryCommand" ? 1 : 0;
    return send();
  });
  const asked = contactCalls(watched, accountId);
  await asked.deleteContacts({ ids });
  await asked.restore({ ids });
  // The deletion asks once whether another one has its moment.
  expect(queries).toBe(1);
});

describe("the trash", () => {
  it("lists deleted contacts for 30 days, the latest first, with the moment and the author", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben", "Cid", "Dan"));
    const [ann = "", ben = "", cid = ""] = idsOf(contacts);
    await callsAt(accountId, 0).remove(ann);
    await withAuthor(laptop, () => callsAt(accountId, 1_000).deleteContacts({ ids: [ben] }));
    await callsAt(accountId, 2_000).remove(cid);
    const { contacts: listed, pagination } = await callsAt(accountId, 3_000).trash();
    expect(listed.map(({ firstName }) => firstName)).toEqual(["Cid", "Ben", "Ann"]);
    expect(pagination).toMatchObject({ totalCount: 3, hasMore: false });
    expect(listed[1]).toEqual({
      ...{ id: ben, firstName: "Ben", lastName: "", avatar: null },
      deletedAt: "2026-03-01T10:00:01.000Z",
      restorableUntil: "2026-03-31T10:00:01.000Z",
      deletedBy: { kind: "key", id: "AbCd", label: "laptop" },
      refusedCode: null,
    });
    expect((await callsAt(accountId, 0).list()).body.stats.totalContacts).toBe(1);
    const second = await callsAt(accountId, 3_000).trash({ offset: 1, limit: 1 });
    expect([second.contacts[0]?.firstName, second.pagination.hasMore]).toEqual(["Ben", true]);
    expect((await callsAt(accountId, 3_000).trash({ offset: 3 })).contacts).toEqual([]);
    const later = await callsAt(accountId, 30 * day + 1_001).trash();
    expect([later.contacts.map(({ firstName }) => firstName), later.pagination.totalCount]).toEqual([["Cid"], 1]);
  });

  it("is searched by words in the names", async () => {
    const people = [
      { firstName: "Zoë", lastName: "Harbour" },
      { firstName: "Ben", lastName: "Harbour", headline: "Zoe" },
    ];
    const { calls } = await accountOf(store, people);
    await calls.deleteContacts({ filter: {} });
    const { contacts, pagination } = await calls.trash({ search: "harb ZOE" });
    expect([contacts.map(({ firstName }) => firstName), pagination.totalCount]).toEqual([["Zoë"], 1]);
    expect((await calls.trash({ search: "harbour", limit: 1 })).pagination).toMatchObject({
      totalCount: 2,
      hasMore: true,
    });
  });

  it("has the moment of the request also for contacts that a worker deletes later", async () => {
    const { accountId, contacts } = await accountOf(
      store,
      Array.from({ length: 1_001 }, (_, n) => ({ firstName: `${n}` })),
    );
    const files = memoryAccountFiles();
    const requested = new Date(Date.now() - 3_600_000);
    const calls = contactCalls(store, accountId, { accountFiles: files, now: () => requested });
    expect((await withAuthor(laptop, () => calls.deleteContacts({ filter: {} }))).status).toBe(202);
    await workOnSet(store, files, [...files.objects.keys()][0] ?? "");
    const { contacts: listed, pagination } = await contactCalls(store, accountId).trash();
    expect(pagination.totalCount).toBe(contacts.length);
    expect(listed[0]).toMatchObject({ deletedAt: requested.toISOString(), deletedBy: { id: "AbCd" } });
    // An undo of their restore finds them by an object, which the request has written when the worker starts.
    const written = memoryAccountFiles();
    const restoring = contactCalls({ ...store, putLongValue: written.put }, accountId, { accountFiles: files });
    await restoring.restore({ deletedSince: requested.toISOString() });
    const at = parseDeletionKey([...files.objects.keys()][0] ?? "");
    const set = at && (await readContactSet(files, at));
    expect(set?.ids).toHaveLength(contacts.length);
    const { members } = planMembers(accountId, set?.ids ?? []);
    expect([...written.objects.keys()]).toEqual(members.ids);
  });
});

describe("a permanent deletion", () => {
  it("goes past the trash", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben"));
    const [ann = "", ben = ""] = idsOf(contacts);
    await calls.remove(ann, {}, { permanent: true });
    await calls.deleteContacts({ ids: [ben], permanent: true });
    expect((await calls.trash()).contacts).toEqual([]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0, trashCount: 0 });
  });

  it("of a contact in the trash is refused, because there is no such contact", async () => {
    const { calls, contacts } = await accountOf(store, named("Ann"));
    const [ann = ""] = idsOf(contacts);
    await calls.remove(ann);
    await expect(calls.remove(ann, {}, { permanent: true })).rejects.toMatchObject({ code: "contact_not_found" });
    expect((await calls.deleteContacts({ ids: [ann], permanent: true })).body.deletedCount).toBe(0);
    expect((await calls.trash()).pagination.totalCount).toBe(1);
  });
});

it("a dry run of a bulk deletion says what it would delete, and writes nothing", async () => {
  const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben"));
  const before = await itemsOf(store, accountId);
  const [ann] = idsOf(contacts);
  const sample = [{ id: ann, firstName: "Ann", lastName: "", avatar: null }];
  const unknown = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
  expect((await calls.deleteContacts({ ids: [ann, unknown, accountId], dryRun: true })).body).toEqual({
    deletedCount: 1,
    sample,
    message: "1 contact would be deleted.",
  });
  const all = await calls.deleteContacts({ filter: {}, dryRun: true });
  expect([all.status, all.body.deletedCount, all.body.sample?.length]).toEqual([200, 2, 2]);
  expect(await itemsOf(store, accountId)).toEqual(before);
});

it("a deletion goes past the trash where the account has no room for it, and says so, and an emptying is not refused", async () => {
  const full = watchedStore(store, async ({ input }, send) => {
    const { TransactItems = [] } = input as { TransactItems?: { Put?: { Item: { sk: string } } }[] };
    if (!TransactItems.some(({ Put }) => /^(TR|D|CH)#/.test(Put?.Item.sk ?? ""))) return send();
    const CancellationReasons = [{ Code: "ItemCollectionSizeLimitExceeded" }];
    throw new TransactionCanceledException({ message: "full", $metadata: {}, CancellationReasons });
  });
  const { accountId, contacts, calls: before } = await accountOf(store, named("Ann", "Ben", "Cy", "Di"));
  const [ann = "", ben = "", ...others] = idsOf(contacts);
  // An edited contact has values in the history.
  for (const { id } of contacts) await before.patch(id, { headline: "Pilot" });
  await before.deleteContacts({ ids: others });
  const calls = contactCalls(full, accountId);
  expect((await calls.emptyTrash({ ids: others.slice(1) })).body.deletedCount).toBe(1);
  expect((await calls.emptyTrash()).body.deletedCount).toBe(1);
  expect((await calls.remove(ann)).body.message).toMatch(/^The contact was deleted. The account has no room/);
  expect((await calls.deleteContacts({ ids: [ben] })).body.message).toMatch(/^1 contact was deleted. The account/);
  expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0, trashCount: 0 });
});
