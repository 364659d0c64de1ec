/** The orders of contact lists: the index that keeps each, and the keys by which DynamoDB sorts it. */
import { cutToBytes } from "../text/cut.ts";

export type ContactOrder = "name" | "surname" | "interaction" | "createdAt";

/** What a contact's places in the orders follow from. */
export interface OrderedContact {
  id: string;
  /** Folded. */
  first: string;
  /** Folded. */
  last: string;
  /** ISO 8601 in UTC; empty for none, and then it comes first. */
  lastInteraction: string;
}

/** No index: the table's own order, since ids are UUIDs of version 7. */
export const orderIndexes = {
  name: { IndexName: "byName", attribute: "nameKey" },
  surname: { IndexName: "bySurname", attribute: "surnameKey" },
  interaction: { IndexName: "byInteraction", attribute: "interactionKey" },
  createdAt: { IndexName: undefined, attribute: "sk" },
} as const satisfies Record<ContactOrder, { IndexName: string | undefined; attribute: string }>;

/** Start of all keys of contacts, and of nothing else. */
export const contactKeyStart = "C#";

/**
 * Bytes of one name in an index key; both names, the id and separators stay below the 1,024 that a sort key may have.
 */
const nameKeyBytes = 400;

/** DynamoDB compares keys by their bytes in UTF-8. */
export function orderKey(order: ContactOrder, { id, first, last, lastInteraction }: OrderedContact): string {
  switch (order) {
    case "name":
      return `${contactKeyStart}${namePart(first)}${namePart(last)}${id}`;
    case "surname":
      return `${contactKeyStart}${namePart(last)}${namePart(first)}${id}`;
    case "interaction":
      return `${contactKeyStart}${lastInteraction}#${id}`;
    case "createdAt":
      return `${contactKeyStart}${id}`;
  }
}

/** U+0001 ends a name: it sorts before every character that a name may hold, so that "Ann" comes before "Anna". */
function namePart(folded: string): string {
  return `${cutToBytes(folded, nameKeyBytes)}\u0001`;
}
