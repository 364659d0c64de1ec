import { describe, expect, it } from "vitest";
import { maxRelationships } from "../../../functions/contacts/relationships/plans.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { relationshipTypes } from "../../../shared/relationship/store/relationship.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { historyUnits, relationshipHistoryUnits } from "../../support/capacity/write-units.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";
import { relatedPeople, storedIn } from "../../support/relationship/related-people.ts";

type Calls = ReturnType<typeof contactCalls>;

const { store } = await freshTable();

const txidOf = async (accountId: string) => (await getAccountHead(store, accountId)).txid;

describe("a relationship", () => {
  it("shows both contacts from each end, and its inverse type from the other one", async () => {
    const { accountId, calls, id } = await relatedPeople(store, 1);
    const made = await calls.relate(id(0), { relatedPersonId: accountId, relationshipType: "parent" });
    expect(made).toMatchObject({ userId: accountId, personId: id(0), relatedPersonId: accountId });
    expect(made.person).toEqual({ id: id(0), firstName: "Ann 0", lastName: "", avatar: null });
    expect(await calls.relationships(id(0))).toEqual([made]);
    expect(await calls.relationships(accountId)).toEqual([
      {
        ...made,
        ...{ personId: accountId, relatedPersonId: id(0), relationshipType: "child" },
        ...{ person: made.relatedPerson, relatedPerson: made.person },
      },
    ]);
  });

  it("exists once for a pair and a type, from whichever end it is written", async () => {
    const { accountId, calls, id, relate } = await relatedPeople(store, 2);
    const refused = { code: "relationship_already_exists" };
    for (const type of relationshipTypes) {
      const made = await relate(0, 1, type).catch((error: unknown) => expect(error).toMatchObject(refused));
      const [shown] = (await calls.relationships(id(1))).filter((each) => each.id === made?.id);
      if (!shown) expect.fail();
      await expect(relate(0, 1, type)).rejects.toMatchObject(refused);
      await expect(relate(1, 0, shown.relationshipType)).rejects.toMatchObject(refused);
    }
    const all = await calls.relationships(id(1));
    expect(all.map(({ relationshipType }) => relationshipType).toSorted()).toEqual(relationshipTypes.toSorted());
    const before = await txidOf(accountId);
    const patched = calls.patchRelationship(id(1), all[0]?.id ?? "", { relationshipType: "friend" });
    await expect(patched).rejects.toMatchObject(refused);
    expect(await txidOf(accountId)).toBe(before);
  });

  it("changes and ends from either end, and is not written when nothing changes", async () => {
    const { accountId, calls, id, relate } = await relatedPeople(store, 3);
    const { id: relationshipId, createdAt } = await relate(0, 1, "manager");
    const { body } = await calls.patchRelationship(id(1), relationshipId, { relationshipType: "guardian" });
    expect(body.relationship).toMatchObject({ id: relationshipId, createdAt, relationshipType: "guardian" });
    expect(await calls.relationships(id(0))).toMatchObject([{ id: relationshipId, relationshipType: "dependent" }]);
    const before = await txidOf(accountId);
    for (const same of [
      {},
      { relationshipType: "dependent" },
      { ...body.relationship, relationshipType: "dependent" },
    ]) {
      const { txid } = await calls.patchRelationship(id(0), relationshipId, same);
      expect(txid).toBe(String(before));
    }
    for (const call of [
      calls.unrelate(id(2), relationshipId),
      calls.patchRelationship(id(2), relationshipId, {}),
      calls.unrelate(id(0), id(1)),
    ]) {
      await expect(call).rejects.toMatchObject({ code: "relationship_not_found" });
    }
    await calls.unrelate(id(1), relationshipId);
    expect([await calls.relationships(id(0)), await storedIn(store, accountId)]).toEqual([[], []]);
  });

  it("is refused with itself, and with contacts that do not exist", async () => {
    const { accountId, calls, id } = await relatedPeople(store, 1);
    const { id: foreign } = await relatedPeople(store, 1);
    const to = (relatedPersonId: string) => ({ relatedPersonId, relationshipType: "friend" });
    await expect(calls.relate(id(0), to(id(0)))).rejects.toMatchObject({ code: "relationship_self_forbidden" });
    const details = [expect.objectContaining({ path: "body.relatedPersonId" })];
    await expect(calls.relate(id(0), to(foreign(0)))).rejects.toMatchObject({ code: "contact_not_found", details });
    await expect(calls.relate(foreign(0), to(id(0)))).rejects.toMatchObject({
      code: "contact_not_found",
      details: [expect.objectContaining({ path: "params.id" })],
    });
    await expect(calls.relationships(foreign(0))).rejects.toMatchObject({ code: "contact_not_found" });
    expect(await storedIn(store, accountId)).toEqual([]);
  });
});

