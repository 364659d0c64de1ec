/** The schemas of the routes of receipts: a commit on the server, what commits did, and its undo. */
import * as z from "zod";
import { contactLimits } from "../../shared/contact/limits.ts";
import { sourceName, tempId } from "../../shared/import/row/parsed-contact.ts";
import { maxPageRows } from "../../shared/import/store/rows.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { faultAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { uuid, visibleLine } from "../../shared/platform/text/schema.ts";

/** As many ids as a body of 4 MB surely holds. */
const maxChosenRows = 40_000;
/** As many groups as one row may make. */
const maxGroups = 25;

const rowIds = once(() => z.array(tempId()).max(maxChosenRows, `At most ${maxChosenRows} rows`));

export const startCommitBody = once(() =>
  z
    .strictObject({
      include: rowIds()
        .min(1, "Must contain at least one row")
        .optional()
        .describe("The rows to commit, also those that are invalid, which fail"),
      exclude: rowIds().optional().describe("The rows to leave out, besides invalid rows, which are always left out"),
      groups: z
        .array(visibleLine(contactLimits.groupLabel))
        .max(maxGroups, `At most ${maxGroups} groups`)
        .default([])
        .describe("Labels of groups that every contact joins besides those of its row. Missing groups are made"),
    })
    .refine(({ include, exclude }) => include === undefined || exclude === undefined, {
      path: ["exclude"],
      message: "Only one of `include` and `exclude` is possible",
    })
    .meta({ not: { required: ["include", "exclude"] } }),
);

export const receiptParams = lazyObject(() => ({ id: uuid().describe("The receipt") }));

export const receiptsQuery = lazyObject(() => ({
  limit: limitText(200, 50),
  offset: offsetText(),
}));

export const resultsQuery = lazyObject(() => ({
  limit: limitText(maxPageRows, 200),
  offset: offsetText(),
}));

const receipt = namedObject(
  "ImportReceipt",
  () => ({
    id: z.uuid().describe("Given by the service"),
    importId: z.uuid().describe("The import whose rows were committed"),
    source: sourceName(),
    fileNames: z
      .array(z.string())
      .meta({ description: "The names of the files, as they were sent", examples: [["address-book.vcf"]] }),
    status: z
      .enum(["running", "done", "undoing", "undone", "failed"])
      .describe(
        "Rows that a client commits itself share a receipt, which is `running` until an hour passes without such a commit, or until it is undone, after which commits have another one. `failed`: the commit, or the undo, stopped for good; what it did until then is in the results",
      ),
    total: z.int().meta({
      description:
        "The rows that were chosen; of a client's commits, those that it has sent. All are done when this is the sum of `imported`, `updated`, `skipped` and `failed`",
      examples: [1],
    }),
    imported: z.int().meta({ description: "Rows of which contacts were created", examples: [1] }),
    updated: z.int().meta({ description: "Rows that added values to contacts", examples: [0] }),
    skipped: z.int().meta({
      description: "Rows that were committed before, or that bring nothing (`already_imported`, `unchanged`)",
      examples: [0],
    }),
    failed: z.int().meta({ description: "All other rows that were not written; their results say why", examples: [0] }),
    startedAt: z.iso.datetime().meta({
      description: "When the first row was committed, or the commit on the server was requested",
      examples: ["2026-01-12T09:14:58.000Z"],
    }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the commit ended; null while it runs",
        examples: ["2026-01-12T09:15:00.000Z"],
      }),
    undoableUntil: z.iso.datetime().meta({
      description: "The import can be undone before this time",
      examples: ["2026-02-11T09:14:58.000Z"],
    }),
  }),
  "What became of the rows of an import",
);
export type ReceiptAnswer = z.output<ReturnType<typeof receipt>>;

export const oneReceipt = namedObject("OneImportReceipt", () => ({ receipt: receipt() }));
export const receiptList = lazyObject(() => ({
  receipts: z.array(receipt()).describe("The receipts of this page, the newest first"),
  pagination: paginationAnswer(),
}));
export const receiptResults = lazyObject(() => ({
  receipt: receipt(),
  results: z.array(rowResult()).describe("In the order in which the rows were committed"),
  pagination: paginationAnswer(),
}));

/** What a commit did with a row. */
export const rowResult = namedObject(
  "CommitRowResult",
  () => ({
    tempId: tempId(),
    status: z
      .enum(["imported", "updated", "skipped"])
      .describe("`imported`: a contact was created. `updated`: a contact got values. `skipped`: nothing was written"),
    contactId: z
      .uuid()
      .optional()
      .describe("The contact that the row became or was added to; absent for a row that became none"),
    code: z
      .string()
      .optional()
      .describe(
        "Why the row was skipped: `already_imported`, `unchanged` or an error code; after an undo, `changed_since` for a row that is kept. A row of any status may have `limits_reached`: the lists of the contact had no room for all values of the row. Such a row that matched an existing contact can be sent again: its values are added if there is room by then, otherwise the code is `limits_reached` again",
      ),
    details: z
      .array(faultAnswer())
      .max(20)
      .optional()
      .describe("The first 20 faults of a row that is not valid, as a `validation_error` lists them"),
    differing: z
      .array(z.string())
      .optional()
      .describe(
        "Fields in which the row differs from the contact that it was merged into; the contact keeps its values",
      ),
    avatar: z
      .enum(["taken", "kept", "unreadable", "gone"])
      .optional()
      .describe(
        "For a row with a picture. `taken`: it is the avatar now. `kept`: the contact kept its own. `unreadable`: the picture can't be read. `gone`: the row has `photo: true`, but none of the account's imports of the last day contains its picture",
      ),
    undo: z
      .enum(["removed", "restored", "kept"])
      .optional()
      .describe(
        "After an undo. `removed`: the contact is gone. `restored`: it has its earlier values again. `kept`: it was changed since, which is the code `changed_since`",
      ),
    fields: z
      .array(z.string())
      .optional()
      .describe(
        "Fields that a contact keeps which the row updated, because they were changed since. A contact that the row created is kept with all that it has",
      ),
  }),
  "What a commit did with a row",
);
