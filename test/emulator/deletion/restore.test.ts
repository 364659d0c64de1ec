import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { maxContacts } from "../../../shared/contact-change/contact-write.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { accountOf, idsOf, named, namesOf } from "../../support/contact/contact-accounts.ts";
import {
  contactCalls,
  fullestBody,
  itemsOf,
  largestBody,
  recordOf,
  seedAccount,
  storeAll,
} from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { parsedContact } from "../../support/import/imports.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const date = "2026-02-03T10:00:00.000Z";
const now = () => new Date("2026-03-01T10:00:00.000Z");

/** The items without what each write changes. */
async function stateOf(accountId: string) {
  const { HEAD: head, ...items } = Object.fromEntries(await itemsOf(store, accountId));
  const plain = Object.entries(items).map(([sk, { version: _version, continuedAs: _as, ...item }]) => [sk, item]);
  const { contactCount, contactsByYear, interactionCount, membershipCount, trashCount } = head as Record<
    string,
    unknown
  >;
  return [Object.fromEntries(plain), { contactCount, contactsByYear, interactionCount, membershipCount, trashCount }];
}

/** An account whose contacts have everything that is hidden with them: labels, interactions, relationships and dates. */
async function fullAccount() {
  const bodies = [fullestBody("a"), { ...largestBody(), firstName: "漢" }, { firstName: "Ann", externalId: "x-1" }];
  const { accountId, contacts } = await accountOf(store, bodies);
  const calls = contactCalls(store, accountId, { now });
  const ids = idsOf(contacts);
  const [one = "", , ann = ""] = ids;
  const interactions = interactionCalls(store, accountId, { now });
  for (const participantIds of [[ann], [one, ann], [one, ann, accountId]]) {
    await interactions.create({ type: "Call", date, participantIds });
  }
  await calls.relate(ann, { relatedPersonId: one, relationshipType: "friend" });
  await calls.relate(ann, { relatedPersonId: accountId, relationshipType: "spouse" });
  const group = await groupCalls(store, accountId).createGroup({ label: "Team" });
  await groupCalls(store, accountId).add(group.id, { contactIds: [one, ann] });
  return { accountId, calls, interactions, ids, group };
}

