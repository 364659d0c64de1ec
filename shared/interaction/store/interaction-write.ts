/**
 * Plans the writes of interactions. The transaction of a change includes the participants that fit into it; the others
 * are left to pending work (pending-work.ts).
 */

import type { AccountHead } from "../../account/store/account.ts";
import type { ContactRecord } from "../../contact/record.ts";
import { getContacts } from "../../contact/store/contact-list.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";
import { deleteInteraction, type InteractionRecord, putInteraction } from "./interaction.ts";
import { countsAfter } from "./interaction-counts.ts";
import { positionOf } from "./interaction-list.ts";
import { fittingSteps, participantSteps, planSteps, type WriteTime } from "./participant-steps.ts";
import { pendingWorkAction } from "./pending-work.ts";

/** Null is an interaction that doesn't exist. */
export interface InteractionChange {
  before: InteractionRecord | null;
  after: InteractionRecord | null;
}

export interface PlannedInteraction {
  actions: WriteAction[];
  head: AccountHead;
  /** Whether some participants are left to pending work. */
  isPending: boolean;
}

/**
 * The account must have no pending work; otherwise the plan could meet entries of an earlier change. Throws
 * `contact_not_found` with the positions of participants that don't exist.
 */
export async function planInteraction(
  store: Store,
  head: AccountHead,
  change: InteractionChange,
  time: WriteTime,
): Promise<PlannedInteraction> {
  const { before, after } = change;
  const { accountId } = head;
  const interactionId = (after ?? before)?.id ?? "";
  const affected = affectedContacts(change);
  const contacts = await getContacts(store, accountId, affected);
  if (after) requireParticipants(after, affected, contacts);
  const steps = await participantSteps(store, contacts, { id: interactionId, ...change }, time.now);
  const done = fittingSteps(store, steps);
  const planned = planSteps(store, head, done, time);
  const dates = { removed: before ? [before.date] : [], added: after ? [after.date] : [] };
  const counts = await countsAfter(store, head, dates, time.now);
  const contactIds = contacts.slice(done.length).map(({ id }) => id);
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
      nextInteractionAt: nextAt(head, after, time.now),
      pendingWork: head.pendingWork + (isPending ? 1 : 0),
    },
    isPending,
  };
}

/** The contacts whose entries or fields may change, each once. */
function affectedContacts({ before, after }: InteractionChange): string[] {
  const [old, current] = [before?.participantIds ?? [], after?.participantIds ?? []];
  const all = [...new Set([...current, ...old])];
  if (before?.date !== after?.date) return all;
  return all.filter((id) => old.includes(id) !== current.includes(id));
}

function requireParticipants(
  { participantIds }: InteractionRecord,
  affected: readonly string[],
  contacts: readonly ContactRecord[],
): void {
  const found = new Set(contacts.map(({ id }) => id));
  const missing = affected.filter((id) => participantIds.includes(id) && !found.has(id));
  if (missing.length === 0) return;
  throw new AppError("contact_not_found", {
    details: participantIds.flatMap((id, index) =>
      missing.includes(id) ? [{ path: `body.participantIds.${index}`, message: "There is no such contact." }] : [],
    ),
  });
}

/** The position only moves forward when interactions become due. A position without an interaction costs one query then. */
function nextAt(head: AccountHead, after: InteractionRecord | null, now: Date): string | null {
  const { nextInteractionAt } = head;
  if (!after || after.date <= now.toISOString()) return nextInteractionAt;
  const position = positionOf(after);
  return nextInteractionAt !== null && nextInteractionAt < position ? nextInteractionAt : position;
}
