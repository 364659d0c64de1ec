/** The schema of a contact in answers. Every field is always present. */
import * as z from "zod";
import { lazyObject, once } from "../../platform/config/once.ts";
import { fieldSchemas } from "../fields.ts";
import { granularityAnswer } from "../list-answers.ts";

/** The query parameters of routes that answer avatars. */
export const avatarQuery = once(() => ({
  avatarQuality: z.enum(["low", "medium", "high"]).default("medium"),
  avatarSize: z.enum(["small", "medium", "large"]).default("medium"),
}));

export const contactAnswer = lazyObject(() => ({
  id: z.uuid(),
  userId: z.uuid(),
  ...fieldSchemas("answer"),
  avatar: z.string().nullable(),
  granularity: granularityAnswer(),
  gisPoint: z.strictObject({ type: z.literal("Point"), coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
  notesUpdatedAt: z.iso.datetime().nullable(),
  lastInteractionActivityId: z.uuid().nullable(),
  myself: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}));

/** A contact in a list to choose from. */
export const contactSelection = once(() =>
  contactAnswer().pick({
    ...{ id: true, firstName: true, lastName: true, middleName: true },
    ...{ avatar: true, headline: true, location: true, myself: true },
  }),
);
export type ContactSelection = z.output<ReturnType<typeof contactSelection>>;

/** The fields of a contact that other answers contain. */
export const contactSummary = once(() =>
  contactAnswer().pick({ id: true, firstName: true, lastName: true, avatar: true }),
);
export type ContactSummary = z.output<ReturnType<typeof contactSummary>>;

export type ContactAnswer = z.output<ReturnType<typeof contactAnswer>>;
