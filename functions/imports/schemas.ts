/** The schemas of the import routes. */
import * as z from "zod";
import { answerSchemas, parsedFields } from "../../shared/contact/fields.ts";
import { followStrategies, parsedContactSchema, sourceName, tempId } from "../../shared/import/row/parsed-contact.ts";
import { maxPageRows } from "../../shared/import/store/rows.ts";
import { commitRowSchema } from "../../shared/import-commit/commit-row.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { faultAnswer, txid } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { uploadFormAnswer, uploadSize } from "../../shared/platform/http/direct-upload.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { line, uuid } from "../../shared/platform/text/schema.ts";
import { rowResult } from "./receipt-schemas.ts";

const maxCommitRows = 25;

export const sourceParams = lazyObject(() => ({ source: sourceName() }));

export const importParams = lazyObject(() => ({
  source: sourceName(),
  importId: uuid().describe("The import, as the parse or the upload answered it"),
}));

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

/** The largest size in bytes of a single upload to S3 ("Uploading objects", Amazon S3 user guide). */
export const maxUploadBytes = 5 * 1024 ** 3;

export const uploadBody = lazyObject(() => ({
  fileName: line(255).describe("The name of the file, which is only displayed and may be blank"),
  size: uploadSize("file", "5 GB", maxUploadBytes),
  strategy: strategySchema().optional(),
}));

export const commitBody = lazyObject(() => ({
  contacts: z
    .array(commitRowSchema())
    .min(1, "Must contain at least one contact")
    .max(maxCommitRows, `At most ${maxCommitRows} contacts`)
    .describe("The rows to write, as the parse answered them or changed by a person"),
  importId: uuid()
    .optional()
    .describe(
      "The import whose receipt lists the rows. When absent, each row is listed by the newest parsed import of the source that has it, if there is one",
    ),
}));

const importId = once(() => z.uuid().describe("The import. It is kept for a day"));

const counts = once(() => ({
  totalCount: z.int().meta({ description: "Rows about people, both valid and invalid", examples: [1] }),
  validCount: z.int().meta({ description: "Rows that a commit can write", examples: [1] }),
  invalidCount: z.int().meta({ description: "Rows with an issue of the severity `error`", examples: [0] }),
  duplicateCount: z.int().meta({
    description: "Rows about a contact of the account, or about the same person as another row",
    examples: [0],
  }),
  skippedCount: z.int().meta({ description: "Rows that are not about a person", examples: [0] }),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description: "The share of the values in the file that a field of a contact takes",
      examples: [0.98],
    }),
}));

const parseResult = once(() => ({
  importId: importId(),
  contacts: z.array(parsedContactSchema()).describe("The rows of this page, in the order of the files"),
  ...counts(),
  pagination: paginationAnswer(),
}));

const status = once(() =>
  z
    .enum(["waiting", "parsing", "parsed", "failed"])
    .describe("How far the parse is. It is over when the status is `parsed` or `failed`"),
);

export const parseAnswer = namedObject("ImportResult", parseResult);

export const pendingAnswer = namedObject("PendingImport", () => ({ importId: importId(), status: status() }));

export const uploadAnswer = namedObject("ImportUpload", () => ({
  importId: importId(),
  upload: uploadFormAnswer(),
}));

type Counts = ReturnType<typeof counts>;

const nullableCounts = once(
  () =>
    Object.fromEntries(
      Object.entries(counts()).map(([name, count]) => [
        name,
        count
          .nullable()
          .meta({ ...count.meta(), description: `${count.description}; null until the status is \`parsed\`` }),
      ]),
    ) as { [Name in keyof Counts]: z.ZodNullable<Counts[Name]> },
);

/** There are no rows until the status is `parsed`. */
export const importAnswer = namedObject("Import", () => ({
  ...parseResult(),
  ...nullableCounts(),
  status: status(),
  rowsRead: z.int().meta({ description: "Rows found so far, which grows while the file is parsed", examples: [1] }),
  bytesRead: z.int().meta({
    description:
      "Bytes of the files that have become rows so far, for a progress bar: `bytesTotal` when the status is `parsed`. Of an archive, the files in it that are read stand for the whole. A parse that is tried again after a fault of the service begins again at 0",
    examples: [412],
  }),
  bytesTotal: z.int().meta({ description: "Bytes of all files of the import", examples: [412] }),
  error: z
    .strictObject({
      code: z.string().meta({ description: "A code of the error envelope", examples: ["validation_error"] }),
      message: z
        .string()
        .meta({ description: "What happened, in a sentence for people", examples: ["The file is empty."] }),
      details: z.array(faultAnswer()).describe("The faults of the files"),
    })
    .nullable()
    .describe("Why the status is `failed`"),
}));

const comparedContact = namedSchema("ComparedContact", () =>
  z.strictObject({ id: z.uuid().describe("The contact"), ...answerSchemas(parsedFields) }),
);

export const rowAnswer = lazyObject(() => ({
  row: parsedContactSchema(),
  comparison: z
    .strictObject({
      contact: comparedContact().describe("The contact as it is now"),
      merged: comparedContact().describe("The contact as a commit of the row would leave it"),
      differing: z.array(z.string()).meta({
        description: "Fields in which the row differs from `merged`; the contact keeps its values",
        examples: [["headline"]],
      }),
      limitsReached: z.boolean().describe("The lists of the contact have no room for all values of the row"),
    })
    .nullable()
    .describe("null if the row is not valid, or matched no contact, or that contact was deleted since"),
}));

export const commitAnswer = namedObject("CommitResult", () => ({
  importedCount: z.int().meta({ description: "Rows of which contacts were created", examples: [1] }),
  updatedCount: z.int().meta({ description: "Rows that added values to contacts", examples: [0] }),
  skippedCount: z.int().meta({ description: "Rows that were not written; their results say why", examples: [0] }),
  results: z.array(rowResult()).describe("What was done with each row, in the order of the request"),
  txid: txid(),
}));