describe("a restored contact", () => {
  it("has everything that it had, whatever was deleted with it", async () => {
    const { accountId, calls, interactions, ids } = await fullAccount();
    const before = await stateOf(accountId);
    const shown = await Promise.all([calls.list(), interactions.list(), ...ids.map((id) => calls.relationships(id))]);
    for (const some of [ids, ids.slice(0, 1), ids.slice(1)]) {
      await calls.deleteContacts({ ids: some });
      expect((await calls.list()).body.stats.totalContacts).toBe(3 - some.length);
      const { restoredCount, results } = await calls.restore({ ids: some });
      expect([restoredCount, results]).toEqual([some.length, some.map((id) => ({ id, status: "restored" }))]);
      expect(await stateOf(accountId)).toEqual(before);
    }
    const again = await Promise.all([calls.list(), interactions.list(), ...ids.map((id) => calls.relationships(id))]);
    expect(again.map((answer) => ("body" in answer ? answer.body : answer))).toEqual(
      shown.map((answer) => ("body" in answer ? answer.body : answer)),
    );
    expect((await getAccountHead(store, accountId)).deletedContactItems).toBe(0);
  });

  it("comes back without a group that was deleted, and without what a newer contact has taken", async () => {
    const { accountId, calls, ids, group } = await fullAccount();
    const [, , ann = ""] = ids;
    await calls.remove(ann);
    await groupCalls(store, accountId).deleteGroup(group.id);
    const newer = (await calls.create({ firstName: "Ann", externalId: "x-1" })).body.contact.id;
    const { results } = await calls.restore({ ids: [ann, ann, newer, newId()] });
    expect(results.map(({ status, code, lost }) => [status, code, lost])).toEqual([
      ["restored", undefined, ["externalId"]],
      ["refused", "contact_not_found", undefined],
      ["refused", "contact_not_found", undefined],
    ]);
    expect((await calls.byChannel({ externalId: "x-1" })).map(({ id }) => id)).toEqual([newer]);
    expect((await calls.groupsOf(ann)).body.groups).toEqual([]);
  });

  it("shows an interaction that changed or came due while it was in the trash", async () => {
    const { accountId, calls, interactions, ids } = await fullAccount();
    const [one = "", , ann = ""] = ids;
    const { id } = (await interactions.list()).body.interactions.find((each) => each.participantIds.length === 2) ?? {};
    await calls.remove(ann);
    await interactions.patch(id ?? "", { date: "2026-02-05T10:00:00.000Z" });
    await calls.restore({ ids: [ann] });
    for (const each of [one, ann]) {
      expect((await calls.get(each)).body?.contact.lastInteraction).toBe("2026-02-05T10:00:00.000Z");
    }
    expect((await getAccountHead(store, accountId)).interactionCount).toBe(3);
  });

  it("comes back without the mark of an imported row that made a new contact meanwhile", async () => {
    const accountId = await seedAccount(store);
    const calls = contactCalls(store, accountId, { now });
    const row = parsedContact({ tempId: "ann", firstName: "Ann", network_b: "ann" });
    const contactOf = async () => (await commit(store, accountId, [row])).results[0]?.contactId ?? "";
    const first = await contactOf();
    await calls.remove(first);
    const second = await contactOf();
    expect(second).not.toBe(first);
    expect((await calls.restore({ ids: [first] })).results).toEqual([
      { id: first, status: "restored", lost: ["importMarks"] },
    ]);
    expect((await itemsOf(store, accountId)).get("R#vcard#ann")).toMatchObject({ id: shortId(second), created: true });
  });

  it("is refused while the account has no room for it, and the trash says so after a restore in the background", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const ids = idsOf(contacts);
    const files = memoryAccountFiles();
    const calls = contactCalls(store, accountId);
    await calls.deleteContacts({ ids });
    const setCount = (contactCount: number) =>
      writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, contactCount }, result: undefined }));
    await setCount(maxContacts - 1);
    const { restoredCount, results } = await calls.restore({ ids });
    expect([restoredCount, results.map(({ code }) => code)]).toEqual([
      1,
      [undefined, "contact_limit_reached", "contact_limit_reached"],
    ]);
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, { ids, deletedAt: null, isRestore: true });
    await workOnSet(store, files, deletionKey(at));
    const { contacts: left } = await calls.trash();
    expect(left.map(({ firstName, refusedCode }) => [firstName, refusedCode]).toSorted()).toEqual([
      ["Ben", "contact_limit_reached"],
      ["Cid", "contact_limit_reached"],
    ]);
    await setCount(1);
    expect((await calls.restore({ ids })).restoredCount).toBe(2);
  });

  it("stays in the trash if somebody deletes it again before a restore in the background comes to it", async () => {
    const { accountId, contacts } = await accountOf(store, named("Ann", "Ben"));
    const ids = idsOf(contacts);
    const [files, at] = [memoryAccountFiles(), { accountId, deletionId: newId() }];
    const callsAt = (time: string) => contactCalls(store, accountId, { now: () => new Date(time) });
    const [deletedUntil, later] = [new Date().toISOString(), new Date(Date.now() + 1).toISOString()];
    const calls = callsAt(deletedUntil);
    await calls.deleteContacts({ ids });
    await putContactSet(files, at, { ids, deletedAt: null, isRestore: true, deletedUntil });
    await calls.restore({ ids: ids.slice(0, 1) });
    await callsAt(later).remove(ids[0] ?? "");
    await workOnSet(store, files, deletionKey(at));
    expect(await namesOf(store, accountId)).toEqual(["Ben"]);
    expect((await calls.trash()).contacts).toMatchObject([{ firstName: "Ann", deletedAt: later, refusedCode: null }]);
  });

  it("is refused after 30 days", async () => {
    const { accountId, calls, ids } = await fullAccount();
    await calls.remove(ids[2] ?? "");
    const later = contactCalls(store, accountId, { now: () => new Date("2026-03-31T10:00:00.000Z") });
    expect((await later.restore({ ids: ids.slice(2) })).results).toMatchObject([{ code: "contact_not_found" }]);
  });
});

