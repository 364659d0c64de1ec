/**
 * What the service costs, for accounts of several sizes: `npm run bench`. Prints one table of all accesses, one of what
 * the indexes cost, and the targets; `-- --sizes 100,1000` measures only these, `-- --write` rewrites the committed
 * figures, their page and the plot.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startDynamoDbLocal } from "../../infra/local/dynamodb-local.ts";
import type { BenchContact } from "./account.ts";
import { benchSizes, figuresOf, writeCommitted } from "./figures.ts";
import { startGround } from "./ground.ts";
import { compareIndexes } from "./index-cost.ts";
import { type MeasuredAccount, measureAccount } from "./measure-account.ts";
import { figuresPage } from "./page.ts";
import { plotCost } from "./plot.ts";
import { realisticEntries, type SearchTime, searchTimes } from "./search-time.ts";
import { indexTable, measuredTable, targetsTable } from "./table.ts";
import { judgeTargets } from "./targets.ts";

const { values } = parseArgs({ options: { sizes: { type: "string" }, write: { type: "boolean", default: false } } });
const sizes = values.sizes?.split(",").map(Number) ?? benchSizes;
if (!sizes.every((size) => Number.isInteger(size) && size >= 100))
  throw new Error("--sizes 100,1000: whole, from 100 on");
if (values.write && values.sizes !== undefined) throw new Error("--write needs every size");

const times = searchTimes(realisticEntries(Math.max(...sizes)));
const measured = await measureAll(sizes);
const accounts = Object.fromEntries(measured.map(({ account, figures }) => [account.size, figures]));
const indexes = compareIndexes();
console.log(`\n${measuredTable(accounts)}\n`);
console.log("r: read units, w: write units; a row's figures stand in the order of the sizes");
console.log(`${describeSizes(measured.at(-1)?.account.contacts ?? [])}\n`);
console.log(`What the indexes for lists carry:\n\n${indexTable(indexes)}\n`);

console.log(`${describeTimes(times)}\n`);
const memory = measured.at(-1)?.memory;
if (memory) console.log(`delete by filter: the request took ${memory.request} MB, the worker ${memory.worker} MB`);
if (values.sizes === undefined && memory) {
  const committed = {
    accounts: Object.fromEntries(Object.entries(accounts).map(([size, figures]) => [size, figuresOf(figures)])),
    indexes,
  };
  const targets = judgeTargets(committed, {
    searchRatio: slowest(times).ratio,
    deletionMemory: Math.max(memory.request, memory.worker),
  });
  console.log(`\n${targetsTable(targets)}`);
  if (values.write) {
    writeCommitted(committed);
    writeFileSync(new URL("figures.md", import.meta.url), figuresPage(committed, targets));
    writeFileSync(new URL("cost.svg", import.meta.url), plotCost(committed));
  }
}

/** One account after the other, in an emulator of their own. */
async function measureAll(sizes: readonly number[]): Promise<MeasuredAccount[]> {
  const database = await startDynamoDbLocal();
  const ground = await startGround(database.endpoint, "bench");
  try {
    const found: MeasuredAccount[] = [];
    for (const size of sizes) {
      const started = performance.now();
      found.push(await measureAccount(ground.address, size));
      console.error(`${size} contacts: ${Math.round((performance.now() - started) / 1000)} s`);
    }
    return found;
  } finally {
    await ground.stop();
    await database.stop();
  }
}

function slowest(times: readonly SearchTime[]): SearchTime {
  return times.reduce((one, other) => (other.ratio > one.ratio ? other : one));
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
