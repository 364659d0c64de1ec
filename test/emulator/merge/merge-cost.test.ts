import { beforeAll, describe, expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { planLabelCreations } from "../../../shared/label/store/label.ts";
import { byBucket } from "../../../shared/label/store/membership-buckets.ts";
import { planMemberships } from "../../../shared/label/store/memberships.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { noteOf, putInteractions } from "../../support/interaction/interaction-accounts.ts";
import { accountWithMerges, stateOf } from "../../support/merge/merge-accounts.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

/** What a merge, its undo and a list of merges cost in a process that has read nothing. */
async function costsOf(accountId: string, left: string, right: string) {
  const metered = async <Result>(act: (calls: ReturnType<typeof mergeCalls>) => Promise<Result>) => {
    const meter = new Meter();
    const result = await act(mergeCalls(meteredStore(meter, store, mainTable), accountId));
    return { result, cost: meter.cost };
  };
  const merge = await metered((calls) => calls.merge(left, right));
  const list = await metered((calls) => calls.list());
  const undo = await metered((calls) => calls.undo(merge.result.mergeId));
  return { merge: merge.cost, list: list.cost, undo: undo.cost };
}

const count = 200;

async function joinLabels(accountId: string, contactId: string): Promise<void> {
  const time = new Date().toISOString();
  for (let start = 0; start < count; start += 50) {
    await writeAccount(store, accountId, (head) => {
      const labels = Array.from({ length: 50 }, (_, n) => {
        const [number, id] = [start + n + 1, `0189000${n % 10}-0000-7000-8000-${String(start + n).padStart(12, "0")}`];
        const shown = { label: `Group ${number}`, emoji: "👥", color: "#2f6fed", createdAt: time, updatedAt: time };
        return { accountId, kind: "group" as const, id, number, ...shown };
      });
      return { ...planLabelCreations(store, head, "group", labels), result: null };
    });
  }
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await writeAccount(store, accountId, async (head, txid) => ({
    ...(await planMemberships(store, head, byBucket([contactId]), () => numbers, txid)),
    result: null,
  }));
}

describe("in capacity units", () => {
  it("a merge of two contacts costs little more than their writes", async () => {
    const { accountId, left, right } = await accountWithMerges(store, [1, 2].map(realisticBody));
    const { merge, list, undo } = await costsOf(accountId, left, right);
    expect(merge).toMatchObject({ readUnits: 5, roundTrips: 4 });
    expect(undo).toMatchObject({ readUnits: 8, roundTrips: 9 });
    expect(merge.writeUnits).toBeLessThanOrEqual(50);
    expect(undo.writeUnits).toBeLessThanOrEqual(52);
    expect(list.readUnits).toBeLessThanOrEqual(3);
  });

  it("200 memberships and 5,000 interactions add little", async () => {
    const { accountId, left, right } = await accountWithMerges(store, [1, 2].map(realisticBody));
    await joinLabels(accountId, right);
    const date = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString();
    await putInteractions(
      store,
      accountId,
      Array.from({ length: 5_000 }, (_, n) => noteOf(accountId, date(n), [right])),
    );
    const before = await stateOf(store, accountId);
    const { merge, list, undo } = await costsOf(accountId, left, right);
    expect(merge.readUnits).toBeLessThanOrEqual(8);
    expect(merge.writeUnits).toBeLessThanOrEqual(57);
    // The undo reads the groups, to see which still exist.
    expect(undo.readUnits).toBeLessThanOrEqual(23);
    expect(undo.writeUnits).toBeLessThanOrEqual(59);
    expect(list.readUnits).toBeLessThanOrEqual(3);
    const { HEAD: _head, ...after } = await stateOf(store, accountId);
    const { HEAD: _old, ...stored } = before;
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(stored).toSorted());
  }, 60_000);
});
