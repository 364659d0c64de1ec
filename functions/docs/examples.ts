/** What the description and the pages show where the real thing is only known later. The people are invented. */
import { AppError, type ErrorCode, errorEnvelope } from "../../shared/http/errors.ts";

/** An error as callers get it, on a route that reads this part of a request. `docsUrl` is absolute. */
export function exampleError(code: ErrorCode, part: "body" | "query", docsUrl: string) {
  const details = code === "validation_error" ? [unknown[part]] : undefined;
  const retryAfter = code === "rate_limit_exceeded" ? 21 : code === "service_unavailable" ? 1 : undefined;
  const options = { ...(details && { details }), ...(retryAfter !== undefined && { retryAfter }) };
  return errorEnvelope(new AppError(code, options), exampleRequestId, `${docsUrl}/errors`);
}

const unknown = {
  body: { path: "body.colour", message: "Unknown field." },
  query: { path: "query.colour", message: "Unknown parameter." },
};

/** As the gateway writes them. */
const exampleRequestId = "5d0a2b3c-41c7-4c1e-9d5f-0f6a1b2c3d4e";

/** A request body for every route that takes JSON, by the name of its row: what "Try it out" starts with. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  createContact: {
    firstName: "Ada",
    lastName: "Okonkwo",
    headline: "Bridge engineer",
    emails: [{ type: "work", value: "ada.okonkwo@example.com", preferred: true }],
    phones: [{ type: "mobile", prefix: "+44", value: "20 7946 0958" }],
    importantDates: [{ type: "birthday", date: "1904-02-29", notifyDaysBefore: 7 }],
    keepFrequencyDays: 30,
  },
  bulkDelete: {
    filter: { search: "harbour", keepInTouch: true },
    excludeIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
  },
  createGroup: { label: "Climbing", emoji: "🧗", color: "#2f6fed" },
  patchGroup: { label: "Climbing on Thursdays" },
  deleteGroups: { ids: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
  addGroupContacts: { filter: { search: "harbour" }, excludeIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
  removeGroupContacts: { contactIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
  createTag: { label: "Speaks Czech", color: "#64748b" },
  patchTag: { color: "#0f766e" },
  deleteTags: { ids: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
  addTagContacts: { contactIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
  removeTagContacts: { filter: {} },
  tagContact: { tagId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a" },
  createInteraction: {
    type: "Coffee",
    date: "2026-03-02T15:30:00+01:00",
    title: "By the harbour",
    description: "Ada is moving to Porto in May.",
    participantIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
  },
  patchInteraction: { date: "2026-03-03T15:30:00+01:00", description: null },
  patchAccount: { name: "Ada" },
  patchSettings: { timezone: "Europe/Prague", language: "cs", reminderSendTime: "07:30", leapDay: "mar1" },
  createApiKey: { label: "Address book sync", permission: "full" },
  patchApiKey: { label: "Address book sync, laptop" },
  preparePhotoUpload: { size: 4_800_000 },
  uploadImport: { fileName: "address-book.vcf", size: 104_857_600 },
  commitImport: {
    contacts: [
      {
        tempId: "8c4f1d20a7b3e659-1",
        firstName: "Ravi",
        lastName: "Lindqvist",
        emails: [{ type: "home", value: "ravi.lindqvist@example.com", preferred: true }],
        groups: ["Climbing"],
      },
    ],
  },
  putImportantDates: {
    dates: [
      { type: "birthday", date: "1815-12-10", notifyDaysBefore: 7 },
      { type: "anniversary", date: "1904-07-08", note: "The year is not known", notifyDaysBefore: 0 },
    ],
  },
  patchContact: { headline: "Chief bridge engineer", notes: "Met at the harbour." },
};
