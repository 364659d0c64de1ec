import { expect, it } from "vitest";
import { measureAccount } from "../../bench/accesses.ts";
import { compareFigures, readCommitted } from "../../bench/figures.ts";
import { type GroundAddress, startGround } from "../../bench/ground.ts";
import { measureOthers } from "../../bench/other-accesses.ts";
import { freshTable } from "../../support/process/stack.ts";

// An account of 50,000 takes minutes to load: `npm run bench` measures it, and asks the same code as these.
const sizes = [100, 1_000, 10_000];

async function onFreshGround(work: (address: GroundAddress) => Promise<void>): Promise<void> {
  const { host } = await freshTable();
  const { address, stop } = await startGround(host.endpoint, `bench${host.accessKeyId}`);
  await work(address).finally(stop);
}

it.each(sizes)("accesses of an account of %i contacts cost what is committed", (size) =>
  onFreshGround(async (address) => {
    const { figures, memory } = await measureAccount(address, size);
    expect(compareFigures(readCommitted().accounts[size] ?? {}, figures)).toEqual([]);
    // The function has 1,024 MB. The search document is made again within it after a deletion.
    expect(memory, "megabytes of a delete by filter").toBeLessThan(256);
  }),
);

it("merges, relationships and shares cost what is committed", () =>
  onFreshGround(async (address) => {
    expect(compareFigures(readCommitted().others, await measureOthers(address))).toEqual([]);
  }));
