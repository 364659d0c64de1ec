/**
 * Restores contacts from the trash, as many in a transaction as fit: for a request that waits, and for the worker that restores
 * a fixed set.
 */
import type { AccountHead } from "../account/store/account.ts";
import {
  maxPlanActions,
  type PlanPart,
  type RetryPolicy,
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
import { afterPendingWork } from "../interaction/store/pending-work.ts";
import { labelKinds, listLabels } from "../label/store/label.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { membershipSize, planMemberships } from "../label/store/memberships.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { hasInteractions, planTombstone } from "./deleted-contacts.ts";
import { type LostField, readOwners, withoutTaken } from "./taken-values.ts";
import { deleteTrashed, noteRefusal, type TrashedContact } from "./trash.ts";
import { getShown } from "./trash-list.ts";

export interface RestoreParts {
  store: Store;
  now: () => Date;
  retry?: RetryPolicy;
}

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
/** The bytes of the contacts of a transaction as JSON; DynamoDB takes 4 MB. */
const maxTransactionBytes = 3.5 * 1000 * 1000;
const parallelReads = 16;

/**
 * Restores the contacts in at least one step. A refused contact stays in the trash. Throws `service_unavailable` like
 * `deleteContacts`; restored contacts stay restored.
 */
export async function* restoreContacts(
  { store, now, retry }: RestoreParts,
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
        const time = { txid: version, now: now() };
        const planned = await planRestore(store, head, some, time, { origin: bulkOrigin(changeId), deletedUntil });
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

interface WriteTime {
  txid: number;
  now: Date;
}

/**
 * Restores the first of these contacts, as many as fit beside two more actions. `change` returns the contact as it comes back. The account must have no
 * pending work.
 */
export async function planRestore(
  store: Store,
  head: AccountHead,
  ids: readonly string[],
  time: WriteTime,
  {
    change = (contact) => contact,
    origin,
    deletedUntil = "~",
  }: {
    change?: (contact: ContactRecord) => ContactRecord;
    origin?: ChangeOrigin;
    deletedUntil?: string | undefined;
  } = {},
): Promise<PlanPart & WritePlan<Pick<RestoreStep, "results" | "deletedContactItems">>> {
  const shown = await getShown(store, head, ids, time.now);
  const chosen = shown.filter(({ deletedAt }) => deletedAt <= deletedUntil);
  const trashed = new Map(chosen.map((each) => [each.contact.id, each]));
  const owners = await readOwners(store, head, [...trashed.values()]);
  const results: RestoreResult[] = [];
  const restored: (TrashedContact & { after: ContactRecord })[] = [];
  const { actions: labelActions, bytes: labelBytes } = membershipSize({ ...head, membershipCount: 1 });
  // Besides those of the contacts, there are an item for their references, and the change of the restore or the progress of an undo.
  let [actions, bytes] = [maxCommonActions + 3, 0];
  for (const id of ids) {
    const each = trashed.get(id);
    const refused = !each
      ? "contact_not_found"
      : head.contactCount + restored.length >= maxContacts
        ? "contact_limit_reached"
        : null;
    if (!each || refused) {
      if (each) actions++;
      results.push({ id, refused, lost: [] });
      continue;
    }
    const { after, lost } = withoutTaken(change(each.contact), owners);
    // The item of the trash is one more, and a second item may be deleted.
    actions += contactWriteActions(store, null, after).length + historyActions + labelActions + 2;
    bytes += Buffer.byteLength(JSON.stringify(after)) + labelBytes;
    if (restored.length > 0 && (actions > maxPlanActions || bytes > maxTransactionBytes)) break;
    results.push({ id, refused: null, lost });
    restored.push({ ...each, after });
  }
  const planned = await planRestored(store, head, restored, time, origin);
  return { ...planned, result: { results, deletedContactItems: planned.head.deletedContactItems } };
}

function refusalAction(store: Store, accountId: string, { id, refused }: RestoreResult): WriteAction[] {
  return refused === "contact_limit_reached" ? [noteRefusal(store, accountId, id, refused)] : [];
}

async function planRestored(
  store: Store,
  head: AccountHead,
  restored: readonly (TrashedContact & { after: ContactRecord })[],
  { txid, now }: WriteTime,
  origin?: ChangeOrigin,
): Promise<PlanPart> {
  if (restored.length === 0) return { actions: [], head, events: [], changes: [] };
  const aliases = await loadAliases(store, head);
  const labels = await existingLabels(store, head, restored);
  const changes = await mapInParallel(restored, parallelReads, async (each): Promise<ContactChange> => {
    const { contact, sent, deletedAt, after } = each;
    // While the contact was hidden, interactions were changed, or came due.
    const contactIds = [contact.id, ...aliases.aliasesOf(contact.id)];
    const range = { contactIds, to: now.toISOString() };
    const latest = hasInteractions(head) ? await latestParticipation(store, head.accountId, range) : null;
    const past = latest && { id: latest.id, date: latest.date };
    const shown = interactionFields({ ...interactionState(contact), latest: past });
    const goneLabels = each.labels.filter((number) => !labels.get(contact.id)?.includes(number));
    const trashed = { contact, sent, deletedAt, goneLabels };
    return { before: null, after: { ...after, ...shown, version: txid }, trashed };
  });
  const contactsBefore = restored.map(({ contact }) => contact);
  const ids = contactsBefore.map(({ id }) => id);
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

/** The numbers of the groups and tags that still exist, by contact id. */
async function existingLabels(
  store: Store,
  head: AccountHead,
  restored: readonly TrashedContact[],
): Promise<Map<string, readonly number[]>> {
  if (restored.every(({ labels }) => labels.length === 0)) return new Map();
  const lists = await Promise.all(labelKinds.map((kind) => listLabels(store, head, kind)));
  const existing = new Set(lists.flat().map(({ number }) => number));
  return new Map(restored.map(({ contact, labels }) => [contact.id, labels.filter((each) => existing.has(each))]));
}
