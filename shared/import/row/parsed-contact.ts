/** The parsed contact: what an import answers for every row of a file, of any source, and accepts at commit. */
import * as z from "zod";
import { parsedFieldSchemas } from "../../contact/fields.ts";
import { lazyObject, once } from "../../platform/config/once.ts";

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

export const importIssueSchema = lazyObject(() => ({
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  message: z.string(),
  field: z.string().optional().describe("The field of the contact"),
  property: z.string().optional().describe("The property or column of the file, as the file names it"),
  line: z.int().optional().describe("The first line of it in the file, counted from 1"),
}));

/** An `error` makes a row invalid, a `warning` says what was changed or lost, an `info` what no field takes. */
export type ImportIssue = z.output<ReturnType<typeof importIssueSchema>>;

/** The hash, the number of the row among equal rows, and its number among namesakes. */
export const tempId = once(() =>
  z.string().regex(/^[A-Za-z0-9_-]{1,64}(\.\d{1,6})?(~\d{1,6})?$/, "Must be a tempId as the parse answered it"),
);

export const parsedContactSchema = lazyObject(() => ({
  tempId: tempId().describe(
    "A hash of the normalised row and its picture. Equal rows are one person: the second has `.1` at the end, and so on, and only one of them is imported. Different people with the same name and the same day of connecting are numbered in the order of the file: the second has `~1` at the end, and so on",
  ),
  isValid: z.boolean(),
  issues: z.array(importIssueSchema()),
  alreadyExists: z.boolean(),
  duplicateOf: z
    .strictObject({ contactId: z.uuid(), matchedOn: z.enum(["handle", "email", "phone", "import"]) })
    .nullable()
    .describe(
      "The contact that a commit of the row updates, and the value by which it was found: `handle` (a profile or the website), `email`, `phone` (also network_d and network_e), or `import` (the same row was committed before, or one with the same UID, or with the same name and day of connecting to network_a). A profile finds the contact unless the names disagree and, besides, another profile, the e-mail addresses or the birthdays differ. Any other value finds it only if the names agree and the birthdays don't differ. A contact with the same e-mail address or number and another name is not a duplicate: the issue `duplicate_name_differs` names it. The issues `duplicate_values_differ`, one for each field, and `duplicate_profile_differs` name the values of the row that the contact doesn't take",
    ),
  duplicateInFile: z
    .string()
    .nullable()
    .describe(
      "The tempId of another row about the same person, by the same rules. It is an earlier row, or a later one with a name if this row has none",
    ),
  groups: z.array(z.string()),
  photo: z.boolean(),
  connectedAt: z.iso.datetime().nullable(),
  uid: z.string().optional().describe("The UID of a vCard if it is a UUID, otherwise a hash of the UID"),
  organisation: z
    .string()
    .optional()
    .describe("The end of the headline, if it is the organisation. An export writes it as `ORG`"),
  likelyPerson: z.boolean().optional(),
  sources: z.array(z.string()).optional(),
  ...parsedFieldSchemas(),
}));

export type ParsedContact = z.output<ReturnType<typeof parsedContactSchema>>;
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
