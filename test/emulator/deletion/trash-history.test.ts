/** What the history says of contacts that go into the trash, come back, and go for good. */
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { sweepDeletions } from "../../../functions/deletion-worker/operations.ts";
import { defaultRetryPolicy } from "../../../shared/account/store/account-write.ts";
import { readActivity } from "../../../shared/account/store/history.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { activityOf, agentKey } from "../../support/account/history-calls.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { noPictures } from "../../support/contact/pictures.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();
const day = 24 * 3600_000;

async function annAndBen() {
  const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben"));
  const [ann = "", ben = ""] = idsOf(contacts);
  return { accountId, calls, ann, ben };
}

describe("the history of a contact", () => {
  it("goes on in the trash and after it, and the activity shows the contact there", async () => {
    const { accountId, calls, ann } = await annAndBen();
    await calls.patch(ann, { headline: "Pilot" });
    await withAuthor(agentKey, () => calls.remove(ann));
    const contact = { id: ann, firstName: "Ann", lastName: "", avatar: null };
    const deletion = { kind: "deleted", contactId: ann, via: null, by: { id: agentKey.id }, agent: true };
    expect((await calls.history(ann)).changes).toMatchObject([deletion, { kind: "updated" }]);
    expect((await activityOf(store, accountId)).changes[0]).toMatchObject({ ...deletion, contact });
    await calls.restore({ ids: [ann] });
    const { changes } = await calls.history(ann);
    expect(changes).toMatchObject([{ kind: "restored", via: { kind: "bulk" } }, deletion, { kind: "updated" }]);
    const [restored] = (await activityOf(store, accountId)).changes;
    expect(restored).toMatchObject({ kind: "restored", count: 1, via: changes[0]?.via, contact: null });
    await calls.remove(ann);
    await calls.emptyTrash();
    await expect(calls.history(ann)).rejects.toMatchObject({ code: "contact_not_found" });
  });

  it("says when a deleted contact is found in the trash, and says nothing for one that went past it", async () => {
    const { accountId, calls, ann, ben } = await annAndBen();
    const lastMoment = async () => {
      const { changes } = await readActivity(store, accountId, { from: "", to: "~", limit: 1 });
      return changes[0]?.trashedAt;
    };
    const deletions: (() => Promise<unknown>)[] = [
      () => calls.remove(ann),
      () => calls.deleteContacts({ ids: [ann] }),
      () => calls.deleteContacts({ filter: { search: "Ann" } }),
    ];
    for (const deletion of deletions) {
      await deletion();
      const [trashed] = (await calls.trash()).contacts;
      expect(await lastMoment()).toBe(trashed?.deletedAt);
      await calls.restore({ ids: [ann] });
    }
    await calls.remove(ann, {}, { permanent: true });
    expect(await lastMoment()).toBeUndefined();
    await calls.deleteContacts({ ids: [ben], permanent: true });
    expect(await lastMoment()).toBeUndefined();
  });

  it("has one change of a restore in the background, and the activity one with the number, also if the worker was killed", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named(...Array(60).fill("Ann")));
    const ids = idsOf(contacts);
    await calls.deleteContacts({ ids });
    const files = memoryAccountFiles();
    const deletionId = newId();
    const set = { ids, deletedAt: null, isRestore: true } as const;
    await withAuthor(agentKey, () => putContactSet(files, { accountId, deletionId }, set));
    const key = `deletions/${accountId}/${deletionId}`;
    await expect(workOnSet(new KilledProcess(2).storeOf(store), files, key)).rejects.toThrow(Killed);
    await workOnSet(store, files, key);
    const via = { kind: "bulk", id: deletionId };
    const { changes } = await activityOf(store, accountId, { by: deletionId });
    expect(changes).toMatchObject([{ kind: "restored", via, count: 60, by: { id: agentKey.id }, agent: true }]);
    expect((await calls.history(ids[0] ?? "")).changes).toMatchObject([
      { kind: "restored", via },
      { kind: "deleted", via: { kind: "bulk" } },
    ]);
  });
});

