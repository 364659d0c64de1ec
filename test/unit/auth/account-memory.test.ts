import { describe, expect, it } from "vitest";
import { AccountMemory } from "../../../shared/account/account-memory.ts";
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { sizeOfIndex } from "../../../shared/search/contact-indexes.ts";
import { filterBytes } from "../../../shared/search/text-filter.ts";

interface Value {
  size: number;
}

function memoryOf(sizes: Readonly<Record<string, number>>): AccountMemory<Value> {
  const memory = new AccountMemory<Value>(10, ({ size }) => size);
  for (const [accountId, size] of Object.entries(sizes)) memory.keep(accountId, { size });
  return memory;
}

function known(memory: AccountMemory<Value>, ...accountIds: string[]): string[] {
  return accountIds.filter((accountId) => memory.get(accountId));
}

describe("the memory of accounts", () => {
  it("removes the values that were used longest ago, as many as necessary", () => {
    const memory = memoryOf({ a: 3, b: 3, c: 4 });
    expect(known(memory, "a")).toEqual(["a"]);
    memory.keep("d", { size: 6 });
    expect(known(memory, "a", "b", "c", "d")).toEqual(["a", "d"]);
  });

  it("counts the current size of a value that has grown", () => {
    const memory = memoryOf({ a: 3 });
    const grown = { size: 3 };
    memory.keep("b", grown);
    grown.size = 7;
    memory.keep("b", grown);
    expect(known(memory, "a", "b")).toEqual(["a", "b"]);
    grown.size = 8;
    memory.keep("b", grown);
    expect(known(memory, "a", "b")).toEqual(["b"]);
  });

  it("reuses the space of forgotten values", () => {
    const memory = memoryOf({ a: 5, b: 5 });
    memory.forget("a");
    memory.forget("a");
    memory.keep("c", { size: 5 });
    expect(known(memory, "a", "b", "c")).toEqual(["b", "c"]);
  });

  it("keeps the last value of any size", () => {
    expect(known(memoryOf({ a: 1, b: 1_000 }), "a", "b")).toEqual(["b"]);
  });

  it("reads an account once for simultaneous callers, and again if the value is not current", async () => {
    const memory = memoryOf({});
    let reads = 0;
    const load = (least: number) =>
      memory.load(
        "a",
        ({ size }) => size >= least,
        async () => {
          memory.keep("a", { size: ++reads });
          return { size: reads };
        },
      );
    expect(await Promise.all([load(1), load(1), load(1)])).toEqual([{ size: 1 }, { size: 1 }, { size: 1 }]);
    expect(await load(2)).toEqual({ size: 2 });
    expect(reads).toBe(2);
  });
});

describe("the size of a search index", () => {
  it("includes its characters, its entries and the memory of an empty index", () => {
    const entry = {
      first: "",
      middle: "",
      last: "",
      text: "",
      keepInTouch: false,
      lastInteraction: "",
      marks: "",
      version: 1,
    };
    const empty = sizeOfIndex({ index: new ContactIndex([]), characters: 0 });
    const index = new ContactIndex(["1", "2"].map((id) => ({ ...entry, id })));
    expect(empty).toBeGreaterThan(50_000);
    expect(sizeOfIndex({ index, characters: 50 })).toBe(empty + 50 + 2 * (200 + filterBytes));
  });
});
