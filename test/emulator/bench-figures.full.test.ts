import { expect, it } from "vitest";
import { benchSizes, compareFigures, figuresOf, readCommitted } from "../bench/figures.ts";
import { startGround } from "../bench/ground.ts";
import { measureAccount } from "../bench/measure-account.ts";
import { freshTable } from "../support/stack.ts";

const minutes = 60_000;

it("accesses of accounts of every size cost what is committed", { timeout: 20 * minutes }, async () => {
  const { host } = await freshTable();
  const { address, stop } = await startGround(host.endpoint, `bench${host.accessKeyId}`);
  try {
    const faults: string[] = [];
    for (const size of benchSizes.filter((size) => size > 100)) {
      const { figures, memory } = await measureAccount(address, size);
      const found = compareFigures(readCommitted().accounts[size] ?? {}, figuresOf(figures));
      faults.push(...found.map((fault) => `${size} contacts: ${fault}`));
      // The function has 1,024; the document that a deletion leaves behind is made anew within it.
      if (memory) expect(Math.max(memory.request, memory.worker), "megabytes of a delete by filter").toBeLessThan(320);
    }
    expect(faults).toEqual([]);
  } finally {
    await stop();
  }
});
