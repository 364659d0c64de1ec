/** The undo of an import by the worker: what goes, and what stays and is named. */
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarRemoval } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import { memoryPictureFiles } from "../../support/contact/pictures.ts";
import { people } from "../../support/import/import-work.ts";
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
