/** The schema of a contact in answers. Every field is always present. */
import * as z from "zod";
import { once } from "../../platform/config/once.ts";
import { createdAt, updatedAt, userId } from "../../platform/http/answer/common-fields.ts";
import { withChosenFields } from "../../platform/http/route/chosen-fields.ts";
import { namedObject, namedSchema } from "../../platform/http/route/named-schema.ts";
import { listText } from "../../platform/text/schema.ts";
import { answerSchemas, requestedSchemas, shownFields } from "../fields.ts";
import { granularityAnswer } from "../list-answers.ts";

/** The query parameters of routes that answer avatars. */
export const avatarQuery = once(() => ({
  avatarQuality: z
    .enum(["low", "medium", "high"])
    .default("medium")
    .describe("How exact the pictures are that `avatar` leads to: a higher quality is a larger file"),
  avatarSize: z
    .enum(["small", "medium", "large"])
    .default("medium")
    .describe("The side of the pictures that `avatar` leads to: 64, 256 or 512 pixels"),
}));

export const contactAnswer = namedObject(
  "Contact",
  () => ({
    id: z.uuid().meta({
      description: "The id of the contact, given by the service. Ids sort in the order of creation",
      examples: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
    }),
    userId: userId(),
    ...answerSchemas(shownFields),
    ...requestedSchemas(),
    avatar: z
      .string()
      .meta({ format: "uri" })
      .nullable()
      .meta({
        description:
          "A signed address of the picture, which needs no credentials and is valid for at least an hour; null without a picture. `POST /contacts/{id}/photo` sets the picture",
        examples: ["https://pictures.example.com/0199e0c4/medium.jpg?signature=7f3a"],
      }),
    granularity: granularityAnswer(),
    gisPoint: z
      .strictObject({
        type: z.literal("Point").describe("The kind of geometry"),
        coordinates: z
          .array(z.number())
          .length(2)
          .meta({ description: "Longitude, then latitude", examples: [[-2.5879, 51.4545]] }),
      })
      .nullable()
      .describe("The coordinates as a point of GeoJSON (RFC 7946); null without coordinates"),
    notesUpdatedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When `notes` were last changed; null if they never were",
        examples: ["2026-01-12T09:15:00.000Z"],
      }),
    lastInteractionActivityId: z
      .uuid()
      .nullable()
      .describe("The interaction that `lastInteraction` comes from; null if it was set by hand, or there is none"),
    myself: z.boolean().meta({
      description: "Whether this is the contact of the account's owner. No list contains it",
      examples: [false],
    }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    groups: labelIds("groups"),
    tags: labelIds("tags"),
  }),
  "A person, or an organisation, whom the owner of the account knows; or the owner. Every field is always present",
);

/** The ids of a contact's groups or tags, in answers to requests that name this field. */
function labelIds(name: string) {
  return z
    .array(z.uuid())
    .optional()
    .describe(`The ids of its ${name}, in the order of their labels. Answered only where \`fields\` names it`);
}

/** A contact with all fields, or with those that `fields` names. */
export const chosenContact = withChosenFields(contactAnswer);

/** The query parameter that chooses the fields of contacts. */
export const fieldsQuery = once(() => {
  const names = contactAnswer().keyof();
  return {
    fields: listText(names, names.options.length, { items: { type: "string", enum: names.options } })
      .optional()
      .meta({
        description: "The fields that answers have besides `id`, separated by commas, even if the schema requires more",
        examples: [["firstName", "lastName", "emails"]],
      }),
  };
});
export type ContactKey = keyof z.output<ReturnType<typeof contactAnswer>>;

/** A contact in a list to choose from. */
export const contactSelection = namedSchema("ContactChoice", () =>
  contactAnswer()
    .pick({
      ...{ id: true, firstName: true, lastName: true, middleName: true },
      ...{ avatar: true, headline: true, location: true, myself: true },
    })
    .register(z.globalRegistry, { description: "A contact in a list to choose from" }),
);
export type ContactSelection = z.output<ReturnType<typeof contactSelection>>;

/** The fields of a contact that other answers contain. */
export const contactSummary = namedSchema("ContactSummary", () =>
  contactAnswer()
    .pick({ id: true, firstName: true, lastName: true, avatar: true })
    .register(z.globalRegistry, { description: "A contact by its name and picture" }),
);
export type ContactSummary = z.output<ReturnType<typeof contactSummary>>;

export type ContactAnswer = z.output<ReturnType<typeof contactAnswer>>;
