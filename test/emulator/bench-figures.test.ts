import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareFigures, figuresOf, readCommitted } from "../bench/figures.ts";
import { type GroundAddress, startGround } from "../bench/ground.ts";
import { measureAccount } from "../bench/measure-account.ts";
import { freshTable } from "../support/stack.ts";

let address: GroundAddress;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { host } = await freshTable();
  ({ address, stop } = await startGround(host.endpoint, `bench${host.accessKeyId}`));
});
afterAll(() => stop());

describe("what accesses cost", () => {
  // Larger accounts, and deletes of a thousand, are measured by `bench-figures.full.test.ts`.
  it.each([
    [100, true],
    [1_000, false],
  ])("is what is committed for %i contacts", async (size, deletions) => {
    const { figures } = await measureAccount(address, size, { deletions });
    expect(compareFigures(readCommitted().accounts[size] ?? {}, figuresOf(figures))).toEqual([]);
  });
});
