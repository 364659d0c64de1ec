/** The parsed contact: what an import answers for every row of a file, of any source, and accepts at commit. */
import * as z from "zod";
import { parsedFieldSchemas } from "../../contact/fields.ts";

export const importSources = ["vcard", "network_a", "network_b"] as const;
export type ImportSource = (typeof importSources)[number];

/** The lists of network_b that are read. */
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

/** An `error` makes a row invalid, a `warning` says what was changed or lost, an `info` what no field takes. */
export type ImportIssue = z.output<typeof importIssueSchema>;

/** The hash, the number of the row among equal rows, and its number among namesakes. */
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
      "The contact of the account that a commit of the row updates, and by what: a profile (`handle`, also the website), an e-mail address, a number (`phone`, those of network_d and network_e among them), or `import`: the same row was committed before, or one of a card with the same UID, or with the same name and day of connecting to network_a. By a profile it is met unless the names disagree and another profile, the e-mail addresses or the birthdays differ too; by the others only where the names agree and the birthdays don't differ. A contact with the row's address or number under another name is none: the issue `duplicate_name_differs` names it. What the contact keeps otherwise than the row says is told by the issues `duplicate_values_differ`, one a field, and `duplicate_profile_differs`",
    ),
  duplicateInFile: z
    .string()
    .nullable()
    .describe(
      "The tempId of the row that stands for the same person, by the same rules: an earlier one, or, of a row without a name of its own, a later one that has it",
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
  ...parsedFieldSchemas,
});

export type ParsedContact = z.output<typeof parsedContactSchema>;
export type ParsedAddress = ParsedContact["addresses"][number];
export type ParsedDate = ParsedContact["importantDates"][number];

/** The totals of all files. `coverage` is the share of their values, from 0 to 1, that a contact keeps. */
export interface ParsedCounts {
  totalCount: number;
  validCount: number;
  invalidCount: number;
  skippedCount: number;
  coverage: number;
}
