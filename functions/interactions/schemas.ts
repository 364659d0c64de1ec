/** Shapes of the interaction routes. */
import * as z from "zod";
import { queryTimestamp, timestamp } from "../../shared/contact/schema.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { ignoreReadOnly } from "../../shared/http/read-only.ts";
import { interactionTypes } from "../../shared/table/interaction.ts";
import { blankIsNull, integerText, line, lines } from "../../shared/text/schema.ts";

const maxParticipants = 50;
const maxTitle = 200;
const maxDescription = 20_000;

const id = z.uuid("Must be a UUID").toLowerCase();
const type = z.enum(interactionTypes);

export const interactionParams = z.strictObject({ id });

const plusHint = "the `+` of its offset is `%2B`, or the blank that it becomes";

export const interactionQuery = z
  .strictObject({
    limit: integerText(1, 200).default(50),
    offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
    contactId: id.optional().describe("Only those in which this contact took part"),
    from: queryTimestamp.optional().describe(`Only those of this instant or later; ${plusHint}`),
    to: queryTimestamp.optional().describe(`Only those of this instant or earlier; ${plusHint}`),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["from"],
    message: "Must not be later than to",
  });

const participantIds = z
  .array(id)
  .min(1, "Must name at least one contact")
  .max(maxParticipants, `At most ${maxParticipants} participants`)
  .refine((ids) => new Set(ids).size === ids.length, "Must not repeat an id")
  .meta({ uniqueItems: true })
  .describe("Contacts that took part, the account's own among them if it is named");
const title = blankIsNull(line(maxTitle));
const description = blankIsNull(lines(maxDescription));

const readOnlyFields = ["id", "userId", "createdAt", "updatedAt"] as const;

export const interactionCreate = ignoreReadOnly(
  readOnlyFields,
  z.strictObject({
    type,
    date: timestamp.describe("May lie in the future: contacts show it once it has come"),
    participantIds,
    title: title.default(null),
    description: description.default(null),
  }),
);

/** Absent is unchanged; null clears the title and the description. */
export const interactionPatch = ignoreReadOnly(
  readOnlyFields,
  z.strictObject({
    type: type.optional(),
    date: timestamp.optional(),
    participantIds: participantIds.optional(),
    title: title.optional(),
    description: description.optional(),
  }),
);

const interactionAnswer = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  type,
  date: z.iso.datetime(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  participantIds: z.array(z.uuid()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type InteractionAnswer = z.output<typeof interactionAnswer>;

export const oneInteraction = z.strictObject({ interaction: interactionAnswer });
export const interactionList = z.strictObject({
  interactions: z.array(interactionAnswer),
  pagination: paginationAnswer,
});
export const messageAnswer = z.strictObject({ message: z.string() });
