/** Undos of several imports in any order, with merges between, and imports that meet what an undo left. */
import { beforeEach, describe, expect, it } from "vitest";
import { people } from "../../support/import/import-work.ts";
import { commit } from "../../support/import/imported-cards.ts";
import { ann, email, type ImportingAccount, importingAccount } from "../../support/import-undo/importing-account.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
let account: ImportingAccount;
beforeEach(async () => {
  account = await importingAccount(store);
});

describe("undos of imports in any order", () => {
  const first = () => ann("one", { headline: "Head" });
  const second = () => ann("two", { emails: [email("b@x.example")], notes: "Nickname: Al", groups: ["Club"] });

  it("take the contact, whichever comes first", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const all = [await account.importRows([first()]), await account.importRows([second()])];
      for (const at of order) await account.stand.undo(all[at] ?? expect.fail());
      expect([await account.countContacts(), await account.labelsOf()]).toEqual([0, []]);
    }
  });

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
