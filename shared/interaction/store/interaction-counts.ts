/**
 * The number of all interactions of an account, and of the interactions in this UTC month and the next one. The head has no other
 * months, because interactions may have any date, and every write includes the head.
 */
import type { AccountHead } from "../../account/store/account.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { countInteractions } from "./interaction-list.ts";

type Counts = Pick<AccountHead, "interactionCount" | "interactionsByMonth">;
type CountedHead = Counts & Pick<AccountHead, "accountId">;

/** The number of interactions in the UTC month of `now`, including those in the future. */
export function interactionsInMonth(store: Store, head: CountedHead, now: Date): Promise<number> | number {
  return inMonth(store, head, monthsFrom(now)[0]);
}

/** The counts after interactions with the dates `removed` were removed, and with the dates `added` were added. */
export async function countsAfter(
  store: Store,
  head: CountedHead,
  { removed, added }: { removed: readonly string[]; added: readonly string[] },
  now: Date,
): Promise<Counts> {
  const months = await Promise.all(
    monthsFrom(now).map(async (month) => {
      const of = (dates: readonly string[]) => dates.filter((date) => date.startsWith(month)).length;
      return [month, (await inMonth(store, head, month)) + of(added) - of(removed)] as const;
    }),
  );
  return {
    interactionCount: head.interactionCount + added.length - removed.length,
    interactionsByMonth: Object.fromEntries(months),
  };
}

function inMonth(store: Store, head: CountedHead, month: string): Promise<number> | number {
  const known = head.interactionCount === 0 ? 0 : head.interactionsByMonth[month];
  return known ?? countInteractions(store, head.accountId, { from: month, to: month });
}

/** This UTC month and the next one as `YYYY-MM`. */
function monthsFrom(now: Date): [string, string] {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  return [now.toISOString().slice(0, 7), next.toISOString().slice(0, 7)];
}
