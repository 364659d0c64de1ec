/**
 * Restores contacts from the trash, as many in a transaction as fit: for a request that waits, and for the worker that restores
 * a fixed set.
 */
import type { AccountHead } from "../account/store/account.ts";
import {
  firstFitting,
  type PlanPart,
  type WritePlan,
  withTimeLimit,
  writeAccount,
} from "../account/store/account-write.ts";
import { countedJob, planMembers, putLongValues } from "../account/store/history.ts";
import { interactionFields, interactionState } from "../contact/change/last-interaction.ts";
import type { ContactChange, ContactRecord } from "../contact/record.ts";
import { loadAliases } from "../contact/store/aliases.ts";
import { bulkChange, bulkOrigin, type ChangeOrigin } from "../contact-change/contact-history.ts";
import {
  contactWriteActions,
  historyActions,
  maxCommonActions,
  maxContacts,
  planContacts,
} from "../contact-change/contact-write.ts";
import { latestParticipation } from "../interaction/store/interaction-list.ts";
import { afterPendingWork, type PendingWorkParts } from "../interaction/store/pending-work.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { membershipSize, planMemberships } from "../label/store/memberships.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { hasInteractions, planTombstone } from "./deleted-contacts.ts";
import { type LostField, readOwners, withoutTaken } from "./taken-values.ts";
import { deleteTrashed, noteTrashed, type TrashedContact } from "./trash.ts";
import { getShown } from "./trash-list.ts";

export interface Restoration {
  accountId: string;
  /** Distinct ids. */
  ids: readonly string[];
  /** Contacts that were deleted later stay in the trash, because somebody deleted them again since the request. */
  deletedUntil?: string | undefined;
  /** A UUID of version 7. The activity has one change for the restore, with the number of contacts. */
  restoreId: string;
  /**
   * Whether no caller waits. Another process may continue, and contacts that are refused keep the reason in the trash, because no
   * answer has it.
   */
  isInBackground: boolean;
  /** The milliseconds that a transaction may still take, with everything that it waits for. */
  left: () => number;
}

export interface RestoreResult {
  id: string;
  /** Null if the contact was restored. */
  refused: Extract<ErrorCode, "contact_not_found" | "contact_limit_reached"> | null;
  lost: LostField[];
}

/** One transaction. */
export interface RestoreStep {
  results: RestoreResult[];
  /** Whether all ids are done. */
  finished: boolean;
  /** As in the account's head; `removeReferences` applies these items. */
  deletedContactItems: number;
  /** The account's `txid`. */
  txid: string;
}

/** The largest number of contacts that are read for one transaction, and that of the first one, which usually has room for fewer. */
const mostAtOnce = 40;
const firstAtOnce = 10;
const parallelReads = 16;

/**
 * Restores the contacts in at least one step. A refused contact stays in the trash. Throws `service_unavailable` like
 * `deleteContacts`; restored contacts stay restored.
 */
export async function* restoreContacts(
  { store, now, retry }: PendingWorkParts,
  { accountId, ids, deletedUntil, restoreId, isInBackground, left }: Restoration,
): AsyncGenerator<RestoreStep, void, void> {
  let [rest, total, atOnce] = [ids, 0, firstAtOnce];
  let [changeId, all] = [restoreId, ids];
  let { members, objects } = planMembers(accountId, all);
  // The request for work in the background has written them.
  if (!isInBackground) await putLongValues(store, objects);
  do {
    const some = rest.slice(0, atOnce);
    const { result, txid } = await writeAccount(
      store,
      accountId,
      afterPendingWork({ store, now }, async (head, version) => {
        const how = { txid: version, now: now(), origin: bulkOrigin(changeId), deletedUntil };
        const planned = await planRestore(store, head, some, how);
        const { results } = planned.result;
        const result = { ...planned.result, changeId };
        const marks = isInBackground ? results.flatMap((each) => refusalAction(store, accountId, each)) : [];
        const actions = [...planned.actions, ...marks];
        const count = countRestored(results);
        if (count === 0) return { ...planned, actions, result };
        const job = await countedJob(store, accountId, changeId, count, isInBackground ? undefined : total);
        return { ...planned, actions, changes: [...planned.changes, bulkChange("restored", job, { members })], result };
      }),
      withTimeLimit(left(), retry),
    );
    const count = result.results.length;
    // If an earlier attempt of the request made this write, its change goes on, and its ids may have been others.
    changeId = result.changeId;
    const isOwn = result.results.every(({ id }, at) => id === some[at]);
    const done = result.results.map(({ id }) => id);
    rest = isOwn ? rest.slice(count) : rest.filter((id) => !done.includes(id));
    if (!isOwn) {
      all = [...new Set([...all, ...done])];
      ({ members, objects } = planMembers(accountId, all));
      await putLongValues(store, objects);
    }
    total += countRestored(result.results);
    atOnce = count < some.length ? count + 1 : Math.min(2 * count, mostAtOnce);
    yield { ...result, finished: rest.length === 0, txid };
  } while (rest.length > 0);
}