describe("a contact that is gone for good", () => {
  /** Ann with a headline, with Cy merged into her, with Ben as a friend who is a sibling now, and all their changes. */
  async function accountWithHistory() {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cy"));
    const [ann = "", ben = "", cy = ""] = idsOf(contacts);
    await calls.patch(ann, { headline: "Secret of Ann" });
    await calls.patch(cy, { notes: "Secret of Cy" });
    const { id } = await calls.relate(ben, { relatedPersonId: ann, relationshipType: "friend" });
    await calls.patchRelationship(ben, id, { relationshipType: "sibling" });
    await mergeCalls(store, accountId).merge(ann, cy);
    for (const participantIds of [[ann], [ann, ben]]) {
      const title = participantIds.length === 1 ? "Secret of Ann" : "Known";
      const { id: met } = (await interactionCalls(store, accountId).create({ type: "Call", participantIds })).body
        .interaction;
      await interactionCalls(store, accountId).patch(met, { title });
    }
    await calls.patch(ben, { headline: "Known" });
    return { accountId, calls, ann };
  }

  type Account = Awaited<ReturnType<typeof accountWithHistory>>;
  const ways: [string, (calls: Account["calls"], ann: string) => Promise<unknown>][] = [
    ["deleted past the trash", (calls, ann) => calls.remove(ann, {}, { permanent: true })],
    ["deleted past the trash with others", (calls, ann) => calls.deleteContacts({ ids: [ann], permanent: true })],
    ["removed from the trash", (calls, ann) => calls.remove(ann).then(() => calls.emptyTrash({ ids: [ann] }))],
    ["in a trash that is emptied", (calls, ann) => calls.remove(ann).then(() => calls.emptyTrash())],
  ];

  it.each(ways)("leaves no value in the history, but what was done: %s", async (_how, remove) => {
    const { accountId, calls, ann } = await accountWithHistory();
    const before = (await activityOf(store, accountId)).changes;
    await withAuthor(agentKey, () => remove(calls, ann));
    const { changes } = await activityOf(store, accountId);
    const [removal, ...rest] = changes;
    expect(removal).toMatchObject({ subject: "contact", kind: "deleted", by: { id: agentKey.id }, contact: null });
    expect(JSON.stringify(changes)).not.toMatch(/Secret|sibling/);
    expect(JSON.stringify(changes)).toContain("Known");
    const doneOf = (list: typeof changes) =>
      list.map(({ id, kind, fields }) => [id, kind, fields.map(({ field }) => field)]);
    expect(doneOf(rest.slice(-before.length))).toEqual(doneOf(before));
  });

  it.each(ways)(
    "leaves none, wherever the process is killed, after the next one: %s",
    async (_how, remove) => {
      for (let writes = 1, isKilled = true; isKilled; writes++) {
        const { accountId, calls, ann } = await accountWithHistory();
        const killed = new KilledProcess(writes);
        await remove(contactCalls(killed.storeOf(store), accountId), ann).catch((fault: unknown) => {
          expect(fault).toBeInstanceOf(Killed);
        });
        ({ isKilled } = killed);
        const isThere = (await calls.trash()).contacts.length > 0 || (await calls.list()).body.contacts.length > 1;
        await interactionCalls(store, accountId).list();
        await workOnEmptySet(accountId);
        const text = JSON.stringify((await activityOf(store, accountId)).changes);
        expect([writes, text.includes("Secret of Ann")]).toEqual([writes, isThere]);
      }
    },
    60_000,
  );

  /** What the worker does for an account in which something was left. */
  async function workOnEmptySet(accountId: string) {
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    await putContactSet(files, at, { ids: [], deletedAt: null });
    await workOnSet(store, files, `deletions/${accountId}/${at.deletionId}`);
  }

  it("after 30 days costs no write of its history, which has expired, and is no change of anybody", async () => {
    const { accountId, ann } = await annAndBen();
    const start = Date.now() + 60_000;
    const at = (time: number) => {
      const now = () => new Date(time);
      return { now, retry: { ...defaultRetryPolicy, now: () => time } };
    };
    await contactCalls(store, accountId, at(start)).patch(ann, { headline: "Pilot" });
    await contactCalls(store, accountId, at(start + 1)).remove(ann);
    const names: string[] = [];
    const watched = watchedStore(store, ({ name }, send) => {
      names.push(name);
      return send();
    });
    const { pictureFiles } = noPictures;
    const parts = { files: memoryAccountFiles(), pictureFiles, pause: async () => {}, log: () => {} };
    const before = await readActivity(store, accountId, { from: "", to: "~", limit: 9 });
    await sweepDeletions(
      { ...parts, ...at(start + 1 + 30 * day), store: watched },
      { requestId: "r", remainingTime: () => 900_000 },
    );
    expect(names.filter((name) => name === "UpdateCommand")).toEqual([]);
    expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => sk.startsWith("TR#"))).toEqual([]);
    expect(await readActivity(store, accountId, { from: "", to: "~", limit: 9 })).toEqual(before);
  });
});

it("hiding and showing a participant is no change of the interaction, and a patch meanwhile names it, too", async () => {
  const { accountId, calls, ann, ben } = await annAndBen();
  const interactions = interactionCalls(store, accountId);
  const met = { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: [ann, ben] };
  const { id } = (await interactions.create(met)).body.interaction;
  const changesOf = async () =>
    (await activityOf(store, accountId)).changes.filter(({ subject }) => subject === "interaction");
  await calls.remove(ben);
  await interactions.list();
  expect(await changesOf()).toHaveLength(1);
  await interactions.patch(id, { title: "Plans", participantIds: [ann, accountId] });
  await calls.restore({ ids: [ben] });
  await interactions.list();
  const [patched, ...others] = await changesOf();
  expect(others).toHaveLength(1);
  expect(patched?.fields).toEqual([
    { field: "title", before: null, after: "Plans" },
    { field: "participantIds", before: [ann, ben], after: [ann, ben, accountId] },
  ]);
});
