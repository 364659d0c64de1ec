/** Shapes of the account routes. */
import * as z from "zod";
import { maxNameLength } from "../../shared/auth/person.ts";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { ignoreReadOnly } from "../../shared/http/read-only.ts";
import { ianaZone, languageTag } from "../../shared/text/locale.ts";
import { label, line } from "../../shared/text/schema.ts";

export const avatarParams = z.strictObject(avatarQuery);

export const accountAnswer = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable().describe("The address that mail goes to; null until the issuer has verified one"),
  name: z.string().describe("What mails call the owner"),
  createdAt: z.iso.datetime(),
});
export type AccountAnswer = z.output<typeof accountAnswer>;

/** Only the name can change; the rest of an account that was read may be sent back. */
export const accountPatch = ignoreReadOnly(
  ["id", "email", "createdAt"],
  z.strictObject({ name: label(maxNameLength).optional() }),
);

const leapDay = z
  .enum(["feb28", "mar1"])
  .describe("When 29 February is kept in common years: on 28 February or on 1 March");

const timezoneWords = "A time zone of the IANA database, such as `Europe/Prague`: the clock and the days of reminders";
const timezone = line(64)
  .transform((name, context) => {
    const zone = ianaZone(name);
    if (zone === undefined) context.addIssue("Must be an IANA time zone");
    return zone ?? name;
  })
  .describe(timezoneWords);

const languageWords =
  "A language tag of BCP 47, such as `cs-CZ`. Mails, the calendar feed and pages are in English where they don't know the language";
const language = line(64)
  .transform((tag, context) => {
    const canonical = languageTag(tag);
    if (canonical === undefined) context.addIssue("Must be a BCP 47 language tag");
    return canonical ?? tag;
  })
  .describe(languageWords);

const reminderSendTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time from 00:00 to 23:59")
  .describe("Local time from which the reminders of a day are sent");

export const settingsAnswer = z.strictObject({
  timezone: z.string().describe(timezoneWords),
  language: z.string().describe(languageWords),
  reminderSendTime: z.string(),
  leapDay,
  remindersEnabled: z.boolean(),
  email: z.string().nullable().describe("The address that reminders go to; null: none was verified"),
  mailStatus: z
    .enum(["ok", "unverified", "refused", "bounced", "complained"])
    .describe(
      "What became of mails to the address. Nothing is sent unless it is `ok`; another address makes it so, and a wish to try again: " +
        "see `remindersEnabled` of the change",
    ),
  calendarTokenCreatedAt: z.iso
    .datetime()
    .nullable()
    .describe("Since when the calendar feed has its address; null: none"),
});
export type SettingsAnswer = z.output<typeof settingsAnswer>;

export const settingsPatch = ignoreReadOnly(
  ["email", "mailStatus", "calendarTokenCreatedAt"],
  z.strictObject({
    timezone: timezone.optional(),
    language: language.optional(),
    reminderSendTime: reminderSendTime.optional(),
    leapDay: leapDay.optional(),
    remindersEnabled: z
      .boolean()
      .optional()
      .describe(
        "Whether reminders are sent. After `refused`, `bounced` or `complained` mails are tried again when this is turned off and on, or " +
          "sent as `true` without any other setting; together with others it is taken for what was read before",
      ),
  }),
);

export const personAnswer = z.strictObject({ contact: contactAnswer });

export const calendarTokenAnswer = z.strictObject({
  url: z
    .url()
    .optional()
    .describe(
      "The address of the feed. It is shown this once: an answer that is repeated for an `Idempotency-Key` goes without it",
    ),
});
