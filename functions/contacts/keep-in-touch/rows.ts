/** The row and the schemas of contacts to be in touch with. */
import * as z from "zod";
import { avatarQuery, contactAnswer, contactSummary } from "../../../shared/contact/answer/answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../../shared/platform/http/input/page-query.ts";
import { namedObject } from "../../../shared/platform/http/route/named-schema.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { booleanText } from "../../../shared/platform/text/schema.ts";

export const keepInTouchQuery = lazyObject(() => ({
  ...avatarQuery(),
  due: booleanText().default(false).describe("`true`: only contacts that are due today or earlier"),
  limit: limitText(200, 50),
  offset: offsetText(),
}));

const trackedContact = namedObject("TrackedContact", () => ({
  ...contactSummary().shape,
  lastInteraction: contactAnswer().shape.lastInteraction,
  keepFrequencyDays: z.int().meta({ description: "The days in which to be in touch again", examples: [30] }),
  dueOn: z.iso.date().meta({
    description:
      "The day on which to be in touch again, in the account's time zone: `keepFrequencyDays` after the last interaction, or after the creation without one",
    examples: ["2026-04-02"],
  }),
  overdueDays: z.int().meta({ description: "Days since `dueOn`; 0 when it is today or still to come", examples: [3] }),
}));

const keepInTouchAnswer = lazyObject(() => ({
  contacts: z.array(trackedContact()).describe("Most overdue first"),
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
