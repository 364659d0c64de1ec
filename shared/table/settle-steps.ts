/** The steps of settling (settle.ts): each is one write, and brings its journal, or the time, nearer to the end. */
import { interactionState, isLater } from "../contact/last-interaction.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { AccountHead } from "./account.ts";
import type { WriteAction } from "./account-write.ts";
import { getContacts } from "./contact-list.ts";
import { getInteraction, type InteractionRecord } from "./interaction.ts";
import { readInteractions } from "./interaction-list.ts";
import {
  contactChange,
  fittingSteps,
  type ParticipantStep,
  participantActions,
  participantSteps,
  planSteps,
  type WriteTime,
} from "./interaction-write.ts";
import { type Journal, journalAction, type StoredJournal } from "./settle-journal.ts";
import type { Store } from "./store.ts";

interface Step {
  actions: WriteAction[];
  head: AccountHead;
}

/** Participants of one step at most: each takes an action at least. */
const contactsAtOnce = participantActions;
/** Brings participants of a changed interaction up to date. */
export async function settleParticipants(
  store: Store,
  head: AccountHead,
  { txid, journal }: StoredJournal,
  time: WriteTime,
): Promise<Step> {
  const { interactionId: id, contactIds } = journal;
  const { accountId } = head;
  const after = (await getInteraction(store, accountId, id)) ?? null;
  const some = contactIds.slice(0, contactsAtOnce);
  const contacts = await getContacts(store, accountId, some);
  const steps = await participantSteps(store, contacts, {
    id,
    before: entriesBefore(journal, after),
    after,
    now: time.now,
  });
  const done = fittingSteps(store, steps);
  const last = done.at(-1);
  const end = last && done.length < steps.length ? some.indexOf(last.contactId) + 1 : some.length;
  const left = { ...journal, contactIds: contactIds.slice(end) };
  return withJournal(store, planSteps(store, head, done, time), { txid, journal: left });
}

/**
 * Which entries there may be. When the date stayed, only those who came or went are in the journal; else each of them
 * may have had one: what is not there is deleted all the same.
 */
function entriesBefore(
  { contactIds, oldDate }: Journal,
  after: InteractionRecord | null,
): { date: string; participantIds: readonly string[] } | null {
  if (oldDate === null) return null;
  const stayed = oldDate === after?.date;
  return { date: oldDate, participantIds: contactIds.filter((id) => !stayed || !after.participantIds.includes(id)) };
}

/**
 * Shows interactions whose date has come, from the one on that the head waits for. Who shows them already is passed
 * over, so that many of one date come to an end.
 */
export async function comeTrue(store: Store, head: AccountHead, time: WriteTime): Promise<Step> {
  const { accountId, nextInteractionAt } = head;
  const now = time.now.toISOString();
  const changes = await arrivals(store, accountId, { from: nextInteractionAt ?? now, to: now });
  const done = fittingSteps(store, changes.steps);
  const planned = planSteps(store, head, done, time);
  if (!changes.isAll || done.length < changes.steps.length) return planned;
  return { ...planned, head: { ...planned.head, nextInteractionAt: await nextDate(store, accountId, now) } };
}

/** Contacts in memory at once. */
const mostContacts = 200;

/** What interactions of these dates change, and whether that is all of it. */
async function arrivals(
  store: Store,
  accountId: string,
  range: { from: string; to: string },
): Promise<{ steps: ParticipantStep[]; isAll: boolean }> {
  const contacts = new Map<string, ContactRecord>();
  const steps = new Map<string, ParticipantStep>();
  for await (const { id, date, participantIds } of readInteractions(store, accountId, range)) {
    const unread = participantIds.filter((contactId) => !contacts.has(contactId));
    for (const contact of await getContacts(store, accountId, unread)) contacts.set(contact.id, contact);
    for (const contactId of participantIds) {
      const contact = contacts.get(contactId);
      if (!contact) continue;
      const state = interactionState(steps.get(contactId)?.contact?.after ?? contact);
      if (!isLater({ id, date }, state.latest)) continue;
      const change = contactChange(contact, { ...state, latest: { id, date } });
      steps.set(contactId, { contactId, entries: [], contact: change });
    }
    if (steps.size >= participantActions || (steps.size > 0 && contacts.size >= mostContacts)) {
      return { steps: [...steps.values()], isAll: false };
    }
    if (contacts.size >= mostContacts) contacts.clear();
  }
  return { steps: [...steps.values()], isAll: true };
}

/** Of the first interaction behind `date`. */
async function nextDate(store: Store, accountId: string, date: string): Promise<string | null> {
  for await (const interaction of readInteractions(store, accountId, { from: `${date}~` })) return interaction.date;
  return null;
}

function withJournal(store: Store, { actions, head }: Step, left: StoredJournal): Step {
  const isDone = left.journal.contactIds.length === 0;
  return {
    actions: [...actions, journalAction(store, head.accountId, left)],
    head: isDone ? { ...head, unsettled: head.unsettled - 1 } : head,
  };
}
