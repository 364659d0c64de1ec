import { describe, expect, it } from "vitest";
import { batchDelete } from "../../shared/table/batch-delete.ts";
import type { Store } from "../../shared/table/store.ts";

interface Call {
  RequestItems: Record<string, unknown[]>;
}

/** A table that deletes so many of each call, and what was asked of it. */
function tableOf(deletes: (call: number) => number) {
  const calls: number[] = [];
  const gone: unknown[] = [];
  const send = async ({ input }: { input: Call }) => {
    const all = input.RequestItems.table ?? [];
    const done = deletes(calls.push(all.length));
    gone.push(...all.slice(0, done));
    return { UnprocessedItems: all.length > done ? { table: all.slice(done) } : {} };
  };
  return { store: { client: { send }, tableName: "table" } as unknown as Store, calls, gone };
}

const keys = Array.from({ length: 60 }, (_, n) => ({ pk: "a", sk: `P#${n}` }));

describe("deleting many items", () => {
  it("takes twenty-five a call", async () => {
    const { store, calls, gone } = tableOf(() => 25);
    await batchDelete(store, keys, async () => {});
    expect(calls).toEqual([25, 25, 10]);
    expect(gone).toEqual(keys.map((Key) => ({ DeleteRequest: { Key } })));
  });

  it("asks again, after a while, for what the table left", async () => {
    const { store, gone } = tableOf(() => 10);
    const pauses: number[] = [];
    await batchDelete(store, keys, async (milliseconds) => void pauses.push(milliseconds));
    expect(gone.length).toBe(60);
    expect(pauses.toSorted((one, other) => one - other)).toEqual([100, 100, 200, 200]);
  });

  it("gives up on a table that is too busy", async () => {
    const { store, calls } = tableOf(() => 0);
    const given = batchDelete(store, keys.slice(0, 1), async () => {});
    await expect(given).rejects.toMatchObject({ code: "service_unavailable" });
    expect(calls.length).toBe(6);
  });

  it("asks nothing for no keys", async () => {
    const { store, calls } = tableOf(() => 25);
    await batchDelete(store, [], async () => {});
    expect(calls).toEqual([]);
  });
});
