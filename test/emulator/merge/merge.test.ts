import { describe, expect, it } from "vitest";
import type { AccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { maxContacts } from "../../../shared/contact-change/contact-write.ts";
import type { AppError } from "../../../shared/platform/http/errors.ts";
import { named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { fullestBody } from "../../support/contact/contact-calls.ts";
import { accountWithMerges, stateOf } from "../../support/merge/merge-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

describe("a merge", () => {
  it("unites two contacts under the left id, and its undo gives both back", async () => {
    const account = await accountWithMerges(store, [
      { ...fullestBody("a"), addresses: fullestBody("a").addresses, keepFrequencyDays: 7 },
      { ...fullestBody("b"), emails: [{ value: "new@example.org" }], headline: "Pilot" },
    ]);
    const { accountId, merges, calls, left, right } = account;
    const before = await stateOf(store, accountId);
    const preview = await merges.merge(left, right, { dryRun: true });
    expect(preview).toMatchObject({ mergeId: null, undoableUntil: null, txid: null });
    expect(await stateOf(store, accountId)).toEqual(before);
    const merged = await merges.merge(left, right);
    expect(merged.contact).toEqual({
      ...preview.contact,
      ...{ updatedAt: merged.contact.updatedAt, notesUpdatedAt: merged.contact.notesUpdatedAt },
    });
    expect(merged.conflicts).toEqual(preview.conflicts);
    expect(merged.contact).toMatchObject({ id: left, headline: "Pilot" });
    expect((await calls.get(left)).body?.contact).toEqual(merged.contact);
    expect(await calls.get(right).catch((error: AppError) => error.details)).toEqual([
      { path: "params.id", message: `The contact was merged into ${left}.` },
    ]);
    const listed = await calls.list();
    expect(listed.body.contacts.map(({ id }) => id)).toEqual([left]);
    expect(listed.body.stats).toMatchObject({ totalContacts: 1, newContactsThisYear: 1 });

    const undone = await merges.undo(merged.mergeId);
    expect(undone).toMatchObject({ contact: { id: left, headline: null }, restoredContact: { id: right }, kept: [] });
    expect((await calls.get(right)).body?.contact).toEqual(undone.restoredContact);
    expect(await stateOf(store, accountId)).toEqual(before);
    expect((await calls.list()).body.stats).toMatchObject({ totalContacts: 2, newContactsThisYear: 2 });
  });

  it("keeps at its undo what was changed since, and says so", async () => {
    const { calls, merges, left, right } = await accountWithMerges(store, [
      { firstName: "Ann" },
      { firstName: "Anna", headline: "Pilot", emails: [{ value: "ann@example.org" }], notes: "Tea", position: "Boss" },
    ]);
    const { mergeId } = await merges.merge(left, right);
    await calls.patch(left, { headline: "Captain", emails: [], timezone: "Europe/Madrid" });
    const { contact, kept } = await merges.undo(mergeId);
    expect(kept).toEqual(["headline", "emails"]);
    expect(contact).toMatchObject({ headline: "Captain", emails: [], notes: null, position: null });
    expect(contact.timezone).toBe("Europe/Madrid");
  });

  it("does not bring a group back at its undo that was deleted since", async () => {
    const { merges, calls, groups, left, right } = await accountWithMerges(store, named("Ann", "Anna"));
    const [kept, deleted] = [
      await groups.createGroup({ label: "kept" }),
      await groups.createGroup({ label: "deleted" }),
    ];
    for (const { id } of [kept, deleted]) await groups.add(id, { contactIds: [right] });
    const { mergeId } = await merges.merge(left, right);
    await groups.deleteGroup(deleted.id);
    await merges.undo(mergeId);
    expect((await calls.groupsOf(right)).body.groups.map(({ label }) => label)).toEqual(["kept"]);
  });

  it("into the account's own contact leaves its groups, which it can't have", async () => {
    const { accountId, merges, calls, groups, left } = await accountWithMerges(store, named("Ann"));
    const group = await groups.createGroup({ label: "Climbing" });
    await groups.add(group.id, { contactIds: [left] });
    const { mergeId } = await merges.merge(accountId, left);
    expect((await calls.list()).body.stats.totalContacts).toBe(0);
    expect((await calls.groupsOf(accountId)).body.groups).toEqual([]);
    await merges.undo(mergeId);
    expect((await calls.groupsOf(left)).body.groups).toHaveLength(1);
  });

  it("is refused for the same contact twice, a right own contact, and unknown or merged ones", async () => {
    const { accountId, merges, left, right, third } = await accountWithMerges(store, named("Ann", "Anna", "Ben"));
    expect(await refusalOf(merges.merge(left, left))).toBe("contact_merge_same_contact");
    const faultOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: AppError) => [error.code, error.details?.map(({ path }) => path)],
      );
    expect(await faultOf(merges.merge(left, accountId))).toEqual(["validation_error", ["body.rightPersonId"]]);
    const missing = "01890000-0000-7000-8000-000000000000";
    expect(await faultOf(merges.merge(missing, right))).toEqual(["contact_not_found", ["body.leftPersonId"]]);
    await merges.merge(left, right);
    for (const id of [right, missing]) {
      expect(await faultOf(merges.merge(third, id))).toEqual(["contact_not_found", ["body.rightPersonId"]]);
    }
    const error = await merges.merge(third, right).catch((fault: AppError) => fault);
    expect(error).toMatchObject({ details: [{ message: `The contact was merged into ${left}.` }] });
  });

  it("of the most values works, and so does its undo; one that replaces them all in all lists is refused", async () => {
    const many = { notes: "x".repeat(20_000) };
    const account = await accountWithMerges(store, [
      { ...fullestBody("a"), ...many },
      { ...fullestBody("b"), ...many },
    ]);
    const { accountId, merges, left, right } = account;
    const before = await stateOf(store, accountId);
    const networks = {
      network_a: "right",
      network_b: "right",
      network_c: "right",
      network_d: "right",
      network_e: "right",
    };
    const all = { ...networks, website: "right", emails: "right", phones: "right", addresses: "right" };
    expect(await refusalOf(merges.merge(left, right, { conflictResolutions: all }))).toBe("conflict");
    expect(await stateOf(store, accountId)).toEqual(before);
    const two = { emails: "right", phones: "right" };
    for (const conflictResolutions of [{}, two, { emails: "right", phones: "right", addresses: "right" }]) {
      const { mergeId } = await merges.merge(left, right, { conflictResolutions });
      await merges.undo(mergeId);
      expect(await stateOf(store, accountId)).toEqual(before);
    }
  });
});

