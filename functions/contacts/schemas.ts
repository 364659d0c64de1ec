/** Shapes of the contact routes that no other group shares. */
import * as z from "zod";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { platforms } from "../../shared/contact/handles.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { blankIsNull, integerText, line } from "../../shared/text/schema.ts";

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

/** UTF-16 code units of a handle or address, of which websites are the longest. */
const maxHandle = 2_048;
/** UTF-16 code units of a search. */
const maxSearch = 500;

const search = blankIsNull(line(maxSearch)).describe(
  "Words that must all match, in any order, at the start or inside of a word of names, headline, location, e-mail " +
    "addresses, phone digits, handles or website; one wrong letter is forgiven in names",
);

export const listQuery = z.strictObject({
  ...avatarQuery,
  keepInTouch: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .describe("`true`: only contacts with `keepFrequencyDays`"),
  limit: integerText(1, 200).default(50),
  offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
  search: search.default(null),
  sort: z.enum(sortOrders).optional().describe("`nameAsc` when absent; of a search, the best match first"),
});

export type ListQuery = z.output<typeof listQuery>;

export const listAnswer = z.strictObject({
  contacts: z.array(contactAnswer),
  pagination: paginationAnswer,
  stats: z.strictObject({
    newContactsThisYear: z.int(),
    thisMonthInteractions: z.int(),
    totalContacts: z.int(),
  }),
});

export const selectAnswer = z.strictObject({
  contacts: z.array(
    contactAnswer.pick({
      id: true,
      firstName: true,
      lastName: true,
      middleName: true,
      avatar: true,
      headline: true,
      location: true,
      myself: true,
    }),
  ),
  pagination: paginationAnswer,
});

export const socialQuery = z.strictObject({
  platform: z.enum(platforms),
  handle: line(maxHandle).min(1, "Must not be blank").describe("In any spelling that writing a contact accepts"),
});

export const socialAnswer = z.strictObject({ contact: contactAnswer.nullable(), exists: z.boolean() });

export const oneAnswer = z.strictObject({ contact: contactAnswer });
export const writtenAnswer = z.strictObject({ contact: contactAnswer, txid: z.string() });
export const messageAnswer = z.strictObject({ message: z.string() });
