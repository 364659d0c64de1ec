/**
 * Applies planned interactions whose date has come: their participants show them. `nextInteractionAt` of the head is the
 * position in the order of dates up to which all interactions are applied. A transaction applies as many as fit and moves
 * the position; participants that already show an interaction are skipped, so every step can be repeated.
 */
import type { AccountHead } from "../../account/store/account.ts";
import type { PlanPart } from "../../account/store/account-write.ts";
import { interactionState, isLater } from "../../contact/change/last-interaction.ts";
import type { ContactRecord } from "../../contact/record.ts";
import { type Aliases, loadAliases } from "../../contact/store/aliases.ts";
import { getContacts } from "../../contact/store/contact-list.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import type { InteractionRecord } from "./interaction.ts";
import { interactionPages, positionOf } from "./interaction-list.ts";
import {
  contactChange,
  fittingSteps,
  type ParticipantStep,
  participantActions,
  planSteps,
  shownParticipants,
  type WriteTime,
} from "./participant-steps.ts";

/** The largest numbers of one step. A step changes no more contacts than fit into a transaction. */
const maxInteractions = 500;
const maxContacts = participantActions;
/** The interactions of one query. */
const pageSize = 10;

export async function planDueInteractions(store: Store, head: AccountHead, time: WriteTime): Promise<PlanPart> {
  const aliases = await loadAliases(store, head);
  const { steps, next } = await readDue(store, head, aliases, time.now.toISOString());
  const done = fittingSteps(store, steps);
  const planned = planSteps(store, head, done, time);
  return { ...planned, head: { ...planned.head, nextInteractionAt: steps[done.length]?.position ?? next } };
}

interface DueStep extends ParticipantStep {
  /** The position of the first interaction that the contact doesn't show yet. */
  position: string;
}

interface Due {
  /** In the order of `position`. */
  steps: DueStep[];
  /** The position from which to continue; null if there is no further interaction. */
  next: string | null;
}

async function readDue(
  store: Store,
  { accountId, nextInteractionAt }: AccountHead,
  aliases: Aliases,
  now: string,
): Promise<Due> {
  const contacts = new Map<string, ContactRecord | undefined>();
  const steps = new Map<string, DueStep>();
  let [count, next]: [number, string | null] = [0, null];
  for await (const page of interactionPages(store, accountId, { from: nextInteractionAt ?? now }, pageSize)) {
    const due: InteractionRecord[] = [];
    const unread = new Set<string>();
    for (const stored of page) {
      const interaction = { ...stored, participantIds: shownParticipants(stored.participantIds, aliases) };
      const more = interaction.participantIds.filter((id) => !contacts.has(id) && !unread.has(id));
      const isFull =
        count === maxInteractions || (count > 0 && contacts.size + unread.size + more.length > maxContacts);
      if (interaction.date > now || isFull) {
        next = positionOf(interaction);
        break;
      }
      due.push(interaction);
      for (const id of more) unread.add(id);
      count++;
    }
    for (const id of unread) contacts.set(id, undefined);
    for (const contact of await getContacts(store, accountId, [...unread])) contacts.set(contact.id, contact);
    for (const interaction of due) addSteps(interaction, contacts, steps);
    if (next !== null) break;
  }
  return { steps: [...steps.values()], next };
}

/** Adds the changes of the participants whose latest interaction is earlier than this one. */
function addSteps(
  { id, date, participantIds }: InteractionRecord,
  contacts: ReadonlyMap<string, ContactRecord | undefined>,
  steps: Map<string, DueStep>,
): void {
  for (const contactId of participantIds) {
    const contact = contacts.get(contactId);
    if (!contact) continue;
    const earlier = steps.get(contactId);
    const state = interactionState(earlier?.contact?.after ?? contact);
    if (!isLater({ id, date }, state.latest)) continue;
    const change = contactChange(contact, { ...state, latest: { id, date } });
    const position = earlier?.position ?? positionOf({ id, date });
    steps.set(contactId, { participantId: contactId, entries: [], contact: change, position });
  }
}
