/** The orders of contact lists: the index of each order and its sort keys. */
import { cutToBytes } from "../../platform/text/cut.ts";
import { shortId } from "../../platform/text/short-id.ts";

export type ContactOrder = "name" | "surname" | "interaction" | "createdAt";

/** The values by which a contact is sorted. */
export interface OrderedContact {
  id: string;
  /** The folded first name. */
  first: string;
  /** The folded last name. */
  last: string;
  /** ISO 8601 in UTC; empty without an interaction, which sorts first. */
  lastInteraction: string;
}

/** Contacts are created in the order of the table, because their ids are UUIDs of version 7. This order needs no index. */
export const orderIndexes = {
  name: { IndexName: "byName", attribute: "nameKey" },
  surname: { IndexName: "bySurname", attribute: "surnameKey" },
  interaction: { IndexName: "byInteraction", attribute: "interactionKey" },
  createdAt: { IndexName: undefined, attribute: "sk" },
} as const satisfies Record<ContactOrder, { IndexName: string | undefined; attribute: string }>;

/** The prefix of the sort keys of contacts, in the table and in every index. */
export const contactKeyPrefix = "C#";

/** The longest name in a sort key, in bytes. Two names, the id and separators stay below the limit of 1,024 bytes. */
const nameKeyBytes = 400;

/** The stored sort key of a contact in an order. DynamoDB compares the bytes in UTF-8. */
export function sortKey(order: ContactOrder, contact: OrderedContact): string {
  return orderKey(order, { ...contact, id: shortId(contact.id) });
}

/** A text by which contacts are sorted as by their stored keys. Only the spelling of the id differs. */
export function orderKey(order: ContactOrder, { id, first, last, lastInteraction }: OrderedContact): string {
  switch (order) {
    case "name":
      return `${contactKeyPrefix}${namePart(first)}${namePart(last)}${id}`;
    case "surname":
      return `${contactKeyPrefix}${namePart(last)}${namePart(first)}${id}`;
    case "interaction":
      return `${contactKeyPrefix}${lastInteraction}#${id}`;
    case "createdAt":
      return `${contactKeyPrefix}${id}`;
  }
}

/** U+0001 sorts before every character of a name, so that "Ann" comes before "Anna". */
function namePart(folded: string): string {
  return `${cutToBytes(folded, nameKeyBytes)}\u0001`;
}
