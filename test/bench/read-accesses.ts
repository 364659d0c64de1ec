/** What reading costs: lists, searches, single contacts. */
import { accountHeadToItem, getAccountHead } from "../../shared/account/store/account.ts";
import { sortOrders } from "../../shared/contact-list/list-query.ts";
import { prefixQuery, queryItems } from "../../shared/platform/dynamodb/query.ts";
import { itemBytes } from "../support/capacity/write-units.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import type { AccountFigures, Figures } from "./figures.ts";
import { pageFloor, scatteredFloor, unitBytes } from "./floor.ts";
import { type BenchProcess, measure, type Recommendations, type World } from "./world.ts";

/** A part of common names, of employers and of places. */
export const search = { search: "mar" };
const runs = 3;
export const changesTimeName = "processor time of a page of 50 changes";
const timedRuns = 30;
/** The offsets that people scroll to. */
export const scrolledOffsets = [50, 100, 150, 200] as const;
/** Contacts over which the mean of single ones is computed. */
const sampleSize = 10;

/** The order is a part of the figures: the first search stores the document that later ones read. */
export async function measureReads(world: World): Promise<AccountFigures> {
  return {
    ...(await measureScrolled(world, "index never stored", () => world.startProcess(world.counted))),
    "search, index never stored": await measureFirstSearch(world),
    ...(await measureLists(world)),
    ...(await measureSingle(world)),
    ...(await measureSearches(world)),
    ...(await measureKeepInTouch(world)),
    ...(await measureRecommendations(world)),
    ...(await measureChanges(world)),
  };
}

