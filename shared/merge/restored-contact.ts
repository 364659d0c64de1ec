/** The left contact of a merge after the undo: its earlier values again, except in fields that were changed since. */
import { isDeepStrictEqual } from "node:util";
import { interactionFields, interactionState, type PastInteraction } from "../contact/change/last-interaction.ts";
import { type ContactRecord, valuesTogether } from "../contact/record.ts";
import { type MergedField, mergedFields } from "./merged-contact.ts";

export interface RestoredContact {
  /** The write sets its `version`. */
  contact: ContactRecord;
  /** The fields that the merge changed, and that were changed again since. */
  kept: MergedField[];
}

/**
 * `before` is the left contact before the merge, `merged` the contact as the merge wrote it, `current` as it is now.
 * `latest` is the latest of the interactions that stay with it.
 */
export function restoreContact(
  { before, merged, current }: { before: ContactRecord; merged: ContactRecord; current: ContactRecord },
  latest: PastInteraction | null,
  now: Date,
): RestoredContact {
  const contact: ContactRecord = { ...current, updatedAt: now.toISOString() };
  const kept: MergedField[] = [];
  for (const field of mergedFields) {
    if (field === "lastInteraction") continue;
    const names = valuesTogether[field] ?? [field as keyof ContactRecord];
    const [old, written, present] = [before, merged, current].map((record) => names.map((name) => record[name]));
    if (isDeepStrictEqual(old, written)) continue;
    if (!isDeepStrictEqual(present, written)) kept.push(field);
    else for (const name of names) Object.assign(contact, { [name]: before[name] });
  }
  if (contact.notes !== current.notes) contact.notesUpdatedAt = now.toISOString();
  const [old, written, present] = [before, merged, current].map((record) => interactionState(record).byHand);
  const isKept = old !== written && present !== written;
  if (isKept) kept.push("lastInteraction");
  const byHand = (isKept || old === written ? present : old) ?? null;
  return { contact: { ...contact, ...interactionFields({ byHand, latest }) }, kept };
}
