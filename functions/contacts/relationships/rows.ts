/** The rows of the relationship routes in the route table. They are below `/contacts/{id}`, which one function serves. */
import { messageAnswer } from "../../../shared/platform/http/answer/common-fields.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { avatarParams, contactParams } from "../schemas.ts";
import * as schemas from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;
const ofContact = { ...common, path: "/contacts/{id}/relationships", params: contactParams } as const;
const one = {
  ...common,
  path: "/contacts/{id}/relationships/{relationshipId}",
  params: schemas.relationshipParams,
} as const;

export const relationshipRows = defineRoutes({
  listRelationships: {
    ...ofContact,
    method: "GET",
    summary: "List the relationships of a contact, oldest first",
    description: "Each is seen from the contact of the path: `relationshipType` says what the other contact is to it.",
    query: avatarParams,
    errors: ["contact_not_found"],
    answers: { 200: schemas.relationshipList },
  },
  createRelationship: {
    ...ofContact,
    method: "POST",
    summary: "Relate a contact to another one",
    description:
      "The other contact shows the same relationship with the inverse type. Two contacts have a relationship of one type once. A contact has at most 200.",
    body: schemas.relationshipCreate,
    example: { relatedPersonId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a", relationshipType: "sibling" },
    errors: ["relationship_self_forbidden", "contact_not_found", "relationship_already_exists", "conflict"],
    location: false,
    answers: { 201: schemas.oneRelationship },
  },
  patchRelationship: {
    ...one,
    method: "PATCH",
    summary: "Change the type of a relationship",
    description: "The type is the one that the contact of the path sees; its other contact sees the inverse one.",
    body: schemas.relationshipPatch,
    example: { relationshipType: "partner" },
    errors: ["contact_not_found", "relationship_not_found", "relationship_already_exists"],
    answers: { 200: schemas.oneRelationship },
  },
  deleteRelationship: {
    ...one,
    method: "DELETE",
    summary: "Delete a relationship, from either of its contacts",
    description: "It ends for both contacts, which stay.",
    errors: ["contact_not_found", "relationship_not_found"],
    answers: { 200: messageAnswer },
  },
});
