/** Shapes of the import routes. */
import * as z from "zod";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { uploadFormAnswer } from "../../shared/http/upload-answer.ts";
import { uploadSize } from "../../shared/http/upload-size.ts";
import { commitRowSchema } from "../../shared/imports/commit-row.ts";
import { followStrategies, importSources, parsedContactSchema, tempId } from "../../shared/imports/parsed-contact.ts";
import { maxPageRows } from "../../shared/imports/rows.ts";
import { integerText, line } from "../../shared/text/schema.ts";

/** Rows of one commit. */
const maxCommitRows = 25;

const source = z.enum(importSources);

export const sourceParams = z.strictObject({ source });

export const importParams = z.strictObject({ source, importId: z.uuid("Must be a UUID").toLowerCase() });

export const rowsQuery = z.strictObject({
  limit: integerText(1, maxPageRows).default(200),
  offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const strategySchema = z
  .enum(followStrategies)
  .describe("Which lists are read, of `network_b` only: `following_and_followers` when absent");

export const uploadBody = z.strictObject({
  fileName: line(255).describe("As its owner called it; for people only, and may be blank"),
  size: uploadSize("file", "5 GB"),
  strategy: strategySchema.optional(),
});

export const commitBody = z.strictObject({
  contacts: z
    .array(commitRowSchema)
    .min(1, "At least one contact is due")
    .max(maxCommitRows, `At most ${maxCommitRows} contacts are committed at once`),
});

const counts = {
  totalCount: z.int().describe("Rows about people, valid or not"),
  validCount: z.int(),
  invalidCount: z.int(),
  duplicateCount: z.int().describe("Rows about a contact of the account, or about the same person as another row"),
  skippedCount: z.int().describe("Rows that are no people"),
  coverage: z.number().min(0).max(1).describe("The share of the file's values that found a place"),
};

const parseResult = {
  importId: z.uuid(),
  contacts: z.array(parsedContactSchema),
  ...counts,
  pagination: paginationAnswer,
};

const status = z.enum(["waiting", "parsing", "parsed", "failed"]);

export const parseAnswer = z.strictObject(parseResult);

export const pendingAnswer = z.strictObject({ importId: z.uuid(), status });

export const uploadAnswer = z.strictObject({
  importId: z.uuid(),
  upload: uploadFormAnswer,
});

const unknownYet = Object.fromEntries(
  Object.entries(counts).map(([name, count]) => [name, count.nullable().describe("null until the status is `parsed`")]),
) as { [Name in keyof typeof counts]: z.ZodNullable<(typeof counts)[Name]> };

/** Until the status is `parsed`, there are no rows. */
export const importAnswer = z.strictObject({
  ...parseResult,
  ...unknownYet,
  status,
  rowsRead: z.int().describe("Rows found so far, also while they are parsed"),
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
      tempId,
      status: z.enum(["imported", "updated", "skipped"]),
      contactId: z.uuid().optional(),
      code: z
        .string()
        .optional()
        .describe(
          "Why it was skipped: `already_imported`, `unchanged` or the code of its fault. Or, of any row, `limits_reached`: the contact's lists had no room for all of it. A row that met a contact whose lists were full is not marked as taken over: sent again, it says `limits_reached` again, or what it says is taken when there is room by then",
        ),
      details: z
        .array(z.strictObject({ path: z.string(), message: z.string() }))
        .max(20)
        .optional()
        .describe("Of a faulty row: its faults, the first 20 of them, as a `validation_error` lists them"),
      differing: z
        .array(z.string())
        .optional()
        .describe(
          "Fields of which the row says something else than the contact that it was taken into, which keeps what it had",
        ),
      avatar: z
        .enum(["taken", "kept", "unreadable", "gone"])
        .optional()
        .describe(
          "Of a row with a picture: it is the avatar now, or the contact kept its own, or it can't be read, or it is gone: the row said `photo`, but its picture is not among those that the account's imports of the last day left",
        ),
    }),
  ),
  txid: z.string(),
});
