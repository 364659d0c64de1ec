/** The schemas of the interaction routes. */
import * as z from "zod";
import { queryTimestamp, timestamp } from "../../shared/contact/list-entries.ts";
import { interactionTypes, maxParticipants } from "../../shared/interaction/store/interaction.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { createdAt, updatedAt, userId } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { blankIsNull, line, lines, uuid } from "../../shared/platform/text/schema.ts";

const maxTitle = 200;
const maxDescription = 20_000;

const type = namedSchema("InteractionType", () =>
  z.enum(interactionTypes).describe("How they met or wrote; `Note` for what is only to be remembered"),
);

/** Language models and other programs often write a type in lower case. */
const typeInAnyCase = once(() =>
  z.preprocess((value) => {
    const lower = typeof value === "string" && value.toLowerCase();
    return interactionTypes.find((each) => each.toLowerCase() === lower) ?? value;
  }, type()),
);

export const interactionParams = lazyObject(() => ({ id: uuid().describe("The interaction") }));

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
const titleText = "What it was about, in one line; null without a title";
const title = once(() => blankIsNull(line(maxTitle)).describe(titleText));
const descriptionText = "What was said or decided; null without a description";
const description = once(() => blankIsNull(lines(maxDescription)).describe(descriptionText));
const dateText = "When it takes place. It may be in the future: contacts show the interaction once its time has come";

const readOnlyFields = ["id", "userId", "createdAt", "updatedAt"] as const;

export const interactionCreate = ignoreReadOnly("InteractionInput", readOnlyFields, () => ({
  type: typeInAnyCase(),
  date: timestamp().optional().describe(dateText),
  participantIds: participantIds(),
  title: title().default(null),
  description: description().default(null),
}));

/** An absent field does not change; null clears the title and the description. */
export const interactionPatch = ignoreReadOnly("InteractionPatch", readOnlyFields, () => ({
  type: typeInAnyCase().optional(),
  date: timestamp().optional().describe(dateText),
  participantIds: participantIds().optional(),
  title: title().optional(),
  description: description().optional(),
}));

const interactionAnswer = namedObject(
  "Interaction",
  () => ({
    id: z.uuid().describe("Given by the service"),
    userId: userId(),
    type: type(),
    date: z.iso.datetime().meta({ description: dateText, examples: ["2026-03-03T14:30:00.000Z"] }),
    title: z
      .string()
      .nullable()
      .meta({ description: titleText, examples: ["Coffee at the harbour"] }),
    description: z
      .string()
      .nullable()
      .meta({ description: descriptionText, examples: ["She is moving to Bristol in May."] }),
    participantIds: z.array(z.uuid()).describe("Contacts that took part, which may include the owner"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  "A meeting, call or message with one or more contacts, in the past or planned",
);
export type InteractionAnswer = z.output<ReturnType<typeof interactionAnswer>>;

export const oneInteraction = lazyObject(() => ({ interaction: interactionAnswer() }));
export const interactionList = lazyObject(() => ({
  interactions: z.array(interactionAnswer()).describe("The interactions of this page, the latest first"),
  pagination: paginationAnswer(),
}));
