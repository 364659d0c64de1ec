/**
 * What a change of an interaction changes at its participants: their entries, and the `lastInteraction` of their contacts.
 * An interaction with many participants needs several transactions; each takes as many participants as fit.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { maxRequestActions } from "../../account/store/account-write.ts";
import {
  type InteractionState,
  interactionFields,
  interactionState,
  isLater,
} from "../../contact/change/last-interaction.ts";
import type { ContactChange, ContactRecord } from "../../contact/record.ts";
import { contactWriteActions, planContacts } from "../../contact-change/contact-write.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { maxLogActions } from "../../search/store/search-log.ts";
import { deleteParticipation, type InteractionRecord, putParticipation } from "./interaction.ts";
import { latestParticipation } from "./interaction-list.ts";

export interface WriteTime {
  txid: number;
  now: Date;
}

/** What a change of one interaction changes at one participant. All of it is written together. */
export interface ParticipantStep {
  entries: WriteAction[];
  /** Null if the contact shows the same as before. */
  contact: ContactChange | null;
}

export interface ParticipantChange {
  id: string;
  /** What the entries and fields of the contacts still say, or may say. */
  before: Pick<InteractionRecord, "date" | "participantIds"> | null;
  after: InteractionRecord | null;
}

/** The actions of a transaction that participants may take. The head, the interaction, the pending work and the log are the others. */
export const participantActions = maxRequestActions - 3 - maxLogActions;
/** The bytes of the contacts of a transaction as JSON; DynamoDB takes 4 MB, and an interaction may have 100 KB. */
const participantBytes = 3.4 * 1000 * 1000;
const parallelQueries = 16;

/** The steps of these contacts, in their order. */
export function participantSteps(
  store: Store,
  contacts: readonly ContactRecord[],
  { id, before, after }: ParticipantChange,
  now: Date,
): Promise<ParticipantStep[]> {
  return mapInParallel(contacts, parallelQueries, async (contact): Promise<ParticipantStep> => {
    const { id: contactId, accountId } = contact;
    const oldDate = before?.participantIds.includes(contactId) ? before.date : null;
    const joined = after?.participantIds.includes(contactId) ? after : null;
    const isMoved = oldDate !== (joined?.date ?? null);
    const entries = [
      ...(isMoved && oldDate !== null ? [deleteParticipation(store, accountId, { contactId, date: oldDate, id })] : []),
      ...(isMoved && joined ? [putParticipation(store, joined, contactId)] : []),
    ];
    const state = await stateAfter(store, contact, { id, date: joined?.date ?? null }, now);
    return { entries, contact: contactChange(contact, state) };
  });
}

/** The first steps, as many as fit into a transaction; at least one. */
export function fittingSteps(store: Store, steps: readonly ParticipantStep[]): ParticipantStep[] {
  let [actions, bytes] = [0, 0];
  for (const [count, { entries, contact }] of steps.entries()) {
    actions += entries.length + (contact ? contactWriteActions(store, contact.before, contact.after).length : 0);
    bytes += contact ? Buffer.byteLength(JSON.stringify(contact.after)) : 0;
    if (count > 0 && (actions > participantActions || bytes > participantBytes)) return steps.slice(0, count);
  }
  return [...steps];
}

export function planSteps(
  store: Store,
  head: AccountHead,
  steps: readonly ParticipantStep[],
  { txid, now }: WriteTime,
): { actions: WriteAction[]; head: AccountHead } {
  const changes = steps.flatMap(({ contact }) =>
    contact?.after ? [{ before: contact.before, after: { ...contact.after, version: txid } }] : [],
  );
  const planned = planContacts(store, head, changes, { txid, now });
  return { actions: [...steps.flatMap(({ entries }) => entries), ...planned.actions], head: planned.head };
}

/** The change of a contact that shows another interaction; null if it shows the same. It doesn't change `updatedAt`. */
export function contactChange(contact: ContactRecord, state: InteractionState): ContactChange | null {
  const after = { ...contact, ...interactionFields(state) };
  const same =
    after.lastInteraction === contact.lastInteraction &&
    after.lastInteractionActivityId === contact.lastInteractionActivityId &&
    after.coveredInteraction?.id === contact.coveredInteraction?.id &&
    after.coveredInteraction?.date === contact.coveredInteraction?.date;
  return same ? null : { before: contact, after };
}

/** `date` is null if the contact doesn't take part in the interaction. */
async function stateAfter(
  store: Store,
  contact: ContactRecord,
  { id, date }: { id: string; date: string | null },
  now: Date,
): Promise<InteractionState> {
  const state = interactionState(contact);
  const to = now.toISOString();
  const changed = date !== null && date <= to ? { id, date } : null;
  if (state.latest?.id !== id) return changed && isLater(changed, state.latest) ? { ...state, latest: changed } : state;
  if (changed && changed.date >= state.latest.date) return { ...state, latest: changed };
  const other = await latestParticipation(store, contact.accountId, { contactId: contact.id, to }, id);
  return { ...state, latest: changed && isLater(changed, other) ? changed : other };
}
