/** The row and the schemas of the changes of contacts. */
import * as z from "zod";
import { avatarQuery, chosenContact, fieldsQuery } from "../../../shared/contact/answer/answer.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { limitText, sinceText } from "../../../shared/platform/http/input/page-query.ts";
import { defineRoutes } from "../../../shared/platform/http/route/route.ts";
import { uuid } from "../../../shared/platform/text/schema.ts";

export const changesQuery = lazyObject(() => ({
  ...avatarQuery(),
  ...fieldsQuery(),
  since: sinceText("contacts"),
  next: z
    .string()
    .regex(/^[\w-]{1,200}$/, "Must be a `next` of an earlier answer")
    .optional()
    .describe("The `next` of the answer before, to go on with the same reading. `since` is not used then"),
  limit: limitText(200, 50),
}));

const change = lazyObject(() => ({
  contactId: uuid().describe("The id of the contact"),
  txid: z
    .string()
    .describe("The write that changed or deleted the contact last")
    .meta({ examples: ["1843"] }),
  deleted: z.boolean().describe("Whether the contact was deleted, or became a part of another one by a merge"),
  contact: chosenContact().nullable().describe("The contact as it is now; null if it was deleted"),
}));

const changesAnswer = lazyObject(() => ({
  changes: z.array(change()).describe("Oldest first, each contact once with its latest state"),
  txid: z
    .string()
    .describe("The next `since`: the mirror has every change up to this write. With `hasMore`, others follow")
    .meta({ examples: ["1843"] }),
  next: z
    .string()
    .nullable()
    .meta({ description: "Where to go on while `hasMore` is true; null at the end", examples: [null] }),
  hasMore: z.boolean().describe("Whether there are more changes. At the end the mirror equals the account at `txid`"),
}));

export const changesRows = defineRoutes({
  listContactChanges: {
    access: "integration",
    rateLimit: "default",
    method: "GET",
    path: "/contacts/changes",
    summary: "List what changed since a `txid`, with deletions, to keep a mirror of all contacts",
    description:
      "Without `since`, all contacts; with the `txid` of an earlier reading, those that changed or were deleted after it, each once with its latest state, oldest change first. While `hasMore` is true, go on with `next`; at the end, keep `txid` for the next reading. Deletions are known for 90 days: an older `since` is 410 `changes_expired`, and the mirror starts again without it. The owner's own contact is never part of it. A contact that joins or leaves groups or tags has not changed, also where `fields` names `groups` or `tags`: `GET /groups/changes` and `GET /tags/changes` list what has.",
    query: changesQuery,
    errors: ["changes_expired"],
    answers: { 200: changesAnswer },
  },
});
