import { expect, it } from "vitest";
import { measureAccount } from "../../bench/accesses.ts";
import { compareFigures, readCommitted } from "../../bench/figures.ts";
import { startGround } from "../../bench/ground.ts";
import { freshTable } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

// An account of 50,000 takes minutes to load: `npm run bench` measures it, and asks the same code as these.
const sizes = isFull ? [1_000, 10_000] : [100];

it.each(sizes)("accesses of an account of %i contacts cost what is committed", async (size) => {
  const { host } = await freshTable();
  const { address, stop } = await startGround(host.endpoint, `bench${host.accessKeyId}`);
  try {
    const { figures, memory } = await measureAccount(address, size);
    expect(compareFigures(readCommitted().accounts[size] ?? {}, figures)).toEqual([]);
    // The function has 1,024 MB. The search document is made again within it after a deletion.
    expect(memory, "megabytes of a delete by filter").toBeLessThan(256);
  } finally {
    await stop();
  }
});
