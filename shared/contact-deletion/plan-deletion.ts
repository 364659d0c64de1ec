/** Plans the deletion of contacts, with everything that belongs to them, in one transaction. */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactChange } from "../contact/record.ts";
import { planContacts } from "../contact-change/contact-write.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { leavingAll, planMemberships } from "../label/store/memberships.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import { planTombstone } from "./deleted-contacts.ts";

/**
 * Like `planContacts`, for changes that are deletions. The account must have no pending work. The plan has at most
 * `membershipSize` more actions for each contact, and `tombstoneActions`.
 */
export async function planDeletion(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now }: { txid: number; now: Date },
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  if (changes.length === 0) return { actions: [], head };
  const ids = changes.flatMap(({ before }) => before?.id ?? []);
  const buckets = byBucket(ids);
  const memberships = await planMemberships(store, head, buckets, leavingAll, txid);
  if (memberships.taken < buckets.size) throw new Error("the memberships of deleted contacts do not fit");
  const tombstone = await planTombstone(store, memberships.head, ids, txid);
  const contacts = planContacts(store, tombstone.head, changes, { txid, now });
  return { actions: [...contacts.actions, ...memberships.actions, ...tombstone.actions], head: contacts.head };
}
