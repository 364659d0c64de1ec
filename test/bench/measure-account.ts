/** Everything that is measured of an account of one size. */
import { type BenchAccount, loadAccount } from "./account.ts";
import { type DeletionMemory, measureDeletions } from "./deletion-accesses.ts";
import { type GroundAddress, openGround } from "./ground.ts";
import type { Measured } from "./measure.ts";
import { measureFirstSearch, measureReads } from "./read-accesses.ts";
import { createWorld } from "./world.ts";
import { measureWrites } from "./write-accesses.ts";

export interface MeasuredAccount {
  account: BenchAccount;
  /** By access. */
  figures: Record<string, Measured>;
  memory: DeletionMemory | null;
}

/** Deleting many takes longer than all else; a quick look may leave it out. */
export async function measureAccount(
  address: GroundAddress,
  size: number,
  { deletions = true } = {},
): Promise<MeasuredAccount> {
  const bare = openGround(address);
  const account = await loadAccount(bare.store, size);
  const world = createWorld(bare, account);
  const lasting = {
    ...(await measureFirstSearch(world)),
    ...(await measureReads(world)),
    ...(await measureWrites(world)),
  };
  if (!deletions) return { account, figures: lasting, memory: null };
  const { figures, memory } = await measureDeletions(world, address);
  return { account, figures: { ...lasting, ...figures }, memory };
}
