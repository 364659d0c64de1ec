/** Plans a merge: one transaction at any size, because items that refer to the right contact keep its id (aliases.ts). */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { maxPlanActions, type WritePlan } from "../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { putAbsorbedContact } from "../../shared/contact/store/absorbed-contacts.ts";
import { aliasAction } from "../../shared/contact/store/aliases.ts";
import { lookupAndMarkKeys } from "../../shared/contact/store/contact-derived.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import { contactNotFound } from "../../shared/contact/store/missing-contacts.ts";
import { planContacts } from "../../shared/contact-change/contact-write.ts";
import { getDatedContacts } from "../../shared/important-date/store/important-dates.ts";
import { byBucket } from "../../shared/label/store/membership-buckets.ts";
import { planMemberships, readMemberships } from "../../shared/label/store/memberships.ts";
import {
  type MergeRecord,
  picturesKeptUntil,
  putImage,
  putMerge,
  type Snapshot,
  undoableUntil,
} from "../../shared/merge/merge-items.ts";
import { type MergeOutcome, mergeContacts, type Resolutions } from "../../shared/merge/merged-contact.ts";
import { sentAfter } from "../../shared/merge/sent-reminders.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { AppError, invalid } from "../../shared/platform/http/errors.ts";

export interface MergeRequest {
  leftId: string;
  rightId: string;
  resolutions: Resolutions;
}

/** The contacts before a merge, and the contact that the merge makes of them. */
export interface PlannedMerge extends MergeOutcome {
  left: ContactRecord;
  right: ContactRecord;
  record: MergeRecord;
}

/**
 * The undo of a merge has at most this number of actions more than the merge: for the second items of both contacts, for the
 * due index, for the item of the undo, for an external id that the left contact gets back, and for the changes of both.
 */
const undoActions = 10;

/**
 * The account must have no pending work. Throws `contact_not_found`, `contact_merge_same_contact`, `conflict` if the write
 * would be too large, and `validation_error` if the right contact is the account's own.
 */
export async function planMerge(
  store: Store,
  head: AccountHead,
  request: MergeRequest,
  { mergeId, txid, now }: { mergeId: string; txid: number; now: Date },
): Promise<WritePlan<PlannedMerge>> {
  const { accountId } = head;
  const { left, right } = await requirePair(store, head, request);
  const outcome = mergeContacts(left, right, { resolutions: request.resolutions, now });
  const until = undoableUntil(now);
  const record: MergeRecord = {
    ...{ id: mergeId, left: snapshotOf(left), right: snapshotOf(right) },
    ...{ createdAt: now.toISOString(), undoableUntil: until, undoneAt: null },
  };
  const kept = picturesKeptUntil(until);
  const isOfRight = outcome.merged.photoVersion !== left.photoVersion;
  const merged = { ...outcome.merged, ...(isOfRight && { photoKeptUntil: kept }), version: txid };

  const withDates = [left, right].filter(({ importantDates }) => importantDates.length > 0).map(({ id }) => id);
  const dated = await getDatedContacts(store, accountId, withDates);
  const labels = await readMemberships(store, head, [left.id, right.id]);
  const [leftLabels, rightLabels] = [labels.get(left.id) ?? [], labels.get(right.id) ?? []];
  const united = [...new Set([...leftLabels, ...rightLabels])].toSorted((one, other) => one - other);
  const memberships = await planMemberships(
    store,
    head,
    rightLabels.length > 0 ? byBucket([left.id, right.id]) : [],
    // The account's own contact can't be in groups or tags.
    (_numbers, id) => (id === left.id && id !== accountId ? united : []),
    txid,
  );
  const merge = { picturesKeptUntil: kept, keepsLookups: false, sent: sentAfter(merged.importantDates, dated) };
  const changes = [
    { before: left, after: merged, merge },
    { before: right, after: null, merge: { ...merge, keepsLookups: true, sent: {} } },
  ];
  const origin = { kind: "merged", via: { kind: "merge", id: mergeId } } as const;
  const contacts = planContacts(store, memberships.head, changes, { txid, now }, origin);
  const image = putImage(store, accountId, record, { left, right, merged, leftLabels, rightLabels, dated });
  const keys = [...lookupAndMarkKeys(right), ...image.map(({ Put }) => String(Put?.Item?.sk))];
  const pictures = [left, right].flatMap(({ photoVersion }) => photoVersion ?? []);
  const actions = [
    ...contacts.actions,
    ...memberships.actions,
    putAbsorbedContact(store, accountId, { contactId: right.id, keys, pictures }),
    aliasAction(store, accountId, { txid, absorbed: right.id, survivor: left.id }),
    putMerge(store, accountId, record),
    ...image,
  ];
  if (actions.length > maxPlanActions - undoActions) {
    const message = "Too many values would be replaced in one write: choose `right` for fewer lists.";
    throw new AppError("conflict", { message });
  }
  const after = { ...contacts.head, mergeCount: head.mergeCount + 1, mergeTxid: txid };
  const events = [...contacts.events, ...memberships.events];
  return {
    actions,
    head: after,
    events,
    changes: contacts.changes,
    result: { left, right, conflicts: outcome.conflicts, merged, record },
  };
}

async function requirePair(
  store: Store,
  head: AccountHead,
  { leftId, rightId }: MergeRequest,
): Promise<{ left: ContactRecord; right: ContactRecord }> {
  if (leftId === rightId) throw new AppError("contact_merge_same_contact");
  if (rightId === head.accountId) {
    throw invalid("body.rightPersonId", "The account's own contact survives every merge: send it as leftPersonId.");
  }
  const contacts = await getContacts(store, head.accountId, [leftId, rightId]);
  const [left, right] = [leftId, rightId].map((id) => contacts.find((contact) => contact.id === id));
  if (!left || !right) {
    const missing = [
      ...(left ? [] : [{ id: leftId, path: "body.leftPersonId" }]),
      ...(right ? [] : [{ id: rightId, path: "body.rightPersonId" }]),
    ];
    throw await contactNotFound(store, head, missing);
  }
  return { left, right };
}

function snapshotOf({ id, firstName, lastName, photoVersion }: ContactRecord): Snapshot {
  return { id, firstName, lastName, photoVersion };
}
