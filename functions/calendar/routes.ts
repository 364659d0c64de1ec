/** The rows of the calendar group. */
import { defineRoutes } from "../../shared/http/route.ts";
import { tokenParams } from "./schemas.ts";

export const calendarRoutes = defineRoutes({
  getCalendar: {
    access: "feed",
    // By the client's address: programs of many people that ask from one address are still served.
    rateLimit: "default",
    method: "GET",
    path: "/calendar/{token}.ics",
    summary: "Read the important dates as a calendar to subscribe to",
    params: tokenParams,
    // Such as those that calendar programs add to get past caches.
    anyQuery: true,
    errors: ["not_found"],
    answers: { 200: { contentType: "text/calendar; charset=utf-8" }, 304: "none" },
  },
});
