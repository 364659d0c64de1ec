/** The rows of the geocoding group. */
import { defineRoutes } from "../../shared/http/route.ts";
import { suggestAnswer, suggestQuery, timezoneAnswer, timezoneQuery } from "./schemas.ts";

const common = { access: "integration", rateLimit: "default", method: "GET", accountData: false } as const;

export const geocodeRoutes = defineRoutes({
  suggestAddresses: {
    ...common,
    path: "/geocode/suggest",
    summary: "Suggest addresses for what was typed so far, the largest towns first",
    query: suggestQuery,
    answers: { 200: suggestAnswer },
  },
  getTimezone: {
    ...common,
    path: "/geocode/timezone",
    summary: "The time zone at a place of the earth",
    query: timezoneQuery,
    answers: { 200: timezoneAnswer },
  },
});
