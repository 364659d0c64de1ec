/** The query of every list of contacts. */
import * as z from "zod";
import { avatarQuery } from "../contact/answer/answer.ts";
import { contactFields, fieldNames } from "../contact/fields.ts";
import { lazyObject, once } from "../platform/config/once.ts";
import { limitText, offsetText } from "../platform/http/input/page-query.ts";
import { booleanText, line, listText, uuid } from "../platform/text/schema.ts";

export const sortOrders = [
  "nameAsc",
  "nameDesc",
  "surnameAsc",
  "surnameDesc",
  "interactionAsc",
  "interactionDesc",
  "createdAtAsc",
  "createdAtDesc",
] as const;

export type SortOrder = (typeof sortOrders)[number];

/** The longest search in code points. */
export const maxSearch = 500;

const search = once(() =>
  line(maxSearch)
    .optional()
    .transform((text) => text || null)
    .describe(
      `Words that must all match, in any order, at the start or inside of a word of ${searchedWords()}; one wrong letter is forgiven in names`,
    ),
);

/** What is searched, in the order of the table of contact fields. */
function searchedWords(): string {
  const ofRule = { name: "names", emails: "e-mail addresses", phones: "phone digits", handle: "handles, website" };
  const names = fieldNames.flatMap((field) => {
    const { search: rule } = contactFields[field];
    if (rule === null || rule === "order") return [];
    return rule in ofRule ? ofRule[rule as keyof typeof ofRule] : field;
  });
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(new Set(names));
}

/** The largest number of contacts that a list or an export is asked for by their ids. */
const maxListedIds = 200;

export const listedIds = once(() =>
  listText(uuid(), maxListedIds, { items: { type: "string", format: "uuid" }, maxItems: maxListedIds })
    .optional()
    .meta({
      description: `Only contacts with these ids: up to ${maxListedIds}, separated by commas. Ids without a contact are skipped`,
      examples: [["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a", "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4b"]],
    }),
);

export const listQuery = lazyObject(() => ({
  ...avatarQuery(),
  keepInTouch: booleanText().default(false).describe("`true`: only contacts with `keepFrequencyDays`"),
  limit: limitText(200, 50),
  groupId: uuid().optional().describe("Only contacts of this group"),
  tagId: uuid().optional().describe("Only contacts with this tag"),
  offset: offsetText(),
  search: search(),
  sort: z.enum(sortOrders).optional().describe("`nameAsc` when absent; of a search, the best match first"),
}));

export type ListQuery = z.output<ReturnType<typeof listQuery>>;
