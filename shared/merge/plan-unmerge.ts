/** Plans the undo of a merge, in one transaction. */
import type { AccountHead } from "../account/store/account.ts";
import type { PlanPart, WritePlan } from "../account/store/account-write.ts";
import { interactionFields, interactionState, type PastInteraction } from "../contact/change/last-interaction.ts";
import type { ContactRecord } from "../contact/record.ts";
import { deleteAbsorbedContact } from "../contact/store/absorbed-contacts.ts";
import { type Aliases, aliasAction, loadAliases } from "../contact/store/aliases.ts";
import { getContact } from "../contact/store/contact.ts";
import { findExternalIdOwner } from "../contact/store/external-ids.ts";
import { findContactIds } from "../contact/store/lookups.ts";
import { planContacts } from "../contact-change/contact-write.ts";
import { planTombstone } from "../contact-deletion/deleted-contacts.ts";
import { getDatedContacts } from "../important-date/store/important-dates.ts";
import type { Participation } from "../interaction/store/interaction.ts";
import { latestParticipation } from "../interaction/store/interaction-list.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import { planMemberships } from "../label/store/memberships.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError } from "../platform/http/errors.ts";
import { getMerge, type MergeImage, type MergeRecord, putMerge, readImage } from "./merge-items.ts";
import type { MergedField } from "./merged-contact.ts";
import { restoreContact } from "./restored-contact.ts";
import { sentAfter } from "./sent-reminders.ts";

export interface Undone {
  contact: ContactRecord;
  restored: ContactRecord;
  kept: MergedField[];
}

/** The account must have no pending work. Throws `merge_not_found` and `merge_not_undoable`. */
export async function planUnmerge(
  store: Store,
  head: AccountHead,
  mergeId: string,
  { txid, now }: { txid: number; now: Date },
): Promise<WritePlan<Undone> & PlanPart> {
  const { accountId } = head;
  const record = await getMerge(store, accountId, mergeId, now);
  if (!record) throw new AppError("merge_not_found");
  const aliases = await loadAliases(store, head);
  const current = await requireUndoable(store, accountId, record, aliases);
  const { image, deletion } = await readImage(store, accountId, mergeId);
  const ofRight = [record.right.id, ...aliases.aliasesOf(record.right.id)];
  const ofLeft = [record.left.id, ...aliases.aliasesOf(record.left.id)].filter((id) => !ofRight.includes(id));
  const [leftLatest, rightLatest] = await Promise.all(
    [ofLeft, ofRight].map((contactIds) => latestParticipation(store, accountId, { contactIds, to: now.toISOString() })),
  );
  const { contact, kept } = restoreContact(
    { before: image.left, merged: image.merged, current },
    pastInteraction(leftLatest),
    now,
  );
  const byHand = interactionState(image.right).byHand;
  const fields = interactionFields({ byHand, latest: pastInteraction(rightLatest) });
  const right: ContactRecord = { ...image.right, ...fields, updatedAt: now.toISOString(), version: txid };
  const externalId = await freeExternalId(store, head, contact, { image, ofRight });
  const left = { ...contact, externalId, version: txid };
  if (externalId !== contact.externalId && !kept.includes("externalId")) kept.push("externalId");

  const dated = current.importantDates.length > 0 ? await getDatedContacts(store, accountId, [current.id]) : [];
  const sources = [...dated, ...image.dated];
  const merge = { picturesKeptUntil: record.undoableUntil, keepsLookups: false };
  const changes = [
    { before: current, after: left, merge: { ...merge, sent: sentAfter(left.importantDates, sources) } },
    {
      before: null,
      after: right,
      merge: { ...merge, keepsLookups: true, sent: sentAfter(right.importantDates, sources) },
    },
  ];
  const memberships = await planLabels(store, head, image, txid);
  // Work of a restore of the left contact would no longer include the right one.
  const tombstone =
    head.deletedContactItems > 0
      ? await planTombstone(store, memberships.head, [right], { txid, now, state: "shown" })
      : { actions: [], head: memberships.head };
  const origin = { kind: "unmerged", via: { kind: "merge", id: mergeId } } as const;
  const contacts = planContacts(store, tombstone.head, changes, { txid, now }, origin);
  return {
    actions: [
      ...contacts.actions,
      ...memberships.actions,
      ...tombstone.actions,
      deleteAbsorbedContact(store, accountId, right.id),
      aliasAction(store, accountId, { txid, absorbed: right.id, survivor: null }),
      putMerge(store, accountId, { ...record, undoneAt: now.toISOString() }),
      ...deletion,
    ],
    head: { ...contacts.head, mergeCount: head.mergeCount + 1, mergeTxid: txid },
    events: [...contacts.events, ...memberships.events],
    changes: contacts.changes,
    result: { contact: left, restored: right, kept },
  };
}

/**
 * The external id of the left contact after the undo: its present one, otherwise its earlier one, unless another contact has
 * it now. The right contact gets back its own external id, and the ids of contacts that were merged into it before.
 */
async function freeExternalId(
  store: Store,
  head: AccountHead,
  { id, externalId }: ContactRecord,
  { image: { left, right }, ofRight }: { image: MergeImage; ofRight: readonly string[] },
): Promise<string | null> {
  for (const candidate of [externalId, left.externalId]) {
    if (candidate === null) return null;
    if (candidate === right.externalId) continue;
    // A contact that was merged into the right one before may have the id.
    const holders = await findContactIds(store, head.accountId, { kind: "externalId", value: candidate });
    if (holders.some((holder) => ofRight.includes(holder))) continue;
    const owner = await findExternalIdOwner(store, head, candidate);
    if (owner === undefined || owner === id) return candidate;
  }
  return null;
}

/** The left contact as it is now. Throws `merge_not_undoable`. */
async function requireUndoable(
  store: Store,
  accountId: string,
  { left, right, undoneAt }: MergeRecord,
  aliases: Aliases,
): Promise<ContactRecord> {
  if (undoneAt !== null) throw notUndoable("The merge was undone before.");
  const survivor = aliases.survivorOf(left.id);
  if (survivor !== left.id) throw notUndoable(`The contact was merged into ${survivor}: undo that merge first.`);
  const later = aliases.aliasesOf(left.id).slice(-1 - aliases.aliasesOf(right.id).length);
  // The aliases are in the order of the merges. Each is followed by the aliases that it had before.
  if (later[0] !== right.id) throw notUndoable("A later merge into the same contact must be undone first.");
  const contact = await getContact(store, accountId, left.id);
  if (!contact)
    throw notUndoable("The contact that survived the merge was deleted. Restore it first if it is in the trash.");
  return contact;
}

function notUndoable(message: string): AppError {
  return new AppError("merge_not_undoable", { message });
}

function pastInteraction(latest: Participation | null | undefined): PastInteraction | null {
  return latest ? { id: latest.id, date: latest.date } : null;
}

/** The right contact joins its groups and tags again. The left contact leaves those that came from the right one. */
async function planLabels(
  store: Store,
  head: AccountHead,
  { left, right, leftLabels, rightLabels }: MergeImage,
  txid: number,
) {
  if (rightLabels.length === 0) return { actions: [], head, events: [] };
  const leaves = new Set(rightLabels.filter((number) => !leftLabels.includes(number)));
  return planMemberships(
    store,
    head,
    byBucket([left.id, right.id]),
    (numbers, id) => (id === right.id ? rightLabels : numbers.filter((number) => !leaves.has(number))),
    txid,
  );
}
