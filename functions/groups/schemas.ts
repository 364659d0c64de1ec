/** Shapes of the group and tag routes. */
import * as z from "zod";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { ignoreReadOnly } from "../../shared/http/read-only.ts";
import { groupAnswer, tagAnswer } from "../../shared/labels/answer.ts";
import { defaultColors, defaultEmoji } from "../../shared/labels/defaults.ts";
import { qualifiedEmoji } from "../../shared/labels/emoji.ts";
import { usualPreview } from "../../shared/labels/view.ts";
import { contactFilter, excludedIds } from "../../shared/lists/contact-filter.ts";
import { integerText, label as labelOf } from "../../shared/text/schema.ts";

const id = z.uuid("Must be a UUID").toLowerCase();
/** Contacts that are named in one request, and groups that are deleted by one. */
const maxIds = 1_000;
const maxPreview = 10;

const label = labelOf(100);

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "Must be a colour such as #2f6fed")
  .toLowerCase()
  .describe("`#rrggbb`; upper case is taken, and kept in lower case");

const emoji = z
  .string()
  .max(64, "Must be one emoji")
  .trim()
  .transform((text, context) => {
    const emoji = qualifiedEmoji(text);
    if (emoji === undefined) context.addIssue("Must be one emoji");
    return emoji ?? text;
  })
  .describe("One emoji that Unicode recommends for interchange; kept in its fully qualified spelling");

const readOnly = ["id", "userId", "createdAt", "updatedAt", "contactCount", "previewContacts"];

export const labelParams = z.strictObject({ id });

export const previewQuery = z.strictObject({
  ...avatarQuery,
  previewLimit: integerText(0, maxPreview).default(usualPreview).describe("Contacts that are shown of each"),
});

export const groupCreate = ignoreReadOnly(
  readOnly,
  z.strictObject({ label, emoji: emoji.default(defaultEmoji), color: color.default(defaultColors.group) }),
);

export const groupPatch = ignoreReadOnly(
  readOnly,
  z.strictObject({ label: label.optional(), emoji: emoji.optional(), color: color.optional() }),
);

export const tagCreate = ignoreReadOnly(readOnly, z.strictObject({ label, color: color.default(defaultColors.tag) }));

export const tagPatch = ignoreReadOnly(readOnly, z.strictObject({ label: label.optional(), color: color.optional() }));

export const deletionBody = z.strictObject({
  ids: z
    .array(id)
    .min(1, "Must name at least one")
    .max(maxIds, `At most ${maxIds} ids`)
    .describe("Unknown ids are passed over"),
});

export const membersBody = z
  .strictObject({
    contactIds: z
      .array(id)
      .min(1, "Must name at least one contact")
      .max(maxIds, `At most ${maxIds} ids`)
      .optional()
      .describe("The contacts. Either these or `filter`"),
    filter: contactFilter
      .optional()
      .describe("All contacts that pass every condition: `{}` means all of the account, but for its own"),
    excludeIds: excludedIds.optional().describe("Contacts that a `filter` leaves out"),
  })
  .superRefine(({ contactIds, filter, excludeIds }, { addIssue }) => {
    const message = "Must have either contactIds or filter";
    if ((contactIds === undefined) === (filter === undefined)) addIssue({ code: "custom", path: [], message });
    else if (contactIds && excludeIds) {
      addIssue({ code: "custom", path: ["excludeIds"], message: "Belongs to a filter, not to contactIds" });
    }
  });
export type MembersBody = z.output<typeof membersBody>;

export const groupList = z.strictObject({ groups: z.array(groupAnswer), totalCount: z.int() });
export const tagList = z.strictObject({ tags: z.array(tagAnswer), totalCount: z.int() });

const members = { contacts: z.array(contactAnswer), pagination: paginationAnswer };
const named = z.strictObject({ id: z.uuid(), label: z.string() });
export const groupContacts = z.strictObject({ group: named, ...members });
export const tagContacts = z.strictObject({ tag: named, ...members });

export const messageAnswer = z.strictObject({ message: z.string() });
export const deletedAnswer = z.strictObject({ deletedCount: z.int(), message: z.string() });
export const addedAnswer = z.strictObject({
  addedCount: z.int(),
  skippedCount: z.int().describe("Contacts that were in it already, and repeated ids"),
});
export const removedAnswer = z.strictObject({ removedCount: z.int() });
