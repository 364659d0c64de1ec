/** The declaration of the calendar group, which serves the feed of important dates. */
import * as z from "zod";
import { lazyObject } from "../../shared/platform/config/once.ts";
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";

/** A text that is not a token gets 404 instead of 400. */
const tokenParams = lazyObject(() => ({ token: z.string().describe("The secret of the feed") }));

export const routeGroup = {
  name: "calendar",
  title: "Calendar",
  description:
    "The important dates as a calendar for calendar programs, under a secret address. A feed has at most 5 MB. If there are more " +
    "dates, it contains the next ones, and an event with the number of the others on the day of the first of them.",
  resources: ["/calendar"],
  // Writing ten thousand dates, the most that an answer can contain, takes 1.6 seconds of a whole processor.
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 482,
  grants: { table: ["GetItem", "Query"] },
  rows: {
    getCalendar: {
      access: "feed",
      rateLimit: "default",
      method: "GET",
      path: "/calendar/{token}.ics",
      summary: "Read the important dates as a calendar to subscribe to",
      description:
        "The address is the secret: whoever has it can read the dates. `createCalendarToken` makes it, and ends the one before.",
      params: tokenParams,
      // Calendar programs add parameters to bypass caches.
      anyQuery: true,
      errors: ["not_found"],
      answers: { 200: { contentType: "text/calendar; charset=utf-8" }, 304: "none" },
    },
  },
} as const satisfies GroupDeclaration;
