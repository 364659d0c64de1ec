/** The declaration of the interaction group. */
import { longValuePrefix } from "../../shared/account/store/account-keys.ts";
import { messageAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import * as schemas from "./schemas.ts";

const common = { access: "integration", rateLimit: "default" } as const;
const one = { ...common, path: "/interactions/{id}", params: schemas.interactionParams } as const;

export const routeGroup = {
  name: "interactions",
  title: "Interactions",
  description:
    "What happened, when and with whom. The `lastInteraction` of each participant is the date of the latest interaction that is not in " +
    "the future, unless a later date was set by hand.",
  resources: ["/interactions"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 681,
  // Lists delete the entries of deleted contacts.
  grants: {
    table: [...contactChanges, "BatchWriteItem"],
    files: [{ bucket: "accounts", prefix: longValuePrefix, actions: ["PutObject"] }],
  },
  rows: {
    listInteractions: {
      ...common,
      method: "GET",
      path: "/interactions",
      summary: "List interactions, newest first, a page at a time",
      description:
        "Planned interactions come first, because their dates are the latest. `contactId`, `from` and `to` can be combined.",
      query: schemas.interactionQuery,
      errors: ["contact_not_found"],
      answers: { 200: schemas.interactionList },
    },
    createInteraction: {
      ...common,
      method: "POST",
      path: "/interactions",
      summary: "Create an interaction with contacts",
      description:
        "Without a `date` it takes place now. `lastInteraction` of each participant follows the date. A planned interaction counts from its date on.",
      body: schemas.interactionCreate,
      example: {
        type: "Coffee",
        date: "2026-03-02T15:30:00+01:00",
        title: "By the harbour",
        description: "Ada is moving to Porto in May.",
        participantIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
      },
      errors: ["contact_not_found"],
      answers: { 201: schemas.oneInteraction },
    },
    getInteraction: {
      ...one,
      method: "GET",
      summary: "Read an interaction",
      description: "With the summaries of all contacts that took part.",
      errors: ["interaction_not_found"],
      answers: { 200: schemas.oneInteraction },
    },
    patchInteraction: {
      ...one,
      method: "PATCH",
      summary: "Change fields of an interaction",
      description:
        "An absent field stays as it is, and `participantIds` replaces the whole list. `lastInteraction` of the contacts follows.",
      body: schemas.interactionPatch,
      example: { date: "2026-03-03T15:30:00+01:00", description: null },
      errors: ["contact_not_found", "interaction_not_found"],
      answers: { 200: schemas.oneInteraction },
    },
    deleteInteraction: {
      ...one,
      method: "DELETE",
      summary: "Delete an interaction",
      description: "`lastInteraction` of the contacts that took part goes back to the one before.",
      errors: ["interaction_not_found"],
      answers: { 200: messageAnswer },
    },
  },
} as const satisfies GroupDeclaration;
