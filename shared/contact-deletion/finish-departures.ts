/** What is left to be done behind the deletion of contacts: interactions forget them, and their entries go. */
import { deleteDepartedEntries } from "../table/departed-entries.ts";
import { type Forgotten, forgetDeparted } from "../table/forget-departed.ts";
import type { SettleParts } from "../table/settle.ts";

/**
 * As much of it as `left`, which tells milliseconds, allows; the rest is for whoever comes next. Nobody sees what is
 * left of it: contacts are gone, and who shows interactions sees to that before.
 */
export async function finishDepartures(parts: SettleParts, accountId: string, left: () => number): Promise<Forgotten> {
  const forgotten = await forgetDeparted(parts, accountId, { upTo: Number.POSITIVE_INFINITY, left });
  if (!forgotten.isDone) return forgotten;
  const { isDone, txid } = await deleteDepartedEntries(parts, accountId, left);
  return { isDone, txid: txid ?? forgotten.txid };
}
