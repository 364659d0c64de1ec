/**
 * Writing interactions: whatever follows from a change of one is planned here. Its participants' entries, and what
 * their contacts show as `lastInteraction`, follow in the same transaction as far as they fit; the rest is left to a
 * journal, which settle.ts works off by the same steps.
 */
import {
  type InteractionState,
  interactionFields,
  interactionState,
  isLater,
  type PastInteraction,
} from "../contact/last-interaction.ts";
import type { ContactRecord } from "../contact/record.ts";
import { AppError } from "../http/errors.ts";
import type { AccountHead } from "./account.ts";
import { maxNotedActions, type WriteAction } from "./account-write.ts";
import { contactWriteActions } from "./contact.ts";
import { getContacts } from "./contact-list.ts";
import { type ContactChange, planContacts } from "./contact-write.ts";
import { deleteInteraction, type InteractionRecord, putInteraction } from "./interaction.ts";
import { countsAfter } from "./interaction-counts.ts";
import { mapInParallel } from "./parallel.ts";
import { deleteParticipation, latestParticipation, putParticipation } from "./participation.ts";
import { maxLogActions } from "./search-log.ts";
import { journalAction } from "./settle-journal.ts";
import type { Store } from "./store.ts";

/** Null is an interaction that does not exist. */
export interface InteractionChange {
  before: InteractionRecord | null;
  after: InteractionRecord | null;
}

export interface WriteTime {
  txid: number;
  now: Date;
}

export interface PlannedInteraction {
  actions: WriteAction[];
  head: AccountHead;
  /** A journal is left to be worked off. */
  isPending: boolean;
}

/** Actions that participants may take of a transaction: the head, the interaction, the journal and the log go along. */
export const participantActions = maxNotedActions - 3 - maxLogActions;
/** Bytes of their contacts as JSON; DynamoDB takes 4 MB, of which the interaction may be 100 KB. */
const participantBytes = 3.4 * 1000 * 1000;
/** Queries under way at once. */
const parallelQueries = 16;

/**
 * Of an account without journals (see `settled`), else entries of an earlier change could be met. Throws
 * `contact_not_found` with the places of participants that do not exist.
 */
export async function planInteraction(
  store: Store,
  head: AccountHead,
  change: InteractionChange,
  time: WriteTime,
): Promise<PlannedInteraction> {
  const { before, after } = change;
  const { accountId } = head;
  const id = (after ?? before)?.id ?? "";
  const contactIds = affectedContacts(change);
  const contacts = new Map((await getContacts(store, accountId, contactIds)).map((contact) => [contact.id, contact]));
  if (after) requireParticipants(after, contactIds, contacts);
  const steps = await participantSteps(store, [...contacts.values()], { id, ...change, now: time.now });
  const done = fittingSteps(store, steps);
  const rest = steps.slice(done.length).map(({ contactId }) => contactId);
  const planned = planSteps(store, head, done, time);
  const counts = await countsAfter(
    store,
    head,
    { gone: before ? [before.date] : [], come: after ? [after.date] : [] },
    time.now,
  );
  const journal = { interactionId: id, contactIds: rest, oldDate: before?.date ?? null };
  const isPending = rest.length > 0;
  return {
    actions: [
      after ? putInteraction(store, after) : deleteInteraction(store, accountId, id),
      ...planned.actions,
      ...(isPending ? [journalAction(store, accountId, { txid: time.txid, journal })] : []),
    ],
    head: {
      ...planned.head,
      ...counts,
      nextInteractionAt: nextAt(head, after, time.now),
      unsettled: head.unsettled + (isPending ? 1 : 0),
    },
    isPending,
  };
}

/** What a change of one interaction does to one contact: both change together. */
export interface ParticipantStep {
  contactId: string;
  entries: WriteAction[];
  /** Null: the contact shows nothing else than before. */
  contact: ContactChange | null;
}

export interface ParticipantChange {
  id: string;
  before: Pick<InteractionRecord, "date" | "participantIds"> | null;
  after: InteractionRecord | null;
  now: Date;
}

/**
 * The steps of these contacts, in their order. `before` is what their entries and fields still say, or may say.
 */
export function participantSteps(
  store: Store,
  contacts: readonly ContactRecord[],
  change: ParticipantChange,
): Promise<ParticipantStep[]> {
  return mapInParallel(contacts, parallelQueries, async (contact): Promise<ParticipantStep> => {
    const { before, after, id } = change;
    const was = before?.participantIds.includes(contact.id) ? before.date : null;
    const takesPart = after?.participantIds.includes(contact.id) ? after : null;
    const entries = [
      ...(was !== null && was !== takesPart?.date
        ? [deleteParticipation(store, contact.accountId, contact.id, { date: was, id })]
        : []),
      ...(takesPart && was !== takesPart.date ? [putParticipation(store, takesPart, contact.id)] : []),
    ];
    const state = await stateAfter(store, contact, id, takesPart, change.now);
    return { contactId: contact.id, entries, contact: contactChange(contact, state) };
  });
}

/** The longest start of these steps that fits into a transaction; one always does. */
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

/** The contact after it came to show another interaction; null when it is as it was. It counts as no edit of the contact. */
export function contactChange(contact: ContactRecord, state: InteractionState): ContactChange | null {
  const after = { ...contact, ...interactionFields(state) };
  const same =
    after.lastInteraction === contact.lastInteraction &&
    after.lastInteractionActivityId === contact.lastInteractionActivityId &&
    after.coveredInteraction?.id === contact.coveredInteraction?.id &&
    after.coveredInteraction?.date === contact.coveredInteraction?.date;
  return same ? null : { before: contact, after };
}

/** Contacts whose entries or fields may change, each once. */
function affectedContacts({ before, after }: InteractionChange): string[] {
  const [old, wanted] = [before?.participantIds ?? [], after?.participantIds ?? []];
  const all = [...new Set([...wanted, ...old])];
  if (before?.date !== after?.date) return all;
  return all.filter((id) => old.includes(id) !== wanted.includes(id));
}

function requireParticipants(
  { participantIds }: InteractionRecord,
  looked: readonly string[],
  found: ReadonlyMap<string, ContactRecord>,
): void {
  const missing = new Set(looked.filter((id) => participantIds.includes(id) && !found.has(id)));
  if (missing.size === 0) return;
  throw new AppError("contact_not_found", {
    details: participantIds.flatMap((id, index) =>
      missing.has(id) ? [{ path: `body.participantIds.${index}`, message: "There is no such contact." }] : [],
    ),
  });
}

async function stateAfter(
  store: Store,
  contact: ContactRecord,
  id: string,
  takesPart: InteractionRecord | null,
  now: Date,
): Promise<InteractionState> {
  const state = interactionState(contact);
  const time = now.toISOString();
  const mine: PastInteraction | null = takesPart && takesPart.date <= time ? { id, date: takesPart.date } : null;
  if (state.latest?.id !== id) return mine && isLater(mine, state.latest) ? { ...state, latest: mine } : state;
  if (mine && mine.date >= state.latest.date) return { ...state, latest: mine };
  const other = await latestParticipation(store, contact.accountId, { contactId: contact.id, to: time }, id);
  return { ...state, latest: mine && isLater(mine, other) ? mine : other };
}

/** A date that passes without an interaction that has it costs a look, nothing else: so it is never moved back. */
function nextAt(head: AccountHead, after: InteractionRecord | null, now: Date): string | null {
  const { nextInteractionAt } = head;
  if (!after || after.date <= now.toISOString()) return nextInteractionAt;
  return nextInteractionAt !== null && nextInteractionAt < after.date ? nextInteractionAt : after.date;
}
