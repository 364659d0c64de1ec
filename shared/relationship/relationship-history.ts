/** What changes of relationships leave in the history. */
import { type Change, changeOfValues } from "../account/change.ts";
import type { Relationship } from "./store/relationship.ts";

/** As the contact of the relationship sees it. Both contacts have it in their histories. Null is one that doesn't exist. */
export function relationshipHistory(before: Relationship | null, after: Relationship | null): Change {
  const relationship = after ?? before;
  if (!relationship) throw new Error("a change of no relationship");
  const { id, contactId, relatedId, createdAt } = relationship;
  const about = { subject: "relationship", subjectId: id, contactId, relatedId } as const;
  return {
    ...about,
    ...changeOfValues(before && relationshipValues(before), after && relationshipValues(after), createdAt),
  };
}

/** What the history has of a relationship, and an undo compares. */
export function relationshipValues({ type, relatedId }: Relationship) {
  return { relationshipType: type, relatedPersonId: relatedId };
}
