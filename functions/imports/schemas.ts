/** The schemas of the import routes. */
import * as z from "zod";
import { fieldSchemas } from "../../shared/contact/fields.ts";
import {
  followStrategies,
  importSources,
  parsedContactSchema,
  tempId,
} from "../../shared/import/row/parsed-contact.ts";
import { maxPageRows } from "../../shared/import/store/rows.ts";
import { commitRowSchema } from "../../shared/import-commit/commit-row.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { uploadFormAnswer, uploadSize } from "../../shared/platform/http/direct-upload.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { line, uuid } from "../../shared/platform/text/schema.ts";
import { rowResult } from "./receipt-schemas.ts";

const maxCommitRows = 25;

const source = once(() => z.enum(importSources));

export const sourceParams = lazyObject(() => ({ source: source() }));

export const importParams = lazyObject(() => ({ source: source(), importId: uuid() }));

export const rowParams = lazyObject(() => ({ ...importParams().shape, tempId: tempId() }));

export const rowsQuery = lazyObject(() => ({
  limit: limitText(maxPageRows, 200),
  offset: offsetText(),
}));

export const strategySchema = once(() =>
  z
    .enum(followStrategies)
    .describe("Only for `network_b`: which lists are read; `following_and_followers` when absent"),
);

export const uploadBody = lazyObject(() => ({
  fileName: line(255).describe("The name of the file, which is only displayed and may be blank"),
  size: uploadSize("file", "5 GB"),
  strategy: strategySchema().optional(),
}));

export const commitBody = lazyObject(() => ({
  contacts: z
    .array(commitRowSchema())
    .min(1, "Must contain at least one contact")
    .max(maxCommitRows, `At most ${maxCommitRows} contacts`),
  importId: uuid()
    .optional()
    .describe(
      "The import whose receipt lists the rows. When absent, each row is listed by the newest parsed import of the source that has it, if there is one",
    ),
}));

const counts = once(() => ({
  totalCount: z.int().describe("Rows about people, both valid and invalid"),
  validCount: z.int(),
  invalidCount: z.int(),
  duplicateCount: z.int().describe("Rows about a contact of the account, or about the same person as another row"),
  skippedCount: z.int().describe("Rows that are not about a person"),
  coverage: z.number().min(0).max(1).describe("The share of the values in the file that a field of a contact takes"),
}));

const parseResult = once(() => ({
  importId: z.uuid(),
  contacts: z.array(parsedContactSchema()),
  ...counts(),
  pagination: paginationAnswer(),
}));

const status = once(() => z.enum(["waiting", "parsing", "parsed", "failed"]));

export const parseAnswer = lazyObject(parseResult);

export const pendingAnswer = lazyObject(() => ({ importId: z.uuid(), status: status() }));

export const uploadAnswer = lazyObject(() => ({
  importId: z.uuid(),
  upload: uploadFormAnswer(),
}));

type Counts = ReturnType<typeof counts>;

const nullableCounts = once(
  () =>
    Object.fromEntries(
      Object.entries(counts()).map(([name, count]) => [
        name,
        count.nullable().describe("null until the status is `parsed`"),
      ]),
    ) as { [Name in keyof Counts]: z.ZodNullable<Counts[Name]> },
);

/** There are no rows until the status is `parsed`. */
export const importAnswer = lazyObject(() => ({
  ...parseResult(),
  ...nullableCounts(),
  status: status(),
  rowsRead: z.int().describe("Rows found so far, which grows while the file is parsed"),
  bytesRead: z
    .int()
    .describe(
      "Bytes of the files that have become rows so far, for a progress bar: `bytesTotal` when the status is `parsed`. Of an archive, the files in it that are read stand for the whole. A parse that is tried again after a fault of the service begins again at 0",
    ),
  bytesTotal: z.int().describe("Bytes of all files of the import"),
  error: z
    .strictObject({
      code: z.string(),
      message: z.string(),
      details: z.array(z.strictObject({ path: z.string(), message: z.string() })),
    })
    .nullable()
    .describe("Why the status is `failed`"),
}));

const comparedContact = once(() => z.strictObject({ id: z.uuid(), ...fieldSchemas("answer") }));

export const rowAnswer = lazyObject(() => ({
  row: parsedContactSchema(),
  comparison: z
    .strictObject({
      contact: comparedContact().describe("The contact as it is now"),
      merged: comparedContact().describe("The contact as a commit of the row would leave it"),
      differing: z
        .array(z.string())
        .describe("Fields in which the row differs from `merged`; the contact keeps its values"),
      limitsReached: z.boolean().describe("The lists of the contact have no room for all values of the row"),
    })
    .nullable()
    .describe("null if the row is not valid, or matched no contact, or that contact was deleted since"),
}));

export const commitAnswer = lazyObject(() => ({
  importedCount: z.int(),
  updatedCount: z.int(),
  skippedCount: z.int(),
  results: z.array(rowResult()),
  txid: z.string(),
}));
