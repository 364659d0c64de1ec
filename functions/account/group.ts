/** The declaration of the account group: the owner, the settings and the address of the calendar feed. */

import { closingPrefix, deletionPrefix, longValuePrefix } from "../../shared/account/store/account-keys.ts";
import { historyAnswer } from "../../shared/contact/answer/history-answer.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { messageAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import type { ReservedRows } from "../../shared/platform/http/route/route.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import {
  accountAnswer,
  accountDeletion,
  accountPatch,
  activityQuery,
  avatarParams,
  calendarTokenAnswer,
  nextReminderAnswer,
  nextReminderQuery,
  oneUndo,
  personAnswer,
  settingsAnswer,
  settingsPatch,
  undoBody,
  undoParams,
} from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;

/** All other paths below the account are reserved for later versions. */
const reserved: ReservedRows = {
  "reserved.me.below": { method: "ANY", path: "/me/{rest+}", access: "session", reserved: true },
};

export const routeGroup = {
  name: "account",
  title: "Account",
  description:
    "The owner of the account, whether and when reminders are sent, and the address of the calendar feed. Only a session can read and change them. " +
    "Deleting the account closes it at once: its API keys, sessions and links are refused, and no reminder is sent any more. All data are then deleted " +
    "in the background, which a mail confirms. Tokens from before stay refused with 401. Signing in again starts an empty account; until the deletion has " +
    "ended, which takes about two hours, the answer is 503.",
  resources: ["/me"],
  // The mails of five years about 50,000 dates take most of the time of an answer even with this share of a processor.
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 941,
  grants: {
    table: contactChanges,
    files: [
      { bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject"] },
      { bucket: "accounts", prefix: closingPrefix, actions: ["PutObject"] },
      // An undo looks for deletions of many contacts, reads long values, and starts its worker.
      { bucket: "accounts", prefix: deletionPrefix, actions: ["GetObject", "ListBucket"] },
      { bucket: "accounts", prefix: longValuePrefix, actions: ["GetObject", "ListBucket"] },
      { bucket: "accounts", prefix: importWorkPrefix, actions: ["PutObject"] },
    ],
    // The function reads the token again, because the issuer may know a newer e-mail address.
    sessions: true,
    // A reminder mail has a signed link that turns reminders off.
    pepper: true,
    settings: ["PUBLIC_URL", "MAIL_SENDER"],
  },
  rows: {
    getAccount: {
      ...common,
      method: "GET",
      path: "/me",
      summary: "Read the owner of the account",
      description: "`email` is the verified address of the person who signs in, to which mails are sent.",
      answers: { 200: accountAnswer },
    },
    patchAccount: {
      ...common,
      method: "PATCH",
      path: "/me",
      summary: "Change the name that mails use for the owner",
      description: "Other fields of the account may be sent back and are ignored.",
      body: accountPatch,
      example: { name: "Ada" },
      answers: { 200: accountAnswer },
    },
    deleteAccount: {
      ...common,
      method: "DELETE",
      path: "/me",
      summary: "Delete the account and everything in it",
      description:
        "Keys, sessions and links are refused from the answer on. Everything is deleted within minutes, and one mail confirms it.",
      body: accountDeletion,
      example: { confirm: "ada@example.com" },
      answers: { 202: messageAnswer },
    },
    getOwnContact: {
      ...common,
      method: "GET",
      path: "/me/person",
      summary: "Read the contact of the owner",
      description:
        "It has the id of the account. Lists, exports of contacts and the feed of changes leave it out; merges, relationships and the export of the account have it.",
      query: avatarParams,
      answers: { 200: personAnswer, 304: "none" },
    },
    listActivity: {
      ...common,
      method: "GET",
      path: "/me/activity",
      summary: "List all changes of the account, with who made them",
      description:
        "Those of 30 days, newest first. Jobs that change many contacts are one change with a `count`. `by` and `agent` choose among what a page has read, so it may be empty and have `next`.",
      query: activityQuery,
      answers: { 200: historyAnswer },
    },
    undoActivity: {
      ...common,
      method: "POST",
      path: "/me/activity/undo",
      summary: "Undo what somebody did between two times, or chosen changes",
      description:
        "Newest first, where a value still is what the change wrote; the rest is `kept`. It runs in the background; `dryRun` answers at once what it would do, of up to 10,000 changes. An undo is in the activity, and can be undone.",
      body: undoBody,
      example: { by: "AbCdEf123456", from: "2026-03-02T06:00:00Z", to: "2026-03-02T12:00:00Z", dryRun: true },
      errors: ["change_not_found", "conflict", "storage_limit_reached"],
      answers: { 200: oneUndo, 202: oneUndo },
    },
    getUndo: {
      ...common,
      method: "GET",
      path: "/me/activity/undos/{id}",
      summary: "Read how far an undo is, and what it kept",
      description: "An undo is shown for 30 days. It goes on if the service was interrupted.",
      params: undoParams,
      errors: ["undo_not_found"],
      answers: { 200: oneUndo },
    },
    getSettings: {
      ...common,
      method: "GET",
      path: "/me/settings",
      summary: "Read the settings and the status of mails",
      description: "`mailStatus` says whether reminders reach the address, and why not.",
      answers: { 200: settingsAnswer },
    },
    patchSettings: {
      ...common,
      method: "PATCH",
      path: "/me/settings",
      summary: "Change settings; reminders follow them at once",
      description:
        "An absent field stays as it is. Contacts without a time zone or language of their own follow those of the account.",
      body: settingsPatch,
      example: { timezone: "Europe/Prague", language: "cs", reminderSendTime: "07:30", leapDay: "mar1" },
      answers: { 200: settingsAnswer },
    },
    getNextReminder: {
      ...common,
      method: "GET",
      path: "/me/reminders/next",
      summary: "Read what the next reminder mail will say, or which mails will go between two times",
      description:
        "The reminder sender itself decides it, as if nothing changed until then. Without `from` and `to`, the answer is the next mail with its " +
        "text, or the `reason` why none will go. With both of them, it lists the mails between them without their texts; those before the first " +
        "one of them count as sent. Interactions that are planned count from their date on. A list whose time is over ends early with `next`, or is " +
        "`service_unavailable` if it has no mails yet: those before `from` take as long as those of the list.",
      query: nextReminderQuery,
      answers: { 200: nextReminderAnswer },
    },
    createCalendarToken: {
      ...common,
      method: "POST",
      path: "/me/calendar-token",
      summary: "Create a new address for the calendar feed; the old one stops working",
      description: "The address is a secret: everybody who knows it can read the dates.",
      location: false,
      answers: { 201: calendarTokenAnswer },
      shownOnce: ["url"],
    },
    deleteCalendarToken: {
      ...common,
      method: "DELETE",
      path: "/me/calendar-token",
      summary: "Turn the calendar feed off",
      description: "Calendars that use its address get 404 from then on. Without a feed nothing changes.",
      answers: { 204: "none" },
    },
  },
  reserved,
} as const satisfies GroupDeclaration;
