/** The schemas of the export routes. */
import * as z from "zod";
import { avatarQuery } from "../../shared/contact/answer/answer.ts";
import { listedIds, listQuery } from "../../shared/contact-list/list-query.ts";
import { exportFormats } from "../../shared/export/export-request.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { booleanText, uuid } from "../../shared/platform/text/schema.ts";
import { cardVersions } from "../../shared/vcard/own-names.ts";

const redirect = once(() =>
  booleanText()
    .default(true)
    .describe(
      "`false`: the finished export is answered as JSON with its address. Pages in a browser need it, because they can't follow the redirect to another origin",
    ),
);

export const exportQuery = once(() =>
  listQuery()
    .omit({ limit: true, offset: true })
    .extend({
      ids: listedIds(),
      redirect: redirect(),
      format: z
        .enum(exportFormats)
        .default("vcard")
        .describe("`vcard` with pictures; `csv` with the columns of Google Contacts; `json`: `{contacts: [Contact]}`"),
      version: z.enum(cardVersions).optional().describe("Of vCards: `4.0` when absent, or `3.0` for older programs"),
    })
    .refine(({ format, version }) => version === undefined || format === "vcard", {
      path: ["version"],
      message: "Only vCards have a version",
    }),
);

/** Avatars in an account's archive are files of the archive, so that these parameters change nothing there. */
export const redirectQuery = lazyObject(() => ({ ...avatarQuery(), redirect: redirect() }));

export const exportParams = lazyObject(() => ({ id: uuid().describe("The export") }));

export const exportAnswer = namedObject("Export", () => ({
  url: z.url().meta({
    description: "The signed address of the file, which needs no credentials",
    examples: ["https://accounts.example.com/exports/contacts.vcf?signature=7f3a"],
  }),
  expiresAt: z.iso.datetime().meta({
    description: "The end of the file's life, an hour after it was made",
    examples: ["2026-03-03T15:31:07.250Z"],
  }),
  urls: z
    .array(z.url())
    .optional()
    .describe("The addresses of all files of an export that is too large for one archive; `url` is the first"),
}));

export const pendingAnswer = namedObject("PendingExport", () => ({
  exportId: z.uuid().describe("The export, whose address is in `Location`"),
  status: z.literal("making").describe("The file is being made"),
}));
