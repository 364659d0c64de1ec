import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { sweepDeletions } from "../../../functions/deletion-worker/operations.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { readActivity } from "../../../shared/account/store/history.ts";
import { maxTrashed } from "../../../shared/contact-deletion/purge-list.ts";
import { partitionQuery } from "../../../shared/platform/dynamodb/query.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, largestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { noPictures } from "../../support/contact/pictures.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const day = 24 * 3600 * 1000;
const start = Date.parse("2026-03-01T10:00:00.000Z");

/** The sort keys of what contacts left in the account, in the trash or elsewhere. */
async function leftIn(accountId: string): Promise<string[]> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({ TableName: store.tableName, ...partitionQuery(accountId) }),
  );
  return Items.map(({ sk }) => String(sk)).filter((sk) => /^(TR|B|C|D|P|Q|N)#/.test(sk));
}

/** The hourly run of the clock at a moment: milliseconds after the start. */
function sweepAt(moment: number, table: Store = store): Promise<void> {
  const parts = {
    store: table,
    files: memoryAccountFiles(),
    pictureFiles: noPictures.pictureFiles,
    now: () => new Date(start + moment),
    pause: async () => {},
    log: () => {},
  };
  return sweepDeletions(parts, { requestId: "r", remainingTime: () => 900_000 });
}

/** An account with two contacts in the trash, who have interactions and a relationship, also with each other. */
async function accountWithTrash() {
  const { accountId, contacts } = await accountOf(store, [largestBody(), { firstName: "Ann" }]);
  const calls = contactCalls(store, accountId, { now: () => new Date(start) });
  const [one = "", ann = ""] = idsOf(contacts);
  const interactions = interactionCalls(store, accountId, { now: () => new Date(start) });
  for (const participantIds of [[ann], [one, ann], [ann, accountId]]) {
    await interactions.create({ type: "Call", date: "2026-02-03T10:00:00.000Z", participantIds });
  }
  await calls.relate(ann, { relatedPersonId: one, relationshipType: "friend" });
  await calls.deleteContacts({ ids: [one, ann] });
  return { accountId, calls, interactions, ids: [one, ann] };
}

