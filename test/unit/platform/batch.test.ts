import { describe, expect, it } from "vitest";
import { batchDelete, TableBusyError } from "../../../shared/platform/dynamodb/batch.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

interface Call {
  RequestItems: Record<string, unknown[]>;
}

/** A table that deletes so many keys of each call, with its calls and the deleted keys. */
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
  it("deletes up to twenty-five items in one call", async () => {
    const { store, calls, gone } = tableOf(() => 25);
    await batchDelete(store, keys, async () => {});
    expect(calls).toEqual([25, 25, 10]);
    expect(gone).toEqual(keys.map((Key) => ({ DeleteRequest: { Key } })));
  });

  it("repeats a call, after a pause, for the items that the table did not delete", async () => {
    const { store, gone } = tableOf(() => 10);
    const pauses: number[] = [];
    await batchDelete(store, keys, async (milliseconds) => void pauses.push(milliseconds));
    expect(gone.length).toBe(60);
    expect(pauses.toSorted((one, other) => one - other)).toEqual([100, 100, 200, 200]);
  });

  it("throws a TableBusyError after six attempts", async () => {
    const { store, calls } = tableOf(() => 0);
    const given = batchDelete(store, keys.slice(0, 1), async () => {});
    await expect(given).rejects.toBeInstanceOf(TableBusyError);
    expect(calls.length).toBe(6);
  });

  it("makes no call without keys", async () => {
    const { store, calls } = tableOf(() => 25);
    await batchDelete(store, [], async () => {});
    expect(calls).toEqual([]);
  });
});
