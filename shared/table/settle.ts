/**
 * Settling an account: what earlier writes left in journals is worked off, and interactions whose date has come are
 * shown by their participants. Whoever reads or writes what depends on it does so first, in the head's own order of
 * writes, so that nobody sees a change of an interaction half done and no clock has to run anywhere. Contacts that are
 * gone are no part of it, since no contact depends on them: who shows interactions takes `forgottenHead`
 * (forget-departed.ts).
 */
import type { AccountHead } from "./account.ts";
import { getAccountHead } from "./account.ts";
import { type FirstWrite, type RetryPolicy, type WritePlan, writeAccount } from "./account-write.ts";
import type { WriteTime } from "./interaction-write.ts";
import { firstJournal } from "./settle-journal.ts";
import { comeTrue, settleParticipants } from "./settle-steps.ts";
import type { Store } from "./store.ts";
import { withoutJournal } from "./write-journal.ts";

export interface SettleParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

type Plan<Planned> = (head: AccountHead, txid: number) => Promise<Planned> | Planned;

/**
 * A head of the account as it is settled, read by `read`: that head itself, where nothing is due. Consistent reads
 * after it show at least what it tells of. Throws `service_unavailable` when that takes longer than the patience of a
 * write; what was done is done.
 */
export async function settledHead(
  parts: SettleParts,
  accountId: string,
  read: (store: Store, accountId: string) => Promise<AccountHead> = getAccountHead,
): Promise<AccountHead> {
  const { store, now, retry } = parts;
  const head = await read(store, accountId);
  if (!isDue(head, now())) return head;
  const plan = settled(parts, (settledOne): WritePlan<AccountHead> => {
    return { actions: [], head: settledOne, result: settledOne };
  });
  return (await withoutJournal(() => writeAccount(store, accountId, plan, retry))).result;
}

/** The plan of a write that is only made once the account is settled: each step of it is a write of its own before. */
export function settled<Result>(
  { store, now }: Pick<SettleParts, "store" | "now">,
  plan: Plan<WritePlan<Result> | FirstWrite>,
): Plan<WritePlan<Result> | FirstWrite> {
  return async (head, txid) => {
    const time = now();
    return isDue(head, time) ? { first: await planStep(store, head, { txid, now: time }) } : plan(head, txid);
  };
}

function isDue({ unsettled, nextInteractionAt }: AccountHead, now: Date): boolean {
  return unsettled > 0 || (nextInteractionAt !== null && nextInteractionAt <= now.toISOString());
}

async function planStep(store: Store, head: AccountHead, time: WriteTime): Promise<FirstWrite["first"]> {
  if (head.unsettled === 0) return comeTrue(store, head, time);
  const stored = await firstJournal(store, head.accountId);
  if (!stored) return { actions: [], head: { ...head, unsettled: 0 } };
  return settleParticipants(store, head, stored, time);
}
