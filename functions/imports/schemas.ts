/** Shapes of the import routes. */
import * as z from "zod";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { commitRowSchema } from "../../shared/imports/commit-row.ts";
import { parsedContactSchema } from "../../shared/imports/parsed-contact.ts";
import { maxPageRows } from "../../shared/imports/rows.ts";
import { integerText } from "../../shared/text/schema.ts";

/** Rows of one commit. */
const maxCommitRows = 25;

/** The sources that can be read. */
const source = z.enum(["vcard"]);

export const sourceParams = z.strictObject({ source });

export const importParams = z.strictObject({ source, importId: z.uuid("Must be a UUID").toLowerCase() });

export const rowsQuery = z.strictObject({
  limit: integerText(1, maxPageRows).default(200),
  offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const commitBody = z.strictObject({
  contacts: z
    .array(commitRowSchema)
    .min(1, "At least one contact is due")
    .max(maxCommitRows, `At most ${maxCommitRows} contacts are committed at once`),
});

const parseResult = {
  importId: z.uuid(),
  contacts: z.array(parsedContactSchema),
  totalCount: z.int().describe("Rows about people, valid or not"),
  validCount: z.int(),
  invalidCount: z.int(),
  duplicateCount: z.int().describe("Rows about a contact of the account, or about the same person as an earlier row"),
  skippedCount: z.int().describe("Rows that are no people"),
  coverage: z.number().min(0).max(1).describe("The share of the file's values that found a place"),
  pagination: paginationAnswer,
};

const status = z.enum(["waiting", "parsing", "parsed", "failed"]);

export const parseAnswer = z.strictObject(parseResult);

export const pendingAnswer = z.strictObject({ importId: z.uuid(), status });

/** Until the status is `parsed`, there are no rows and the counts are 0. */
export const importAnswer = z.strictObject({
  ...parseResult,
  status,
  rowsRead: z.int().describe("Rows found so far"),
  error: z
    .strictObject({
      code: z.string(),
      message: z.string(),
      details: z.array(z.strictObject({ path: z.string(), message: z.string() })),
    })
    .nullable()
    .describe("Why the status is `failed`"),
});

export const commitAnswer = z.strictObject({
  importedCount: z.int(),
  updatedCount: z.int(),
  skippedCount: z.int(),
  results: z.array(
    z.strictObject({
      tempId: z.string(),
      status: z.enum(["imported", "updated", "skipped"]),
      contactId: z.uuid().optional(),
      code: z
        .string()
        .optional()
        .describe(
          "Why it was skipped: `already_imported`, `unchanged` or the code of its fault; or `limits_reached`: the contact's lists had no room for all of it",
        ),
    }),
  ),
  txid: z.string(),
});
