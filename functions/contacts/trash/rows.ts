/** The rows and the schemas of the trash. */
import * as z from "zod";
import { avatarQuery, contactSummary } from "../../../shared/contact/answer/answer.ts";
import { changeAuthor } from "../../../shared/contact/answer/history-answer.ts";
import { timestamp } from "../../../shared/contact/list-entries.ts";
import { maxSearch } from "../../../shared/contact-list/list-query.ts";
import { lazyObject, once } from "../../../shared/platform/config/once.ts";
import { messageAnswer } from "../../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../../shared/platform/http/input/page-query.ts";
import { exactlyOne, namedObject } from "../../../shared/platform/http/route/named-schema.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { line, uuid } from "../../../shared/platform/text/schema.ts";

const trashQuery = lazyObject(() => ({
  ...avatarQuery(),
  limit: limitText(200, 50),
  offset: offsetText(),
  search: line(maxSearch)
    .optional()
    .transform((text) => text || null)
    .describe("Words that must all be in the names, in any order and at any position"),
}));

const trashedContact = namedObject("TrashedContact", () => ({
  ...contactSummary().shape,
  deletedAt: z.iso.datetime().describe("When the deletion was requested. A bulk deletion has one moment for all"),
  restorableUntil: z.iso.datetime().describe("When the contact goes for good: 30 days after its deletion"),
  deletedBy: changeAuthor().describe("Who asked for the deletion"),
  refusedCode: z
    .string()
    .nullable()
    .meta({ description: "Why a restore in the background left the contact here; null otherwise", examples: [null] }),
}));

const trashAnswer = lazyObject(() => ({
  contacts: z.array(trashedContact()).describe("The contacts of this page, the latest deletion first"),
  pagination: paginationAnswer(),
}));

const maxIds = 1_000;

const trashedIds = once(() =>
  z.array(uuid()).min(1, "Must name at least one contact").max(maxIds, `At most ${maxIds} ids`),
);

const restoreBody = once(() =>
  z
    .strictObject({
      ids: trashedIds().optional().describe("The contacts to restore. Send either this or `deletedSince`"),
      deletedSince: timestamp().optional().describe("All contacts whose deletion was requested at this time or later"),
    })
    .refine(({ ids, deletedSince }) => (ids === undefined) !== (deletedSince === undefined), {
      message: "Must have either ids or deletedSince",
    })
    .meta(exactlyOne("ids", "deletedSince")),
);

const restoreResult = namedObject("RestoreResult", () => ({
  id: z.uuid().describe("The contact, as the request names it"),
  status: z.enum(["restored", "refused"]).describe("What became of the contact; a refused one stays in the trash"),
  code: z
    .enum(["contact_not_found", "contact_limit_reached"])
    .optional()
    .describe("Why the contact was refused: it is not in the trash, or the account has no room for it"),
  lost: z
    .array(z.enum(["externalId", "importMarks"]))
    .optional()
    .describe("What a newer contact has taken since, so that the restored one comes back without it"),
}));

const restoreAnswer = namedObject("ContactRestore", () => ({
  restoredCount: z.int().meta({
    description: "Contacts that were restored (200), or that are being restored in the background (202)",
    examples: [1],
  }),
  results: z
    .array(restoreResult())
    .describe("One for each contact (200); none while they are restored in the background"),
}));

const emptyBody = lazyObject(() => ({
  ids: trashedIds().optional().describe("The contacts to remove; without it, all contacts in the trash"),
}));

const emptyAnswer = namedObject("TrashRemoval", () => ({
  deletedCount: z.int().meta({ description: "Contacts that are no longer in the trash", examples: [1] }),
  message: messageAnswer().shape.message,
}));

export const trashRows = defineRoutes({
  listTrash: {
    access: "integration",
    rateLimit: "default",
    method: "GET",
    path: "/contacts/trash",
    summary: "List the contacts in the trash, the latest deletion first",
    description:
      "A deleted contact stays in the trash for 30 days, with everything that belongs to it. Nothing else knows it there: it is in no list, count or export. The trash has the newest 100,000 contacts.",
    query: trashQuery,
    answers: { 200: trashAnswer },
  },
  restoreContacts: {
    access: "integration",
    rateLimit: "default",
    method: "POST",
    path: "/contacts/trash/restore",
    summary: "Restore contacts from the trash; more than 1,000 are restored in the background",
    description:
      "A contact comes back under its id with everything that it had: fields, dates, picture, the groups and tags that still exist, interactions and relationships. With `deletedSince`, a bulk deletion that still runs ends, and what it has not reached stays. Above 1,000 contacts the set is fixed at once, and the answer is 202.",
    body: restoreBody,
    example: { deletedSince: "2026-03-01T10:00:00.000Z" },
    location: false,
    errors: ["conflict"],
    answers: { 200: restoreAnswer, 202: restoreAnswer },
  },
  emptyTrash: {
    access: "session",
    rateLimit: "default",
    method: "DELETE",
    path: "/contacts/trash",
    summary: "Remove contacts from the trash for good: some, or all with an empty body",
    description:
      "Nothing can bring them back, and their pictures, interactions, relationships and values in the history go with them. They are hidden at once; above 1,000 they are removed in the background, and the answer is 202. `deletedCount` is the number of contacts that were in the trash; other ids are ignored.",
    body: emptyBody,
    example: { ids: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"] },
    answers: { 200: emptyAnswer, 202: emptyAnswer },
  },
});
