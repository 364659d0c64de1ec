/** What an import answers for every row of a file, the same for all sources, and takes back at commit. */
import * as z from "zod";
import { addressAnswer, emailAnswer, importantDateAnswer, phoneAnswer } from "../contact/answer.ts";

export const importSources = ["vcard", "network_a", "network_b"] as const;
export type ImportSource = (typeof importSources)[number];

/** Which of a network's lists are taken, of network_b only. */
export const followStrategies = [
  "following",
  "followers",
  "following_and_followers",
  "mutual_following",
  "close_friends",
] as const;
export type FollowStrategy = (typeof followStrategies)[number];

export const importIssueSchema = z.strictObject({
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  message: z.string(),
  field: z.string().optional().describe("The field of the contact"),
  property: z.string().optional().describe("The property or column of the file, as the file names it"),
  line: z.int().optional().describe("The first line of it in the file, counted from 1"),
});

/**
 * An `error` makes a row invalid, a `warning` says what was changed or lost, an `info` what has no place in a contact.
 */
export type ImportIssue = z.output<typeof importIssueSchema>;

/** The hash, which of its equals the row is, and which of its namesakes. */
export const tempId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}(\.\d{1,6})?(~\d{1,6})?$/, "Must be a tempId as the parse answered it");

export const parsedContactSchema = z.strictObject({
  tempId: tempId.describe(
    "A hash of the normalised row and its picture. Rows that are equal in everything are one person: the second has `.1` behind the hash, and so on, and of all of them one is taken over. Different people of one name whom the file says to be connected on one day are told apart by their order: the second has `~1` at the end, and so on",
  ),
  isValid: z.boolean(),
  issues: z.array(importIssueSchema),
  alreadyExists: z.boolean(),
  duplicateOf: z
    .strictObject({ contactId: z.uuid(), matchedOn: z.enum(["handle", "email", "phone", "import"]) })
    .nullable()
    .describe(
      "The contact of the account that a commit of the row meets: one with the same handle (of a website: and a name that agrees), or the same e-mail address or phone number and a name that agrees; or, as `import`, one that the same row became before, or that an export of `network_a` of another year said to be connected on the same day under the same name, or whose vCard had the same UID and a name that agrees, or whose id is the UID, if the names agree or the two share a part of the name, an e-mail address or a profile. By an e-mail address, a phone number, a website or a vCard's UID none is met whose birthday is that of somebody else: of another generation where the full names are the same, and another day where only a part of them is. The issue `duplicate_profile_differs` says that a contact which was found by name has another profile. Where there is none of these, the oldest contact with the e-mail address or phone number, and the issue `duplicate_name_differs` says that a commit makes a new contact",
    ),
  duplicateInFile: tempId
    .nullable()
    .describe(
      "The tempId of an earlier row about the same person; the issue `duplicate_profile_differs` says that it has another profile",
    ),
  groups: z.array(z.string()),
  photo: z.boolean(),
  connectedAt: z.iso.datetime().nullable(),
  uid: z.string().optional().describe("Of a vCard that has a UID: that, where it is a UUID, else a hash of it"),
  organisation: z
    .string()
    .optional()
    .describe("What the headline ends with, where that is the organisation; an export writes it as one"),
  likelyPerson: z.boolean().optional(),
  sources: z.array(z.string()).optional(),
  firstName: z.string(),
  lastName: z.string(),
  middleName: z.string().nullable(),
  headline: z.string().nullable(),
  position: z.string().nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timezone: z.string().nullable(),
  language: z.string().nullable(),
  emails: z.array(emailAnswer),
  phones: z.array(phoneAnswer),
  addresses: z.array(addressAnswer.omit({ id: true, granularity: true })),
  importantDates: z.array(importantDateAnswer.pick({ type: true, date: true, note: true, notifyDaysBefore: true })),
  network_a: z.string().nullable(),
  network_b: z.string().nullable(),
  network_c: z.string().nullable(),
  network_d: z.string().nullable(),
  network_e: z.string().nullable(),
  website: z.string().nullable(),
  notes: z.string().nullable(),
  keepFrequencyDays: z.int().nullable(),
  lastInteraction: z.iso.datetime().nullable(),
});

export type ParsedContact = z.output<typeof parsedContactSchema>;
export type ParsedAddress = ParsedContact["addresses"][number];
export type ParsedDate = ParsedContact["importantDates"][number];

/** What files gave in total. `coverage` is the share of their values, from 0 to 1, that found a place. */
export interface ParsedCounts {
  totalCount: number;
  validCount: number;
  invalidCount: number;
  skippedCount: number;
  coverage: number;
}
