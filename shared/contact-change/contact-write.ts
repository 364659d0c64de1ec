/** Plans the writes of contacts, with everything that follows from them. All functions that change contacts use it. */
import type { WebhookEvent } from "../account/events.ts";
import { type AccountHead, countContacts } from "../account/store/account.ts";
import type { PlanPart } from "../account/store/account-write.ts";
import type { ContactChange, ContactRecord } from "../contact/record.ts";
import { contactItemActions } from "../contact/store/contact.ts";
import { dateChanges, importantDateActions } from "../important-date/store/important-dates.ts";
import { keepInTouchActions, keepInTouchChanges } from "../keep-in-touch/store/tracked-contacts.ts";
import { pictureActions } from "../picture/store/unshown-pictures.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import { maxDueActions, planDueBy } from "../reminder/store/due-index.ts";
import { planSearchLog } from "../search/store/plan-search-log.ts";
import { maxLogActions } from "../search/store/search-log.ts";
import { type ChangeOrigin, contactHistory } from "./contact-history.ts";

/** The number of contacts in an account, without the owner's own contact. */
export const maxContacts = 100_000;

/** The largest number of actions in a plan besides those of its contacts. */
export const maxCommonActions = maxLogActions + maxDueActions;

/** The actions of one contact besides those of its items: the change in the history. */
export const historyActions = 1;

/** The actions that change one contact and all items that are derived from it. Their number doesn't depend on `head`. */
export function contactWriteActions(
  store: Store,
  before: ContactRecord | null,
  after: ContactRecord | null,
  head?: AccountHead,
): WriteAction[] {
  const change = { before, after };
  return [...ownActions(store, change, head), ...pictureActions(store, [change])];
}

function ownActions(store: Store, change: ContactChange, head?: AccountHead): WriteAction[] {
  const { before, after, merge, trashed } = change;
  return [
    ...contactItemActions(store, change),
    ...importantDateActions(store, before, after, merge?.sent ?? trashed?.sent),
    ...keepInTouchActions(store, before, after, head?.keptInTouchUntil ?? ""),
  ];
}

function allActions(store: Store, changes: readonly ContactChange[], head: AccountHead): WriteAction[] {
  const withoutTrash = changes.filter(({ trashed }) => !trashed);
  return [
    ...changes.flatMap((change) => ownActions(store, change, head)),
    ...pictureActions(store, withoutTrash, changes.find(({ merge }) => merge)?.merge?.picturesKeptUntil),
  ];
}

/**
 * The plan of changes of contacts: their items, the search log, the entry in the due index, the events for webhooks, the history, and
 * the head with its counts.
 * `txid` is the number of the write. The plan has the actions of `contactWriteActions` and a change for each contact, and at most
 * `maxCommonActions` more. `own` are these actions, if the caller has made them with this head. Throws `contact_limit_reached`, except for the undo of a merge.
 */
export function planContacts(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now, own }: { txid: number; now: Date; own?: readonly WriteAction[] },
  origin?: ChangeOrigin,
): PlanPart {
  if (changes.length === 0) return { actions: [], head, events: [], changes: [] };
  const withoutOwner = changes.filter((change) => (change.after ?? change.before)?.id !== head.accountId);
  const log = planSearchLog(store, head, withoutOwner, { txid, now });
  const dates = dateChanges(changes);
  const kept = keepInTouchChanges(changes, head.timezone);
  const dueDay = [dates.dueDay, kept.dueDay].filter((day) => day !== undefined).toSorted()[0];
  const due = planDueBy(store, countChanges(log.head, withoutOwner), dueDay, now);
  return {
    actions: [...(own ?? allActions(store, changes, head)), ...log.actions, ...due.actions],
    head: {
      ...due.head,
      ...(dates.any && { datesTxid: txid }),
      ...(kept.any && { keepTxid: txid }),
    },
    events: contactEvents(changes, head.accountId),
    changes: contactHistory(changes, origin),
  };
}

/**
 * An id for a new contact that is greater than all ids of the account. Normally this is `candidate`. If clocks differ or
 * went back, the id has the time of the last id plus a millisecond (RFC 9562, 5.7). So ids are in the order of the writes,
 * and a client that reads pages by creation time doesn't miss a new contact.
 */
export function nextContactId({ lastContactId }: AccountHead, candidate: string): string {
  if (candidate > lastContactId) return candidate;
  const milliseconds = Number.parseInt(lastContactId.replace("-", "").slice(0, 12), 16) + 1;
  const digits = milliseconds.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}${candidate.slice(13)}`;
}

function countChanges(head: AccountHead, changes: readonly ContactChange[]): AccountHead {
  const created = changes.flatMap(({ before, after }) => (after && !before ? [after] : []));
  const isUndo = changes.some(({ merge }) => merge !== undefined);
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before] : []));
  if (created.length === 0 && deleted.length === 0) return head;
  if (created.length > 0 && !isUndo && head.contactCount + created.length - deleted.length > maxContacts) {
    throw new AppError("contact_limit_reached");
  }
  const createdAt = (contacts: readonly ContactRecord[]) => contacts.map((contact) => contact.createdAt);
  const counted = countContacts(countContacts(head, createdAt(created), 1), createdAt(deleted), -1);
  const lastContactId = created.map(({ id }) => id).reduce((last, id) => (id > last ? id : last), head.lastContactId);
  return { ...counted, lastContactId };
}

/**
 * The events of a write, one for each contact except the owner's. A merge is one event, also when the right contact became a
 * part of the owner's.
 */
function contactEvents(changes: readonly ContactChange[], ownerId: string): WebhookEvent[] {
  const absorbed = changes.find(({ merge, after }) => merge && !after)?.before;
  const survivor = changes.find(({ merge, after }) => merge && after)?.after;
  if (absorbed && survivor) {
    return [{ type: "contact.merged", contactId: survivor.id, mergedFromContactId: absorbed.id }];
  }
  return changes.flatMap(({ before, after }): WebhookEvent[] => {
    const contact = after ?? before;
    if (!contact || contact.id === ownerId) return [];
    const type = before && after ? "contact.updated" : after ? "contact.created" : "contact.deleted";
    return [{ type, contactId: contact.id }];
  });
}
