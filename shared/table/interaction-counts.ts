/**
 * How many interactions an account has: all of them, and those of this UTC month and the next one, which the head
 * carries. Other months are not kept: dates may lie anywhere, and the head goes along with every write.
 */
import type { AccountHead } from "./account.ts";
import { countInteractions } from "./interaction-list.ts";
import type { Store } from "./store.ts";

type Counts = Pick<AccountHead, "interactionCount" | "interactionsByMonth">;
type CountedHead = Counts & Pick<AccountHead, "accountId">;

/** Of the UTC month in which `now` lies, whether their time has come or not. */
export function interactionsInMonth(store: Store, head: CountedHead, now: Date): Promise<number> | number {
  return inMonth(store, head, monthsFrom(now)[0]);
}

/** After interactions of the dates `gone` went and those of `come` came; read as the account is at the head. */
export async function countsAfter(
  store: Store,
  head: CountedHead,
  { gone, come }: { gone: readonly string[]; come: readonly string[] },
  now: Date,
): Promise<Counts> {
  const months = await Promise.all(
    monthsFrom(now).map(async (month) => {
      const of = (dates: readonly string[]) => dates.filter((date) => date.startsWith(month)).length;
      return [month, (await inMonth(store, head, month)) + of(come) - of(gone)] as const;
    }),
  );
  return {
    interactionCount: head.interactionCount + come.length - gone.length,
    interactionsByMonth: Object.fromEntries(months),
  };
}

function inMonth(store: Store, head: CountedHead, month: string): Promise<number> | number {
  const known = head.interactionCount === 0 ? 0 : head.interactionsByMonth[month];
  return known ?? countInteractions(store, head.accountId, { from: month, to: month });
}

/** This month and the next one as `YYYY-MM`. */
function monthsFrom(now: Date): [string, string] {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  return [now.toISOString().slice(0, 7), next.toISOString().slice(0, 7)];
}
