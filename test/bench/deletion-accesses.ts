/** What deleting many contacts costs. It takes them away, so it comes last. */
import type { BenchContact } from "./account.ts";
import { sumCosts } from "./cost.ts";
import { deletionFloor } from "./floor.ts";
import type { GroundAddress } from "./ground.ts";
import { type Measured, measure } from "./measure.ts";
import { runDeletion } from "./run-deletion.ts";
import type { World } from "./world.ts";

/** The most that one request names. */
const namedCount = 1_000;
const filteredCount = 10_000;

/** In MB, of the whole process at its largest. */
export interface DeletionMemory {
  request: number;
  worker: number;
}

/** An account of just as many contacts as a filter takes is left to the filter. */
export async function measureDeletions(
  world: World,
  address: GroundAddress,
): Promise<{ figures: Record<string, Measured>; memory: DeletionMemory | null }> {
  const { size, contacts } = world.account;
  const named = size === filteredCount ? [] : contacts.slice(0, namedCount);
  const figures: Record<string, Measured> = {};
  if (named.length > 0) figures["delete of up to 1,000 by ids"] = await deleteNamed(world, named);
  if (size < filteredCount) return { figures, memory: null };
  const { figure, memory } = await deleteFiltered(world, address, contacts.slice(named.length));
  return { figures: { ...figures, "delete of 10,000 by filter": figure }, memory };
}

function deleteNamed(world: World, named: readonly BenchContact[]): Promise<Measured> {
  const process = world.startProcess(world.counted);
  return measure(world, {
    runs: 1,
    prepare: async () => () => process.removeMany({ ids: named.map(({ id }) => id) }),
    floorOf: ({ body: { deletedCount } }) => {
      requireCount(deletedCount, named.length);
      return deletionFloor(named);
    },
  });
}

/** All there are, or as many of those to keep in touch with. */
async function deleteFiltered({ account }: World, address: GroundAddress, left: readonly BenchContact[]) {
  const all = left.length === filteredCount;
  const matching = all ? left : left.filter(({ keepInTouch }) => keepInTouch);
  const [chosen, excluded] = [matching.slice(0, filteredCount), matching.slice(filteredCount)];
  const body = { filter: all ? {} : { keepInTouch: true }, excludeIds: excluded.map(({ id }) => id) };
  const request = await runDeletion({ address, accountId: account.accountId, body });
  requireCount(request.deletedCount, chosen.length);
  const worker = await runDeletion({ address, accountId: account.accountId, body: null });
  const figure: Measured = {
    ...sumCosts(request.cost, worker.cost),
    answerBytes: 0,
    floor: deletionFloor(chosen),
    milliseconds: request.milliseconds + worker.milliseconds,
  };
  return { figure, memory: { request: request.memory, worker: worker.memory } };
}

function requireCount(deleted: number, wanted: number): void {
  if (deleted !== wanted) throw new Error(`${deleted} contacts were deleted instead of ${wanted}`);
}