it("a contact with merged ones hides them, and gives them back or takes them with it", async () => {
  for (const isEmptied of [false, true]) {
    const { accountId, calls, interactions, ids } = await fullAccount();
    const [left = "", , right = ""] = ids;
    const merges = mergeCalls(store, accountId, { now });
    const { mergeId } = await merges.merge(left, right);
    await calls.remove(left);
    expect((await interactions.list()).body.pagination.totalCount).toBe(1);
    await expect(merges.undo(mergeId)).rejects.toMatchObject({ code: "merge_not_undoable" });
    if (isEmptied) {
      await calls.emptyTrash();
      const left = [...(await itemsOf(store, accountId)).keys()].filter((sk) => /^(Z|P|E|L)#/.test(sk));
      expect(left.filter((sk) => sk.includes(ids[0] ?? "") || sk.includes(right))).toEqual([]);
      continue;
    }
    await calls.restore({ ids: [left] });
    await merges.undo(mergeId);
    const { interactions: shown } = (await interactions.list()).body;
    expect(shown.map(({ participantIds }) => participantIds.length).toSorted()).toEqual([1, 2, 3]);
    expect((await calls.relationships(right)).length).toBe(2);
  }
});

it("the undo of a merge gives back interactions that a restore has left hidden so far", async () => {
  const { accountId, calls, ids } = await fullAccount();
  const [left = "", , right = ""] = ids;
  const merges = mergeCalls(store, accountId, { now });
  const { mergeId } = await merges.merge(left, right);
  await calls.remove(left);
  // The process is killed after the restore itself.
  const killed = new KilledProcess(1);
  const restore = contactCalls(killed.storeOf(store), accountId, { now }).restore({ ids: [left] });
  await expect(restore).rejects.toThrow(Killed);
  await merges.undo(mergeId);
  const { interactions: shown } = (await interactionCalls(store, accountId, { now }).list()).body;
  expect(shown.map(({ participantIds }) => participantIds.length).toSorted()).toEqual([1, 2, 3]);
});

it("a process that hides interactions notices that another one has restored the contact meanwhile", async () => {
  const { accountId, calls, interactions, ids } = await fullAccount();
  const [, , ann = ""] = ids;
  let isFirst = true;
  const slow = watchedStore(store, async ({ name, input }, send) => {
    if (isFirst && name === "TransactWriteCommand" && JSON.stringify(input).includes('"hiddenIds"')) {
      isFirst = false;
      await contactCalls(otherProcess(store), accountId, { now }).restore({ ids: [ann] });
    }
    return send();
  });
  await contactCalls(slow, accountId, { now }).remove(ann);
  expect(isFirst).toBe(false);
  const { interactions: shown } = (await interactions.list()).body;
  expect(shown.map(({ participantIds }) => participantIds.length).toSorted()).toEqual([1, 2, 3]);
  expect((await calls.get(ann)).status).toBe(200);
  expect((await getAccountHead(store, accountId)).deletedContactItems).toBe(0);
});

describe("an interaction with contacts in the trash", () => {
  it("hides them, keeps their places through a change, and is not found without others", async () => {
    const { calls, interactions, ids } = await fullAccount();
    const [one = "", two = "", ann = ""] = ids;
    const all = (await interactions.list()).body.interactions;
    const of = (count: number) => all.find(({ participantIds }) => participantIds.length === count)?.id ?? "";
    await calls.remove(ann);
    expect((await interactions.list()).body.pagination.totalCount).toBe(2);
    await expect(interactions.get(of(1))).rejects.toMatchObject({ code: "interaction_not_found" });
    await expect(interactions.list({ contactId: ann })).rejects.toMatchObject({ code: "contact_not_found" });
    const patched = await interactions.patch(of(2), { participantIds: [two, one], title: "Tea" });
    expect(patched.body.interaction.participantIds).toEqual([two, one]);
    await calls.restore({ ids: [ann] });
    expect((await interactions.get(of(2))).body.interaction.participantIds).toEqual([two, ann, one]);
    expect((await interactions.get(of(1))).body.interaction.participantIds).toEqual([ann]);
    expect((await interactions.list({ contactId: ann })).body.pagination.totalCount).toBe(3);
  });

  it("has at most 50 participants with them", async () => {
    const { accountId, contacts } = await accountOf(store, named(...Array.from({ length: 51 }, (_, n) => `${n}`)));
    const [calls, interactions] = [contactCalls(store, accountId), interactionCalls(store, accountId)];
    const ids = idsOf(contacts);
    const { interaction } = (await interactions.create({ type: "Call", participantIds: ids.slice(0, 50) })).body;
    await calls.remove(ids[0] ?? "");
    const full = interactions.patch(interaction.id, { participantIds: ids.slice(1) });
    await expect(full).rejects.toMatchObject({ code: "validation_error", details: [{ path: "body.participantIds" }] });
  });
});

describe("a process that is killed after any of its writes", () => {
  it.each(["deletes", "restores"] as const)(
    "while it %s leaves contacts and counts that agree, and the next one finishes",
    async (does) => {
      for (let number = 1, isKilled = true; isKilled; number++) {
        const { accountId, calls, interactions, ids } = await fullAccount();
        const before = await stateOf(accountId);
        if (does === "restores") await calls.deleteContacts({ ids });
        const killed = new KilledProcess(number);
        const dying = contactCalls(killed.storeOf(store), accountId, { now });
        await (does === "restores" ? dying.restore({ ids }) : dying.deleteContacts({ ids })).catch((fault: unknown) =>
          expect(fault).toBeInstanceOf(Killed),
        );
        ({ isKilled } = killed);
        const { contacts, stats } = (await calls.list()).body;
        const { interactions: shown, pagination } = (await interactions.list()).body;
        expect([stats.totalContacts, pagination.totalCount], `${number}`).toEqual([contacts.length, shown.length]);
        const named = shown.flatMap(({ participantIds }) => participantIds).filter((id) => id !== accountId);
        const there = contacts.map(({ id }) => id);
        expect(
          named.filter((id) => !there.includes(id)),
          `${number}`,
        ).toEqual([]);
        expect((await calls.trash()).pagination.totalCount, `${number}`).toBe(3 - contacts.length);
        await calls.deleteContacts({ ids });
        await calls.restore({ ids });
        await interactions.list();
        expect(await stateOf(accountId), `${number}`).toEqual(before);
      }
    },
    60_000,
  );
});

describe("a restore of everything since a time", () => {
  it("of more than a thousand contacts works in the background, and its counts are right at every moment", async () => {
    const accountId = await seedAccount(store);
    const many = Array.from({ length: 1_001 }, (_, n) => recordOf(accountId, { firstName: `${n}` }));
    await storeAll(store, accountId, many);
    const files = memoryAccountFiles();
    const calls = contactCalls(store, accountId, { accountFiles: files });
    const work = async () => {
      for (const key of files.objects.keys()) await workOnSet(store, files, key);
    };
    const began = new Date(Date.now() - 1_000);
    await calls.deleteContacts({ filter: {} });
    await work();
    const answer = await calls.restore({ deletedSince: began.toISOString() });
    expect(answer).toEqual({ restoredCount: 1_001, results: [] });
    const killed = new KilledProcess(3);
    await expect(workOnSet(killed.storeOf(store), files, [...files.objects.keys()][0] ?? "")).rejects.toThrow(Killed);
    const { contactCount, trashCount } = await getAccountHead(store, accountId);
    expect([contactCount > 0, contactCount + trashCount]).toEqual([true, 1_001]);
    await work();
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 1_001, trashCount: 0 });
    expect(files.objects.size).toBe(0);
  });

  it("ends the bulk deletion that it reverses", async () => {
    const accountId = await seedAccount(store);
    const many = Array.from({ length: 1_001 }, (_, n) => recordOf(accountId, { firstName: `${n}` }));
    await storeAll(store, accountId, many);
    const files = memoryAccountFiles();
    const calls = contactCalls(store, accountId, { accountFiles: files });
    const began = new Date(Date.now() - 1_000);
    await calls.deleteContacts({ filter: {} });
    const [key = ""] = files.objects.keys();
    let steps = 0;
    const slow = async () => {
      steps++;
      if (steps === 1) await calls.restore({ deletedSince: began.toISOString() });
    };
    await workOnSet(store, files, key, undefined, slow);
    expect([steps, files.objects.size]).toEqual([1, 0]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 1_001, trashCount: 0 });
  });
});