describe("emptying the trash", () => {
  it.each(["all of it", "by ids"])("leaves nothing of the contacts, %s", async (how) => {
    const { accountId, calls, interactions, ids } = await accountWithTrash();
    const answer = await calls.emptyTrash(how === "by ids" ? { ids: [...ids, accountId] } : {});
    expect([answer.status, answer.body]).toEqual([200, { deletedCount: 2, message: "2 contacts are gone for good." }]);
    const { interactions: left } = (await interactions.list()).body;
    expect(left.map(({ participantIds }) => participantIds)).toEqual([[accountId]]);
    expect((await leftIn(accountId)).map((sk) => sk.slice(0, 2)).toSorted()).toEqual(["N#", "P#"]);
    expect((await calls.trash()).pagination.totalCount).toBe(0);
    expect((await calls.restore({ ids })).results.map(({ code }) => code)).toEqual(Array(2).fill("contact_not_found"));
    expect(await getAccountHead(store, accountId)).toMatchObject({ trashCount: 0, deletedContactItems: 0 });
    expect((await calls.emptyTrash()).body.deletedCount).toBe(0);
  });

  it("leaves no interaction in an account where all of them are hidden", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann"));
    const [calls, interactions] = [contactCalls(store, accountId), interactionCalls(store, accountId)];
    const [ann = ""] = idsOf(contacts);
    await interactions.create({ type: "Call", participantIds: [ann] });
    await calls.remove(ann);
    await calls.emptyTrash();
    await interactions.list();
    expect(await leftIn(accountId)).toEqual([]);
  });

  it("keeps what is deleted afterwards, also by a process whose clock is behind", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben"));
    const [ann = "", ben = ""] = idsOf(contacts);
    const calls = contactCalls(store, accountId, { now: () => new Date(start) });
    await calls.remove(ann);
    await calls.emptyTrash();
    await contactCalls(store, accountId, { now: () => new Date(start - 5_000) }).remove(ben);
    expect((await calls.trash()).contacts.map(({ firstName }) => firstName)).toEqual(["Ben"]);
    expect((await calls.restore({ ids: [ben] })).restoredCount).toBe(1);
  });

  it("during a deletion removes what had come into the trash by then, and the rest goes there afterwards", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array(60).fill("Ann")));
    const calls = contactCalls(store, accountId);
    let emptied = 0;
    const overtaken = watchedStore(store, async ({ name }, send) => {
      const answer = await send();
      if (name === "TransactWriteCommand" && emptied === 0) emptied = (await calls.emptyTrash()).body.deletedCount;
      return answer;
    });
    const { body } = await contactCalls(overtaken, accountId).deleteContacts({ ids: idsOf(contacts) });
    expect(body.deletedCount).toBe(60);
    expect(emptied).toBeGreaterThan(0);
    const { contacts: left, pagination } = await calls.trash();
    expect([pagination.totalCount, new Set(left.map(({ deletedAt }) => deletedAt)).size]).toEqual([60 - emptied, 1]);
    const { changes } = await readActivity(store, accountId, { from: "", to: "~", limit: 2 });
    expect(changes[1]).toMatchObject({ count: 60, trashedAt: left[0]?.deletedAt });
    expect((await calls.restore({ ids: idsOf(contacts) })).restoredCount).toBe(60 - emptied);
  });

  it("of more than a thousand hides all at once, and removes them in the background", async () => {
    const accountId = await seedAccount(store);
    const many = Array.from({ length: 1_001 }, (_, n) => recordOf(accountId, { firstName: `${n}` }));
    await storeAll(store, accountId, many);
    const files = memoryAccountFiles();
    const calls = contactCalls(store, accountId, { accountFiles: files });
    await calls.deleteContacts({ ids: idsOf(many.slice(0, 600)) });
    await calls.deleteContacts({ ids: idsOf(many.slice(600)) });
    const answer = await calls.emptyTrash();
    expect([answer.status, answer.body.deletedCount]).toEqual([202, 1_001]);
    expect((await calls.trash()).pagination.totalCount).toBe(0);
    expect((await calls.restore({ ids: [many[0]?.id] })).results).toMatchObject([{ code: "contact_not_found" }]);
    await workOnSet(store, files, [...files.objects.keys()][0] ?? "");
    expect(await leftIn(accountId)).toEqual([]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ trashCount: 0, purgeAt: null });
  });

  it("that is killed after any of its writes hides all or nothing, and the clock removes the rest", async () => {
    for (let number = 1, isKilled = true; isKilled; number++) {
      const { accountId, calls } = await accountWithTrash();
      const killed = new KilledProcess(number);
      const dying = contactCalls(killed.storeOf(store), accountId, { now: () => new Date(start) });
      await dying.emptyTrash().catch((fault: unknown) => expect(fault).toBeInstanceOf(Killed));
      ({ isKilled } = killed);
      expect((await calls.trash()).pagination.totalCount, `${number}`).toBe(0);
      await sweepAt(0);
      await interactionCalls(store, accountId).list();
      expect((await leftIn(accountId)).map((sk) => sk.slice(0, 2)).toSorted(), `${number}`).toEqual(["N#", "P#"]);
    }
  });
});

describe("the clock", () => {
  it("removes contacts 30 days after their deletion, and nothing before, even if it is killed after any of its writes", async () => {
    for (let number = 1, isKilled = true; isKilled; number++) {
      const { accountId, calls } = await accountWithTrash();
      const later = (await calls.create({ firstName: "Ben" })).body.contact.id;
      await contactCalls(store, accountId, { now: () => new Date(start + day) }).remove(later);
      await sweepAt(30 * day - 1);
      expect((await calls.trash()).pagination.totalCount).toBe(3);
      const killed = new KilledProcess(number);
      await sweepAt(30 * day, killed.storeOf(store)).catch(() => undefined);
      ({ isKilled } = killed);
      await sweepAt(30 * day);
      await interactionCalls(store, accountId).list();
      const left = (await leftIn(accountId)).map((sk) => sk.slice(0, 2));
      expect(left.toSorted(), `${number}`).toEqual(["N#", "P#", "TR"]);
      expect(await getAccountHead(store, accountId)).toMatchObject({
        trashCount: 1,
        purgeAt: new Date(start + 31 * day).toISOString(),
      });
      await sweepAt(31 * day);
      expect(await getAccountHead(store, accountId)).toMatchObject({ trashCount: 0, purgeAt: null });
    }
  });

  it("removes the oldest contacts of a trash that has more than 100,000", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben"));
    const [ann = "", ben = ""] = idsOf(contacts);
    const at = (moment: number) => contactCalls(store, accountId, { now: () => new Date(start + moment) });
    await at(0).remove(ann);
    const count = (by: number) =>
      writeAccount(store, accountId, (head) => {
        return { actions: [], head: { ...head, trashCount: head.trashCount + by }, result: undefined };
      });
    await count(maxTrashed - 1);
    await at(1_000).remove(ben);
    await sweepAt(1_000);
    await count(1 - maxTrashed);
    expect((await at(2_000).trash()).contacts.map(({ firstName }) => firstName)).toEqual(["Ben"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ trashCount: 1 });
  });
});
