/** The rows of receipts in the table of routes. */
import type { RouteRows } from "../../shared/platform/http/route/route.ts";
import * as schemas from "./receipt-schemas.ts";
import { importParams } from "./schemas.ts";

/** Every route of imports needs a key with full permission. */
export const common = { access: "integration", fullKeyOnly: true, rateLimit: "default" } as const;

/**
 * The bytes of all files of a parse request, and of the rows or the choice of a commit. The gateway sends them as base64 in an
 * event of at most 6 MB.
 */
export const maxRequestBytes = 4 * 1024 * 1024;

const one = { ...common, path: "/contacts/import-receipts/{id}", params: schemas.receiptParams } as const;

export const receiptRows = {
  startImportCommit: {
    ...common,
    method: "POST",
    path: "/contacts/import/{source}/{importId}/commit",
    summary: "Write the rows of an import as contacts, in the background",
    description:
      "Without `include` and `exclude`, every valid row is written: further rows of a person join the contact of the first one (`updated`) and bring what it lacks. Ask `getImportReceipt` how far it is.",
    params: importParams,
    body: schemas.startCommitBody,
    example: { exclude: ["8c4f1d20a7b3e659-1"], groups: ["Climbing"] },
    maxBodyBytes: maxRequestBytes,
    bodyHint: "Choose the rows by `exclude` instead of `include`, or the other way round.",
    errors: ["import_not_found", "conflict"],
    answers: { 202: schemas.oneReceipt },
  },
  listImportReceipts: {
    ...common,
    method: "GET",
    path: "/contacts/import-receipts",
    summary: "List the receipts of imports, newest first",
    description: "Until their `undoableUntil`. `getImportReceipt` knows a receipt for seven days more.",
    query: schemas.receiptsQuery,
    answers: { 200: schemas.receiptList },
  },
  getImportReceipt: {
    ...one,
    method: "GET",
    summary: "Read the receipt of an import, with a page of its results",
    description: "The counts grow while the import runs.",
    query: schemas.resultsQuery,
    errors: ["receipt_not_found"],
    answers: { 200: schemas.receiptResults },
  },
  undoImport: {
    ...one,
    method: "DELETE",
    summary: "Undo an import, in the background",
    description:
      "Possible for 30 days, in any order of imports, as soon as a commit on the server has ended; rows that a client commits itself at any time. Contacts that the import created go, and values that it filled in are taken back, except those that were changed since, which the results name.",
    errors: ["receipt_not_found", "conflict"],
    answers: { 202: schemas.oneReceipt },
  },
} as const satisfies RouteRows;