export function countRestored(results: readonly RestoreResult[]): number {
  return results.filter(({ refused }) => refused === null).length;
}

interface RestoreWrite {
  txid: number;
  now: Date;
  /** Returns the contact as it comes back. */
  change?: (contact: ContactRecord) => ContactRecord;
  origin?: ChangeOrigin;
  deletedUntil?: string | undefined;
}

/** Restores the first contacts, as many as fit beside two more actions. The account must have no pending work. */
export async function planRestore(
  store: Store,
  head: AccountHead,
  ids: readonly string[],
  { txid, now, change = (contact) => contact, origin, deletedUntil = "~" }: RestoreWrite,
): Promise<PlanPart & WritePlan<Pick<RestoreStep, "results" | "deletedContactItems">>> {
  const shown = await getShown(store, head, ids, now);
  const chosen = shown.filter(({ deletedAt }) => deletedAt <= deletedUntil);
  const trashed = new Map(chosen.map((each) => [each.contact.id, each]));
  const owners = await readOwners(store, head, [...trashed.values()]);
  const ofLabels = membershipSize({ ...head, membershipCount: 1 });
  const noFields: LostField[] = [];
  let room = maxContacts - head.contactCount;
  const sized = ids.values().map((id) => {
    const each = trashed.get(id);
    const refused: RestoreResult["refused"] = !each ? "contact_not_found" : room > 0 ? null : "contact_limit_reached";
    if (!each || refused)
      return { result: { id, refused, lost: noFields }, restored: [], actions: each ? 1 : 0, bytes: 0 };
    room--;
    const { after, lost } = withoutTaken(change(each.contact), owners);
    const own = contactWriteActions(store, null, after);
    return {
      result: { id, refused, lost },
      restored: [{ ...each, after }],
      // The item of the trash is one more, and a second item may be deleted.
      actions: own.length + historyActions + ofLabels.actions + 2,
      bytes: Buffer.byteLength(JSON.stringify(after)) + ofLabels.bytes,
    };
  });
  // There are also an item for their references, and the change of the restore or the progress of an undo.
  const fitting = firstFitting(sized, maxCommonActions + 3);
  const restored = fitting.flatMap((each) => each.restored);
  const planned = await planRestored(store, head, restored, { txid, now }, origin);
  const { deletedContactItems } = planned.head;
  return { ...planned, result: { results: fitting.map(({ result }) => result), deletedContactItems } };
}

function refusalAction(store: Store, accountId: string, { id, refused }: RestoreResult): WriteAction[] {
  return refused === "contact_limit_reached" ? [noteTrashed(store, { accountId, id }, { refusedCode: refused })] : [];
}

async function planRestored(
  store: Store,
  head: AccountHead,
  restored: readonly (TrashedContact & { after: ContactRecord })[],
  { txid, now }: Pick<RestoreWrite, "txid" | "now">,
  origin?: ChangeOrigin,
): Promise<PlanPart> {
  if (restored.length === 0) return { actions: [], head, events: [], changes: [] };
  const aliases = await loadAliases(store, head);
  const changes = await mapInParallel(restored, parallelReads, async (each): Promise<ContactChange> => {
    const { contact, sent, deletedAt, after } = each;
    // While the contact was hidden, interactions were changed, or came due.
    const contactIds = [contact.id, ...aliases.aliasesOf(contact.id)];
    const range = { contactIds, to: now.toISOString() };
    const latest = hasInteractions(head) ? await latestParticipation(store, head.accountId, range) : null;
    const past = latest && { id: latest.id, date: latest.date };
    const shown = interactionFields({ ...interactionState(contact), latest: past });
    const trashed = { contact, sent, deletedAt };
    return { before: null, after: { ...after, ...shown, version: txid }, trashed };
  });
  const contactsBefore = restored.map(({ contact }) => contact);
  const ids = contactsBefore.map(({ id }) => id);
  const labels = new Map(restored.map((each) => [each.contact.id, each.labels]));
  const memberships = await planMemberships(store, head, byBucket(ids), (_none, id) => labels.get(id) ?? [], txid);
  const tombstone = await planTombstone(store, memberships.head, contactsBefore, { txid, now, state: "shown" });
  const contacts = planContacts(store, tombstone.head, changes, { txid, now }, { ...origin, kind: "restored" });
  const items = restored.map(({ contact }) => deleteTrashed(store, contact));
  return {
    actions: [...contacts.actions, ...memberships.actions, ...tombstone.actions, ...items],
    head: { ...contacts.head, trashCount: head.trashCount - items.length },
    events: [...contacts.events, ...memberships.events],
    changes: contacts.changes,
  };
}
