/** The undo of imports by the worker: what goes, what stays and is named, in any order of imports, with merges between. */
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarRemoval } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import { memoryPictureFiles } from "../../support/contact/pictures.ts";
import { people } from "../../support/import/import-work.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { parsedContact } from "../../support/import/imports.ts";
import { ann, email, type ImportingAccount, importingAccount } from "../../support/import-undo/importing-account.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
let account: ImportingAccount;
beforeEach(async () => {
  account = await importingAccount(store);
});

describe("the undo of an import", () => {
  it("removes contacts that nobody changed and groups that are empty then; importing the file again brings all back", async () => {
    const rows = people(120).map((row, n) => ({ ...row, groups: [`Group ${n % 3}`] }));
    const begun = await account.importRows(rows, ["Club"]);
    expect(await account.labelsOf()).toEqual(["Club", "Group 0", "Group 1", "Group 2"]);
    await account.stand.undo(begun);
    expect(await account.stand.receiptOf(begun)).toMatchObject({ status: "undone", imported: 120 });
    expect(new Set(await account.undosOf(begun))).toEqual(new Set(["removed"]));
    expect([await account.countContacts(), await account.labelsOf()]).toEqual([0, []]);
    expect(account.stand.accountFiles.objects.size).toBe(0);
    const again = await account.importRows(rows, ["Club"]);
    expect(await account.stand.receiptOf(again)).toMatchObject({ status: "done", imported: 120, skipped: 0 });
    expect([await account.countContacts(), (await account.labelsOf()).length]).toEqual([120, 4]);
    expect((await account.calls.list({ search: "p7@example.org" })).body.pagination.totalCount).toBe(1);
  });

  it("keeps a contact with an edit, an interaction, a relationship, a group or tag, or a merge, and names it", async () => {
    const begun = await account.importRows(people(8), ["Club"]);
    const ids = await account.idsOf(begun);
    const [edited, planned, one, other, grouped, tagged, survivor = "", absorbed = ""] = ids;
    await account.calls.patch(edited ?? "", { headline: "Sailor" });
    const date = new Date(Date.now() + 86_400_000).toISOString();
    await interactionCalls(store, account.accountId).create({
      title: "Tea",
      type: "Coffee",
      date,
      participantIds: [planned],
    });
    await account.calls.relate(one ?? "", { relatedPersonId: other, relationshipType: "friend" });
    await account.groups.add((await account.groups.createGroup({ label: "Own" })).id, { contactIds: [grouped] });
    await account.groups.tag((await account.groups.createTag({ label: "own" })).id, { contactIds: [tagged] });
    await mergeCalls(store, account.accountId).merge(survivor, absorbed);
    await account.stand.undo(begun);
    const results = await account.stand.resultsOf(begun);
    expect(results.map(({ undo, code, fields }) => [undo, code, fields])).toEqual(
      Array(8).fill(["kept", "changed_since", undefined]),
    );
    expect([await account.countContacts(), await account.labelsOf()]).toEqual([7, ["Club", "Own"]]);
    expect((await account.calls.get(edited ?? "")).body?.contact).toMatchObject({
      headline: "Sailor",
      network_b: "p0",
    });
    const again = await account.importRows(people(8), ["Club"]);
    expect(await account.stand.receiptOf(again)).toMatchObject({ imported: 0, skipped: 8 });
    expect(await account.countContacts()).toBe(7);
  });

  it("takes back what it filled in and what is unchanged, and names the fields that it leaves", async () => {
    const { contact } = (
      await account.calls.create({ firstName: "Ann", network_b: "annbell", emails: [{ value: "a@x.example" }] })
    ).body;
    const before = (await account.calls.get(contact.id)).body?.contact;
    const row = ann("r", {
      headline: "Head, Fjord",
      position: "Head",
      notes: "Met in Rome.\n\nNickname: Al",
      emails: [email("b@x.example")],
      groups: ["Club"],
    });
    const begun = await account.importRows([row]);
    await account.calls.patch(contact.id, { position: "Chief" });
    await account.stand.undo(begun);
    const [result] = await account.stand.resultsOf(begun);
    expect(result).toMatchObject({ status: "updated", undo: "kept", code: "changed_since", fields: ["position"] });
    const after = (await account.calls.get(contact.id)).body?.contact;
    expect({ ...after, position: null, updatedAt: "" }).toEqual({ ...before, updatedAt: "" });
    expect(await account.labelsOf()).toEqual([]);
    const again = await account.importRows([row]);
    expect((await account.stand.resultsOf(again))[0]).toMatchObject({ status: "updated" });
  });

  it("treats all rows of one person as one, also over several transactions", async () => {
    const rows = [
      ann("first"),
      ...people(60),
      ann("second", { emails: [email("b@x.example")] }),
      ...people(90).slice(60),
      ann("third", { phones: [{ type: "home", prefix: "+49", value: "301234567", preferred: false }] }),
    ];
    const gone = await account.importRows(rows);
    expect(await account.stand.receiptOf(gone)).toMatchObject({ imported: 91, updated: 2 });
    await account.stand.undo(gone);
    expect([await account.countContacts(), new Set(await account.undosOf(gone))]).toEqual([0, new Set(["removed"])]);

    const kept = await account.importRows(rows);
    const id = (await account.idsOf(kept))[0] ?? "";
    await account.calls.patch(id, { notes: "Likes tea." });
    await account.stand.undo(kept);
    expect((await account.undosOf(kept)).filter((undo) => undo === "kept").length).toBe(3);
    expect((await account.calls.get(id)).body?.contact).toMatchObject({
      notes: "Likes tea.",
      emails: [{ value: "b@x.example" }],
      phones: [{ value: "301234567" }],
    });
  });

  it("skips deleted contacts, and never deletes the account's own one", async () => {
    const own = await account.calls.patch(account.accountId, { network_b: "me" });
    const begun = await account.importRows([
      ...people(3),
      parsedContact({ tempId: "own", firstName: "Me", network_b: "me", uid: account.accountId, headline: "Owner" }),
    ]);
    const ids = await account.idsOf(begun);
    await account.calls.remove(ids[1] ?? "");
    await account.stand.undo(begun);
    expect(await account.undosOf(begun)).toEqual([
      "removed",
      "removed",
      "removed",
      expect.stringMatching(/restored|removed/),
    ]);
    expect((await account.calls.get(account.accountId)).body?.contact.headline).toBe(own.body?.contact.headline);
    expect(await account.countContacts()).toBe(0);
  });

  it("keeps a group that someone renamed or still uses", async () => {
    const other = await account.calls.create({ firstName: "Own" });
    const begun = await account.importRows(people(3).map((row, n) => ({ ...row, groups: [`G${n}`] })));
    const [, used, renamed] = (await account.groups.groups()).toSorted((a, b) => (a.label < b.label ? -1 : 1));
    await account.groups.add(used?.id ?? "", { contactIds: [other.body.contact.id] });
    await account.groups.patchGroup(renamed?.id ?? "", { label: "Mine" });
    await account.stand.undo(begun);
    expect([await account.labelsOf(), await account.namesOf()]).toEqual([["G1", "Mine"], ["Own"]]);
  });

  it("removes the pictures of contacts that go, and takes back those that contacts got", async () => {
    const { contact } = (await account.calls.create({ firstName: "Ann", network_b: "annbell" })).body;
    const rows = [...people(1), ann("ann")].map((row, n) => ({
      ...row,
      tempId: `row${n}`.padEnd(22, "_"),
      photo: true,
    }));
    const begun = await account.stand.begin(account.accountId, rows);
    for (const { tempId } of rows)
      await account.stand.files.put(pictureKey(account.accountId, tempId), Buffer.from("x"), "image/png");
    const files = memoryPictureFiles();
    const encode = async (content: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content }));
    const storeAvatar = createAvatarStore({ store, files, now: account.stand.now, newId: () => newId(), encode });
    await account.stand.serve(begun.key, { storeAvatar });
    expect((await account.stand.resultsOf(begun)).map(({ avatar }) => avatar)).toEqual(["taken", "taken"]);
    await account.stand.undo(begun, { removeAvatars: createAvatarRemoval({ store, files, log: () => undefined }) });
    expect(await account.undosOf(begun)).toEqual(["removed", "restored"]);
    expect((await account.calls.get(contact.id)).body?.contact.avatar).toBeNull();
    expect(files.objects.size).toBe(0);
  });
});

