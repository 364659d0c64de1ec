/** The row of the history of a contact. */
import { historyAnswer, historyPageQuery } from "../../../shared/contact/answer/history-answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { contactParams } from "../schemas.ts";

export const historyRows = defineRoutes({
  listContactHistory: {
    access: "integration",
    rateLimit: "default",
    method: "GET",
    path: "/contacts/{id}/history",
    summary: "List what was changed in a contact, by whom and when",
    description:
      "Those of 30 days, newest first: of the contact, of contacts that were merged into it, and of its relationships. Also of a contact in the trash.",
    params: contactParams,
    query: lazyObject(historyPageQuery),
    errors: ["contact_not_found"],
    answers: { 200: historyAnswer },
  },
});
