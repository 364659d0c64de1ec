/** A contact to be in touch with in answers. */
import * as z from "zod";
import { contactAnswer, contactSummary } from "../contact/answer/answer.ts";
import { summaryView } from "../contact/answer/view.ts";
import type { AvatarUrl } from "../picture/store/avatar-urls.ts";
import { namedObject } from "../platform/http/route/named-schema.ts";
import { daysBetween } from "../platform/time/calendar.ts";
import type { TrackedContact } from "./tracked-contact.ts";

export const trackedAnswer = namedObject("TrackedContact", () => ({
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

/** `today` is the account's day, and `dueOn` the day on which the contact is due. */
export function trackedView(
  contact: TrackedContact & { dueOn: string },
  today: string,
  avatarUrl: AvatarUrl,
): z.output<ReturnType<typeof trackedAnswer>> {
  const { lastInteraction, keepFrequencyDays, dueOn } = contact;
  const overdueDays = Math.max(0, daysBetween(dueOn, today));
  return { ...summaryView(contact, avatarUrl), lastInteraction, keepFrequencyDays, dueOn, overdueDays };
}
