/** The undo of imports by the worker: what goes, what stays and is named, any order of undos, and other writers meanwhile. */
import { v7 as newId } from "uuid";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarRemoval } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { memoryPictureFiles } from "../../support/contact/pictures.ts";
import { type BegunCommit, createImportStand, type ImportStand, people } from "../../support/import/import-work.ts";
import { accountOf, parsedContact } from "../../support/import/imports.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

let store: Store;
let stand: ImportStand;
let accountId: string;
let calls: ReturnType<typeof contactCalls>;
let groups: ReturnType<typeof groupCalls>;
beforeAll(async () => {
  ({ store } = await freshTable());
});
beforeEach(async () => {
  stand = createImportStand(store, Date.now());
  accountId = await accountOf(store, { firstName: "Me" });
  calls = contactCalls(store, accountId);
  groups = groupCalls(store, accountId);
});

const namesOf = async () =>
  (await calls.list({ limit: "200" })).body.contacts.map(({ firstName }) => firstName).toSorted();
const countContacts = async () => (await calls.list({ limit: "1" })).body.pagination.totalCount;
const labelsOf = async () => (await groups.groups()).map(({ label }) => label).toSorted();
const idOf = async (begun: BegunCommit, row: number) =>
  (await stand.resultsOf(begun))[row]?.contactId ?? expect.fail("the row has no contact");
const undosOf = async (begun: BegunCommit) => (await stand.resultsOf(begun)).map(({ undo }) => undo);
const otherProcess = () => watchedStore(store, (_command, send) => send());
const person = (tempId: string, more: Partial<ParsedContact> = {}) =>
  parsedContact({ tempId, firstName: "Ann", lastName: "Bell", network_b: "annbell", ...more });
const email = (value: string) => ({ type: "home", value, preferred: false });

