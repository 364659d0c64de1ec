/**
 * A contact's `lastInteraction` is the later one of two values: the time that was set by hand, and the latest past
 * interaction. The record has the later one in the fields for answers and orders, and the other one in separate fields, so
 * that either can change without reading the interactions.
 */
import type { ContactRecord } from "../record.ts";

/** An interaction in the past; `date` is ISO 8601 in UTC. */
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

/** If both have the same time, the interaction is shown, because it has an id. */
export function interactionFields({ byHand, latest }: InteractionState): InteractionFields {
  const isByHand = latest === null || (byHand !== null && byHand > latest.date);
  return {
    lastInteraction: isByHand ? byHand : latest.date,
    lastInteractionActivityId: isByHand ? null : latest.id,
    handInteraction: isByHand ? null : byHand,
    coveredInteraction: isByHand ? latest : null,
  };
}

/** The fields after a request set `lastInteraction`. A client that sends back the value that it read changes nothing. */
export function setByHand(contact: InteractionFields, value: string | null): InteractionFields {
  const state = interactionState(contact);
  return interactionFields(value === contact.lastInteraction ? state : { ...state, byHand: value });
}

/** Whether `one` comes after `other` in the order of interactions, in which no two are equal. */
export function isLater(one: PastInteraction, other: PastInteraction | null): boolean {
  if (other === null) return true;
  return one.date === other.date ? one.id > other.id : one.date > other.date;
}
