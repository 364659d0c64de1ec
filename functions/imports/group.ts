/** The declaration of the import group. All its routes need a key with full permission. */
import { longValuePrefix, searchPrefix } from "../../shared/account/store/account-keys.ts";
import { picturePrefix, rowPrefix, uploadPrefix } from "../../shared/import/store/import-keys.ts";
import { importWorkPrefix } from "../../shared/import/store/import-work.ts";
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import { common, maxRequestBytes, receiptRows } from "./receipt-rows.ts";
import {
  commitAnswer,
  commitBody,
  importAnswer,
  importParams,
  parseAnswer,
  pendingAnswer,
  rowAnswer,
  rowParams,
  rowsQuery,
  sourceParams,
  strategySchema,
  uploadAnswer,
  uploadBody,
} from "./schemas.ts";

/** The rows of a file become the account's data only when they are committed, so `txid` does not count them. */
const withoutAccountData = { ...common, accountData: false } as const;

export const routeGroup = {
  name: "imports",
  title: "Import",
  description:
    "Parse an address book or the export of a network, read the rows, then commit the chosen ones: all in one call, which the service " +
    "works off in the background, or up to 25 in a call that answers their results. A receipt lists what became of each row. For 30 " +
    "days an import can be undone: the contacts that it created go, and the values that it filled in, unless they were changed since.",
  resources: ["/contacts/import", "/contacts/import-receipts"],
  // The function holds several copies of a file of 4 MB, or several pictures of that size.
  memory: 1024,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 822,
  grants: {
    table: contactChanges,
    files: [
      // The function puts files there itself, and it signs uploads, which S3 executes with its permissions.
      { bucket: "imports", prefix: uploadPrefix, actions: ["PutObject"] },
      { bucket: "imports", prefix: rowPrefix, actions: ["GetObject"] },
      { bucket: "imports", prefix: picturePrefix, actions: ["GetObject", "ListBucket"] },
      { bucket: "pictures", prefix: avatarPrefix, actions: ["PutObject", "DeleteObject"] },
      { bucket: "accounts", prefix: searchPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
      { bucket: "accounts", prefix: longValuePrefix, actions: ["PutObject"] },
      { bucket: "accounts", prefix: importWorkPrefix, actions: ["GetObject", "PutObject", "ListBucket"] },
    ],
    places: true,
    pictures: true,
  },
  rows: {
    parseImport: {
      ...withoutAccountData,
      method: "POST",
      path: "/contacts/import/{source}/parse",
      summary: "Parse files into contacts, without writing any",
      description:
        "Answers the first 500 rows; read the others with `getImport`. A parse that takes longer than the gateway allows answers 202, and `Location` is where to ask for it. A file that can't be read is skipped beside others, which an issue of the first row says. Leave out invalid rows, and commit the others: a duplicate joins its contact.",
      params: sourceParams,
      body: {
        multipart: {
          maxFileBytes: maxRequestBytes,
          maxFiles: 500,
          hint: "Send a larger file straight to the storage: POST to `uploads` beside this route.",
          fields: { strategy: strategySchema },
        },
      },
      errors: ["storage_limit_reached"],
      answers: { 200: parseAnswer, 202: pendingAnswer },
    },
    prepareImportUpload: {
      ...withoutAccountData,
      method: "POST",
      path: "/contacts/import/{source}/uploads",
      summary: "Prepare the upload of a large file straight to the storage",
      description:
        "For files above 4 MB, up to 5 GB. Send the form as `upload` says, then ask `getImport` until the status is `parsed`.",
      params: sourceParams,
      body: uploadBody,
      example: { fileName: "address-book.vcf", size: 104_857_600 },
      errors: ["payload_too_large", "storage_limit_reached"],
      answers: { 201: uploadAnswer },
    },
    getImport: {
      ...withoutAccountData,
      method: "GET",
      path: "/contacts/import/{source}/{importId}",
      summary: "Read the status and the rows of an import, a page at a time",
      description: "An import and its rows are kept for a day.",
      params: importParams,
      query: rowsQuery,
      errors: ["import_not_found"],
      answers: { 200: importAnswer },
    },
    getImportRow: {
      ...common,
      method: "GET",
      path: "/contacts/import/{source}/{importId}/rows/{tempId}",
      summary: "Read a row, and what a commit of it would change in the contact that it matched",
      description:
        "`comparison` shows the contact before and after, and the fields in which the row differs and the contact keeps its own value.",
      params: rowParams,
      errors: ["import_not_found", "not_found"],
      answers: { 200: rowAnswer },
    },
    commitImportRows: {
      ...common,
      method: "POST",
      path: "/contacts/import/{source}/commit",
      summary: "Write chosen rows of an import as contacts",
      description:
        "Takes up to 25 rows, each of which is written whole or skipped. Rows that were committed before are skipped, so that a commit can be repeated. `startImportCommit` writes all rows of a file without sending them back.",
      params: sourceParams,
      body: commitBody,
      example: {
        contacts: [
          {
            tempId: "8c4f1d20a7b3e659-1",
            firstName: "Ravi",
            lastName: "Lindqvist",
            emails: [{ type: "home", value: "ravi.lindqvist@example.com", preferred: true }],
            groups: ["Climbing"],
          },
        ],
      },
      maxBodyBytes: maxRequestBytes,
      bodyHint: "Send fewer rows at once.",
      errors: ["import_not_found", "conflict"],
      answers: { 200: commitAnswer },
    },
    ...receiptRows,
  },
} as const satisfies GroupDeclaration;
