/** The part of the bench about accesses to accounts of several sizes: measured one after the other, and printed. */
import type { BenchContact } from "./account.ts";
import { type CommittedFigures, figuresOf } from "./figures.ts";
import { onGround } from "./ground.ts";
import { compareIndexes } from "./index-cost.ts";
import { type MeasuredAccount, measureAccount } from "./measure-account.ts";
import { realisticEntries, type SearchTime, searchTimes } from "./search-time.ts";
import { indexTable, measuredTable } from "./table.ts";

/** Small accounts have no delete by filter, whose memory is then 0. */
export async function benchAccesses(
  sizes: readonly number[],
): Promise<Pick<CommittedFigures, "accounts" | "indexes" | "run">> {
  const times = searchTimes(realisticEntries(Math.max(...sizes)));
  const measured = await onGround(async (address) => {
    const found: MeasuredAccount[] = [];
    for (const size of sizes) {
      const started = performance.now();
      found.push(await measureAccount(address, size));
      console.error(`${size} contacts: ${Math.round((performance.now() - started) / 1000)} s`);
    }
    return found;
  });
  const accounts = Object.fromEntries(measured.map(({ account, figures }) => [account.size, figures]));
  const indexes = compareIndexes();
  const memory = measured.at(-1)?.memory;
  console.log(`\n${measuredTable(accounts)}\n`);
  console.log("r: read units, w: write units; a row's figures stand in the order of the sizes");
  console.log(`${describeSizes(measured.at(-1)?.account.contacts ?? [])}\n`);
  console.log(`What the indexes for lists carry:\n\n${indexTable(indexes)}\n`);
  console.log(`${describeTimes(times)}\n`);
  if (memory) console.log(`delete by filter: the request took ${memory.request} MB, the worker ${memory.worker} MB`);
  return {
    accounts: Object.fromEntries(Object.entries(accounts).map(([size, figures]) => [size, figuresOf(figures)])),
    indexes,
    run: {
      searchRatio: Math.round(Math.max(...times.map(({ ratio }) => ratio)) * 100) / 100,
      deletionMemory: Math.max(memory?.request ?? 0, memory?.worker ?? 0),
    },
  };
}

/** Beside a loop of `includes` over the same strings. */
function describeTimes(times: readonly SearchTime[]): string {
  const cell = ({ query, milliseconds, ratio }: SearchTime) =>
    `"${query}" ${milliseconds.toFixed(1)} ms, ${ratio.toFixed(2)} ×`;
  return `processor time of a warm search, beside a loop of \`includes\`: ${times.map(cell).join("; ")}`;
}

function describeSizes(contacts: readonly BenchContact[]): string {
  const bytes = contacts.map((contact) => contact.bytes).sort((one, other) => one - other);
  const mean = Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
  const [least, few, half, most, greatest] = [0, 0.1, 0.5, 0.9, 1].map(
    (share) => bytes[Math.floor(share * (bytes.length - 1))],
  );
  const spread = `from ${least} to ${greatest}, a tenth below ${few}, half below ${half}, a tenth above ${most}`;
  return `a contact's item has ${mean} bytes on average: ${spread}`;
}
