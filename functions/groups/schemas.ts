/** The schemas of the group and tag routes. */
import * as z from "zod";
import { avatarQuery, chosenContact, fieldsQuery } from "../../shared/contact/answer/answer.ts";
import {
  contactFilter,
  eitherIdsOrFilter,
  excludedIds,
  requireIdsOrFilter,
} from "../../shared/contact-list/contact-filter.ts";
import { listQuery } from "../../shared/contact-list/list-query.ts";
import { groupAnswer, tagAnswer } from "../../shared/label/answer.ts";
import { defaultColors, defaultEmoji } from "../../shared/label/store/label.ts";
import { usualPreview } from "../../shared/label/view.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { messageAnswer, totalCount } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { sinceText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { integerText, uuid, visibleLine } from "../../shared/platform/text/schema.ts";

/** The contacts, groups or tags that one request lists at most. */
const maxIds = 1_000;
const maxPreview = 10;

const label = once(() => visibleLine(100).describe("The name that it gets"));

const color = once(() =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "Must be a colour such as #2f6fed")
    .toLowerCase()
    .describe("`#rrggbb`; upper case is accepted and stored in lower case"),
);

const emoji = once(() =>
  z
    .string()
    .max(64, "Must be one emoji")
    .meta({ format: "emoji", pattern: "[^\\u0000-\\u007f]" })
    .trim()
    .transform((text, context) => {
      const emoji = qualifiedEmoji(text);
      if (emoji === undefined) context.addIssue("Must be one emoji");
      return emoji ?? text;
    })
    .describe("One emoji that Unicode recommends for interchange; stored in its fully qualified spelling"),
);

const readOnly = ["id", "userId", "createdAt", "updatedAt", "contactCount", "previewContacts"];

export const labelParams = lazyObject(() => ({ id: uuid().describe("The group or tag of the path") }));

export const membersQuery = lazyObject(() => ({ ...listQuery().shape, ...fieldsQuery() }));
export type MembersQuery = z.output<ReturnType<typeof membersQuery>>;

export const previewQuery = lazyObject(() => ({
  ...avatarQuery(),
  previewLimit: integerText(0, maxPreview).default(usualPreview).describe("How many contacts of each are shown"),
}));

export const groupCreate = ignoreReadOnly("GroupInput", readOnly, () => ({
  label: label(),
  emoji: emoji().default(defaultEmoji),
  color: color().default(defaultColors.group),
}));

export const groupPatch = ignoreReadOnly("GroupPatch", readOnly, () => ({
  label: label().optional(),
  emoji: emoji().optional(),
  color: color().optional(),
}));

export const tagCreate = ignoreReadOnly("TagInput", readOnly, () => ({
  label: label(),
  color: color().default(defaultColors.tag),
}));

export const tagPatch = ignoreReadOnly("TagPatch", readOnly, () => ({
  label: label().optional(),
  color: color().optional(),
}));

export const deletionBody = namedObject("LabelDeletion", () => ({
  ids: z
    .array(uuid())
    .min(1, "Must name at least one")
    .max(maxIds, `At most ${maxIds} ids`)
    .describe("Unknown ids are ignored"),
}));

export const membersBody = namedSchema("MemberChoice", () =>
  z
    .strictObject({
      contactIds: z
        .array(uuid())
        .min(1, "Must name at least one contact")
        .max(maxIds, `At most ${maxIds} ids`)
        .optional()
        .describe("The contacts. Send either this or `filter`"),
      filter: contactFilter()
        .optional()
        .describe("All contacts that meet every condition; `{}` means all contacts of the account except its own"),
      excludeIds: excludedIds().optional().describe("Contacts that the `filter` does not include"),
    })
    .superRefine(requireIdsOrFilter("contactIds"))
    .meta(eitherIdsOrFilter("contactIds")),
);
export type MembersBody = z.output<ReturnType<typeof membersBody>>;

export const groupList = lazyObject(() => ({
  groups: z.array(groupAnswer()).describe("All groups of the account, by label"),
  totalCount: totalCount(),
}));
export const tagList = lazyObject(() => ({
  tags: z.array(tagAnswer()).describe("All tags of the account, by label"),
  totalCount: totalCount(),
}));

export const labelChangesQuery = lazyObject(() => ({ ...previewQuery().shape, since: sinceText("of them") }));

// @__NO_SIDE_EFFECTS__
function changesOf<Shape extends z.ZodRawShape>(shape: () => Shape) {
  const txid = "The write that changed it last; if that is too long ago to be known, a number before all others";
  const change = lazyObject(() => ({
    ...shape(),
    txid: z.string().meta({ description: txid, examples: ["1843"] }),
    deleted: z.boolean().describe("Whether it was deleted"),
  }));
  return lazyObject(() => ({
    changes: z.array(change()).describe("Oldest first, each once with its latest state"),
    txid: z.string().meta({ description: "The next `since`", examples: ["1843"] }),
  }));
}
export const groupChanges = changesOf(() => ({
  groupId: uuid().describe("The id of the group"),
  group: groupAnswer().nullable().describe("The group as it is now; null if it was deleted"),
}));
export const tagChanges = changesOf(() => ({
  tagId: uuid().describe("The id of the tag"),
  tag: tagAnswer().nullable().describe("The tag as it is now; null if it was deleted"),
}));

const members = once(() => ({
  contacts: z.array(chosenContact()).describe("The contacts of this page"),
  pagination: paginationAnswer(),
}));
const named = namedObject(
  "LabelReference",
  () => groupAnswer().pick({ id: true, label: true }).shape,
  "The group or tag of the path",
);
export const groupContacts = lazyObject(() => ({ group: named(), ...members() }));
export const tagContacts = lazyObject(() => ({ tag: named(), ...members() }));

export const deletedAnswer = namedObject("DeletedLabels", () => ({
  deletedCount: z.int().meta({ description: "How many were deleted; unknown ids do not count", examples: [1] }),
  message: messageAnswer().shape.message,
}));
export const addedAnswer = namedObject("AddedMembers", () => ({
  addedCount: z.int().meta({ description: "Contacts that became members", examples: [1] }),
  skippedCount: z.int().meta({ description: "Contacts that were already members, and repeated ids", examples: [0] }),
}));
export const removedAnswer = namedObject("RemovedMembers", () => ({
  removedCount: z.int().meta({ description: "Contacts that are no members any more", examples: [1] }),
}));

/** An emoji that Unicode recommends for interchange (UTS #51, ED-27). */
const recommendedEmoji = /^\p{RGI_Emoji}$/v;
/** Characters that are displayed as text unless U+FE0F follows. A following skin tone has the same effect. */
const textByDefault = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * The fully qualified form (UTS #51, ED-18) of an emoji in any of its spellings, because keyboards and programs omit
 * U+FE0F, or write it where it has no effect. Undefined for everything that is not exactly one recommended emoji.
 */
function qualifiedEmoji(text: string): string | undefined {
  const bare = text.replace(/(\p{Emoji})\ufe0f/gu, "$1");
  const qualified = bare.replace(textByDefault, "$&\ufe0f");
  return recommendedEmoji.test(qualified) ? qualified : undefined;
}
