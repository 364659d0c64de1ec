/** Shapes of the contact routes that no other group shares. */
import * as z from "zod";
import { avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { platforms } from "../../shared/contact/handles.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { uploadFormAnswer } from "../../shared/http/upload-answer.ts";
import { uploadSize } from "../../shared/http/upload-size.ts";
import { blankIsNull, integerText, line } from "../../shared/text/schema.ts";
import { cardVersions } from "../../shared/vcard/versions.ts";

const id = z.uuid("Must be a UUID").toLowerCase();

export const contactParams = z.strictObject({ id });

export const avatarParams = z.strictObject(avatarQuery);

export const vcardQuery = z.strictObject({
  version: z.enum(cardVersions).default("4.0").describe("`3.0` for programs that read no newer one"),
});

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

/** UTF-16 code units of a handle or address, of which websites are the longest. */
const maxHandle = 2_048;
/** UTF-16 code units of a search. */
const maxSearch = 500;

const search = blankIsNull(line(maxSearch)).describe(
  "Words that must all match, in any order, at the start or inside of a word of names, headline, location, e-mail " +
    "addresses, phone digits, handles or website; one wrong letter is forgiven in names",
);

export const listQuery = z.strictObject({
  ...avatarQuery,
  keepInTouch: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .describe("`true`: only contacts with `keepFrequencyDays`"),
  limit: integerText(1, 200).default(50),
  offset: integerText(0, Number.MAX_SAFE_INTEGER).default(0),
  search: search.default(null),
  sort: z.enum(sortOrders).optional().describe("`nameAsc` when absent; of a search, the best match first"),
});

export type ListQuery = z.output<typeof listQuery>;

export const listAnswer = z.strictObject({
  contacts: z.array(contactAnswer),
  pagination: paginationAnswer,
  stats: z.strictObject({
    newContactsThisYear: z.int(),
    thisMonthInteractions: z.int(),
    totalContacts: z.int(),
  }),
});

export const selectAnswer = z.strictObject({
  contacts: z.array(
    contactAnswer.pick({
      id: true,
      firstName: true,
      lastName: true,
      middleName: true,
      avatar: true,
      headline: true,
      location: true,
      myself: true,
    }),
  ),
  pagination: paginationAnswer,
});

export const socialQuery = z.strictObject({
  platform: z.enum(platforms),
  handle: line(maxHandle).min(1, "Must not be blank").describe("In any spelling that writing a contact accepts"),
});

export const socialAnswer = z.strictObject({ contact: contactAnswer.nullable(), exists: z.boolean() });

/** Ids of a bulk delete, and of what it leaves out. */
const maxIds = 1_000;
const maxExcludedIds = 10_000;

/** Absent conditions do not count, so that an empty filter means all contacts. */
const bulkFilter = z.strictObject({
  search: line(maxSearch)
    .min(1, "Must not be blank: without it the filter means all contacts")
    .optional()
    .describe("As of GET /contacts; refused when blank"),
  keepInTouch: z.boolean().optional().describe("`true`: only contacts with `keepFrequencyDays`; `false` is as absent"),
  groupId: id.optional(),
  tagId: id.optional(),
  importId: id
    .optional()
    .describe(
      "Only contacts that this import created; an import is known for a day, then it is 404 `import_not_found`",
    ),
});

export const bulkDeleteBody = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, "Must name at least one contact")
      .max(maxIds, `At most ${maxIds} ids`)
      .optional()
      .describe("The contacts; unknown ids are passed over. Either these or `filter`"),
    filter: bulkFilter
      .optional()
      .describe("All contacts that pass every condition: `{}` means all of the account. Its own contact always stays"),
    excludeIds: z
      .array(id)
      .max(maxExcludedIds, `At most ${maxExcludedIds} ids`)
      .optional()
      .describe("Contacts that a `filter` leaves out"),
  })
  .superRefine(({ ids, filter, excludeIds }, { addIssue }) => {
    const message = "Must have either ids or filter";
    if ((ids === undefined) === (filter === undefined)) addIssue({ code: "custom", path: [], message });
    else if (ids && excludeIds) {
      addIssue({ code: "custom", path: ["excludeIds"], message: "Belongs to a filter, not to ids" });
    }
  });

export const bulkDeleteAnswer = z.strictObject({
  deletedCount: z
    .int()
    .describe(
      "Contacts that are gone (200), or of the set that was fixed and goes in the background (202): those stay listed " +
        "until their turn, what is created later stays, and nothing need be repeated",
    ),
  message: z.string(),
});

export const oneAnswer = z.strictObject({ contact: contactAnswer });
export const writtenAnswer = z.strictObject({ contact: contactAnswer, txid: z.string() });
export const messageAnswer = z.strictObject({ message: z.string() });
export const photoAnswer = z.strictObject({
  success: z.literal(true),
  avatarUrl: z.url().nullable().describe("In the medium size and quality; good for an hour at least"),
});

export const photoUploadBody = z.strictObject({
  size: uploadSize("picture", "5 MB"),
});

export const photoUploadField = z
  .uuid()
  .describe("In place of a file: the picture that was brought to the storage under this id");

export const photoUploadAnswer = z.strictObject({
  uploadId: z.uuid().describe("Then sent to `photo`, in a text field of this name and without a file"),
  upload: uploadFormAnswer,
});
