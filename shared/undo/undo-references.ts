/** Takes changes of one interaction, or of one relationship, back. */
import { loadAliases } from "../contact/store/aliases.ts";
import { getSummarisedContacts } from "../contact/store/contact-list.ts";
import { referenceStates, withStates } from "../contact-deletion/deleted-contacts.ts";
import { getShown } from "../contact-deletion/trash-list.ts";
import { getInteraction, type InteractionRecord, isVisible } from "../interaction/store/interaction.ts";
import { interactionValues, planInteraction, withHidden } from "../interaction/store/interaction-write.ts";
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
import {
  keepAll,
  planNothing,
  progressActions,
  type SubjectPlan,
  type UndoStep,
  wholeChanges,
} from "./subject-plan.ts";
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
  const before = stored && withStates(stored, states);
  const changes = await wholeChanges(step, newestFirst);
  const current = before && isVisible(before) ? interactionValues(before) : null;
  const outcome = takeBackAll(current, changes, {
    deletedValues: (change) => {
      const values = before ? null : lastValuesOf(change);
      return values && { ...noValues, ...values };
    },
  });
  const { undone, kept, values } = outcome;
  if (values === current) return planNothing(step, outcome);
  const time = { txid, now };
  if (!values) {
    const { isPending: _, ...plan } = await planInteraction(
      store,
      head,
      { before, after: null, stored },
      time,
      progressActions,
    );
    return { ...plan, undone, kept, count: 1, inSubject: "" };
  }
  const target = values as ReturnType<typeof interactionValues>;
  const aliases = await loadAliases(store, head);
  const contacts = await contactsOf(store, accountId, target.participantIds, aliases);
  const visible = target.participantIds.filter((each) => contacts.has(aliases.survivorOf(each)));
  if (visible.length === 0) return planNothing(step, keepAll(newestFirst, "permanent"));
  const missing = target.participantIds.filter((each) => !visible.includes(each));
  const survivors = missing.map((each) => aliases.survivorOf(each));
  const inTrash = new Set((await getShown(store, head, [...new Set(survivors)], now)).map(({ contact }) => contact.id));
  const hidden = missing.filter((each) => inTrash.has(aliases.survivorOf(each)));
  const [named] = newestFirst.filter(({ fields }) => fields.some(({ n }) => n === "participantIds"));
  const left = named && hidden.length < missing.length ? [keptChange(named, "permanent", ["participantIds"])] : [];
  const timestamp = now.toISOString();
  const { createdAt = timestamp } = newestFirst.find(({ kind }) => kind === "deleted") ?? {};
  const blank = { id, accountId, participantIds: [], hiddenIds: [], createdAt };
  const base = before ?? blank;
  const present = target.participantIds.filter((each) => visible.includes(each) || hidden.includes(each));
  const participantIds = withHidden(present, base);
  const hiddenIds = [...base.hiddenIds, ...hidden];
  const after: InteractionRecord = { ...base, ...target, participantIds, hiddenIds, updatedAt: timestamp };
  const change = { before, after, stored };
  const { isPending: _, ...plan } = await planInteraction(store, head, change, time, progressActions);
  return { ...plan, undone, kept: [...kept, ...left], count: 1, inSubject: "" };
}

/** It comes back only between contacts that exist, and that have no such relationship now. */
export async function undoRelationship(step: UndoStep, { id, newestFirst }: UndoSubject): Promise<SubjectPlan> {
  const { store, head, now } = step;
  const { accountId } = head;
  const { contactId = "", relatedId = "", createdAt = now.toISOString() } = newestFirst[0] ?? {};
  const before = (await getRelationship(store, accountId, { contactId, id })) ?? null;
  const contacts = await getSummarisedContacts(store, accountId, [contactId, relatedId]);
  const isShown = contacts.size === 2;
  const current = before && isShown ? relationshipValues(before) : null;
  const changes = await wholeChanges(step, newestFirst);
  const deletedValues = (change: WholeChange) => (before || !isShown ? null : lastValuesOf(change));
  const outcome = takeBackAll(current, changes, { deletedValues });
  const { undone, kept, values } = outcome;
  if (values === current) return planNothing(step, outcome);
  const type = values?.relationshipType as Relationship["type"] | undefined;
  const others = type ? await shownRelationships(store, head, contactId) : [];
  if (others.some((other) => other.id !== id && other.relatedId === relatedId && other.type === type))
    return planNothing(step, keepAll(newestFirst, "changed_since"));
  const made = { id, contactId, relatedId, createdAt, updatedAt: now.toISOString() };
  const after = type ? { ...(before ?? made), type, updatedAt: made.updatedAt } : null;
  const actions = after
    ? putRelationship(store, accountId, after)
    : before
      ? deleteRelationship(store, accountId, before)
      : [];
  const common = { events: [], undone, kept, count: 1, inSubject: "" };
  return {
    ...common,
    actions,
    head: { ...head, hasRelationships: true },
    changes: [relationshipHistory(before, after)],
  };
}
