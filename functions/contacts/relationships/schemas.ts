/** The schemas of the relationship routes. */
import * as z from "zod";
import { contactSummary } from "../../../shared/contact/answer/answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { createdAt, updatedAt, userId } from "../../../shared/platform/http/answer/common-fields.ts";
import { namedObject, namedSchema } from "../../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../../shared/platform/http/route/read-only.ts";
import { uuid } from "../../../shared/platform/text/schema.ts";
import { relationshipTypes } from "../../../shared/relationship/store/relationship.ts";

export const relationshipParams = lazyObject(() => ({
  id: uuid().describe("One of the two contacts"),
  relationshipId: uuid().describe("The relationship, whose id is the same from both contacts"),
}));

const relationshipType = namedSchema("RelationshipType", () =>
  z
    .enum(relationshipTypes)
    .describe(
      "What the related person is to the contact in the path. The other contact shows the inverse, such as `child` for `parent`",
    ),
);

const readOnlyFields = ["id", "userId", "personId", "person", "relatedPerson", "createdAt", "updatedAt"] as const;

export const relationshipCreate = ignoreReadOnly("RelationshipInput", readOnlyFields, () => ({
  relatedPersonId: uuid().describe("A contact, which may be the account's own"),
  relationshipType: relationshipType(),
}));

export const relationshipPatch = ignoreReadOnly("RelationshipPatch", [...readOnlyFields, "relatedPersonId"], () => ({
  relationshipType: relationshipType().optional(),
}));

const relationshipAnswer = namedObject(
  "Relationship",
  () => ({
    id: z.uuid().describe("The same from both contacts"),
    userId: userId(),
    personId: z.uuid().describe("The contact in the path"),
    relatedPersonId: z.uuid().describe("The other contact"),
    relationshipType: relationshipType(),
    person: contactSummary(),
    relatedPerson: contactSummary(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  "What two contacts are to each other, seen from the contact in the path",
);
export type RelationshipAnswer = z.output<ReturnType<typeof relationshipAnswer>>;

export const oneRelationship = namedObject("OneRelationship", () => ({ relationship: relationshipAnswer() }));
export const relationshipList = lazyObject(() => ({
  relationships: z.array(relationshipAnswer()).describe("Oldest first"),
}));
