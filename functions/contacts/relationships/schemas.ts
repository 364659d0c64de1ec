/** The schemas of the relationship routes. */
import * as z from "zod";
import { contactSummary } from "../../../shared/contact/answer/answer.ts";
import { lazyObject, once } from "../../../shared/platform/config/once.ts";
import { ignoreReadOnly } from "../../../shared/platform/http/route/read-only.ts";
import { uuid } from "../../../shared/platform/text/schema.ts";
import { relationshipTypes } from "../../../shared/relationship/store/relationship.ts";

export const relationshipParams = lazyObject(() => ({ id: uuid(), relationshipId: uuid() }));

const relationshipType = once(() =>
  z
    .enum(relationshipTypes)
    .describe(
      "What the related person is to the contact in the path. The other contact shows the inverse, such as `child` for `parent`",
    ),
);

const readOnlyFields = ["id", "userId", "personId", "person", "relatedPerson", "createdAt", "updatedAt"] as const;

export const relationshipCreate = ignoreReadOnly(readOnlyFields, () => ({
  relatedPersonId: uuid().describe("A contact, which may be the account's own"),
  relationshipType: relationshipType(),
}));

export const relationshipPatch = ignoreReadOnly([...readOnlyFields, "relatedPersonId"], () => ({
  relationshipType: relationshipType().optional(),
}));

const relationshipAnswer = lazyObject(() => ({
  id: z.uuid().describe("The same from both contacts"),
  userId: z.uuid(),
  personId: z.uuid().describe("The contact in the path"),
  relatedPersonId: z.uuid(),
  relationshipType: relationshipType(),
  person: contactSummary(),
  relatedPerson: contactSummary(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}));
export type RelationshipAnswer = z.output<ReturnType<typeof relationshipAnswer>>;

export const oneRelationship = lazyObject(() => ({ relationship: relationshipAnswer() }));
export const relationshipList = lazyObject(() => ({
  relationships: z.array(relationshipAnswer()).describe("Oldest first"),
}));
