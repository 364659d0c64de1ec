/** What writing and deleting costs, and what it adds to the searches that follow. */
import type { ContactRecord } from "../../shared/contact/record.ts";
import { getContact } from "../../shared/contact/store/contact.ts";
import { sumCosts } from "../support/capacity/meter.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import type { BenchContact } from "./account.ts";
import { runBundled } from "./bundled-process.ts";
import type { AccountFigures, Figures } from "./figures.ts";
import { deletionFloor, writeFloor } from "./floor.ts";
import type { GroundAddress } from "./ground.ts";
import { measurePairs, measureSearch, search, warmProcess } from "./read-accesses.ts";
import { type BenchProcess, measure, type World } from "./world.ts";

/** Contacts over which the mean of writes is computed; the same for accounts of every size. */
const sampleSize = 20;
/** The number of the first contact that is in no account. */
const firstNew = 1_000_000;
/** The maximum of one request that names contacts. */
const namedCount = 1_000;
const filteredCount = 10_000;

/** Searches after the writes of another process, then the writes of this one. */
export async function measureWrites(world: World): Promise<AccountFigures> {
  const { account, bare, counted } = world;
  const warm = await warmProcess(world);
  const other = world.startProcess(bare);
  const figures: Record<string, Figures> = {};
  figures["search, after a write"] = await measureSearch(world, async (run) => {
    await other.patch(account.contacts[run]?.id ?? "", { firstName: `Marcella ${run}` });
    return warm;
  });
  figures["search, after a delete"] = await measureSearch(world, async (run) => {
    const { body } = await other.create(realisticBody(firstNew - 1 - run));
    await warm.list(search);
    await other.remove(body.contact.id);
    return warm;
  });

  const process = world.startProcess(counted);
  const ids: string[] = [];
  const create = await measure(world, {
    runs: sampleSize,
    prepare: async (run) => () => process.create(realisticBody(firstNew + run)),
    floorOf: async ({ body }) => {
      ids.push(body.contact.id);
      return writeFloor(bare.store, undefined, await stored(world, body.contact.id));
    },
  });
  const change = (work: (process: BenchProcess, id: string) => Promise<unknown>) => {
    const before: (ContactRecord | undefined)[] = [];
    return measure(world, {
      runs: sampleSize,
      prepare: async (run) => {
        const id = ids[run] ?? "";
        before.push(await stored(world, id));
        return () => work(process, id);
      },
      floorOf: async (_, run) => writeFloor(bare.store, before[run], await stored(world, ids[run] ?? "")),
    });
  };
  const notes = await change((process, id) => process.patch(id, { notes: "A new note, longer than nothing." }));
  // The stored document is older than all writes above; a few writes later, it is made again.
  figures["search, index not in memory, 49 writes later"] = await measureSearch(world, () =>
    world.startProcess(counted),
  );
  const recommendations = world.startRecommendations();
  await recommendations.list();
  const pairs = await measurePairs(world, "merge recommendations, after a write", async (run) => {
    await other.patch(account.contacts[run]?.id ?? "", { firstName: `Marcelle ${run}` });
    return recommendations;
  });
  return {
    ...figures,
    create,
    "patch of the notes": notes,
    "patch of the name": await change((process, id) => process.patch(id, { firstName: "Renamed" })),
    delete: await change((process, id) => process.remove(id)),
    ...pairs,
  };
}

function stored({ account, bare }: World, id: string): Promise<ContactRecord | undefined> {
  return getContact(bare.store, account.accountId, id);
}

export interface MeasuredDeletions {
  figures: AccountFigures;
  /** MB of the larger process of a delete by filter; 0 where the account is too small for one. */
  memory: number;
}

/** Deletes many contacts, first by their ids, then by a filter. An account of 10,000 is deleted by the filter alone. */
export async function measureDeletions(world: World, address: GroundAddress): Promise<MeasuredDeletions> {
  const { size, contacts } = world.account;
  const named = size === filteredCount ? [] : contacts.slice(0, namedCount);
  const figures: Record<string, Figures> = {};
  if (named.length > 0) figures["delete of up to 1,000 by ids"] = await deleteNamed(world, named);
  if (size < filteredCount) return { figures, memory: 0 };
  const { figure, memory } = await deleteFiltered(world, address, contacts.slice(named.length));
  return { figures: { ...figures, "delete of 10,000 by filter": figure }, memory };
}

function deleteNamed(world: World, named: readonly BenchContact[]): Promise<Figures> {
  const process = world.startProcess(world.counted);
  return measure(world, {
    runs: 1,
    prepare: async () => () => process.deleteContacts({ ids: named.map(({ id }) => id) }),
    floorOf: ({ body: { deletedCount } }) => {
      requireCount(deletedCount, named.length);
      return deletionFloor(named);
    },
  });
}

/** All contacts that are left, or 10,000 of those to keep in touch with: the request fixes the set, the worker deletes it. */
async function deleteFiltered(
  { account: { accountId } }: World,
  address: GroundAddress,
  left: readonly BenchContact[],
) {
  const all = left.length === filteredCount;
  const matching = all ? left : left.filter(({ keepInTouch }) => keepInTouch);
  const [chosen, excluded] = [matching.slice(0, filteredCount), matching.slice(filteredCount)];
  const body = { filter: all ? {} : { keepInTouch: true }, excludeIds: excluded.map(({ id }) => id) };
  const request = await runBundled({ work: "deletion", address, accountId, body });
  requireCount(request.count, chosen.length);
  const worker = await runBundled({ work: "deletion", address, accountId, body: null });
  const figure: Figures = { ...sumCosts(request.cost, worker.cost), answerBytes: 0, floor: deletionFloor(chosen) };
  return { figure, memory: Math.max(request.memory, worker.memory) };
}

function requireCount(deleted: number, expected: number): void {
  if (deleted !== expected) throw new Error(`${deleted} contacts were deleted instead of ${expected}`);
}