describe("the undo of an import", () => {
  it("removes contacts that nobody changed and groups that are empty then; importing the file again brings all back", async () => {
    const rows = people(120).map((row, n) => ({ ...row, groups: [`Group ${n % 3}`] }));
    const begun = await stand.importRows(accountId, rows, { groups: ["Club"] });
    expect(await labelsOf()).toEqual(["Club", "Group 0", "Group 1", "Group 2"]);
    await stand.undo(begun);
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "undone", imported: 120 });
    expect(new Set(await undosOf(begun))).toEqual(new Set(["removed"]));
    expect([await countContacts(), await labelsOf()]).toEqual([0, []]);
    expect(stand.accountFiles.objects.size).toBe(0);
    const again = await stand.importRows(accountId, rows, { groups: ["Club"] });
    expect(await stand.receiptOf(again)).toMatchObject({ status: "done", imported: 120, skipped: 0 });
    expect([await countContacts(), (await labelsOf()).length]).toEqual([120, 4]);
    expect((await calls.list({ search: "p7@example.org" })).body.pagination.totalCount).toBe(1);
  });

  it("keeps a contact with an edit, an interaction, a relationship, a group or tag, or a merge, and names it", async () => {
    const begun = await stand.importRows(accountId, people(8), { groups: ["Club"] });
    const ids = (await stand.resultsOf(begun)).map(({ contactId }) => contactId ?? "");
    const [edited, planned, one, other, grouped, tagged, survivor = "", absorbed = ""] = ids;
    await calls.patch(edited ?? "", { headline: "Sailor" });
    const date = new Date(Date.now() + 86_400_000).toISOString();
    await interactionCalls(store, accountId).create({ title: "Tea", type: "Coffee", date, participantIds: [planned] });
    await calls.relate(one ?? "", { relatedPersonId: other, relationshipType: "friend" });
    await groups.add((await groups.createGroup({ label: "Own" })).id, { contactIds: [grouped] });
    await groups.tag((await groups.createTag({ label: "own" })).id, { contactIds: [tagged] });
    await mergeCalls(store, accountId).merge(survivor, absorbed);
    await stand.undo(begun);
    const results = await stand.resultsOf(begun);
    expect(results.map(({ undo, code, fields }) => [undo, code, fields])).toEqual(
      Array(8).fill(["kept", "changed_since", undefined]),
    );
    expect([await countContacts(), await labelsOf()]).toEqual([7, ["Club", "Own"]]);
    expect((await calls.get(edited ?? "")).body?.contact).toMatchObject({ headline: "Sailor", network_b: "p0" });
    const again = await stand.importRows(accountId, people(8), { groups: ["Club"] });
    expect(await stand.receiptOf(again)).toMatchObject({ imported: 0, skipped: 8 });
    expect(await countContacts()).toBe(7);
  });

  it("takes back what it filled in and what is unchanged, and names the fields that it leaves", async () => {
    const { contact } = (
      await calls.create({ firstName: "Ann", network_b: "annbell", emails: [{ value: "a@x.example" }] })
    ).body;
    const before = (await calls.get(contact.id)).body?.contact;
    const row = person("r", {
      headline: "Head, Fjord",
      position: "Head",
      notes: "Met in Rome.\n\nNickname: Al",
      emails: [email("b@x.example")],
      groups: ["Club"],
    });
    const begun = await stand.importRows(accountId, [row]);
    await calls.patch(contact.id, { position: "Chief" });
    await stand.undo(begun);
    const [result] = await stand.resultsOf(begun);
    expect(result).toMatchObject({ status: "updated", undo: "kept", code: "changed_since", fields: ["position"] });
    const after = (await calls.get(contact.id)).body?.contact;
    expect({ ...after, position: null, updatedAt: "" }).toEqual({ ...before, updatedAt: "" });
    expect(await labelsOf()).toEqual([]);
    const again = await stand.importRows(accountId, [row]);
    expect((await stand.resultsOf(again))[0]).toMatchObject({ status: "updated" });
  });

  it("treats all rows of one person as one, also over several transactions", async () => {
    const rows = [
      person("first"),
      ...people(60),
      person("second", { emails: [email("b@x.example")] }),
      ...people(90).slice(60),
      person("third", { phones: [{ type: "home", prefix: "+49", value: "301234567", preferred: false }] }),
    ];
    const gone = await stand.importRows(accountId, rows);
    expect(await stand.receiptOf(gone)).toMatchObject({ imported: 91, updated: 2 });
    await stand.undo(gone);
    expect([await countContacts(), new Set(await undosOf(gone))]).toEqual([0, new Set(["removed"])]);

    const kept = await stand.importRows(accountId, rows);
    const id = await idOf(kept, 0);
    await calls.patch(id, { notes: "Likes tea." });
    await stand.undo(kept);
    expect((await undosOf(kept)).filter((undo) => undo === "kept").length).toBe(3);
    expect((await calls.get(id)).body?.contact).toMatchObject({
      notes: "Likes tea.",
      emails: [{ value: "b@x.example" }],
      phones: [{ value: "301234567" }],
    });
  });

  it("skips deleted contacts, and never deletes the account's own one", async () => {
    const own = await calls.patch(accountId, { network_b: "me" });
    const begun = await stand.importRows(accountId, [
      ...people(3),
      parsedContact({ tempId: "own", firstName: "Me", network_b: "me", uid: accountId, headline: "Owner" }),
    ]);
    const ids = (await stand.resultsOf(begun)).map(({ contactId }) => contactId ?? "");
    await calls.remove(ids[1] ?? "");
    await stand.undo(begun);
    expect(await undosOf(begun)).toEqual(["removed", "removed", "removed", expect.stringMatching(/restored|removed/)]);
    expect((await calls.get(accountId)).body?.contact.headline).toBe(own.body?.contact.headline);
    expect(await countContacts()).toBe(0);
  });

  it("keeps a group that someone renamed or still uses", async () => {
    const other = await calls.create({ firstName: "Own" });
    const begun = await stand.importRows(
      accountId,
      people(3).map((row, n) => ({ ...row, groups: [`G${n}`] })),
    );
    const [, used, renamed] = (await groups.groups()).toSorted((a, b) => (a.label < b.label ? -1 : 1));
    await groups.add(used?.id ?? "", { contactIds: [other.body.contact.id] });
    await groups.patchGroup(renamed?.id ?? "", { label: "Mine" });
    await stand.undo(begun);
    expect([await labelsOf(), await namesOf()]).toEqual([["G1", "Mine"], ["Own"]]);
  });

  it("removes the pictures of contacts that go, and takes back those that contacts got", async () => {
    const { contact } = (await calls.create({ firstName: "Ann", network_b: "annbell" })).body;
    const rows = [...people(1), person("ann")].map((row, n) => ({
      ...row,
      tempId: `row${n}`.padEnd(22, "_"),
      photo: true,
    }));
    const begun = await stand.begin(accountId, rows);
    for (const { tempId } of rows) await stand.files.put(pictureKey(accountId, tempId), Buffer.from("x"), "image/png");
    const files = memoryPictureFiles();
    const encode = async (content: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content }));
    const storeAvatar = createAvatarStore({ store, files, now: stand.now, newId: () => newId(), encode });
    await stand.serve(begun.key, { storeAvatar });
    expect((await stand.resultsOf(begun)).map(({ avatar }) => avatar)).toEqual(["taken", "taken"]);
    await stand.undo(begun, { removeAvatars: createAvatarRemoval({ store, files, log: () => undefined }) });
    expect(await undosOf(begun)).toEqual(["removed", "restored"]);
    expect((await calls.get(contact.id)).body?.contact.avatar).toBeNull();
    expect(files.objects.size).toBe(0);
  });
});

