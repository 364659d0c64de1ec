/** The schemas of the geocoding routes. */
import * as z from "zod";
import { addressAnswer } from "../../shared/contact/list-answers.ts";
import { granularities } from "../../shared/place/place.ts";
import { lazyObject } from "../../shared/platform/config/once.ts";
import { limitText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { degreesText, filledLine } from "../../shared/platform/text/schema.ts";

export const suggestQuery = lazyObject(() => ({
  search: filledLine(200).describe("What was typed so far, in any language"),
  mode: z
    .enum(["place", "address"])
    .default("place")
    .describe(
      "`place`: a town, then perhaps its region and country; `address`: a street before it, which is kept as it is",
    ),
  limit: limitText(20, 10),
}));

const suggestion = namedObject("AddressSuggestion", () => ({
  ...addressAnswer().pick({ addressLine1: true, addressCity: true, addressState: true, addressStateCode: true }).shape,
  ...addressAnswer().pick({ addressPostalCode: true, addressCountry: true, addressCountryCode: true }).shape,
  addressFormatted: z.string().meta({
    description: "The suggestion on one line",
    examples: ["Bristol, England, United Kingdom"],
  }),
  latitude: z.number().meta({ description: "Degrees north (WGS 84)", examples: [51.4545] }),
  longitude: z.number().meta({ description: "Degrees east (WGS 84)", examples: [-2.5879] }),
  timezone: z
    .string()
    .meta({ description: "The time zone there, by its name in the IANA database", examples: ["Europe/London"] }),
  granularity: z.enum(granularities).describe("How exact the coordinates are: those of the middle of the town"),
}));
export type AddressAnswer = z.output<ReturnType<typeof suggestion>>;

export const suggestAnswer = lazyObject(() => ({
  addresses: z.array(suggestion()).describe("The suggestions, the best one first"),
}));

export const timezoneQuery = lazyObject(() => ({
  lat: degreesText(90).describe("Degrees north (WGS 84)"),
  lon: degreesText(180).describe("Degrees east (WGS 84)"),
}));

export const timezoneAnswer = lazyObject(() => ({
  timezone: z
    .string()
    .meta({ description: "The name in the IANA database; at sea a zone by the hour", examples: ["Europe/London"] }),
}));
