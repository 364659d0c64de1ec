/** The row and the schemas of contacts to be in touch with. */
import * as z from "zod";
import { avatarQuery } from "../../../shared/contact/answer/answer.ts";
import { trackedAnswer } from "../../../shared/keep-in-touch/tracked-answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../../shared/platform/http/input/page-query.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { booleanText } from "../../../shared/platform/text/schema.ts";

export const keepInTouchQuery = lazyObject(() => ({
  ...avatarQuery(),
  due: booleanText().default(false).describe("`true`: only contacts that are due today or earlier"),
  limit: limitText(200, 50),
  offset: offsetText(),
}));

const keepInTouchAnswer = lazyObject(() => ({
  contacts: z.array(trackedAnswer()).describe("Most overdue first"),
  pagination: paginationAnswer(),
}));

export const keepInTouchRows = defineRoutes({
  listContactsToKeepInTouch: {
    access: "integration",
    rateLimit: "default",
    method: "GET",
    path: "/contacts/keep-in-touch",
    summary: "List the contacts with `keepFrequencyDays` by the day on which they are due",
    description:
      "A contact is due `keepFrequencyDays` days after its last interaction, or after it was created. With `due=true`, only those that are due today or earlier, in the account's time zone; the most overdue come first.",
    query: keepInTouchQuery,
    answers: { 200: keepInTouchAnswer },
  },
});
