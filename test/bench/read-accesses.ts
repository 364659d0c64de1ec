/** What reading costs: lists, searches, single contacts. */
import { sortOrders } from "../../shared/lists/list-query.ts";
import { getAccountHead } from "../../shared/table/account.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { pageFloor, scatteredFloor, unitBytes } from "./floor.ts";
import { type Measured, measure } from "./measure.ts";
import type { BenchProcess, World } from "./world.ts";

/** What is looked for: parts of common names, of employers and of places. */
export const searched = "mar";
const runs = 3;
/** Contacts that single ones are averaged over. */
const sampleSize = 10;

export async function measureReads(world: World): Promise<Record<string, Measured>> {
  return { ...(await measureLists(world)), ...(await measureSingle(world)), ...(await measureSearches(world)) };
}

/** The very first search of an account, which reads all contacts and stores the document of the index. */
export async function measureFirstSearch(world: World): Promise<Record<string, Measured>> {
  const { account, counted } = world;
  const everything = account.contacts.reduce((sum, { bytes }) => sum + bytes, 0);
  const figures = await measure(world, {
    runs: 1,
    prepare: async () => () => world.startProcess(counted).list({ search: searched }),
    floorOf: async ({ body }) => {
      const ids = body.contacts.map(({ id }) => id);
      const page = await scatteredFloor(world.bare.store, account.accountId, ids);
      return { readUnits: page.readUnits + Math.ceil(everything / unitBytes), writeUnits: 0 };
    },
  });
  return { "search, index never stored": figures };
}

/** A page: `processOf` gives the process that answers it. */
export function measurePage(
  world: World,
  query: Readonly<Record<string, string>>,
  floor: typeof pageFloor,
  processOf: (run: number) => Promise<BenchProcess> | BenchProcess,
  operation: "list" | "select" = "list",
): Promise<Measured> {
  const { account, bare } = world;
  return measure(world, {
    runs,
    prepare: async (run) => {
      const process = await processOf(run);
      return () => process[operation](query);
    },
    floorOf: ({ body }) => {
      const ids = body.contacts.map(({ id }) => id);
      return floor(bare.store, account.accountId, ids);
    },
  });
}

/** A process that has the account's index in memory. */
export async function warmProcess(world: World): Promise<BenchProcess> {
  const process = world.startProcess(world.counted);
  await process.list({ search: searched });
  return process;
}

async function measureLists(world: World): Promise<Record<string, Measured>> {
  const { account, counted } = world;
  const cold = () => world.startProcess(counted);
  const warm = await warmProcess(world);
  const deep = { offset: String(account.size * 0.8), sort: "surnameAsc" };
  const figures: Record<string, Measured> = {
    "totalCount and stats": await measure(world, {
      runs,
      prepare: async () => () => getAccountHead(counted.store, account.accountId),
      floorOf: () => ({ readUnits: 1, writeUnits: 0 }),
    }),
  };
  for (const sort of sortOrders) figures[`first page, ${sort}`] = await measurePage(world, { sort }, pageFloor, cold);
  figures["page at 80 %, index in memory"] = await measurePage(world, deep, pageFloor, () => warm);
  figures["page at 80 %, index not in memory"] = await measurePage(world, deep, pageFloor, cold);
  figures["keepInTouch page"] = await measurePage(world, { keepInTouch: "true" }, scatteredFloor, () => warm);
  figures["select page"] = await measurePage(world, {}, pageFloor, cold, "select");
  return figures;
}

async function measureSearches(world: World): Promise<Record<string, Measured>> {
  const warm = await warmProcess(world);
  const search = { search: searched };
  return {
    "search, index in memory": await measurePage(world, search, scatteredFloor, () => warm),
    "search by surname": await measurePage(world, { ...search, sort: "surnameAsc" }, scatteredFloor, () => warm),
    "search, index not in memory": await measurePage(world, search, scatteredFloor, () =>
      world.startProcess(world.counted),
    ),
  };
}

async function measureSingle(world: World): Promise<Record<string, Measured>> {
  const { account, counted } = world;
  const process = world.startProcess(counted);
  const numbers = Array.from({ length: sampleSize }, (_, n) => Math.floor((n * account.size) / sampleSize));
  const one = { readUnits: 1, writeUnits: 0 };
  return {
    get: await measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const { id = "" } = account.contacts[numbers[run] ?? 0] ?? {};
        return () => process.get(id);
      },
      floorOf: () => one,
    }),
    "by-social": await measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const handle = handleFrom(numbers[run] ?? 0);
        return () => process.findBySocial("network_a", handle);
      },
      floorOf: ({ body }) => {
        if (!body.exists) throw new Error("a profile was not found");
        return one;
      },
    }),
  };
}

/** The profile of the first contact from this one on that has one. */
function handleFrom(number: number): string {
  for (let n = number; ; n++) {
    const { network_a: handle } = realisticBody(n);
    if (typeof handle === "string") return handle;
  }
}
