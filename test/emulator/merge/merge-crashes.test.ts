import { describe, expect, it } from "vitest";
import { named, refusalOf } from "../../support/contact/contact-accounts.ts";
import { largestBody } from "../../support/contact/contact-calls.ts";
import { accountWithMerges, stateOf } from "../../support/merge/merge-accounts.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

/** Two contacts with everything that a merge writes: dates, a picture's absence, groups, interactions, and very long fields. */
async function pair() {
  const dates = {
    importantDates: [{ type: "birthday", date: "1980-05-01", notifyDaysBefore: 7 }],
    keepFrequencyDays: 30,
  };
  const account = await accountWithMerges(store, [
    { firstName: "Ann", emails: [{ value: "ann@example.org" }], notes: "Tea" },
    { ...largestBody(), firstName: "Anna", ...dates },
  ]);
  const group = await account.groups.createGroup({ label: "Climbing" });
  await account.groups.add(group.id, { contactIds: [account.right] });
  await account.interactions.create({ type: "Call", date: "2026-01-01T10:00:00Z", participantIds: [account.right] });
  return account;
}

describe("a merge and its undo", () => {
  it("happen as a whole or not at all when the process ends after any write", async () => {
    let [isMergeDone, isUndoDone] = [false, false];
    for (let number = 1; !isMergeDone || !isUndoDone; number++) {
      const { accountId, calls, merges, left, right } = await pair();
      const before = await stateOf(store, accountId);
      const preview = await merges.merge(left, right, { dryRun: true });
      const first = new KilledProcess(number);
      const merging = await mergeCalls(first.storeOf(store), accountId)
        .merge(left, right)
        .catch((fault: unknown) => expect(fault).toBeInstanceOf(Killed));
      isMergeDone = !first.isKilled;
      if (isMergeDone) expect(merging).toMatchObject({ mergedFromPersonId: right });
      if ((await merges.list()).merges.length === 0) {
        expect(await stateOf(store, accountId), `${number}`).toEqual(before);
        await merges.merge(left, right);
      }
      const { updatedAt, notesUpdatedAt, ...contact } = preview.contact;
      expect((await calls.get(left)).body?.contact).toMatchObject(contact);
      expect(await refusalOf(calls.get(right))).toBe("contact_not_found");

      const merged = await stateOf(store, accountId);
      const [{ id: mergeId } = { id: "" }] = (await merges.list()).merges;
      const second = new KilledProcess(number);
      const undoing = await mergeCalls(second.storeOf(store), accountId)
        .undo(mergeId)
        .catch((fault: unknown) => expect(fault).toBeInstanceOf(Killed));
      isUndoDone = !second.isKilled;
      if (isUndoDone) expect(undoing).toMatchObject({ restoredContact: { id: right } });
      if ((await merges.get(mergeId)).undoneAt === null) {
        expect(await stateOf(store, accountId), `${number}`).toEqual(merged);
        await merges.undo(mergeId);
      }
      expect(await stateOf(store, accountId), `${number}`).toEqual(before);
    }
  });
});

describe("at the same time", () => {
  it("two merges of one contact, in either direction, become one", async () => {
    for (const isCrosswise of [false, true]) {
      const { accountId, merges, calls, left, right, third } = await accountWithMerges(
        store,
        named("Ann", "Anna", "Ben"),
      );
      const others = mergeCalls(otherProcess(store), accountId);
      const results = await Promise.allSettled([
        merges.merge(left, right),
        isCrosswise ? others.merge(right, left) : others.merge(third, right),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [refused] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(refused).toMatchObject({ code: "contact_not_found" });
      expect((await calls.list()).body.stats.totalContacts).toBe(2);
    }
  });

  it("a merge and a deletion, or a change, of the right contact are one after the other", async () => {
    for (const act of ["remove", "patch"] as const) {
      const { accountId, merges, calls, left, right } = await accountWithMerges(store, named("Ann", "Anna"));
      const others = mergeCalls(otherProcess(store), accountId);
      const other = act === "remove" ? calls.remove(right) : calls.patch(right, { headline: "Pilot" });
      const [merged, changed] = await Promise.allSettled([others.merge(left, right), other]);
      const contact = (await calls.get(left)).body?.contact;
      if (changed.status === "rejected") expect(changed.reason).toMatchObject({ code: "contact_not_found" });
      if (act === "remove") {
        expect([merged.status, changed.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      } else {
        expect(merged.status).toBe("fulfilled");
        expect(contact?.headline).toBe(changed.status === "fulfilled" ? "Pilot" : null);
      }
      expect((await merges.list()).merges).toHaveLength(merged.status === "fulfilled" ? 1 : 0);
    }
  });
});
