/** The declaration of the export group. */
import { exportPrefix } from "../../shared/export/export-request.ts";
import { answerSeconds, contactChanges, type GroupDeclaration } from "../declaration.ts";
import { exportAnswer, exportParams, exportQuery, pendingAnswer, redirectQuery } from "./schemas.ts";

const common = { method: "GET", rateLimit: "default" } as const;
const answers = { 200: exportAnswer, 202: pendingAnswer, 303: "none" } as const;

export const routeGroup = {
  name: "exports",
  title: "Export",
  description:
    "Download contacts, or the whole account, as a file. A small export is made at once, and the answer redirects to it. A larger one " +
    "is answered by `202`: follow its `Location` after the seconds of `Retry-After`, until the answer redirects. The file is there " +
    "for an hour. It includes every write up to the `x-txid` of the answer, and maybe later ones; each contact is whole.",
  resources: ["/contacts/export", "/contacts/exports", "/me/export", "/me/exports"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 647,
  grants: {
    table: contactChanges,
    // S3 executes signed addresses with the permissions of this function.
    files: [{ bucket: "accounts", prefix: exportPrefix, actions: ["GetObject", "PutObject"] }],
  },
  rows: {
    exportContacts: {
      ...common,
      access: "integration",
      path: "/contacts/export",
      summary: "Export contacts as vCards, CSV or JSON",
      description:
        "A small export redirects to its file at once. A large one answers 202: ask its `Location` again after `Retry-After` until it redirects. Equal requests while a file is made share it.",
      query: exportQuery,
      errors: ["group_not_found", "tag_not_found"],
      answers,
    },
    getContactExport: {
      ...common,
      access: "integration",
      path: "/contacts/exports/{id}",
      summary: "Read an export of contacts",
      description:
        "202 with `Retry-After` while the file is being made, then a redirect to it, or its address with `redirect=false`. A file is kept for an hour.",
      params: exportParams,
      query: redirectQuery,
      errors: ["export_not_found", "group_not_found", "tag_not_found"],
      answers,
    },
    exportAccount: {
      ...common,
      access: "session",
      path: "/me/export",
      summary: "Export the whole account as a ZIP archive",
      description:
        "The archive has all contacts, groups, tags, interactions, relationships, settings and pictures. It answers as the export of contacts does.",
      query: redirectQuery,
      answers,
    },
    getAccountExport: {
      ...common,
      access: "session",
      path: "/me/exports/{id}",
      summary: "Read an export of the account",
      description:
        "202 with `Retry-After` while the file is being made, then a redirect to it, or its address with `redirect=false`. A file is kept for an hour.",
      params: exportParams,
      query: redirectQuery,
      errors: ["export_not_found"],
      answers,
    },
  },
} as const satisfies GroupDeclaration;
