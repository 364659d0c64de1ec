/** Takes changes of one interaction, or of one relationship, back. */
import { loadAliases } from "../contact/store/aliases.ts";
import { getSummarisedContacts } from "../contact/store/contact-list.ts";
import { referenceStates, withStates } from "../contact-deletion/deleted-contacts.ts";
import { getShown } from "../contact-deletion/trash-list.ts";
import { getInteraction, type InteractionRecord, isVisible } from "../interaction/store/interaction.ts";
import { interactionValues, planInteraction } from "../interaction/store/interaction-write.ts";
import { contactsOf } from "../interaction/store/participant-steps.ts";
import { relationshipHistory, relationshipValues } from "../relationship/relationship-history.ts";
import { shownRelationships } from "../relationship/shown-relationships.ts";
import {
  deleteRelationship,
  getRelationship,
  putRelationship,
  type Relationship,
} from "../relationship/store/relationship.ts";
import type { UndoSubject } from "./selected-changes.ts";
import { keepAll, progressActions, type SubjectPlan, type UndoStep, wholeChanges } from "./subject-plan.ts";
import { keptChange, takeBackAll, type WholeChange } from "./take-back.ts";

/** The values of a deleted subject, as its change has them. A value that is gone can't come back. */
function lastValuesOf({ fields }: WholeChange): Record<string, unknown> | null {
  const isWhole = fields.every((field) => "before" in field);
  return isWhole ? Object.fromEntries(fields.map(({ field, before }) => [field, before])) : null;
}

const noValues = { title: null, description: null };

/** Participants that are in the trash now are hidden, as they were. Those that are gone for good are left out. */
export async function undoInteraction(step: UndoStep, { id, newestFirst }: UndoSubject): Promise<SubjectPlan> {
  const { store, head, txid, now } = step;
  const { accountId } = head;
  const states = await referenceStates(store, head);
  const stored = (await getInteraction(store, accountId, id)) ?? null;
  const aliases = await loadAliases(store, head);
  const inTrashOf = async (ids: readonly string[]) => {
    const survivors = [...new Set(ids.map((each) => aliases.survivorOf(each)))];
    return new Set((await getShown(store, head, survivors, now)).map(({ contact }) => contact.id));
  };
  const shown = stored && withStates(stored, states);
  // One whose people were all emptied from the trash goes with them.
  const isThere = shown && (isVisible(shown) || (await inTrashOf(shown.participantIds)).size > 0);
  const before = isThere ? shown : null;
  const current = before && interactionValues(before);
  const outcome = await takeBackAll(current, wholeChanges(step, newestFirst), {
    deletedValues: (change) => {
      const values = before ? null : lastValuesOf(change);
      return values && { ...noValues, ...values };
    },
  });
  const { undone, kept, values } = outcome;
  if (values === current) return outcome;
  const write = async (after: InteractionRecord | null) => {
    const change = { before, after, stored };
    return { ...(await planInteraction(store, head, change, { txid, now }, progressActions)), undone };
  };
  if (!values) return { ...(await write(null)), kept };
  const target = values as ReturnType<typeof interactionValues>;
  const contacts = await contactsOf(store, accountId, target.participantIds, aliases);
  const visible = target.participantIds.filter((each) => contacts.has(aliases.survivorOf(each)));
  const missing = target.participantIds.filter((each) => !visible.includes(each));
  const inTrash = await inTrashOf(missing);
  const hiddenIds = missing.filter((each) => inTrash.has(aliases.survivorOf(each)));
  const participantIds = target.participantIds.filter((each) => visible.includes(each) || hiddenIds.includes(each));
  if (participantIds.length === 0) return keepAll(newestFirst, "permanent");
  const [named] = newestFirst.filter(({ fields }) => fields.some(({ n }) => n === "participantIds"));
  const left = named && hiddenIds.length < missing.length ? [keptChange(named, "permanent", ["participantIds"])] : [];
  const timestamp = now.toISOString();
  const { createdAt = timestamp } = newestFirst.find(({ kind }) => kind === "deleted") ?? {};
  const base = before ?? { id, accountId, createdAt };
  const after: InteractionRecord = { ...base, ...target, participantIds, hiddenIds, updatedAt: timestamp };
  const plan = await write(after);
  const hasHiddenInteractions = plan.head.hasHiddenInteractions || visible.length === 0;
  return { ...plan, head: { ...plan.head, hasHiddenInteractions }, kept: [...kept, ...left] };
}

/** It comes back between two contacts that exist, hidden if one is in the trash, and that have no such relationship now. */
export async function undoRelationship(step: UndoStep, { id, newestFirst }: UndoSubject): Promise<SubjectPlan> {
  const { store, head, now } = step;
  const { accountId } = head;
  const { contactId = "", relatedId = "", createdAt = now.toISOString() } = newestFirst[0] ?? {};
  const before = (await getRelationship(store, accountId, { contactId, id })) ?? null;
  const { survivorOf } = await loadAliases(store, head);
  const [end, otherEnd] = [survivorOf(contactId), survivorOf(relatedId)];
  const ends = [...new Set([end, otherEnd])];
  const contacts = await getSummarisedContacts(store, accountId, ends);
  const missing = ends.filter((each) => !contacts.has(each));
  const hidden = await getShown(store, head, missing, now);
  const isThere = contacts.size + hidden.length === 2;
  const current = before && isThere ? relationshipValues(before) : null;
  const isMerged = ends.length < 2;
  const deletedValues = (change: WholeChange) => (isMerged ? "changed_since" : isThere ? lastValuesOf(change) : null);
  const outcome = await takeBackAll(current, wholeChanges(step, newestFirst), { deletedValues });
  const { undone, kept, values } = outcome;
  if (values === current) return outcome;
  const type = values?.relationshipType as Relationship["type"] | undefined;
  const others = type ? await shownRelationships(store, head, end) : [];
  if (others.some((other) => other.id !== id && other.relatedId === otherEnd && other.type === type))
    return keepAll(newestFirst, "changed_since");
  const made = { id, contactId, relatedId, createdAt, updatedAt: now.toISOString() };
  const after = type ? { ...(before ?? made), type, updatedAt: made.updatedAt } : null;
  const actions = after
    ? putRelationship(store, accountId, after)
    : before
      ? deleteRelationship(store, accountId, before)
      : [];
  const changes = [relationshipHistory(before, after)];
  return { actions, head: { ...head, hasRelationships: true }, changes, undone, kept };
}
