/** Shapes of the contact routes that no other group shares. */
import * as z from "zod";
import { avatarQuery, contactAnswer, contactSummary } from "../../shared/contact/answer.ts";
import { platforms } from "../../shared/contact/handles.ts";
import { paginationAnswer } from "../../shared/http/pagination.ts";
import { uploadFormAnswer } from "../../shared/http/upload-answer.ts";
import { uploadSize } from "../../shared/http/upload-size.ts";
import { contactFilter, excludedIds } from "../../shared/lists/contact-filter.ts";
import { line } from "../../shared/text/schema.ts";
import { cardVersions } from "../../shared/vcard/versions.ts";

const id = z.uuid("Must be a UUID").toLowerCase();

export const contactParams = z.strictObject({ id });

export const contactTagParams = z.strictObject({ id, tagId: id });

export const tagBody = z.strictObject({ tagId: id });

export const avatarParams = z.strictObject(avatarQuery);

export const vcardQuery = z.strictObject({
  version: z.enum(cardVersions).default("4.0").describe("`3.0` for programs that read no newer one"),
});

/** Code points of a handle or address, of which websites are the longest. */
const maxHandle = 2_048;

export const listAnswer = z.strictObject({
  contacts: z.array(contactAnswer),
  pagination: paginationAnswer,
  stats: z.strictObject({
    newContactsThisYear: z.int(),
    thisMonthInteractions: z
      .int()
      .describe("Interactions whose date lies in this month, in UTC; those that are still to come are among them"),
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
  ...avatarQuery,
  platform: z.enum(platforms),
  handle: line(maxHandle).min(1, "Must not be blank").describe("In any spelling that writing a contact accepts"),
});

export const socialAnswer = z.strictObject({ contact: contactSummary.nullable(), exists: z.boolean() });

/** Ids of a bulk delete. */
const maxIds = 1_000;

export const bulkDeleteBody = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, "Must name at least one contact")
      .max(maxIds, `At most ${maxIds} ids`)
      .optional()
      .describe("The contacts; unknown ids are passed over. Either these or `filter`"),
    filter: contactFilter
      .optional()
      .describe("All contacts that pass every condition: `{}` means all of the account. Its own contact always stays"),
    excludeIds: excludedIds.optional().describe("Contacts that a `filter` leaves out"),
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
      "Contacts that are gone (200), or that this request added to those that go in the background (202): those stay " +
        "listed until their turn, what is created later stays, and nothing need be repeated",
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
