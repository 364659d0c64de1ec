import { describe, expect, it } from "vitest";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { type HeldIndex, IndexMemory } from "../../shared/search/index-memory.ts";

function held(characters: number): HeldIndex {
  return { index: new ContactIndex([]), txid: 1, characters, unstoredBytes: 0, uncounted: 0 };
}

function memoryOf(room: number, sizes: Readonly<Record<string, number>>): IndexMemory {
  const memory = new IndexMemory(room, 0);
  for (const [accountId, characters] of Object.entries(sizes)) memory.put(accountId, held(characters));
  return memory;
}

function known(memory: IndexMemory, ...accountIds: string[]): string[] {
  return accountIds.filter((accountId) => memory.get(accountId));
}

describe("the memory for indexes", () => {
  it("gives back what was put last", () => {
    const [one, other] = [held(1), held(2)];
    const memory = new IndexMemory(10, 0);
    memory.put("a", one);
    memory.put("a", other);
    expect(memory.get("a")).toBe(other);
    expect(memory.get("b")).toBeUndefined();
  });

  it("forgets what was used longest ago, as far as it must", () => {
    const memory = memoryOf(10, { a: 3, b: 3, c: 4 });
    expect(known(memory, "a")).toEqual(["a"]);
    memory.put("d", held(6));
    expect(known(memory, "a", "b", "c", "d")).toEqual(["a", "d"]);
  });

  it("counts an index that has grown as it is now", () => {
    const memory = memoryOf(10, { a: 3, b: 3 });
    memory.put("b", held(7));
    expect(known(memory, "a", "b")).toEqual(["a", "b"]);
    memory.put("b", held(8));
    expect(known(memory, "a", "b")).toEqual(["b"]);
    memory.put("b", held(1));
    memory.put("c", held(9));
    expect(known(memory, "b", "c")).toEqual(["b", "c"]);
  });

  it("has the room back of what was forgotten", () => {
    const memory = memoryOf(10, { a: 5, b: 5 });
    memory.forget("a");
    memory.forget("a");
    expect(known(memory, "a", "b")).toEqual(["b"]);
    memory.put("c", held(5));
    expect(known(memory, "b", "c")).toEqual(["b", "c"]);
  });

  it("keeps the last one, however large it is", () => {
    const memory = memoryOf(10, { a: 1, b: 1_000 });
    expect(known(memory, "a", "b")).toEqual(["b"]);
  });

  it("counts entries, too, which take room beside their characters", () => {
    const entry = { first: "", middle: "", last: "", text: "", keepInTouch: false, lastInteraction: "" };
    const index = new ContactIndex(["1", "2"].map((id) => ({ ...entry, id })));
    const memory = memoryOf(500, { a: 50 });
    memory.put("b", { ...held(0), index });
    expect(known(memory, "a", "b")).toEqual(["a", "b"]);
    memory.put("b", { ...held(51), index });
    expect(known(memory, "a", "b")).toEqual(["b"]);
  });

  it("does not hold small indexes for nothing", () => {
    const memory = new IndexMemory(200_000);
    for (const accountId of ["a", "b", "c", "d"]) memory.put(accountId, held(0));
    expect(known(memory, "a", "b", "c", "d")).toEqual(["b", "c", "d"]);
  });
});
