/** The declaration of the interaction group. */
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import {
  interactionCreate,
  interactionList,
  interactionParams,
  interactionPatch,
  interactionQuery,
  messageAnswer,
  oneInteraction,
} from "./schemas.ts";

const common = { access: "integration", rateLimit: "default" } as const;

export const routeGroup = {
  name: "interactions",
  title: "Interactions",
  description:
    "What happened, when and with whom. The `lastInteraction` of each participant is the date of the latest interaction that is not in " +
    "the future, unless a later date was set by hand.",
  resources: ["/interactions"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 730,
  // Lists delete the entries of deleted contacts.
  grants: { table: [...contactChanges, "BatchWriteItem"] },
  rows: {
    listInteractions: {
      ...common,
      method: "GET",
      path: "/interactions",
      summary: "List interactions, newest first, a page at a time",
      query: interactionQuery,
      errors: ["contact_not_found"],
      answers: { 200: interactionList },
    },
    createInteraction: {
      ...common,
      method: "POST",
      path: "/interactions",
      summary: "Create an interaction with contacts",
      body: interactionCreate,
      example: {
        type: "Coffee",
        date: "2026-03-02T15:30:00+01:00",
        title: "By the harbour",
        description: "Ada is moving to Porto in May.",
        participantIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
      },
      errors: ["contact_not_found"],
      answers: { 201: oneInteraction },
    },
    getInteraction: {
      ...common,
      method: "GET",
      path: "/interactions/{id}",
      summary: "Read an interaction",
      params: interactionParams,
      errors: ["interaction_not_found"],
      answers: { 200: oneInteraction },
    },
    patchInteraction: {
      ...common,
      method: "PATCH",
      path: "/interactions/{id}",
      summary: "Change fields of an interaction",
      params: interactionParams,
      body: interactionPatch,
      example: { date: "2026-03-03T15:30:00+01:00", description: null },
      errors: ["contact_not_found", "interaction_not_found"],
      answers: { 200: oneInteraction },
    },
    deleteInteraction: {
      ...common,
      method: "DELETE",
      path: "/interactions/{id}",
      summary: "Delete an interaction",
      params: interactionParams,
      errors: ["interaction_not_found"],
      answers: { 200: messageAnswer },
    },
  },
} as const satisfies GroupDeclaration;