describe("a contact", () => {
  it("has up to 200 relationships, from either end, and none with deleted contacts counts", async () => {
    const { accountId, calls, ids, id, relate, befriend } = await relatedPeople(store, maxRelationships + 2);
    await befriend(0, ids.slice(1, maxRelationships - 1));
    await relate(0, maxRelationships - 1, "friend");
    await relate(maxRelationships, 0, "friend");
    const last = maxRelationships + 1;
    const full = (path: string) => ({ code: "conflict", details: [{ path, message: expect.stringContaining(id(0)) }] });
    await expect(relate(0, last, "friend")).rejects.toMatchObject(full("params.id"));
    await expect(relate(last, 0, "friend")).rejects.toMatchObject(full("body.relatedPersonId"));
    // The process is killed before it removes the relationships of the deleted contact.
    const killed = new KilledProcess(1);
    await expect(contactCalls(killed.storeOf(store), accountId).remove(id(7), {}, { permanent: true })).rejects.toThrow(
      Killed,
    );
    expect((await storedIn(store, accountId)).length).toBe(2 * maxRelationships);
    expect((await calls.relationships(id(0))).length).toBe(maxRelationships - 1);
    await relate(last, 0, "friend");
    const all = await calls.relationships(id(0));
    expect(all.map((each) => each.id)).toEqual(all.map((each) => each.id).toSorted());
    await expect(relate(0, last, "sibling")).rejects.toMatchObject(full("params.id"));
  });
});

describe("relationships of contacts that were merged", () => {
  it.each([
    ["list", (by: Calls, id: string) => by.relationships(id)],
    [
      "change",
      async (by: Calls, id: string, shown: string) => [
        (await by.patchRelationship(id, shown, { relationshipType: "spouse" })).body.relationship,
      ],
    ],
  ])("are not hidden from a %s that began before the merge", async (_does, read) => {
    const { accountId, calls, id, relate, merge } = await relatedPeople(store, 3);
    const { id: relationshipId } = await relate(0, 1, "friend");
    let isFirst = true;
    const overtaken = watchedStore(store, async ({ name }, send) => {
      if (name === "BatchGetCommand" && isFirst) {
        isFirst = false;
        await merge(2, 1);
      }
      return send();
    });
    const shown = await read(contactCalls(overtaken, accountId), id(0), relationshipId);
    expect(shown).toMatchObject([{ id: relationshipId, relatedPersonId: id(2) }]);
    expect(await calls.relationships(id(2))).toMatchObject([{ id: relationshipId, relatedPersonId: id(0) }]);
    const details = [{ path: "params.id", message: expect.stringContaining(id(2)) }];
    for (const call of [() => calls.relationships(id(1)), () => calls.unrelate(id(1), relationshipId)]) {
      await expect(call()).rejects.toMatchObject({ code: "contact_not_found", details });
    }
  });

  const changed = { relationshipType: "spouse" };
  it.each([
    ["change", (by: Calls, id: string, shown: string) => by.patchRelationship(id, shown, changed), [changed]],
    ["end", (by: Calls, id: string, shown: string) => by.unrelate(id, shown), []],
  ])("%s whole, even if more of them were the same than a transaction has room for", async (_does, change, after) => {
    const { accountId, calls, ids, id, befriend, merge } = await relatedPeople(store, 72);
    await befriend(0, ids.slice(1));
    for (let n = 2; n < ids.length; n++) await merge(1, n);
    const before = await calls.relationships(id(0));
    expect(before.length).toBe(1);
    const shown = before[0]?.id ?? "";
    const killed = contactCalls(new KilledProcess(1).storeOf(store), accountId);
    await expect(change(killed, id(1), shown)).rejects.toThrow(Killed);
    expect(await calls.relationships(id(0))).toEqual(before);
    await change(calls, id(1), shown);
    expect(await calls.relationships(id(0))).toMatchObject(after);
  });
});

describe("in capacity units", () => {
  it("a relationship costs by its two ends, and a list by its contacts", async () => {
    const { accountId, calls, id, relate } = await relatedPeople(store, 7, realisticBody);
    const metered = async (act: (calls: Calls) => Promise<unknown>) => {
      const meter = new Meter();
      await act(contactCalls(meteredStore(meter, store, mainTable), accountId));
      return meter.cost;
    };
    expect(await metered((calls) => calls.relationships(id(0)))).toMatchObject({ readUnits: 2, roundTrips: 2 });
    for (let n = 1; n <= 5; n++) await relate(0, n, "friend");
    expect(await metered((calls) => calls.relationships(id(0)))).toMatchObject({ readUnits: 8, roundTrips: 3 });
    const body = { relatedPersonId: id(6), relationshipType: "friend" };
    const create = await metered((calls) => calls.relate(id(0), body));
    expect(create).toMatchObject({ readUnits: 5, writeUnits: 6 + relationshipHistoryUnits, roundTrips: 5 });
    const [first] = await calls.relationships(id(0));
    const change = (by: Calls) => by.patchRelationship(id(0), first?.id ?? "", { relationshipType: "spouse" });
    expect(await metered(change)).toMatchObject({
      readUnits: 4,
      writeUnits: 6 + relationshipHistoryUnits,
      roundTrips: 4,
    });
    const before = await txidOf(accountId);
    const removed = await metered((calls) => calls.remove(id(6), {}, { permanent: true }));
    expect(removed.writeUnits).toBeLessThanOrEqual(34 + historyUnits);
    expect(await getAccountHead(store, accountId)).toMatchObject({ txid: before + 2, deletedContactItems: 0 });
    expect((await storedIn(store, accountId)).length).toBe(10);
  });
});