describe("undos of imports in any order", () => {
  const first = () => ann("one", { headline: "Head" });
  const second = () => ann("two", { emails: [email("b@x.example")], notes: "Nickname: Al", groups: ["Club"] });

  it("take what an earlier undo left only because of this import, except what a person changed", async () => {
    const one = await account.importRows([first(), ...people(2)]);
    const two = await account.importRows([second()]);
    const id = (await account.idsOf(one))[0] ?? "";
    await account.stand.undo(one);
    expect(await account.undosOf(one)).toEqual(["kept", "removed", "removed"]);
    await account.calls.patch(id, { location: "Oslo" });
    await account.stand.undo(two);
    expect((await account.calls.get(id)).body?.contact).toMatchObject({
      headline: "Head",
      location: "Oslo",
      emails: [],
      notes: null,
    });
    expect(await account.labelsOf()).toEqual([]);
  });

  it("take groups that an earlier undo left only because of this import", async () => {
    const one = await account.importRows(people(2).slice(0, 1), ["Club"]);
    const two = await account.importRows(people(2).slice(1), ["Club"]);
    await account.stand.undo(one);
    expect([await account.countContacts(), await account.labelsOf()]).toEqual([1, ["Club"]]);
    await account.stand.undo(two);
    expect([await account.countContacts(), await account.labelsOf()]).toEqual([0, []]);
  });

  it("keep a contact that a later import met, until that import is undone as well", async () => {
    const one = await account.importRows([first()]);
    const two = await account.importRows([second()]);
    await account.stand.undo(one);
    const again = await account.importRows([first()]);
    expect((await account.stand.resultsOf(again))[0]).toMatchObject({ status: "skipped", code: "already_imported" });
    await account.stand.undo(two);
    expect([await account.countContacts(), await account.undosOf(two)]).toEqual([1, ["restored"]]);
    await account.stand.undo(again);
    expect([await account.countContacts(), await account.undosOf(again)]).toEqual([0, ["removed"]]);
  });

  it("keep a contact for good that a commit without a receipt met", async () => {
    const one = await account.importRows([first()]);
    const two = await account.importRows([second()]);
    await account.stand.undo(one);
    const { results } = await commit(store, account.accountId, [first()], account.stand.worker());
    expect(results).toMatchObject([{ code: "already_imported" }]);
    await account.stand.undo(two);
    expect([await account.countContacts(), await account.undosOf(two)]).toEqual([1, ["restored"]]);
  });

  it("leave a contact that was merged, and its survivor, as they are; after the undo of the merge they can go", async () => {
    const merges = mergeCalls(store, account.accountId);
    const { contact } = (await account.calls.create({ firstName: "Ann B.", emails: [{ value: "own@x.example" }] }))
      .body;
    const one = await account.importRows([first()]);
    const two = await account.importRows([second()]);
    const id = (await account.idsOf(one))[0] ?? "";
    const { mergeId } = await merges.merge(contact.id, id);
    await account.stand.undo(one);
    expect((await account.stand.resultsOf(one))[0]).toMatchObject({ undo: "kept", code: "changed_since" });
    expect((await account.calls.get(contact.id)).body?.contact).toMatchObject({
      headline: "Head",
      network_b: "annbell",
    });
    await merges.undo(mergeId);
    expect(await account.countContacts()).toBe(2);
    await account.stand.undo(two);
    expect(await account.namesOf()).toEqual(["Ann B."]);
  });

  it.each([
    ["that a person wrote, and was met after the undo of its merge", true, false, "restored"],
    ["that a person wrote, and was met before the undo of its merge", true, true, "restored"],
    ["that an import made, and was met after the undo of its merge", false, false, "removed"],
    ["that an import made, and was met before the undo of its merge", false, true, "removed"],
  ])("name the contact from which they take what an earlier undo left, %s", async (_which, isOwn, isMetFirst, undo) => {
    const merges = mergeCalls(store, account.accountId);
    if (isOwn) await account.calls.create({ firstName: "Ann", lastName: "Bell", network_b: "annbell" });
    const { contact } = (await account.calls.create({ firstName: "Zoe" })).body;
    const one = await account.importRows([first()]);
    const [id = ""] = await account.idsOf(one);
    const { mergeId } = await merges.merge(contact.id, id);
    await account.stand.undo(one);
    if (!isMetFirst) await merges.undo(mergeId);
    const again = await account.importRows([first()]);
    if (isMetFirst) await merges.undo(mergeId);
    const headlineOf = async () => (await account.calls.list()).body.contacts.find((each) => each.id === id)?.headline;
    expect(await headlineOf()).toBe("Head");
    await account.stand.undo(again);
    expect(await headlineOf()).toBe(isOwn ? null : undefined);
    expect(await account.stand.resultsOf(again)).toMatchObject([{ contactId: id, code: "already_imported", undo }]);
  });
});
