/** The reminder of an important date in answers. */
import * as z from "zod";
import { contactSummary } from "../contact/answer/answer.ts";
import { importantDateView, summaryView } from "../contact/answer/view.ts";
import { importantDateAnswer } from "../contact/list-answers.ts";
import type { AvatarUrl } from "../picture/store/avatar-urls.ts";
import { namedObject } from "../platform/http/route/named-schema.ts";
import type { LeapDay } from "../platform/time/calendar.ts";
import type { Upcoming } from "./upcoming.ts";

export const reminderAnswer = namedObject(
  "Reminder",
  () => ({
    importantDate: importantDateAnswer(),
    notificationSent: z
      .boolean()
      .meta({ description: "Whether the mail about this occurrence was accepted", examples: [false] }),
    notificationSentAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the mail was accepted; null while it was not",
        examples: [null],
      }),
    person: contactSummary(),
  }),
  "The next occurrence of an important date, about which a mail reminds the owner",
);

/** `today` is the account's day for which the next occurrence is answered. */
export function reminderView(
  { contact, date, sentAt }: Pick<Upcoming, "contact" | "date" | "sentAt">,
  today: string,
  leapDay: LeapDay,
  avatarUrl: AvatarUrl,
): z.output<ReturnType<typeof reminderAnswer>> {
  return {
    importantDate: importantDateView(contact, date, today, leapDay),
    notificationSent: sentAt !== null,
    notificationSentAt: sentAt,
    person: summaryView(contact, avatarUrl),
  };
}
