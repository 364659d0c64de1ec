/** A contact as answers carry it: every key always present. */
import * as z from "zod";
import { granularities } from "../places/place.ts";

/** The parameters of every read that answers avatars. */
export const avatarQuery = {
  avatarQuality: z.enum(["low", "medium", "high"]).default("medium"),
  avatarSize: z.enum(["small", "medium", "large"]).default("medium"),
};

export const emailAnswer = z.strictObject({ preferred: z.boolean(), type: z.string(), value: z.string() });

export const phoneAnswer = z.strictObject({
  preferred: z.boolean(),
  prefix: z.string(),
  type: z.string(),
  value: z.string(),
});

const granularityAnswer = z
  .enum(granularities)
  .nullable()
  .describe(
    "`city`: the coordinates are those of the town that the text names; null: somebody gave them, or there are none",
  );

export const addressAnswer = z.strictObject({
  id: z.uuid(),
  type: z.enum(["home", "work", "other"]),
  label: z.string().nullable(),
  value: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressCity: z.string().nullable(),
  addressState: z.string().nullable(),
  addressStateCode: z.string().nullable(),
  addressPostalCode: z.string().nullable(),
  addressCountry: z.string().nullable(),
  addressCountryCode: z.string().nullable(),
  addressFormatted: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  granularity: granularityAnswer,
  timezone: z.string().nullable(),
});

export const importantDateAnswer = z.strictObject({
  id: z.uuid(),
  personId: z.uuid(),
  userId: z.uuid(),
  type: z.enum(["birthday", "anniversary", "nameday", "graduation", "other"]),
  date: z.string().describe("YYYY-MM-DD; the year 1904 means that the year is unknown"),
  note: z.string(),
  notifyDaysBefore: z.int().nullable(),
  notifyOn: z.string().nullable().describe("The day of the next reminder in the account's time zone"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const contactAnswer = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  middleName: z.string().nullable(),
  avatar: z.string().nullable(),
  headline: z.string().nullable(),
  position: z.string().nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  granularity: granularityAnswer,
  gisPoint: z.strictObject({ type: z.literal("Point"), coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
  timezone: z.string(),
  language: z.string(),
  emails: z.array(emailAnswer),
  phones: z.array(phoneAnswer),
  addresses: z.array(addressAnswer),
  importantDates: z.array(importantDateAnswer),
  network_a: z.string().nullable(),
  network_b: z.string().nullable(),
  network_c: z.string().nullable(),
  network_d: z.string().nullable(),
  network_e: z.string().nullable(),
  website: z.string().nullable(),
  notes: z.string().nullable(),
  notesUpdatedAt: z.iso.datetime().nullable(),
  keepFrequencyDays: z.int().nullable(),
  lastInteraction: z.iso.datetime().nullable(),
  lastInteractionActivityId: z.uuid().nullable(),
  myself: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

/** A contact in short, wherever one is shown beside something else. */
export const contactSummary = contactAnswer.pick({ id: true, firstName: true, lastName: true, avatar: true });
export type ContactSummary = z.output<typeof contactSummary>;

export type ContactAnswer = z.output<typeof contactAnswer>;
