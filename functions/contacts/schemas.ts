/** Shapes of the contact routes that no other group shares. */
import * as z from "zod";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { integerText } from "../../shared/text/schema.ts";

export const contactParams = z.strictObject({ id: z.uuid("Must be a UUID").toLowerCase() });

export const avatarParams = z.strictObject(avatarQuery);

export const sortOrders = [
  "nameAsc",
  "nameDesc",
  "surnameAsc",
  "surnameDesc",
  "interactionAsc",
  "interactionDesc",
  "createdAtAsc",
  "createdAtDesc",
] as const;

export type SortOrder = (typeof sortOrders)[number];

export const listQuery = z.strictObject({
  ...avatarQuery,
  limit: integerText(1, 200).default(50),
  offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
  sort: z.enum(sortOrders).default("nameAsc"),
});

export const listAnswer = z.strictObject({
  contacts: z.array(contactAnswer),
  pagination: paginationAnswer,
  stats: z.strictObject({
    newContactsThisYear: z.int(),
    thisMonthInteractions: z.int(),
    totalContacts: z.int(),
  }),
});

export const oneAnswer = z.strictObject({ contact: contactAnswer });
export const writtenAnswer = z.strictObject({ contact: contactAnswer, txid: z.string() });
export const messageAnswer = z.strictObject({ message: z.string() });
