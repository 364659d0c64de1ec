/**
 * Plans the writes of interactions. The transaction of a change includes the participants that fit into it; the others
 * are left to pending work (pending-work.ts).
 */

import { isDeepStrictEqual } from "node:util";
import { type Change, changeOfValues } from "../../account/change.ts";
import type { AccountHead } from "../../account/store/account.ts";
import type { PlanPart } from "../../account/store/account-write.ts";
import { loadAliases } from "../../contact/store/aliases.ts";
import { contactNotFound } from "../../contact/store/missing-contacts.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { invalid } from "../../platform/http/errors.ts";
import {
  deleteInteraction,
  type InteractionRecord,
  isVisible,
  maxParticipants,
  putInteraction,
  visibleIds,
} from "./interaction.ts";
import { countsAfter } from "./interaction-counts.ts";
import { positionOf } from "./interaction-list.ts";
import {
  contactsOf,
  fittingSteps,
  type Participants,
  participantSteps,
  planSteps,
  shownParticipants,
  type WriteTime,
} from "./participant-steps.ts";
import { pendingWorkAction } from "./pending-work.ts";

/** Null is an interaction that doesn't exist. */
export interface InteractionChange {
  before: InteractionRecord | null;
  after: InteractionRecord | null;
  /** As it is stored, and counted by the head, while work of deletions and restores is left; without it, `before`. */
  stored?: InteractionRecord | null;
}

export interface PlannedInteraction extends PlanPart {
  /** Whether some participants are left to pending work. */
  isPending: boolean;
}

/**
 * The participants of a request as the interaction stores them. A participant that stays keeps the ids under which it is
 * `stored`, those of merged contacts included, so that undoing a merge gives each contact its interactions back. One in the
 * trash keeps its place, and counts. Throws `contact_not_found` for the id of a merged contact, and `validation_error`.
 */
export async function storedParticipants(
  store: Store,
  head: AccountHead,
  requested: readonly string[],
  stored: Pick<InteractionRecord, "participantIds" | "hiddenIds">,
): Promise<readonly string[]> {
  const aliases = await loadAliases(store, head);
  const merged = requested.flatMap((id, index) => (aliases.survivorOf(id) === id ? [] : [{ id, path: pathOf(index) }]));
  if (merged.length > 0) throw await contactNotFound(store, head, merged);
  const visible = visibleIds(stored);
  if (isDeepStrictEqual(shownParticipants(visible, aliases), requested)) return stored.participantIds;
  const hiddenCount = shownParticipants(stored.hiddenIds, aliases).length;
  if (requested.length + hiddenCount > maxParticipants) {
    const message = `At most ${maxParticipants} participants, and ${hiddenCount} of them are in the trash.`;
    throw invalid("body.participantIds", message);
  }
  const kept = Map.groupBy(visible, (id) => aliases.survivorOf(id));
  return withHidden(
    requested.flatMap((id) => kept.get(id) ?? id),
    stored,
  );
}

/** These participants, and those in the trash at their places. */
function withHidden(
  visible: readonly string[],
  { participantIds, hiddenIds }: Pick<InteractionRecord, "participantIds" | "hiddenIds">,
): string[] {
  const all = [...visible];
  for (const [index, id] of participantIds.entries()) if (hiddenIds.includes(id)) all.splice(index, 0, id);
  return all;
}

/**
 * The account must have no pending work; otherwise the plan could meet entries of an earlier change. The transaction also has `others` more
 * actions. Throws
 * `contact_not_found` with the positions of participants that don't exist.
 */
export async function planInteraction(
  store: Store,
  head: AccountHead,
  change: InteractionChange,
  time: WriteTime,
  others = 0,
): Promise<PlannedInteraction> {
  const { before, after, stored = before } = change;
  const { accountId } = head;
  const interactionId = (after ?? before)?.id ?? "";
  const participantIds = affectedParticipants(change);
  const aliases = await loadAliases(store, head);
  const contacts = await contactsOf(store, accountId, participantIds, aliases);
  const participants = { accountId, participantIds, contacts, aliases };
  if (after) await requireParticipants(store, head, after, participants);
  const steps = await participantSteps(store, participants, { id: interactionId, ...change }, time.now);
  const done = fittingSteps(store, steps, others);
  const planned = planSteps(store, head, done, time);
  const dates = { removed: datesOf(stored), added: datesOf(after) };
  const counts = await countsAfter(store, head, dates, time.now);
  const contactIds = steps.slice(done.length).map(({ participantId }) => participantId);
  const isPending = contactIds.length > 0;
  const work = { txid: time.txid, interactionId, contactIds, oldDate: before?.date ?? null };
  return {
    actions: [
      after ? putInteraction(store, after) : deleteInteraction(store, accountId, interactionId),
      ...planned.actions,
      ...(isPending ? [pendingWorkAction(store, accountId, work)] : []),
    ],
    head: {
      ...planned.head,
      ...counts,
      nextInteractionAt: nextAt(head, after, time.now.toISOString()),
      pendingWork: head.pendingWork + (isPending ? 1 : 0),
    },
    events: planned.events,
    changes: [interactionHistory(accountId, interactionId, change)],
    isPending,
  };
}

/**
 * The participants are named as the interaction stores them, with those in the trash, because hiding them is no change of it.
 * What follows for their contacts is no change of its own.
 */
function interactionHistory(accountId: string, subjectId: string, { before, after }: InteractionChange): Change {
  const old = before && interactionValues(before);
  const values = changeOfValues(old, after && interactionValues(after), before?.createdAt);
  const { participantIds = [] } = after ?? before ?? {};
  // The owner knows who they are.
  const namedId = participantIds.find((id) => id !== accountId) ?? participantIds[0];
  return { subject: "interaction", subjectId, namedId, ...values };
}

/** What the history has of an interaction, and an undo compares. */
export function interactionValues({ type, date, title, description, participantIds }: InteractionRecord) {
  return { type, date, title, description, participantIds };
}

/** The date of an interaction that is counted. */
function datesOf(interaction: InteractionRecord | null): string[] {
  return interaction && isVisible(interaction) ? [interaction.date] : [];
}

/** The participants whose entries or contacts may change, each once. */
function affectedParticipants({ before, after }: InteractionChange): string[] {
  const [old, current] = [before?.participantIds ?? [], after?.participantIds ?? []];
  const all = [...new Set([...current, ...old])];
  if (before?.date !== after?.date) return all;
  return all.filter((id) => old.includes(id) !== current.includes(id));
}

async function requireParticipants(
  store: Store,
  head: AccountHead,
  after: InteractionRecord,
  { participantIds, contacts, aliases }: Participants,
): Promise<void> {
  const affected = new Set(shownParticipants(participantIds, aliases));
  const missing = shownParticipants(visibleIds(after), aliases).flatMap((id, index) =>
    affected.has(id) && !contacts.has(id) ? [{ id, path: pathOf(index) }] : [],
  );
  if (missing.length > 0) throw await contactNotFound(store, head, missing);
}

function pathOf(index: number): string {
  return `body.participantIds.${index}`;
}

/** The position only moves forward when interactions become due. A position without an interaction costs one query then. */
export function nextAt(head: AccountHead, after: InteractionRecord | null, now: string): string | null {
  const { nextInteractionAt } = head;
  if (!after || after.date <= now) return nextInteractionAt;
  const position = positionOf(after);
  return nextInteractionAt !== null && nextInteractionAt < position ? nextInteractionAt : position;
}
