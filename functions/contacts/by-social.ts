/** A contact by its profile, handle, messenger number or website. */
import { lookupHandle, normaliseHandle, type Platform } from "../../shared/contact/handles.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { AccountHead } from "../../shared/table/account.ts";
import { getContacts } from "../../shared/table/contact-list.ts";
import { findContactIds } from "../../shared/table/lookups.ts";
import type { Store } from "../../shared/table/store.ts";

/** Contacts that are in memory at once, where many share a website. */
const contactsAtOnce = 100;
/** Milliseconds after a write in which an inconsistent read may not show it: usually one second at most. */
const unsettledTime = 10_000;

/**
 * Of several, the one updated last. When nothing was written lately, the lookup is first read at half the price; what it
 * finds is checked, and only a consistent read says that there is none.
 */
export async function findBySocial(
  store: Store,
  { accountId, writtenAt }: AccountHead,
  { platform, handle: given }: { platform: Platform; handle: string },
  now: Date,
): Promise<ContactRecord | undefined> {
  const handle = normaliseHandle(platform, given);
  if (handle === null) return undefined;
  const value = lookupHandle(platform, handle);
  const settled = now.getTime() - writtenAt > unsettledTime;
  for (const consistent of settled ? [false, true] : [true]) {
    const ids = await findContactIds(store, accountId, { kind: "handle", platform, value }, consistent);
    let latest: ContactRecord | undefined;
    for (let at = 0; at < ids.length; at += contactsAtOnce) {
      for (const contact of await getContacts(store, accountId, ids.slice(at, at + contactsAtOnce))) {
        const stored = contact[platform];
        const has = stored !== null && lookupHandle(platform, stored) === value;
        if (has && (!latest || isNewer(contact, latest))) latest = contact;
      }
    }
    if (latest) return latest;
  }
  return undefined;
}

/** An interaction makes a new version and is no update; within a millisecond the version decides. */
function isNewer(one: ContactRecord, other: ContactRecord): boolean {
  return one.updatedAt === other.updatedAt ? one.version > other.version : one.updatedAt > other.updatedAt;
}
