import { describe, expect, it } from "vitest";
import { pairId } from "../../../functions/merge-recommendations/declined-pairs.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { accountOf, idsOf } from "../../support/contact/contact-accounts.ts";
import { shareInteractions } from "../../support/interaction/interaction-accounts.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { recommendationCalls } from "../../support/recommendation/recommendation-calls.ts";

const { store } = await freshTable();

const email = (value: string) => ({ emails: [{ value }] });
const ann = { firstName: "Ann", lastName: "Bell", ...email("ann@example.org") };

async function peopleOf(...bodies: object[]) {
  const { accountId, calls, contacts } = await accountOf(store, bodies);
  const ids = idsOf(contacts);
  const id = (n: number) => ids[n] ?? expect.fail();
  return { accountId, calls, id, ...recommendationCalls(store, accountId) };
}

describe("merge recommendations", () => {
  it("have both contacts as they are, the older one at the left, and what they have in common", async () => {
    const { id, list } = await peopleOf(ann, { ...ann, firstName: "Annie" });
    const { recommendations, pagination } = await list();
    expect(recommendations).toEqual([
      {
        id: pairId(id(1), id(0)),
        left: { id: id(0), firstName: "Ann", lastName: "Bell", avatar: null },
        right: { id: id(1), firstName: "Annie", lastName: "Bell", avatar: null },
        score: 0.95,
        reasons: [
          { kind: "email", value: "ann@example.org" },
          { kind: "name", value: "nickname" },
        ],
      },
    ]);
    expect(pagination).toMatchObject({ hasMore: false, limit: 50, offset: 0, sort: "scoreDesc", totalCount: 1 });
  });

  it("follow every write: a new contact, a changed name, a birthday, a deletion", async () => {
    const { accountId, id, calls, list } = await peopleOf(ann, { firstName: "Bo" });
    const expectPairs = async (...pairs: string[][]) => {
      const found = await list();
      expect(found.sides).toEqual(pairs);
      expect(found.txid).toBe(String((await getAccountHead(store, accountId)).txid));
      expect((await recommendationCalls(store, accountId).list()).recommendations).toEqual(found.recommendations);
    };
    await expectPairs();
    const twin = String((await calls.create(ann)).body.contact.id);
    await expectPairs([id(0), twin]);
    await calls.patch(twin, { firstName: "Zoltan" });
    await expectPairs();
    await calls.patch(twin, { firstName: "Anne", importantDates: [{ type: "birthday", date: "1990-01-01" }] });
    await expectPairs([id(0), twin]);
    await calls.patch(id(0), { importantDates: [{ type: "birthday", date: "1950-06-06" }] });
    await expectPairs();
    await calls.patch(id(0), { importantDates: [] });
    await expectPairs([id(0), twin]);
    await calls.remove(twin);
    await expectPairs();
  });

  it("disappear with a merge and are back after its undo", async () => {
    const { accountId, id, list } = await peopleOf(ann, ann);
    const { sides } = await list();
    const { merge, undo } = mergeCalls(store, accountId);
    const { mergeId } = await merge(id(0), id(1));
    expect((await list()).sides).toEqual([]);
    await undo(mergeId);
    expect((await list()).sides).toEqual(sides);
  });

  it("include the account's own contact, always at the left", async () => {
    const { accountId, id, calls, list } = await peopleOf(ann, { firstName: "Bo" });
    await calls.patch(accountId, { lastName: "Bell", firstName: "Ann", ...email("ann@example.org") });
    expect((await list()).sides).toEqual([[accountId, id(0)]]);
    await calls.patch(accountId, { emails: [], firstName: "Someone" });
    expect((await list()).sides).toEqual([]);
  });

  it("that are declined only come back when they are restored, in every process", async () => {
    const { accountId, id, list, decline, restore } = await peopleOf(ann, ann, ann);
    const another = recommendationCalls(store, accountId);
    const all = (await list()).sides;
    expect(all).toEqual([
      [id(0), id(1)],
      [id(0), id(2)],
      [id(1), id(2)],
    ]);
    const { body, txid } = await decline(id(2), id(0));
    expect(body.recommendation).toMatchObject({ left: { id: id(0) }, right: { id: id(2) }, score: 0.98 });
    for (const process of [{ list }, another]) {
      expect(await process.list()).toMatchObject({ sides: [all[0], all[2]], txid, pagination: { totalCount: 2 } });
      expect((await process.list({ declined: "true" })).sides).toEqual([all[1]]);
    }
    expect(await another.decline(id(0), id(2))).toMatchObject({ status: 200, txid });
    await restore(id(0), id(2));
    for (const process of [{ list }, another]) {
      expect((await process.list()).sides).toEqual(all);
      expect((await process.list({ declined: "true" })).sides).toEqual([]);
    }
    expect(await another.restore(id(0), id(2))).toMatchObject({ status: 200 });
  });

  it("stay declined while the contacts have nothing in common", async () => {
    const { id, calls, list, decline } = await peopleOf(ann, ann);
    await decline(id(0), id(1));
    await calls.patch(id(1), { firstName: "Zoltan" });
    expect((await list({ declined: "true" })).sides).toEqual([]);
    await calls.patch(id(1), { firstName: "Ann" });
    expect((await list()).sides).toEqual([]);
    expect((await list({ declined: "true" })).sides).toEqual([[id(0), id(1)]]);
  });

  it("stay declined if one of the contacts is merged into a third one, and after the undo", async () => {
    const { accountId, id, list, decline, restore } = await peopleOf(ann, ann, ann);
    const { merge, undo } = mergeCalls(store, accountId);
    await decline(id(1), id(2));
    const { mergeId } = await merge(id(0), id(1));
    expect((await list()).sides).toEqual([]);
    expect((await list({ declined: "true" })).sides).toEqual([[id(0), id(2)]]);
    expect(await decline(id(0), id(2))).toMatchObject({ status: 200 });
    await undo(mergeId);
    expect((await list({ declined: "true" })).sides).toEqual([[id(1), id(2)]]);
    await merge(id(0), id(1));
    await restore(id(0), id(2));
    expect((await list()).sides).toEqual([[id(0), id(2)]]);
    expect((await getAccountHead(store, accountId)).declinedCount).toBe(0);
  });

  it("are declined once by requests at the same time", async () => {
    const { accountId, id, list, decline } = await peopleOf(ann, ann, ann);
    const another = recommendationCalls(store, accountId);
    await Promise.all([
      ...[decline, another.decline, decline].map((by) => by(id(0), id(1))),
      another.decline(id(0), id(2)),
    ]);
    expect((await list()).sides).toEqual([[id(1), id(2)]]);
    expect((await getAccountHead(store, accountId)).declinedCount).toBe(2);
  });

  it("are refused by an id of other contacts, and for contacts that are not recommended", async () => {
    const { id, decline, restore } = await peopleOf(ann, ann, { firstName: "Bo" });
    for (const decide of [decline, restore]) {
      await expect(decide(id(0), id(1), pairId(id(0), id(2)))).rejects.toMatchObject({ code: "validation_error" });
      await expect(decide(id(0), id(2))).rejects.toMatchObject({ code: "merge_recommendation_not_found" });
      const unknown = id(0).replace(/.{4}$/, "ffff");
      await expect(decide(id(0), unknown)).rejects.toMatchObject({ code: "merge_recommendation_not_found" });
    }
  });

  it("are served in pages of a stable order", async () => {
    const people = Array.from({ length: 9 }, (_, n) => ({ ...ann, lastName: `Bell${"abc".charAt(n % 3)}` }));
    const { list } = await peopleOf(...people);
    const all = (await list({ limit: "200" })).sides;
    const pages = await Promise.all([0, 4, 8].map((offset) => list({ limit: "4", offset: String(offset) })));
    expect(pages.flatMap(({ sides }) => sides)).toEqual(all.slice(0, 12));
    expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, true, all.length > 12]);
  });

  it("cost the head, the own contact and the shown ones, however many were declined", async () => {
    const { accountId, id, calls, decline } = await peopleOf(ann, ann, ann);
    await decline(id(0), id(1));
    const meter = new Meter();
    const { list } = recommendationCalls(meteredStore(meter, store, mainTable), accountId);
    const unitsOf = async (work: () => Promise<unknown>) => {
      const before = meter.cost.readUnits;
      await work();
      return meter.cost.readUnits - before;
    };
    await shareInteractions(store, accountId, [id(0)], 500);
    // Besides the contacts, one item with the declined pair. Interactions have other keys.
    expect(await unitsOf(list)).toBeLessThanOrEqual(10);
    const usual = await unitsOf(() => list({ limit: "1" }));
    // The head, the own contact, two contacts.
    expect(usual).toBeLessThanOrEqual(4);
    await calls.patch(id(2), { headline: "Pilot" });
    // The log of one change.
    expect(await unitsOf(() => list({ limit: "1" }))).toBeLessThanOrEqual(usual + 1);
  });
});