/** A page of the process that `processOf` returns. */
function measurePage(
  world: World,
  query: Readonly<Record<string, string>>,
  floor: typeof pageFloor,
  processOf: (run: number) => Promise<BenchProcess> | BenchProcess,
  operation: "list" | "select" = "list",
): Promise<Figures> {
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

export function measureSearch(world: World, processOf: (run: number) => Promise<BenchProcess> | BenchProcess) {
  return measurePage(world, search, scatteredFloor, processOf);
}

/** A process that has the account's index in memory. */
export async function warmProcess(world: World): Promise<BenchProcess> {
  const process = world.startProcess(world.counted);
  await process.list(search);
  return process;
}

/** It reads all contacts and stores the document of the index. */
function measureFirstSearch(world: World): Promise<Figures> {
  const { account, bare, counted } = world;
  const everything = account.contacts.reduce((sum, { bytes }) => sum + bytes, 0);
  return measure(world, {
    runs: 1,
    prepare: async () => () => world.startProcess(counted).list(search),
    floorOf: async ({ body }) => {
      const ids = body.contacts.map(({ id }) => id);
      const page = await scatteredFloor(bare.store, account.accountId, ids);
      return { readUnits: page.readUnits + Math.ceil(everything / unitBytes), writeUnits: 0 };
    },
  });
}

async function measureLists(world: World): Promise<AccountFigures> {
  const { account, counted } = world;
  const cold = () => world.startProcess(counted);
  const warm = await warmProcess(world);
  const deep = { offset: String(account.size * 0.8), sort: "surnameAsc" };
  const figures: Record<string, Figures> = {
    "totalCount and stats": await measure(world, {
      runs,
      // As it is stored, so that the size is that of the item.
      prepare: async () => async () => accountHeadToItem(await getAccountHead(counted.store, account.accountId)),
      floorOf: () => ({ readUnits: 1, writeUnits: 0 }),
    }),
  };
  for (const sort of sortOrders) figures[`first page, ${sort}`] = await measurePage(world, { sort }, pageFloor, cold);
  Object.assign(figures, await measureScrolled(world, "index in memory", () => warm));
  Object.assign(figures, await measureScrolled(world, "index not in memory", cold));
  figures["page at 80 %, index in memory"] = await measurePage(world, deep, pageFloor, () => warm);
  figures["page at 80 %, index not in memory"] = await measurePage(world, deep, pageFloor, cold);
  figures["keepInTouch page"] = await measurePage(world, { keepInTouch: "true" }, scatteredFloor, () => warm);
  figures["select page"] = await measurePage(world, {}, pageFloor, cold, "select");
  return figures;
}

/** The pages that people scroll to, of the processes that `processOf` returns. `index` says where those find the index. */
async function measureScrolled(world: World, index: string, processOf: () => BenchProcess): Promise<AccountFigures> {
  const figures: Record<string, Figures> = {};
  for (const offset of scrolledOffsets.filter((each) => each < world.account.size)) {
    const query = { offset: String(offset), sort: "surnameAsc" };
    figures[`page at ${offset}, ${index}`] = await measurePage(world, query, pageFloor, processOf);
  }
  return figures;
}

async function measureSearches(world: World): Promise<AccountFigures> {
  const warm = await warmProcess(world);
  const bySurname = { ...search, sort: "surnameAsc" };
  return {
    "search, index in memory": await measureSearch(world, () => warm),
    "search by surname": await measurePage(world, bySurname, scatteredFloor, () => warm),
    "search, index not in memory": await measureSearch(world, () => world.startProcess(world.counted)),
  };
}

/** The contacts that are due. The first list of a process reads a small item of each contact with `keepFrequencyDays`. */
async function measureKeepInTouch(world: World): Promise<AccountFigures> {
  const { account, bare, counted } = world;
  const warm = world.startProcess(counted);
  await warm.keepInTouch();
  const list = (process: () => BenchProcess, floor: () => Promise<number> | number) =>
    measure(world, {
      runs,
      prepare: async () => () => process().keepInTouch({ due: "true" }),
      floorOf: async () => ({ readUnits: await floor(), writeUnits: 0 }),
    });
  const everyItem = async () => {
    let bytes = 0;
    for await (const item of queryItems(bare.store, prefixQuery(account.accountId, "K#"))) bytes += itemBytes(item);
    return 1 + Math.ceil(bytes / unitBytes);
  };
  return {
    "contacts due, items in memory": await list(
      () => warm,
      () => 1,
    ),
    "contacts due, items not in memory": await list(() => world.startProcess(counted), everyItem),
  };
}

/** A page of merge recommendations of the process that `processOf` returns, and the time that it takes. */
export async function measurePairs(
  world: World,
  access: string,
  processOf: (run: number) => Promise<Recommendations> | Recommendations,
): Promise<AccountFigures> {
  let least = Number.POSITIVE_INFINITY;
  const figures = await measure(world, {
    runs,
    prepare: async (run) => {
      const process = await processOf(run);
      return async () => {
        const started = performance.now();
        const answer = await process.list();
        least = Math.min(least, performance.now() - started);
        return answer;
      };
    },
    floorOf: ({ sides }) => scatteredFloor(world.bare.store, world.account.accountId, [...new Set(sides.flat())]),
  });
  world.times[access] = Math.round(least);
  return { [access]: figures };
}

async function measureRecommendations(world: World): Promise<AccountFigures> {
  const warm = world.startRecommendations();
  await warm.list();
  return {
    ...(await measurePairs(world, "merge recommendations, pairs in memory", () => warm)),
    ...(await measurePairs(world, "merge recommendations, pairs not in memory", world.startRecommendations)),
  };
}

/** Changes for a process that has the index: none, the last one, and the first page of all contacts. */
async function measureChanges(world: World): Promise<AccountFigures> {
  const { account, bare } = world;
  const warm = await warmProcess(world);
  const { txid, searchTxid } = await getAccountHead(bare.store, account.accountId);
  const page = async (query: Readonly<Record<string, string>>) => ({ body: await warm.changes(query) });
  const pages = async (limit: string) => {
    const { body } = await page({ limit });
    for (let { next } = body; next !== null; ) {
      const { body: more } = await page({ limit, next });
      body.changes.push(...more.changes);
      next = more.next;
    }
    return { body };
  };
  const changes = (read: () => ReturnType<typeof page>, count = runs) =>
    measure(world, {
      runs: count,
      prepare: async () => read,
      floorOf: ({ body }) => {
        const ids = body.changes.flatMap(({ contact }) => contact?.id ?? []);
        return scatteredFloor(bare.store, account.accountId, ids);
      },
    });
  let processorTime = Number.POSITIVE_INFINITY;
  for (let run = 0; run < timedRuns; run++) {
    const before = process.cpuUsage();
    await page({});
    const { user, system } = process.cpuUsage(before);
    processorTime = Math.min(processorTime, (user + system) / 1_000);
  }
  world.times[changesTimeName] = Math.round(processorTime * 100) / 100;
  return {
    "changes, none": await changes(() => page({ since: String(txid) })),
    "changes, those of the last write": await changes(() => page({ since: String(searchTxid - 1) })),
    "changes, first 50 contacts": await changes(() => page({})),
    "changes, all contacts in pages of 200": await changes(() => pages("200"), 1),
  };
}

async function measureSingle(world: World): Promise<AccountFigures> {
  const { account, counted } = world;
  const process = world.startProcess(counted);
  const numberOf = (run: number) => Math.floor((run * account.size) / sampleSize);
  const floor = { readUnits: 1, writeUnits: 0 };
  return {
    get: await measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const { id = "" } = account.contacts[numberOf(run)] ?? {};
        return () => process.get(id);
      },
      floorOf: () => floor,
    }),
    "by-social": await measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const handle = handleFrom(numberOf(run));
        return () => process.bySocial("network_a", handle);
      },
      floorOf: ({ body }) => {
        if (!body.exists) throw new Error("a profile was not found");
        return floor;
      },
    }),
  };
}

/** The profile of the first contact with one, starting at this number. */
function handleFrom(number: number): string {
  const { network_a: handle } = realisticBody(number);
  return typeof handle === "string" ? handle : handleFrom(number + 1);
}
