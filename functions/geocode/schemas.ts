/** The schemas of the geocoding routes. */
import * as z from "zod";
import { addressAnswer } from "../../shared/contact/list-answers.ts";
import { granularities } from "../../shared/place/place.ts";
import { lazyObject } from "../../shared/platform/config/once.ts";
import { degreesText, integerText, line } from "../../shared/platform/text/schema.ts";

export const suggestQuery = lazyObject(() => ({
  search: line(200).min(1, "Must not be blank").describe("What was typed so far, in any language"),
  mode: z
    .enum(["place", "address"])
    .default("place")
    .describe(
      "`place`: a town, then perhaps its region and country; `address`: a street before it, which is kept as it is",
    ),
  limit: integerText(1, 20).default(10),
}));

const suggestion = lazyObject(() => ({
  ...addressAnswer().pick({ addressLine1: true, addressCity: true, addressState: true, addressStateCode: true }).shape,
  ...addressAnswer().pick({ addressPostalCode: true, addressCountry: true, addressCountryCode: true }).shape,
  addressFormatted: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timezone: z.string(),
  granularity: z.enum(granularities).describe("How exact the coordinates are: those of the middle of the town"),
}));
export type AddressAnswer = z.output<ReturnType<typeof suggestion>>;

export const suggestAnswer = lazyObject(() => ({ addresses: z.array(suggestion()) }));

export const timezoneQuery = lazyObject(() => ({ lat: degreesText(90), lon: degreesText(180) }));

export const timezoneAnswer = lazyObject(() => ({
  timezone: z.string().describe("An IANA zone; at sea one by the hour"),
}));
