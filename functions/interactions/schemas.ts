/** The schemas of the interaction routes. */
import * as z from "zod";
import { queryTimestamp, timestamp } from "../../shared/contact/list-entries.ts";
import { interactionTypes } from "../../shared/interaction/store/interaction.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { blankIsNull, line, lines, uuid } from "../../shared/platform/text/schema.ts";

const maxParticipants = 50;
const maxTitle = 200;
const maxDescription = 20_000;

const type = once(() => z.enum(interactionTypes));

export const interactionParams = lazyObject(() => ({ id: uuid() }));

const plusHint = "the `+` of its offset may be sent as `%2B`, or as the space that an unescaped `+` becomes";

export const interactionQuery = once(() =>
  z
    .strictObject({
      limit: limitText(200, 50),
      offset: offsetText(),
      contactId: uuid().optional().describe("Only interactions in which this contact took part"),
      from: queryTimestamp().optional().describe(`Only interactions at this time or later; ${plusHint}`),
      to: queryTimestamp().optional().describe(`Only interactions at this time or earlier; ${plusHint}`),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ["from"],
      message: "Must not be later than to",
    }),
);

const participantIds = once(() =>
  z
    .array(uuid())
    .min(1, "Must name at least one contact")
    .max(maxParticipants, `At most ${maxParticipants} participants`)
    .refine((ids) => new Set(ids).size === ids.length, "Must not repeat an id")
    .meta({ uniqueItems: true })
    .describe("Contacts that took part, which may include the account's own"),
);
const title = once(() => blankIsNull(line(maxTitle)));
const description = once(() => blankIsNull(lines(maxDescription)));

const readOnlyFields = ["id", "userId", "createdAt", "updatedAt"] as const;

export const interactionCreate = ignoreReadOnly(readOnlyFields, () => ({
  type: type(),
  date: timestamp().describe("May be in the future: contacts show the interaction once its time has come"),
  participantIds: participantIds(),
  title: title().default(null),
  description: description().default(null),
}));

/** An absent field does not change; null clears the title and the description. */
export const interactionPatch = ignoreReadOnly(readOnlyFields, () => ({
  type: type().optional(),
  date: timestamp().optional(),
  participantIds: participantIds().optional(),
  title: title().optional(),
  description: description().optional(),
}));

const interactionAnswer = lazyObject(() => ({
  id: z.uuid(),
  userId: z.uuid(),
  type: type(),
  date: z.iso.datetime(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  participantIds: z.array(z.uuid()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}));
export type InteractionAnswer = z.output<ReturnType<typeof interactionAnswer>>;

export const oneInteraction = lazyObject(() => ({ interaction: interactionAnswer() }));
export const interactionList = lazyObject(() => ({
  interactions: z.array(interactionAnswer()),
  pagination: paginationAnswer(),
}));
export const messageAnswer = lazyObject(() => ({ message: z.string() }));
