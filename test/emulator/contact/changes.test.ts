import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { accountOf, idsOf, named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { Mirror } from "../../support/contact/mirror.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const day = 24 * 3600 * 1000;
const { store } = await freshTable();

/** An account with three contacts of one write, and calls whose clock can be moved. */
async function account() {
  let clock = Date.now();
  const now = () => new Date(clock);
  const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Bob", "Cyd"), { now });
  const [ann = "", bob = "", cyd = ""] = idsOf(contacts).toSorted();
  const passDays = (days: number) => {
    clock += days * day;
  };
  const ids = async (query = {}) => (await calls.changes(query)).changes.map(({ contactId }) => contactId);
  return { accountId, calls, ids, ann, bob, cyd, passDays, now };
}

describe("the changes of contacts", () => {
  it("are all contacts at first, and then what changed, each contact once with its latest state", async () => {
    const { calls, ann, bob, cyd, accountId } = await account();
    const first = await calls.changes();
    expect(first).toMatchObject({ txid: "2", next: null, hasMore: false });
    expect(first.changes.map(({ contactId, txid }) => [contactId, txid])).toEqual(
      [ann, bob, cyd].map((id) => [id, "2"]),
    );
    await calls.patch(bob, { firstName: "Ben" });
    await calls.patch(ann, { timezone: "Europe/Oslo" });
    await calls.patch(bob, { headline: "Pilot" });
    await calls.remove(cyd);
    await calls.patch(accountId, { firstName: "Owner" });
    const { contact } = (await calls.get(bob)).body ?? {};
    expect(await calls.changes({ since: "2" })).toEqual({
      changes: [
        { contactId: ann, txid: "4", deleted: false, contact: expect.objectContaining({ timezone: "Europe/Oslo" }) },
        { contactId: bob, txid: "5", deleted: false, contact },
        { contactId: cyd, txid: "6", deleted: true, contact: null },
      ],
      txid: "7",
      next: null,
      hasMore: false,
    });
    expect(await calls.changes({ since: "5" })).toMatchObject({ changes: [{ contactId: cyd }] });
  });

  it("are read in pages, also those of one write, and with what changed meanwhile", async () => {
    const { calls, ann, bob, cyd } = await account();
    const first = await calls.changes({ limit: "1" });
    expect(first).toMatchObject({ changes: [{ contactId: ann }], txid: "1", hasMore: true });
    await calls.patch(ann, { firstName: "Anna" });
    await calls.remove(bob);
    const second = await calls.changes({ limit: "2", next: first.next ?? "" });
    expect(second).toMatchObject({
      changes: [
        { contactId: cyd, txid: "2" },
        { contactId: ann, txid: "3" },
      ],
      txid: "3",
    });
    const third = await calls.changes({ next: second.next ?? "" });
    expect(third).toMatchObject({ changes: [{ contactId: bob, deleted: true }], txid: "4", hasMore: false });
    // The position of a page is a `since`, too.
    expect(await calls.changes({ since: second.txid })).toEqual(third);
  });

  it("show a merge and its undo, also in pages that end before the contact came back", async () => {
    const { accountId, calls, ann, bob, cyd, ids, now } = await account();
    const merges = mergeCalls(store, accountId, { now });
    const { mergeId } = await merges.merge(ann, bob);
    const merged = await calls.changes({ since: "2" });
    expect(merged.changes).toMatchObject([
      { contactId: ann, deleted: false },
      { contactId: bob, deleted: true },
    ]);
    await calls.patch(cyd, { firstName: "Cid" });
    await merges.undo(mergeId);
    const undone = await calls.changes({ since: "3" });
    expect(undone.changes).toMatchObject([
      { contactId: cyd, txid: "4", deleted: false },
      ...[ann, bob].map((contactId) => ({ contactId, txid: "5", deleted: false })),
    ]);
    expect(await ids({ since: "2", limit: "1" })).toEqual([cyd]);
  });

  it("go on when a contact was deleted meanwhile by a write that the page did not read", async () => {
    const { accountId, calls, ann, bob, cyd, now } = await account();
    const merges = mergeCalls(store, accountId, { now });
    await calls.patch(cyd, { headline: "Pilot" });
    // A page of two reads three deletions, which are all of one contact here.
    for (let merged = 1; merged <= 3; merged++) {
      const { mergeId } = await merges.merge(ann, bob);
      if (merged < 3) await merges.undo(mergeId);
    }
    const indexes = createContactIndexes({ store, now, log: () => undefined });
    const load: typeof indexes.load = async (head) => {
      await calls.remove(cyd);
      return indexes.load(head);
    };
    const reader = contactCalls(store, accountId, { now, indexes: { ...indexes, load } });
    const page = await reader.changes({ since: "2", limit: "2" });
    expect(page).toMatchObject({
      changes: [
        { contactId: ann, deleted: false },
        { contactId: bob, deleted: true },
      ],
      hasMore: true,
    });
    const rest = await calls.changes({ next: page.next ?? "" });
    expect(rest).toMatchObject({ changes: [{ contactId: cyd, deleted: true }], hasMore: false });
  });

  it("are shortened when the answer would be too large", async () => {
    const bodies = Array.from({ length: 90 }, (_, n) => ({ firstName: `Person ${n}`, notes: "漢".repeat(20_000) }));
    const { calls } = await accountOf(store, bodies);
    const { changes, hasMore } = await calls.changes({ limit: "200" });
    expect([changes.length > 50, hasMore]).toEqual([true, true]);
    const mirror = new Mirror();
    await mirror.follow(calls.changes, [200]);
    expect(mirror.contacts.size).toBe(90);
  });
});

describe("a reading of changes is refused", () => {
  it.each([
    [{ since: "3" }, "query.since"],
    [{ next: "nonsense" }, "query.next"],
    [{ next: Buffer.from("2 9 ").toString("base64url") }, "query.next"],
    [{ next: Buffer.from("9 2 ").toString("base64url") }, "query.next"],
  ])("beyond the account, or from where nothing was answered (%o)", async (query, path) => {
    const { calls } = await account();
    await expect(calls.changes(query)).rejects.toMatchObject({ code: "validation_error", details: [{ path }] });
  });

  it("exactly when a deletion after its beginning is no longer known", async () => {
    const { calls, ann, bob, cyd, ids, passDays } = await account();
    await calls.remove(ann);
    passDays(60);
    const page = await calls.changes({ limit: "1" });
    await calls.patch(bob, { firstName: "Ben" });
    await calls.remove(cyd);
    expect(await ids({ since: "2" })).toEqual([ann, bob, cyd]);
    passDays(31);
    expect(await refusalOf(calls.changes({ since: "2" }))).toBe("changes_expired");
    expect(await ids({ since: "3" })).toEqual([bob, cyd]);
    expect(await ids()).toEqual([bob]);
    passDays(60);
    expect(await refusalOf(calls.changes({ since: "3" }))).toBe("changes_expired");
    expect(await refusalOf(calls.changes({ next: page.next ?? "" }))).toBe("changes_expired");
    // No deletion came after this one.
    await calls.patch(bob, { headline: "Pilot" });
    expect(await ids({ since: "5" })).toEqual([bob]);
    passDays(1_000);
    expect(await ids({ since: "5" })).toEqual([bob]);
  });

  it("when the item of a deletion is missing", async () => {
    const { accountId, calls, ann, bob, ids } = await account();
    await calls.remove(ann);
    await calls.remove(bob);
    const { deletionTxid } = await getAccountHead(store, accountId);
    expect(deletionTxid).toBe(4);
    const remove = (txid: number) => {
      const Key = { pk: accountPartition(accountId), sk: `X#${String(txid).padStart(15, "0")}` };
      return store.client.send(new DeleteCommand({ TableName: store.tableName, Key }));
    };
    await remove(3);
    expect(await refusalOf(calls.changes({ since: "2" }))).toBe("changes_expired");
    expect(await ids({ since: "3" })).toEqual([bob]);
    await remove(4);
    expect(await refusalOf(calls.changes({ since: "3" }))).toBe("changes_expired");
  });
});

it("a mirror of an account that was deleted starts again with the next account of the same person", () => {
  const next = newAccountHead(newUuid(), null, new Date(), 41);
  expect(next).toMatchObject({ txid: 42, searchTxid: 42, deletionTxid: 42 });
});
