/**
 * The changes at the participants that follow from a change of an interaction: their entries, and the `lastInteraction` of their contacts.
 * An interaction with many participants needs several transactions; each takes as many participants as fit.
 */
import type { AccountHead } from "../../account/store/account.ts";
import { maxPlanActions, type PlanPart } from "../../account/store/account-write.ts";
import {
  type InteractionState,
  interactionFields,
  interactionState,
  isLater,
} from "../../contact/change/last-interaction.ts";
import type { ContactChange, ContactRecord } from "../../contact/record.ts";
import type { Aliases } from "../../contact/store/aliases.ts";
import { getContacts } from "../../contact/store/contact-list.ts";
import { contactWriteActions, maxCommonActions, planContacts } from "../../contact-change/contact-write.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { deleteParticipation, type InteractionRecord, putParticipation } from "./interaction.ts";
import { latestParticipation } from "./interaction-list.ts";

export interface WriteTime {
  txid: number;
  now: Date;
}

/** The changes at one participant that follow from a change of one interaction. They are written together. */
export interface ParticipantStep {
  /** As the interaction names the participant: the contact, or one that was merged into it. */
  participantId: string;
  entries: WriteAction[];
  /** Null if the contact shows the same as before, or an earlier step changes it. */
  contact: ContactChange | null;
}

export interface Participants {
  accountId: string;
  /** As interactions name them. */
  participantIds: readonly string[];
  /** As `contactsOf` reads them. */
  contacts: ReadonlyMap<string, ContactRecord>;
  aliases: Aliases;
}

export interface ParticipantChange {
  id: string;
  /** The state that the entries of the participants and the fields of their contacts may still have. */
  before: Pick<InteractionRecord, "date" | "participantIds"> | null;
  after: InteractionRecord | null;
}

/** The actions of a plan that participants may take, besides the interaction, its change, the pending work and what all contacts have in common. */
export const participantActions = maxPlanActions - 3 - maxCommonActions;
/** The bytes of the contacts of a transaction as JSON; DynamoDB takes 4 MB, and an interaction may have 100 KB. */
const participantBytes = 3.4 * 1000 * 1000;
const parallelQueries = 16;

/** The contacts that took part, each once: a merged contact is part of the surviving one. */
export function shownParticipants(participantIds: readonly string[], { survivorOf }: Aliases): string[] {
  return [...new Set(participantIds.map((id) => survivorOf(id)))];
}

/** The contacts of these participants, each once, by the ids of the contacts. */
export async function contactsOf(
  store: Store,
  accountId: string,
  participantIds: readonly string[],
  aliases: Aliases,
): Promise<ReadonlyMap<string, ContactRecord>> {
  const contacts = await getContacts(store, accountId, shownParticipants(participantIds, aliases));
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

/** The steps of the participants, in their order. The entry of one in the trash moves with the interaction. */
export async function participantSteps(
  store: Store,
  { accountId, participantIds, contacts, aliases }: Participants,
  { id, before, after }: ParticipantChange,
  now: Date,
): Promise<ParticipantStep[]> {
  const joined = new Set(after?.participantIds.map((participantId) => aliases.survivorOf(participantId)));
  const states = await mapInParallel([...contacts.values()], parallelQueries, async (contact) => {
    const contactIds = [contact.id, ...aliases.aliasesOf(contact.id)];
    const date = joined.has(contact.id) && after ? after.date : null;
    return [
      contact.id,
      contactChange(contact, await stateAfter(store, contact, contactIds, { id, date }, now)),
    ] as const;
  });
  const changes = new Map(states);
  return participantIds.map((participantId): ParticipantStep => {
    const contactId = aliases.survivorOf(participantId);
    const oldDate = before?.participantIds.includes(participantId) ? before.date : null;
    const entry = after?.participantIds.includes(participantId) ? after : null;
    const isMoved = oldDate !== (entry?.date ?? null);
    const old = { contactId: participantId, date: oldDate ?? "", id };
    const entries = [
      ...(isMoved && oldDate !== null ? [deleteParticipation(store, accountId, old)] : []),
      ...(isMoved && entry ? [putParticipation(store, entry, participantId)] : []),
    ];
    const change = changes.get(contactId) ?? null;
    changes.delete(contactId);
    return { participantId, entries, contact: change };
  });
}

/** The first steps, as many as fit into a transaction beside `others` more actions; at least one. */
export function fittingSteps(store: Store, steps: readonly ParticipantStep[], others = 0): ParticipantStep[] {
  let [actions, bytes] = [others, 0];
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
): PlanPart {
  const changes = steps.flatMap(({ contact }) =>
    contact?.after ? [{ before: contact.before, after: { ...contact.after, version: txid } }] : [],
  );
  const planned = planContacts(store, head, changes, { txid, now });
  return { ...planned, actions: [...steps.flatMap(({ entries }) => entries), ...planned.actions] };
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
  contactIds: readonly string[],
  { id, date }: { id: string; date: string | null },
  now: Date,
): Promise<InteractionState> {
  const state = interactionState(contact);
  const to = now.toISOString();
  const changed = date !== null && date <= to ? { id, date } : null;
  if (state.latest?.id !== id) return changed && isLater(changed, state.latest) ? { ...state, latest: changed } : state;
  if (changed && changed.date >= state.latest.date) return { ...state, latest: changed };
  const other = await latestParticipation(store, contact.accountId, { contactIds, to }, id);
  return { ...state, latest: changed && isLater(changed, other) ? changed : other };
}
