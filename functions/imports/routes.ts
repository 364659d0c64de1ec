/** The rows of the import group: parse, look at, commit. A key that may only read may do none of it. */
import { defineRoutes } from "../../shared/http/route.ts";
import {
  commitAnswer,
  commitBody,
  importAnswer,
  importParams,
  parseAnswer,
  pendingAnswer,
  rowsQuery,
  sourceParams,
  strategySchema,
  uploadAnswer,
  uploadBody,
} from "./schemas.ts";

const common = { access: "integration", fullKeyOnly: true, rateLimit: "default" } as const;
/** What was read of a file is not the account's data until it is committed. */
const uncounted = { ...common, accountData: false } as const;

/** Bytes of all files of one parse request, and of the rows of a commit: what the gateway carries, as base64 within an event of 6 MB. */
const maxRequestBytes = 4 * 1024 * 1024;

export const importRoutes = defineRoutes({
  parseImport: {
    ...uncounted,
    method: "POST",
    path: "/contacts/import/{source}/parse",
    summary: "Parse files into contacts, without writing any",
    params: sourceParams,
    body: {
      multipart: {
        maxFileBytes: maxRequestBytes,
        maxFiles: 500,
        hint: "Send a larger file straight to the storage: POST to `uploads` beside this route.",
        fields: { strategy: strategySchema },
      },
    },
    answers: { 200: parseAnswer, 202: pendingAnswer },
  },
  uploadImport: {
    ...uncounted,
    method: "POST",
    path: "/contacts/import/{source}/uploads",
    summary: "Prepare the upload of a large file straight to the storage",
    params: sourceParams,
    body: uploadBody,
    errors: ["payload_too_large"],
    answers: { 201: uploadAnswer },
  },
  readImport: {
    ...uncounted,
    method: "GET",
    path: "/contacts/import/{source}/{importId}",
    summary: "Read the status and the rows of an import, a page at a time",
    params: importParams,
    query: rowsQuery,
    errors: ["import_not_found"],
    answers: { 200: importAnswer },
  },
  commitImport: {
    ...common,
    method: "POST",
    path: "/contacts/import/{source}/commit",
    summary: "Write chosen rows of an import as contacts",
    params: sourceParams,
    body: commitBody,
    maxBodyBytes: maxRequestBytes,
    bodyHint: "Send fewer rows at once.",
    answers: { 200: commitAnswer },
  },
});
