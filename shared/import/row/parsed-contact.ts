/** The parsed contact: what an import answers for every row of a file, of any source, and accepts at commit. */
import * as z from "zod";
import { parsedFieldSchemas } from "../../contact/fields.ts";
import { once } from "../../platform/config/once.ts";
import { namedObject } from "../../platform/http/route/named-schema.ts";
import { importSources } from "../sources.ts";
import { type ImportIssueCode, issueCatalogue } from "./issue-catalogue.ts";

export type ImportSource = keyof typeof importSources;
export const sourceNames = Object.keys(importSources) as ImportSource[];
export const sourceName = once(() =>
  z.enum(sourceNames).describe(sourceNames.map((name) => `\`${name}\`: ${importSources[name].words}`).join(". ")),
);

/** The lists of network_b that are read. */
export const followStrategies = [
  "following",
  "followers",
  "following_and_followers",
  "mutual_following",
  "close_friends",
] as const;
export type FollowStrategy = (typeof followStrategies)[number];

export const importIssueSchema = namedObject(
  "ImportIssue",
  () => ({
    code: z
      .enum(Object.keys(issueCatalogue) as ImportIssueCode[])
      .describe("What happened, for programs. `/docs/import-issues` says what to do about each code"),
    severity: z
      .enum(["error", "warning", "info"])
      .describe(
        "`error`: the row is invalid. `warning`: something was changed or lost. `info`: no field takes a value",
      ),
    message: z.string().meta({
      description: "What happened, in a sentence for people",
      examples: ["The value is longer than 300 characters and was cut."],
    }),
    field: z
      .string()
      .optional()
      .meta({ description: "The field of the contact", examples: ["headline"] }),
    property: z
      .string()
      .optional()
      .meta({ description: "The property or column of the file, as the file names it", examples: ["TITLE"] }),
    line: z
      .int()
      .optional()
      .meta({ description: "The first line of it in the file, counted from 1", examples: [12] }),
  }),
  "Something that a reader of a row should know",
);

/** An `error` makes a row invalid, a `warning` says what was changed or lost, an `info` what no field takes. */
export type ImportIssue = z.output<ReturnType<typeof importIssueSchema>>;

/** The hash, the number of the row among equal rows, and its number among namesakes. */
export const tempId = once(() =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}(\.\d{1,6})?(~\d{1,6})?$/, "Must be a tempId as the parse answered it")
    .meta({ description: "The id of the row, as the parse answered it", examples: ["8c4f1d20a7b3e659-1"] }),
);

export const parsedContactSchema = namedObject(
  "ParsedContact",
  () => ({
    tempId: tempId().describe(
      "A hash of the normalised row and its picture. Equal rows are one person: the second has `.1` at the end, and so on, and only one of them is imported. Different people with the same name and the same day of connecting are numbered in the order of the file: the second has `~1` at the end, and so on",
    ),
    isValid: z.boolean().meta({ description: "Whether a commit can write the row", examples: [true] }),
    issues: z.array(importIssueSchema()).describe("What was changed, lost or not understood"),
    alreadyExists: z
      .boolean()
      .meta({ description: "Whether a commit updates a contact: `duplicateOf` is not null", examples: [false] }),
    duplicateOf: z
      .strictObject({
        contactId: z.uuid().describe("The contact"),
        matchedOn: z.enum(["handle", "email", "phone", "import"]).describe("By what it was found"),
      })
      .nullable()
      .describe(
        "The contact that a commit of the row updates, and the value by which it was found: `handle` (a profile or the website), `email`, `phone` (also network_d and network_e), or `import` (the same row was committed before, or one with the same UID, or with the same name and day of connecting to network_a). A profile finds the contact unless the names disagree and, besides, another profile, the e-mail addresses or the birthdays differ. Any other value finds it only if the names agree and the birthdays don't differ. A contact with the same e-mail address or number and another name is not a duplicate: the issue `duplicate_name_differs` names it. The issues `duplicate_values_differ`, one for each field, and `duplicate_profile_differs` name the values of the row that the contact doesn't take",
      ),
    duplicateInFile: z
      .string()
      .nullable()
      .describe(
        "The tempId of another row about the same person, by the same rules. It is an earlier row, or a later one with a name if this row has none",
      )
      .meta({ examples: [null] }),
    notSameAs: z
      .array(z.string())
      .describe(
        "Rows (`tempId`) and contacts that share a value with the row, but are other people: a short name fits several",
      )
      .meta({ examples: [[]] }),
    groups: z.array(z.string()).meta({
      description: "Labels of the groups that the contact joins; missing groups are made",
      examples: [["Climbing"]],
    }),
    photo: z.boolean().meta({ description: "Whether the row has a picture", examples: [false] }),
    connectedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the people connected on the network; null when the file does not say it",
        examples: [null],
      }),
    uid: z.string().optional().describe("The UID of a vCard if it is a UUID, otherwise a hash of the UID"),
    likelyPerson: z
      .boolean()
      .optional()
      .describe("Only of `network_b`: false if the account looks like a company or a club"),
    sources: z
      .array(z.string())
      .optional()
      .describe("Only of `network_b`: the lists that have the account, `followers` or `following`"),
    ...parsedFieldSchemas(),
  }),
  "A person of an imported file, with the fields that the contact would get",
);

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
