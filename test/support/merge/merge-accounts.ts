/** Accounts with contacts to merge, and what is stored of them. */
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf, idsOf } from "../contact/contact-accounts.ts";
import { itemsOf } from "../contact/contact-calls.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { mergeCalls } from "./merge-calls.ts";

/** An account with contacts of these bodies, and the calls of all groups. */
export async function accountWithMerges(store: Store, bodies: readonly object[], now: () => Date = () => new Date()) {
  const { accountId, calls, contacts } = await accountOf(store, bodies, { now });
  const [left = "", right = "", third = ""] = idsOf(contacts);
  return {
    ...{ accountId, calls, left, right, third },
    merges: mergeCalls(store, accountId, { now }),
    groups: groupCalls(store, accountId, { now }),
    interactions: interactionCalls(store, accountId, { now }),
  };
}

const ofWrites = ["version", "updatedAt", "notesUpdatedAt", "continuedAs", "dueKey", "renamedAt"];
const ofHeadWrites = [
  "txid",
  "writtenAt",
  "searchTxid",
  "datesTxid",
  "keepTxid",
  "membershipTxid",
  "mergeTxid",
  "mergeCount",
];

/** All items without what every write changes, and without those of merges that were undone. */
export async function stateOf(store: Store, accountId: string): Promise<Record<string, unknown>> {
  const items = [...(await itemsOf(store, accountId))].filter(([sk]) => !/^[FJHX]#/.test(sk));
  return Object.fromEntries(
    items.map(([sk, item]) => {
      const ignored = sk === "HEAD" ? ofHeadWrites : ofWrites;
      return [sk, Object.fromEntries(Object.entries(item).filter(([name]) => !ignored.includes(name)))];
    }),
  );
}
