/** The operations that find contacts by a value that identifies people. */
import { type AccountHead, getAccountHead, getRecentAccountHead } from "../../shared/account/store/account.ts";
import { txidOf } from "../../shared/contact/answer/current.ts";
import { summaryView } from "../../shared/contact/answer/view.ts";
import { lookupHandle, normaliseHandle, type Platform } from "../../shared/contact/reach/handles.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import type { ExternalIdLookup, Lookup } from "../../shared/contact/store/contact-derived.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import { findContactIds } from "../../shared/contact/store/lookups.ts";
import { hasLookup } from "../../shared/import/identity/lookup-index.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { ContactOperations, ContactParts } from "./parts.ts";
import { maxChannelContacts } from "./schemas.ts";

export function lookupOperations({
  store,
  avatarUrls,
  now,
}: ContactParts): ContactOperations<"findContactBySocial" | "findContactsByChannel"> {
  return {
    async findContactBySocial({ caller: { accountId }, query }) {
      const head = await headWithMerges(store, accountId);
      const time = now();
      const contact = await findBySocial(store, head, query, time);
      const summary = contact ? summaryView(contact, await avatarUrls(accountId, query, time)) : null;
      return { status: 200, txid: txidOf(head, contact), body: { contact: summary, exists: summary !== null } };
    },

    async findContactsByChannel({ caller: { accountId }, query: { channel, ...variant } }) {
      const head = await headWithMerges(store, accountId);
      const contacts = await findByLookup(store, head, channel);
      const avatarUrl = await avatarUrls(accountId, variant, now());
      const txids = contacts.map((contact) => Number(txidOf(head, contact)));
      return {
        status: 200,
        txid: String(Math.max(head.txid, ...txids)),
        body: { contacts: contacts.map((contact) => summaryView(contact, avatarUrl)) },
      };
    },
  };
}

/** The head has every merge and every undo that the contacts have, unless one is committed meanwhile. */
async function headWithMerges(store: Store, accountId: string): Promise<AccountHead> {
  const recent = await getRecentAccountHead(store, accountId);
  return recent.mergeCount === 0 ? recent : getAccountHead(store, accountId);
}

/**
 * The contacts that have this value, or into which contacts with it were merged; those that were created first come first, and
 * `maxChannelContacts` at most.
 */
async function findByLookup(
  store: Store,
  head: AccountHead,
  lookup: Lookup | ExternalIdLookup,
): Promise<ContactRecord[]> {
  const { accountId } = head;
  const { survivorOf } = await loadAliases(store, head);
  const found = await findContactIds(store, accountId, lookup);
  const ids = [...new Set(found.map(survivorOf))].sort().slice(0, maxChannelContacts);
  const contacts = await getContacts(store, accountId, ids);
  if (contacts.length < ids.length) {
    // A contact that is missing was deleted, or merged after the head was read.
    const current = await getAccountHead(store, accountId);
    if (current.mergeTxid > head.mergeTxid) return findByLookup(store, current, lookup);
  }
  const survivors = new Set(found.filter((id) => survivorOf(id) !== id).map(survivorOf));
  // Another write may have removed the value since its lookup was read.
  const hasValue = (contact: ContactRecord) =>
    lookup.kind === "externalId" ? contact.externalId === lookup.value : hasLookup(contact, lookup);
  return contacts.filter((contact) => survivors.has(contact.id) || hasValue(contact));
}

/** The number of contacts that are in memory at once when many share a website. */
const contactsAtOnce = 100;
/** The milliseconds after a write during which an inconsistent read may not show it: usually one second at most. */
const staleReadTime = 10_000;

/**
 * The contact with this profile, handle, messenger number or website. If several contacts have it, the one that was
 * updated last. A contact also has the profiles of contacts that were merged into it. When nothing was written lately, the first lookup is an inconsistent read, which costs half as much. Its
 * result is checked, and only a consistent read decides that there is no such contact.
 */
async function findBySocial(
  store: Store,
  head: AccountHead,
  profile: { platform: Platform; handle: string },
  now: Date,
): Promise<ContactRecord | undefined> {
  const { accountId, writtenAt } = head;
  const { platform, handle } = profile;
  const normalised = normaliseHandle(platform, handle);
  if (normalised === null) return undefined;
  const value = lookupHandle(platform, normalised);
  const mayBeStale = now.getTime() - writtenAt <= staleReadTime;
  const aliases = await loadAliases(store, head);
  let isFound = false;
  for (const consistent of mayBeStale ? [true] : [false, true]) {
    const found = await findContactIds(store, accountId, { kind: "handle", platform, value }, consistent);
    isFound = found.length > 0;
    const ids = [...new Set(found.map((id) => aliases.survivorOf(id)))];
    const merged = new Set(found.filter((id) => !ids.includes(id)).map((id) => aliases.survivorOf(id)));
    let latest: ContactRecord | undefined;
    for (let start = 0; start < ids.length; start += contactsAtOnce) {
      for (const contact of await getContacts(store, accountId, ids.slice(start, start + contactsAtOnce))) {
        const stored = contact[platform];
        const matches = merged.has(contact.id) || (stored !== null && lookupHandle(platform, stored) === value);
        if (matches && (!latest || isNewer(contact, latest))) latest = contact;
      }
    }
    if (latest) return latest;
  }
  // The only contact that was found may have been merged after the head was read.
  const current = isFound ? await getAccountHead(store, accountId) : head;
  return current.mergeTxid > head.mergeTxid ? findBySocial(store, current, profile, now) : undefined;
}

/** The version decides only within a millisecond, because an interaction changes it without updating the contact. */
function isNewer(one: ContactRecord, other: ContactRecord): boolean {
  return one.updatedAt === other.updatedAt ? one.version > other.version : one.updatedAt > other.updatedAt;
}
