/** Writing contacts: whatever follows from a change of contacts is planned here, whoever makes it. */
import type { ContactRecord } from "../contact/record.ts";
import { AppError } from "../http/errors.ts";
import { type AccountHead, countContacts } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { contactWriteActions } from "./contact.ts";
import { maxDueActions, planDueBy } from "./due-index.ts";
import { dateChanges } from "./important-dates.ts";
import { maxLogActions, searchChanges, searchLogActions } from "./search-log.ts";
import type { Store } from "./store.ts";

/** Null is a contact that does not exist. */
export interface ContactChange {
  before: ContactRecord | null;
  after: ContactRecord | null;
}

/** Contacts that an account may have, its own not counted. */
export const maxContacts = 100_000;

/** Actions of a plan beside those of its contacts. */
export const maxCommonActions = maxLogActions + maxDueActions;

/**
 * What brings the account from before to after: the contacts with all that is derived from them, the search log, the
 * entry of the due index, and the head with its counts. `txid` is that of the write. Its actions are those of
 * `contactWriteActions` for each change and at most `maxCommonActions` more. Throws `contact_limit_reached` when it would
 * create more contacts than there may be.
 */
export function planContacts(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now }: { txid: number; now: Date },
): { actions: WriteAction[]; head: AccountHead } {
  if (changes.length === 0) return { actions: [], head };
  const others = changes.filter((change) => (change.after ?? change.before)?.id !== head.accountId);
  const searched = searchChanges(others);
  const dates = dateChanges(changes);
  const due = planDueBy(store, countChanges(head, others), dates.lookDay, now);
  return {
    actions: [
      ...changes.flatMap(({ before, after }) => contactWriteActions(store, before, after)),
      ...searchLogActions(store, head.accountId, searched, { after: head.searchTxid, txid, now }),
      ...due.actions,
    ],
    head: {
      ...due.head,
      ...(searched.length > 0 && { searchTxid: txid }),
      ...(dates.any && { datesTxid: txid }),
    },
  };
}

/**
 * An id for a new contact that comes after all ids of the account: `candidate` as it is, or, when clocks differ or ran
 * back, with the time of the last one and a millisecond more (RFC 9562, 5.7). So the order of ids is that of the
 * writes, and who walks a list by creation misses nobody.
 */
export function nextContactId({ lastContactId }: AccountHead, candidate: string): string {
  if (candidate > lastContactId) return candidate;
  const milliseconds = Number.parseInt(lastContactId.replace("-", "").slice(0, 12), 16) + 1;
  const digits = milliseconds.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}${candidate.slice(13)}`;
}

function countChanges(head: AccountHead, changes: readonly ContactChange[]): AccountHead {
  const created = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  if (created.length === 0 && deleted.length === 0) return head;
  if (created.length > 0 && head.contactCount + created.length - deleted.length > maxContacts) {
    throw new AppError("contact_limit_reached");
  }
  const createdAt = (contacts: readonly ContactRecord[]) => contacts.map((contact) => contact.createdAt);
  const counted = countContacts(countContacts(head, createdAt(created), 1), createdAt(deleted), -1);
  const lastContactId = created.map(({ id }) => id).reduce((last, id) => (id > last ? id : last), head.lastContactId);
  return { ...counted, lastContactId };
}
