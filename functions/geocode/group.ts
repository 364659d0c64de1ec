/** The declaration of the geocoding group. */
import type { GroupDeclaration } from "../declaration.ts";
import { suggestAnswer, suggestQuery, timezoneAnswer, timezoneQuery } from "./schemas.ts";

const common = { access: "integration", rateLimit: "default", method: "GET", accountData: false } as const;

export const routeGroup = {
  name: "geocode",
  title: "Places",
  description:
    "Towns and time zones, from data at hand: nothing that is asked leaves the service. " +
    "Place names © [GeoNames](https://www.geonames.org), [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).",
  resources: ["/geocode"],
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 492,
  grants: { places: true },
  rows: {
    suggestAddresses: {
      ...common,
      path: "/geocode/suggest",
      summary: "Suggest addresses for what was typed so far, the largest towns first",
      description:
        "Worked out offline: what was typed is sent to nobody. `mode=address` also takes a whole address apart.",
      query: suggestQuery,
      answers: { 200: suggestAnswer },
    },
    getTimezone: {
      ...common,
      path: "/geocode/timezone",
      summary: "The time zone at a place of the earth",
      description: "Worked out offline from the coordinates, which are sent to nobody.",
      query: timezoneQuery,
      answers: { 200: timezoneAnswer },
    },
  },
} as const satisfies GroupDeclaration;
