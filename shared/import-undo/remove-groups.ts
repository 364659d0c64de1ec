/** Deletes the empty groups that an undone import made, also those that still had members at the end of an earlier undo. */
import type { AccountHead } from "../account/store/account.ts";
import type { WritePlan } from "../account/store/account-write.ts";
import { leftGroupsAction, readLeftGroups, withLeftovers } from "../import-commit/store/leftovers.ts";
import { Memberships } from "../label/membership-reader.ts";
import { getLabels, planLabelDeletion } from "../label/store/label.ts";
import { readAllBuckets } from "../label/store/memberships.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { ReceiptRows } from "./receipt-rows.ts";

/** The groups of one transaction, which also has the head, the hidden labels, and the list of groups that are left. */
const groupsAtOnce = 90;

/** The result is whether groups were deleted, so that more may be left. A group that someone changed stays for good. */
export async function planGroupRemoval(
  store: Store,
  head: AccountHead,
  { groups }: Pick<ReceiptRows, "groups">,
  now: Date,
): Promise<WritePlan<boolean>> {
  const { accountId } = head;
  const left = await readLeftGroups(store, head, now);
  const ids = [...new Set([...groups, ...left])];
  const known = await getLabels(store, accountId, "group", ids);
  const unchanged = known.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
  if (unchanged.length === 0 && left.length === 0) return { actions: [], head, result: false };
  const members = new Memberships(head.membershipCount === 0 ? new Map() : await readAllBuckets(store, accountId));
  const going = unchanged.filter(({ number }) => members.countOf(number) === 0).slice(0, groupsAtOnce);
  const staying = unchanged.filter((group) => !going.includes(group)).map(({ id }) => id);
  const isSame = staying.length === left.length && staying.every((id) => left.includes(id));
  const deletion = await planLabelDeletion(store, head, "group", { labels: going, now });
  if (going.length === 0 && isSame) return { actions: [], head, result: false };
  return {
    actions: [...deletion.actions, ...(isSame ? [] : [leftGroupsAction(store, accountId, staying, now)])],
    head: isSame ? deletion.head : withLeftovers(deletion.head, now),
    events: deletion.events,
    result: going.length > 0,
  };
}
