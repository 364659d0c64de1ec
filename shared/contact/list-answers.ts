/** The entries of a contact's lists in answers. */
import * as z from "zod";
import { granularities } from "../place/place.ts";
import { lazyObject, once } from "../platform/config/once.ts";
import { inAddressTexts } from "./address.ts";

export const emailAnswer = lazyObject(() => ({ preferred: z.boolean(), type: z.string(), value: z.string() }));

export const phoneAnswer = lazyObject(() => ({
  preferred: z.boolean(),
  prefix: z.string(),
  type: z.string(),
  value: z.string(),
}));

export const granularityAnswer = once(() =>
  z
    .enum(granularities)
    .nullable()
    .describe(
      "`city`: the coordinates are those of the town in the text. Null: a person entered them, or there are none",
    ),
);

export const addressAnswer = lazyObject(() => ({
  id: z.uuid(),
  type: z.enum(["home", "work", "other"]),
  label: z.string().nullable(),
  ...inAddressTexts(z.string().nullable()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  granularity: granularityAnswer(),
  timezone: z.string().nullable(),
}));

export const importantDateAnswer = lazyObject(() => ({
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
}));
