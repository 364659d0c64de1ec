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
} from "./schemas.ts";

const common = { access: "integration", fullKeyOnly: true, rateLimit: "default" } as const;

/** Bytes of all files of one request: what the gateway carries, as base64 within an event of 6 MB. */
const maxUploadBytes = 4 * 1024 * 1024;

export const importRoutes = defineRoutes({
  parseImport: {
    ...common,
    method: "POST",
    path: "/contacts/import/{source}/parse",
    summary: "Parse files into contacts, without writing any",
    params: sourceParams,
    body: {
      multipart: {
        maxFileBytes: maxUploadBytes,
        maxFiles: 10,
        hint: "Split a larger file and parse its parts one after the other.",
      },
    },
    answers: { 200: parseAnswer, 202: pendingAnswer },
  },
  readImport: {
    ...common,
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
    answers: { 200: commitAnswer },
  },
});
