/** The schemas of the routes of receipts: a commit on the server, what commits did, and its undo. */
import * as z from "zod";
import { contactLimits } from "../../shared/contact/limits.ts";
import { importSources, tempId } from "../../shared/import/row/parsed-contact.ts";
import { maxPageRows } from "../../shared/import/store/rows.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
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
        .describe("The rows to commit, also those that are invalid, which fail, and duplicates in the file"),
      exclude: rowIds()
        .optional()
        .describe("The rows to leave out, besides invalid rows and duplicates in the file, which are always left out"),
      groups: z
        .array(visibleLine(contactLimits.groupLabel))
        .max(maxGroups, `At most ${maxGroups} groups`)
        .default([])
        .describe("Labels of groups that every contact joins besides those of its row. Missing groups are made"),
    })
    .refine(({ include, exclude }) => include === undefined || exclude === undefined, {
      path: ["exclude"],
      message: "Only one of `include` and `exclude` is possible",
    }),
);

export const receiptParams = lazyObject(() => ({ id: uuid() }));

export const receiptsQuery = lazyObject(() => ({
  limit: limitText(200, 50),
  offset: offsetText(),
}));

export const resultsQuery = lazyObject(() => ({
  limit: limitText(maxPageRows, 200),
  offset: offsetText(),
}));

const receipt = lazyObject(() => ({
  id: z.uuid(),
  importId: z.uuid(),
  source: z.enum(importSources),
  fileNames: z.array(z.string()),
  status: z
    .enum(["running", "done", "undoing", "undone", "failed"])
    .describe(
      "Rows that a client commits itself share a receipt, which is `running` until an hour passes without such a commit. `failed`: the commit, or the undo, stopped for good; what it did until then is in the results",
    ),
  total: z
    .int()
    .describe(
      "The rows that were chosen; of a client's commits, those that it has sent. All are done when this is the sum of `imported`, `updated`, `skipped` and `failed`",
    ),
  imported: z.int(),
  updated: z.int(),
  skipped: z.int().describe("Rows that were committed before, or that bring nothing (`already_imported`, `unchanged`)"),
  failed: z.int().describe("All other rows that were not written; their results say why"),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  undoableUntil: z.iso.datetime(),
}));
export type ReceiptAnswer = z.output<ReturnType<typeof receipt>>;

export const oneReceipt = lazyObject(() => ({ receipt: receipt() }));
export const receiptList = lazyObject(() => ({ receipts: z.array(receipt()), pagination: paginationAnswer() }));
export const receiptResults = lazyObject(() => ({
  receipt: receipt(),
  results: z.array(rowResult()).describe("In the order in which the rows were committed"),
  pagination: paginationAnswer(),
}));

/** What a commit did with a row. */
export const rowResult = lazyObject(() => ({
  tempId: tempId(),
  status: z.enum(["imported", "updated", "skipped"]),
  contactId: z.uuid().optional(),
  code: z
    .string()
    .optional()
    .describe(
      "Why the row was skipped: `already_imported`, `unchanged` or an error code; after an undo, `changed_since` for a row that is kept. A row of any status may have `limits_reached`: the lists of the contact had no room for all values of the row. Such a row that matched an existing contact can be sent again: its values are added if there is room by then, otherwise the code is `limits_reached` again",
    ),
  details: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .max(20)
    .optional()
    .describe("The first 20 faults of a row that is not valid, as a `validation_error` lists them"),
  differing: z
    .array(z.string())
    .optional()
    .describe("Fields in which the row differs from the contact that it was merged into; the contact keeps its values"),
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
}));
