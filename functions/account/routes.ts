/** The rows of the account group. */
import { defineRoutes, type ReservedRows } from "../../shared/http/route.ts";
import {
  accountAnswer,
  accountPatch,
  avatarParams,
  calendarTokenAnswer,
  personAnswer,
  settingsAnswer,
  settingsPatch,
} from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;

export const accountRoutes = defineRoutes({
  getAccount: {
    ...common,
    method: "GET",
    path: "/me",
    summary: "Read whose account it is",
    answers: { 200: accountAnswer },
  },
  patchAccount: {
    ...common,
    method: "PATCH",
    path: "/me",
    summary: "Change what the owner is called in mails",
    body: accountPatch,
    answers: { 200: accountAnswer },
  },
  getOwnContact: {
    ...common,
    method: "GET",
    path: "/me/person",
    summary: "Read the contact that is the owner",
    query: avatarParams,
    answers: { 200: personAnswer, 304: "none" },
  },
  getSettings: {
    ...common,
    method: "GET",
    path: "/me/settings",
    summary: "Read the settings, and what became of mails",
    answers: { 200: settingsAnswer },
  },
  patchSettings: {
    ...common,
    method: "PATCH",
    path: "/me/settings",
    summary: "Change settings; reminders follow at once",
    body: settingsPatch,
    answers: { 200: settingsAnswer },
  },
  createCalendarToken: {
    ...common,
    method: "POST",
    path: "/me/calendar-token",
    summary: "Give the calendar feed a new address, which ends the old one",
    answers: { 201: calendarTokenAnswer },
    toldOnce: ["url"],
  },
  deleteCalendarToken: {
    ...common,
    method: "DELETE",
    path: "/me/calendar-token",
    summary: "End the calendar feed",
    answers: { 204: "none" },
  },
});

/** The end of an account and everything else below it are kept for later. */
export const accountReserved: ReservedRows = {
  "reserved.me.delete": { method: "DELETE", path: "/me", access: "session", reserved: true },
  "reserved.me.below": { method: "ANY", path: "/me/{rest+}", access: "session", reserved: true },
};
