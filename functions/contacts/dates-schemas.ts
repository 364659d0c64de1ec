/** Shapes of the routes of important dates. */
import * as z from "zod";
import { avatarQuery, contactSummary, importantDateAnswer } from "../../shared/contact/answer.ts";
import { importantDateList } from "../../shared/contact/schema.ts";
import { integerText } from "../../shared/text/schema.ts";

export const datesBody = z.strictObject({
  dates: importantDateList.describe("All of them: those that are not among these go, and none is left by []"),
});

export const datesAnswer = z.strictObject({ dates: z.array(importantDateAnswer) });

export const upcomingQuery = z.strictObject({ ...avatarQuery, limit: integerText(1, 1_000).default(500) });

export const upcomingAnswer = z.strictObject({
  reminders: z
    .array(
      z.strictObject({
        importantDate: importantDateAnswer,
        notificationSent: z.boolean().describe("Whether the mail about this occurrence was accepted"),
        notificationSentAt: z.iso.datetime().nullable(),
        person: contactSummary,
      }),
    )
    .describe("By `notifyOn`, then date, then id"),
});
