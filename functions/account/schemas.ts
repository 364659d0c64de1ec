/** The schemas of the account routes. */
import * as z from "zod";
import { maxNameLength } from "../../shared/auth/person.ts";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer/answer.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { createdAt, secretAnswer, shownOnce } from "../../shared/platform/http/answer/common-fields.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { ianaZone, languageTag, localePatterns } from "../../shared/platform/text/locale.ts";
import { line, visibleLine } from "../../shared/platform/text/schema.ts";

export const avatarParams = lazyObject(avatarQuery);

const nameText = "The name that mails use for the owner";

export const accountAnswer = namedObject("Account", () => ({
  id: z.uuid().describe("The id of the account, and of the contact of its owner"),
  email: z
    .string()
    .meta({ format: "idn-email" })
    .nullable()
    .meta({
      description: "The address that mails are sent to; null until the issuer has verified one",
      examples: ["alice@example.com"],
    }),
  name: z.string().meta({ description: nameText, examples: ["Alice"] }),
  createdAt: createdAt(),
}));
export type AccountAnswer = z.output<ReturnType<typeof accountAnswer>>;

/** Only the name can change. The other fields of an answer may be sent back and are ignored. */
export const accountPatch = ignoreReadOnly("AccountPatch", ["id", "email", "createdAt"], () => ({
  name: visibleLine(maxNameLength).optional().describe(nameText),
}));

export const accountDeletion = lazyObject(() => ({
  confirm: line(254).describe(
    "The e-mail address of the account, as `GET /me` shows it, in any case of letters. An account without an address is confirmed by its `id`",
  ),
}));

const leapDay = once(() =>
  z
    .enum(["feb28", "mar1"])
    .describe("The day on which a date of 29 February is observed in common years: 28 February or 1 March"),
);

const timezoneText =
  "A time zone of the IANA database, such as `Europe/Prague`. The days and times of reminders are in this zone";
const timezone = once(() =>
  line(64)
    .meta({ format: "time-zone", pattern: localePatterns.timezone })
    .transform((name, context) => {
      const zone = ianaZone(name);
      if (zone === undefined) context.addIssue("Must be an IANA time zone");
      return zone ?? name;
    })
    .describe(timezoneText),
);

const languageText =
  "A BCP 47 language tag, such as `cs-CZ`. Mails, the calendar feed and pages are in English if they don't support the language";
const language = once(() =>
  line(64)
    .meta({ format: "language-tag", pattern: localePatterns.language })
    .transform((tag, context) => {
      const canonical = languageTag(tag);
      if (canonical === undefined) context.addIssue("Must be a BCP 47 language tag");
      return canonical ?? tag;
    })
    .describe(languageText),
);

const reminderSendTimeText = "The local time, `HH:MM`, from which the reminders of a day are sent";
const reminderSendTime = once(() =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time from 00:00 to 23:59")
    .describe(reminderSendTimeText),
);

export const settingsAnswer = namedObject("Settings", () => ({
  timezone: z.string().meta({ description: timezoneText, examples: ["Europe/London"] }),
  language: z.string().meta({ description: languageText, examples: ["en-GB"] }),
  reminderSendTime: z.string().meta({ description: reminderSendTimeText, examples: ["08:00"] }),
  leapDay: leapDay(),
  remindersEnabled: z.boolean().meta({ description: "Whether reminders are sent", examples: [true] }),
  email: z
    .string()
    .meta({ format: "idn-email" })
    .nullable()
    .meta({
      description: "The address that reminders are sent to; null if none was verified",
      examples: ["alice@example.com"],
    }),
  mailStatus: z
    .enum(["ok", "unverified", "refused", "bounced", "complained"])
    .describe(
      "The status of mails to the address. Mails are sent only while it is `ok`. It becomes `ok` with another address, or when the " +
        "owner asks to try again: see `remindersEnabled` of the change",
    ),
  calendarTokenCreatedAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description: "When the address of the calendar feed was created; null if there is none",
      examples: [null],
    }),
}));
export type SettingsAnswer = z.output<ReturnType<typeof settingsAnswer>>;

export const settingsPatch = ignoreReadOnly("SettingsPatch", ["email", "mailStatus", "calendarTokenCreatedAt"], () => ({
  timezone: timezone().optional(),
  language: language().optional(),
  reminderSendTime: reminderSendTime().optional(),
  leapDay: leapDay().optional(),
  remindersEnabled: z
    .boolean()
    .optional()
    .describe(
      "Whether reminders are sent. After `refused`, `bounced` or `complained`, mails are tried again when this is turned off and on, or " +
        "sent as `true` without any other setting. Together with other settings, an unchanged `true` does not try again",
    ),
}));

export const personAnswer = lazyObject(() => ({ contact: contactAnswer() }));

export const calendarTokenAnswer = secretAnswer("CalendarAddress", () => ({
  url: shownOnce(z.url(), "The address of the feed", "https://api.example.com/calendar/EXAMPLE.ics"),
}));
