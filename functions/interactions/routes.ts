/** The rows of the interaction group. */
import { defineRoutes } from "../../shared/http/route.ts";
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

export const interactionRoutes = defineRoutes({
  listInteractions: {
    ...common,
    method: "GET",
    path: "/interactions",
    summary: "List interactions, the newest first, a page at a time",
    query: interactionQuery,
    errors: ["contact_not_found"],
    answers: { 200: interactionList },
  },
  createInteraction: {
    ...common,
    method: "POST",
    path: "/interactions",
    summary: "Note an interaction with contacts",
    body: interactionCreate,
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
});
