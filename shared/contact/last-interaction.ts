/**
 * The two things that a contact's `lastInteraction` is made of: what somebody set by hand, and the latest interaction
 * that has taken place. The record keeps the later one where answers and orders find it, and the other one beside it,
 * so that either can change without the other being looked for.
 */
import type { ContactRecord } from "./record.ts";

/** An interaction that has taken place, as far as contacts know it; `date` as ISO 8601 in UTC. */
export interface PastInteraction {
  id: string;
  date: string;
}

export interface InteractionState {
  byHand: string | null;
  latest: PastInteraction | null;
}

export type InteractionFields = Pick<
  ContactRecord,
  "lastInteraction" | "lastInteractionActivityId" | "handInteraction" | "coveredInteraction"
>;

export function interactionState(contact: InteractionFields): InteractionState {
  const { lastInteraction, lastInteractionActivityId, handInteraction, coveredInteraction } = contact;
  if (lastInteraction === null || lastInteractionActivityId === null) {
    return { byHand: lastInteraction, latest: coveredInteraction };
  }
  return { byHand: handInteraction, latest: { id: lastInteractionActivityId, date: lastInteraction } };
}

/** Of two equally late ones the interaction is shown: it can be named. */
export function interactionFields({ byHand, latest }: InteractionState): InteractionFields {
  const isByHand = latest === null || (byHand !== null && byHand > latest.date);
  return {
    lastInteraction: isByHand ? byHand : latest.date,
    lastInteractionActivityId: isByHand ? null : latest.id,
    handInteraction: isByHand ? null : byHand,
    coveredInteraction: isByHand ? latest : null,
  };
}

/** After somebody sent `given` as the contact's `lastInteraction`: what was read and is sent back changes nothing. */
export function setByHand(contact: InteractionFields, given: string | null): InteractionFields {
  const state = interactionState(contact);
  return interactionFields(given === contact.lastInteraction ? state : { ...state, byHand: given });
}

/** Whether `one` comes behind `other` in the order of interactions, in which no two are equal. */
export function isLater(one: PastInteraction, other: PastInteraction | null): boolean {
  if (other === null) return true;
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}
