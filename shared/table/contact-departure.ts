/** Contacts that are deleted, with all that hangs on them, in one transaction. */
import type { AccountHead } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { type ContactChange, planContacts } from "./contact-write.ts";
import { planFarewell } from "./departures.ts";
import { byBucket } from "./membership-buckets.ts";
import { leavingAll, planMemberships } from "./memberships.ts";
import type { Store } from "./store.ts";

/**
 * As `planContacts`, for changes that are deletions, of a settled account: at most `departureSize` more for each, and
 * `farewellActions`.
 */
export async function planDeparture(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now }: { txid: number; now: Date },
): Promise<{ actions: WriteAction[]; head: AccountHead }> {
  const ids = changes.flatMap(({ before }) => before?.id ?? []);
  const buckets = byBucket(ids);
  const memberships = await planMemberships(store, head, buckets, leavingAll, txid);
  if (memberships.taken < buckets.size) throw new Error("the memberships of deleted contacts do not fit");
  const farewell = await planFarewell(store, memberships.head, ids, txid);
  const contacts = planContacts(store, farewell.head, changes, { txid, now });
  return { actions: [...contacts.actions, ...memberships.actions, ...farewell.actions], head: contacts.head };
}