describe("undos of imports in any order", () => {
  const first = () => person("one", { headline: "Head" });
  const second = () => person("two", { emails: [email("b@x.example")], notes: "Nickname: Al", groups: ["Club"] });

  it("take the contact, whichever comes first", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const all = [await stand.importRows(accountId, [first()]), await stand.importRows(accountId, [second()])];
      for (const at of order) await stand.undo(all[at] ?? expect.fail());
      expect([await countContacts(), await labelsOf()]).toEqual([0, []]);
    }
  });

  it("take what an earlier undo left only because of this import, except what a person changed", async () => {
    const one = await stand.importRows(accountId, [first(), ...people(2)]);
    const two = await stand.importRows(accountId, [second()]);
    const id = await idOf(one, 0);
    await stand.undo(one);
    expect(await undosOf(one)).toEqual(["kept", "removed", "removed"]);
    await calls.patch(id, { location: "Oslo" });
    await stand.undo(two);
    expect((await calls.get(id)).body?.contact).toMatchObject({
      headline: "Head",
      location: "Oslo",
      emails: [],
      notes: null,
    });
    expect(await labelsOf()).toEqual([]);
  });

  it("take groups that an earlier undo left only because of this import", async () => {
    const one = await stand.importRows(accountId, people(2).slice(0, 1), { groups: ["Club"] });
    const two = await stand.importRows(accountId, people(2).slice(1), { groups: ["Club"] });
    await stand.undo(one);
    expect([await countContacts(), await labelsOf()]).toEqual([1, ["Club"]]);
    await stand.undo(two);
    expect([await countContacts(), await labelsOf()]).toEqual([0, []]);
  });

  it("keep a contact that a later import met, until that import is undone as well", async () => {
    const one = await stand.importRows(accountId, [first()]);
    const two = await stand.importRows(accountId, [second()]);
    await stand.undo(one);
    const again = await stand.importRows(accountId, [first()]);
    expect((await stand.resultsOf(again))[0]).toMatchObject({ status: "skipped", code: "already_imported" });
    await stand.undo(two);
    expect([await countContacts(), await undosOf(two)]).toEqual([1, ["restored"]]);
    await stand.undo(again);
    expect([await countContacts(), await undosOf(again)]).toEqual([0, ["removed"]]);
  });

  it("leave a contact that was merged, and its survivor, as they are; after the undo of the merge they can go", async () => {
    const merges = mergeCalls(store, accountId);
    const { contact } = (await calls.create({ firstName: "Ann B.", emails: [{ value: "own@x.example" }] })).body;
    const one = await stand.importRows(accountId, [first()]);
    const two = await stand.importRows(accountId, [second()]);
    const id = await idOf(one, 0);
    const { mergeId } = await merges.merge(contact.id, id);
    await stand.undo(one);
    expect((await stand.resultsOf(one))[0]).toMatchObject({ undo: "kept", code: "changed_since" });
    expect((await calls.get(contact.id)).body?.contact).toMatchObject({ headline: "Head", network_b: "annbell" });
    await merges.undo(mergeId);
    expect(await countContacts()).toBe(2);
    await stand.undo(two);
    expect(await namesOf()).toEqual(["Ann B."]);
  });
});

