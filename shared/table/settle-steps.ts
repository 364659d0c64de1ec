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
 * Shows interactions whose date has come, from the one on that the head waits for, and lets the head wait for what is
 * left of them. Who shows them already is passed over, so that many of one date come to an end.
 */
export async function comeTrue(store: Store, head: AccountHead, time: WriteTime): Promise<Step> {
  const { accountId, nextInteractionAt } = head;
  const now = time.now.toISOString();
  const { steps, unreadFrom } = await arrivals(store, accountId, { from: nextInteractionAt ?? now, to: now });
  const done = fittingSteps(store, steps);
  const planned = planSteps(store, head, done, time);
  const left = steps[done.length]?.since ?? unreadFrom ?? (await nextDate(store, accountId, now));
  return { ...planned, head: { ...planned.head, nextInteractionAt: left } };
}

/** Contacts in memory at once, but for those of one interaction. */
const mostContacts = 200;
/** Interactions after which a step ends, so that accounts with any number of them get on. */
const mostInteractions = 200;
/** Interactions whose contacts are read together: those of one query (interaction-list.ts). */
const interactionsAtOnce = 10;

interface Arrival extends ParticipantStep {
  /** The first date that the contact does not show yet. */
  since: string;
}

interface Arrivals {
  /** In the order of `since`. */
  steps: Arrival[];
  /** The date from which on not all is read; null when all of the range is. Without steps it is behind the range's start. */
  unreadFrom: string | null;
}

/** What interactions of these dates change, as far as one step goes. */
async function arrivals(store: Store, accountId: string, range: { from: string; to: string }): Promise<Arrivals> {
  const contacts = new Map<string, ContactRecord>();
  const steps = new Map<string, Arrival>();
  const until = (unreadFrom: string | null): Arrivals => ({ steps: [...steps.values()], unreadFrom });
  let count = 0;
  let lastDate = range.from;
  for await (const group of inGroups(readInteractions(store, accountId, range))) {
    // Only between two dates: an end amid the many of one date, none of which changes anything, would come for ever.
    const end = group.findIndex(
      ({ date }, at) => count + at >= mostInteractions && date !== (group[at - 1]?.date ?? lastDate),
    );
    const some = end === -1 ? group : group.slice(0, end);
    const wanted = [...new Set(some.flatMap(({ participantIds }) => participantIds))];
    let unread = wanted.filter((contactId) => !contacts.has(contactId));
    if (contacts.size + unread.length > mostContacts) {
      if (steps.size > 0) return until(lastDate);
      contacts.clear();
      unread = wanted;
    }
    for (const contact of await getContacts(store, accountId, unread)) contacts.set(contact.id, contact);
    for (const interaction of some) arrive(interaction, contacts, steps);
    if (end !== -1) return until(group[end]?.date ?? lastDate);
    count += group.length;
    lastDate = group.at(-1)?.date ?? lastDate;
    if (steps.size >= participantActions) return until(lastDate);
  }
  return until(null);
}

/** Adds to `steps` what an interaction changes that comes behind those which they show. */
function arrive(
  { id, date, participantIds }: InteractionRecord,
  contacts: ReadonlyMap<string, ContactRecord>,
  steps: Map<string, Arrival>,
): void {
  for (const contactId of participantIds) {
    const contact = contacts.get(contactId);
    if (!contact) continue;
    const earlier = steps.get(contactId);
    const state = interactionState(earlier?.contact?.after ?? contact);
    if (!isLater({ id, date }, state.latest)) continue;
    const change = contactChange(contact, { ...state, latest: { id, date } });
    steps.set(contactId, { contactId, entries: [], contact: change, since: earlier?.since ?? date });
  }
}

/** Interactions in their order, as many together as may have their contacts in memory. */
async function* inGroups(interactions: AsyncIterable<InteractionRecord>): AsyncGenerator<InteractionRecord[], void> {
  let group: InteractionRecord[] = [];
  let participants = 0;
  for await (const interaction of interactions) {
    const many = interaction.participantIds.length;
    if (group.length > 0 && participants + many > mostContacts) {
      yield group;
      [group, participants] = [[], 0];
    }
    group.push(interaction);
    participants += many;
    if (group.length === interactionsAtOnce) {
      yield group;
      [group, participants] = [[], 0];
    }
  }
  if (group.length > 0) yield group;
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
