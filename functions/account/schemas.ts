/** The schemas of the account routes. */
import * as z from "zod";
import { maxNameLength } from "../../shared/auth/person.ts";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer/answer.ts";
import { historyPageQuery } from "../../shared/contact/answer/history-answer.ts";
import { queryTimestamp, timestamp } from "../../shared/contact/list-entries.ts";
import { reminderAnswer } from "../../shared/important-date/reminder-answer.ts";
import { trackedAnswer } from "../../shared/keep-in-touch/tracked-answer.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { createdAt, secretAnswer, shownOnce } from "../../shared/platform/http/answer/common-fields.ts";
import { exactlyOne, namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { ianaZone, languageTag, localePatterns } from "../../shared/platform/text/locale.ts";
import { booleanText, line, uuid, visibleLine } from "../../shared/platform/text/schema.ts";
import { keptReasons } from "../../shared/undo/take-back.ts";

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

const plusHint = "the `+` of its offset may be sent as `%2B`";

export const nextReminderQuery = once(() =>
  z
    .strictObject({
      ...avatarQuery(),
      from: queryTimestamp().optional().describe(`List the mails from this time on. Send it with \`to\`; ${plusHint}`),
      to: queryTimestamp()
        .optional()
        .describe(`List the mails before this time, at most five years after \`from\` and from now; ${plusHint}`),
    })
    .superRefine(({ from, to }, { addIssue }) => {
      if (from === undefined && to === undefined) return;
      const fault = (name: string, message: string) => addIssue({ code: "custom", path: [name], message });
      if (from === undefined) fault("from", "Must be sent with to");
      else if (to === undefined) fault("to", "Must be sent with from");
      else if (from >= to) fault("from", "Must be before to");
      else if (to > yearsAfter(5, from)) fault("to", "Must be at most five years after from");
    }),
);

/** Both instants are in ISO 8601 and UTC. */
export function yearsAfter(years: number, instant: string): string {
  return `${String(Number(instant.slice(0, 4)) + years).padStart(4, "0")}${instant.slice(4)}`;
}

/** Why no mail will go. */
const noMailReasons = {
  not_configured: "the service sends no mail",
  reminders_off: "`remindersEnabled` is false",
  unverified: "the account has no verified address",
  refused: "mail can't be sent to the address",
  bounced: "a mail to the address came back",
  complained: "a mail was reported as spam",
  nothing_due: "no date has `notifyDaysBefore`, and no contact is left to be in touch with",
} as const;
export type NoMailReason = keyof typeof noMailReasons;

const reminderMail = namedObject(
  "ReminderMail",
  () => ({
    sendAt: z.iso
      .datetime()
      .meta({ description: "When it is due. It is sent within the hour", examples: ["2026-03-10T08:00:00.000Z"] }),
    dates: z.array(reminderAnswer()).describe("The dates in the mail, the earliest first"),
    dateCount: z.int().meta({ description: "The number of dates in the mail", examples: [1] }),
    due: z.array(trackedAnswer()).describe("The contacts to be in touch with that the mail names, at most five"),
    dueCount: z.int().meta({ description: "The contacts to be in touch with that it names or counts", examples: [1] }),
  }),
  "A mail that will go if nothing changes until then",
);

const nextReminderMail = namedObject(
  "NextReminderMail",
  () => ({
    ...reminderMail().shape,
    sendAt: reminderMail().shape.sendAt.nullable().describe("When it is due; null if no mail will go"),
    subject: z
      .string()
      .nullable()
      .meta({ description: "The subject of the mail; null without one", examples: ["Ada's birthday is today"] }),
    text: z
      .string()
      .nullable()
      .meta({
        description: "The text of the mail, of which the first two megabytes are answered; null without one",
        examples: ["Hello Ada,\n\nThese dates are coming up: …"],
      }),
    reason: z
      .enum(Object.keys(noMailReasons) as NoMailReason[])
      .nullable()
      .describe(
        `Null, or why no mail will go: ${Object.entries(noMailReasons)
          .map(([code, words]) => `\`${code}\` if ${words}`)
          .join(", ")}`,
      ),
  }),
  "The next mail of the reminder sender",
);

const reminderMails = namedObject(
  "ReminderMails",
  () => ({
    mails: z.array(reminderMail()).describe("The mails between `from` and `to`, the earliest first"),
    next: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          "The `from` that lists the mails for which this answer has no room or no time; null without such mails",
        examples: [null],
      }),
  }),
  "The mails between two times",
);

export const nextReminderAnswer = namedSchema("NextReminder", () => z.union([nextReminderMail(), reminderMails()]));
export type ReminderMail = z.output<ReturnType<typeof reminderMail>>;

const authorId = once(() =>
  z
    .string()
    .regex(/^[\w-]{1,64}$/, "Must be an id of `by` or `via`")
    .optional()
    .meta({ description: "Only changes with this id in `by` or in `via`", examples: ["AbCdEf123456"] }),
);

export const activityQuery = lazyObject(() => ({
  by: authorId(),
  agent: booleanText().optional().describe("Only changes that came through `/mcp`, or only others"),
  from: queryTimestamp().optional().describe("Only changes from this time on"),
  to: queryTimestamp().optional().describe("Only changes before this time"),
  ...historyPageQuery(),
  ...avatarQuery(),
}));

const changeId = once(() =>
  z
    .string()
    .regex(/^\d{13}-[\da-f-]{1,60}_[\da-f-]{0,36}$/, "Must be the id of a change")
    .meta({ description: "The id of a change", examples: ["1795789277422-000000001843-000_"] }),
);

/** The times are checked against the clock by the operation. */
export const undoBody = namedSchema("UndoSelection", () =>
  z
    .strictObject({
      by: authorId(),
      agent: z.boolean().optional().describe("Only changes that came through `/mcp`, or only others"),
      from: timestamp().optional().describe("The changes from this time on. Sent with `to`"),
      to: timestamp().optional().describe("The changes before this time, which must not be in the future"),
      changeIds: z.array(changeId()).min(1).max(200).optional().describe("The changes with these ids, and no others"),
      dryRun: z.boolean().default(false).describe("True answers what an undo would do, and writes nothing"),
    })
    .superRefine(({ by, agent, from, to, changeIds }, context) => {
      const fault = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
      const isRange = (by ?? agent ?? from ?? to) !== undefined;
      if (changeIds) return isRange ? fault("changeIds", "Must not be sent with another selection") : undefined;
      if (from === undefined) return fault("from", "Must be sent, unless there are changeIds");
      if (to === undefined) return fault("to", "Must be sent with from");
      if (from >= to) return fault("from", "Must be before to");
    })
    .meta({
      ...exactlyOne("from", "changeIds"),
      dependentRequired: { from: ["to"], to: ["from"], by: ["from"], agent: ["from"] },
    }),
);

const keptChange = namedObject(
  "KeptChange",
  () => ({
    changeId: changeId(),
    contactId: uuid().nullable().describe("The contact of the change; null if there is no single one"),
    reason: z
      .enum(keptReasons)
      .describe(
        "`changed_since`: the value is another one now. `permanent`: it was deleted for good. `not_undoable`: of settings, a replaced picture, members beyond 10,000 in one call, or what a full account has no room for",
      ),
    fields: z
      .array(z.string())
      .optional()
      .describe("The fields that stay; absent if nothing of the change was undone, or if it is of many contacts"),
  }),
  "What of a change was not undone",
);

export const undoAnswer = namedObject("Undo", () => ({
  id: uuid().nullable().describe("The id of the undo; null for a dry run. Its changes have it in `via`"),
  status: z.enum(["running", "done"]).describe("Whether it still runs, in the background"),
  total: z.int().meta({ description: "The number of selected changes", examples: [42] }),
  undone: z.int().meta({ description: "The changes that were undone, also in part", examples: [41] }),
  kept: z.array(keptChange()).describe("What was not undone, the first 200"),
  startedAt: createdAt().describe("When it was asked for"),
  endedAt: createdAt().nullable().describe("When it ended; null while it runs"),
}));
export const oneUndo = lazyObject(() => ({ undo: undoAnswer().describe("How far it is, and what it kept") }));
export const undoParams = lazyObject(() => ({ id: uuid().describe("The undo") }));