describe("an undo in the background", () => {
  it("lets others write between its transactions, and keeps what they write", async () => {
    const begun = await stand.importRows(accountId, people(150));
    const ids = (await stand.resultsOf(begun)).map(({ contactId }) => contactId ?? "");
    const other = contactCalls(otherProcess(), accountId);
    let writes = 0;
    const pause = async () => {
      if (writes < 5) await other.patch(ids[writes] ?? "", { headline: `${writes++}` });
    };
    await stand.undo(begun, { pause });
    expect(await undosOf(begun)).toEqual([...Array(5).fill("kept"), ...Array(145).fill("removed")]);
    expect(await countContacts()).toBe(5);
    expect((await calls.get(ids[4] ?? "")).body?.contact).toMatchObject({ headline: "4", network_b: "p4" });
  });

  it("goes on after every call that fails, and counts nothing twice", async () => {
    const { contact } = (await calls.create({ firstName: "Ann", network_b: "annbell" })).body;
    const rows = [
      ...people(24).map((row) => ({ ...row, groups: ["Club"] })),
      person("one", { emails: [email("a@x.example")] }),
      person("two", { notes: "Nickname: Al" }),
    ];
    for (let failing = 1, isDone = false; !isDone; failing++) {
      const begun = await stand.importRows(accountId, rows);
      await calls.patch(await idOf(begun, 3), { headline: "Sailor" });
      const key = await stand.beginUndo(begun);
      let count = 0;
      // A call whose answer is lost was made.
      const crashing = watchedStore(store, async (_command, send) => {
        const answer = await send();
        if (++count === failing) throw new Error("the answer is lost");
        return answer;
      });
      isDone = await stand.serve(key, { store: crashing }).then(
        () => count < failing,
        () => false,
      );
      if (!isDone) await stand.serve(key);
      expect(await stand.receiptOf(begun)).toMatchObject({ status: "undone", imported: 24 });
      const undos = [...Array(3).fill("removed"), "kept", ...Array(20).fill("removed"), "restored", "restored"];
      expect(await undosOf(begun)).toEqual(undos);
      expect(await namesOf()).toEqual(["Ann", "Person 3"]);
      expect((await calls.get(contact.id)).body?.contact).toMatchObject({ emails: [], notes: null });
      await calls.remove(await idOf(begun, 3));
      expect(await labelsOf()).toEqual(["Club"]);
      for (const { id } of await groups.groups()) await groups.deleteGroup(id);
    }
  });

  it("of a receipt that another invocation has taken is left to that one", async () => {
    const begun = await stand.importRows(accountId, people(40));
    const key = await stand.beginUndo(begun);
    let isFirst = true;
    const pause = async () => {
      if (!isFirst) return;
      isFirst = false;
      // The same event again, which has the lease, too.
      await stand.serve(key);
    };
    await stand.serve(key, { pause });
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "undone" });
    expect([await countContacts(), new Set(await undosOf(begun))]).toEqual([0, new Set(["removed"])]);
  });

  it("stops when its time is over, and the next run continues", async () => {
    const begun = await stand.importRows(accountId, people(60));
    const key = await stand.beginUndo(begun);
    let left = 31_000;
    const pause = async () => {
      left -= 900;
    };
    const short = { requestId: newId(), remainingTime: () => left };
    await expect(stand.serve(key, { pause }, short)).rejects.toThrow("the time is over");
    expect(await countContacts()).toBeGreaterThan(0);
    stand.pass(60_000);
    await stand.serve(key);
    expect([await countContacts(), (await stand.receiptOf(begun)).status]).toEqual([0, "undone"]);
  });
});