describe("an undo", () => {
  it("is refused for an unknown merge, a second time, and after the survivor was deleted or merged", async () => {
    const { merges, calls, left, right, third } = await accountWithMerges(store, named("Ann", "Anna", "Ben"));
    expect(await refusalOf(merges.undo("01890000-0000-7000-8000-000000000000"))).toBe("merge_not_found");
    const first = await merges.merge(left, right);
    const second = await merges.merge(left, third);
    expect(await refusalOf(merges.undo(first.mergeId))).toBe("merge_not_undoable");
    await merges.undo(second.mergeId);
    expect(await refusalOf(merges.undo(second.mergeId))).toBe("merge_not_undoable");
    const third2 = await merges.merge(third, left);
    expect(await refusalOf(merges.undo(first.mergeId))).toBe("merge_not_undoable");
    await merges.undo(third2.mergeId);
    await calls.remove(left);
    expect(await refusalOf(merges.undo(first.mergeId))).toBe("merge_not_undoable");
    const { merges: listed, pagination } = await merges.list({ limit: "2" });
    expect(listed.map(({ id }) => id)).toEqual([third2.mergeId, second.mergeId]);
    expect(pagination).toMatchObject({ totalCount: 3, hasMore: true });
    expect(await merges.get(first.mergeId)).toMatchObject({
      contact: { id: left, firstName: "Ann" },
      mergedFrom: { id: right, firstName: "Anna" },
      undoneAt: null,
    });
  });

  it("is possible for 30 days", async () => {
    let clock = Date.now();
    const { merges, left, right } = await accountWithMerges(store, named("Ann", "Anna"), () => new Date(clock));
    const { mergeId, undoableUntil } = await merges.merge(left, right);
    clock = Date.parse(undoableUntil ?? "") - 1;
    expect((await merges.list()).merges).toHaveLength(1);
    clock++;
    expect((await merges.list()).merges).toEqual([]);
    expect(await refusalOf(merges.undo(mergeId))).toBe("merge_not_found");
    clock--;
    await merges.undo(mergeId);
  });

  it("is possible in an account with the most contacts", async () => {
    const { accountId, merges, calls, left, right } = await accountWithMerges(store, named("Ann", "Anna"));
    const { mergeId } = await merges.merge(left, right);
    const fill = (head: AccountHead) => ({ actions: [], head: { ...head, contactCount: maxContacts }, result: null });
    await writeAccount(store, accountId, fill);
    expect(await refusalOf(calls.create({ firstName: "Ben" }))).toBe("contact_limit_reached");
    expect(await merges.undo(mergeId)).toMatchObject({ restoredContact: { id: right } });
  });
});
