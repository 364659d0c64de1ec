/** The schemas of the contact routes that no other group uses. */
import * as z from "zod";
import {
  avatarQuery,
  chosenContact,
  contactAnswer,
  contactSelection,
  contactSummary,
  fieldsQuery,
} from "../../shared/contact/answer/answer.ts";
import { addressAnswer, importantDateAnswer } from "../../shared/contact/list-answers.ts";
import { importantDateList } from "../../shared/contact/list-entries.ts";
import { platforms } from "../../shared/contact/reach/handles.ts";
import { contactFilter, excludedIds, requireIdsOrFilter } from "../../shared/contact-list/contact-filter.ts";
import { listQuery } from "../../shared/contact-list/list-query.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { uploadFormAnswer, uploadSize } from "../../shared/platform/http/direct-upload.ts";
import { degreesText, integerText, line, listText, uuid } from "../../shared/platform/text/schema.ts";
import { cardVersions } from "../../shared/vcard/own-names.ts";

export const contactParams = lazyObject(() => ({ id: uuid() }));

export const contactTagParams = lazyObject(() => ({ id: uuid(), tagId: uuid() }));

export const tagBody = lazyObject(() => ({ tagId: uuid() }));

export const avatarParams = lazyObject(avatarQuery);

export const contactQuery = lazyObject(() => ({ ...avatarQuery(), ...fieldsQuery() }));

/** The largest number of contacts that a list is asked for by their ids. */
const maxListedIds = 200;

export const contactsQuery = lazyObject(() => ({
  ...listQuery().shape,
  ...fieldsQuery(),
  ids: listText(uuid(), maxListedIds)
    .optional()
    .meta({
      description: `Only contacts with these ids: up to ${maxListedIds}, separated by commas. Ids without a contact are passed over`,
      examples: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a,0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4b"],
    }),
}));

export const vcardQuery = lazyObject(() => ({
  version: z.enum(cardVersions).default("4.0").describe("`3.0` for programs that do not read 4.0"),
}));

/** Code points. Websites are the longest values that are searched. */
const maxHandle = 2_048;

export const listAnswer = lazyObject(() => ({
  contacts: z.array(chosenContact()),
  pagination: paginationAnswer(),
  stats: z.strictObject({
    newContactsThisYear: z.int(),
    thisMonthInteractions: z
      .int()
      .describe("Interactions whose date is in this month (UTC), including those that are still to come"),
    totalContacts: z.int(),
  }),
}));

export const selectAnswer = lazyObject(() => ({
  contacts: z.array(contactSelection()),
  pagination: paginationAnswer(),
}));

export const socialQuery = lazyObject(() => ({
  ...avatarQuery(),
  platform: z.enum(platforms),
  handle: line(maxHandle).min(1, "Must not be blank").describe("In any spelling that writing a contact accepts"),
}));

export const socialAnswer = lazyObject(() => ({ contact: contactSummary().nullable(), exists: z.boolean() }));

const maxIds = 1_000;

export const bulkDeleteBody = once(() =>
  z
    .strictObject({
      ids: z
        .array(uuid())
        .min(1, "Must name at least one contact")
        .max(maxIds, `At most ${maxIds} ids`)
        .optional()
        .describe("The contacts to delete; unknown ids are ignored. Send either this or `filter`"),
      filter: contactFilter()
        .optional()
        .describe(
          "All contacts that meet every condition: `{}` means all contacts of the account. Its own contact is never deleted",
        ),
      excludeIds: excludedIds().optional().describe("Contacts that the `filter` does not include"),
    })
    .superRefine(requireIdsOrFilter("ids")),
);

export const bulkDeleteAnswer = lazyObject(() => ({
  deletedCount: z
    .int()
    .describe(
      "Contacts that were deleted (200), or that this request added to those that are deleted in the background (202). The latter stay " +
        "listed until they are deleted, contacts that are created later stay, and the request need not be repeated",
    ),
  message: z.string(),
}));

export const oneAnswer = lazyObject(() => ({ contact: chosenContact() }));
export const writtenAnswer = lazyObject(() => ({ contact: contactAnswer(), txid: z.string() }));
export const messageAnswer = lazyObject(() => ({ message: z.string() }));
export const photoAnswer = lazyObject(() => ({
  success: z.literal(true),
  avatarUrl: z.url().nullable().describe("In the medium size and quality; valid for at least an hour"),
}));

export const photoUploadBody = lazyObject(() => ({
  size: uploadSize("picture", "5 MB"),
}));

export const photoUploadField = once(() =>
  z.uuid().describe("Instead of a file: the `uploadId` of a picture that was uploaded to the storage"),
);

export const photoUploadAnswer = lazyObject(() => ({
  uploadId: z.uuid().describe("Send it to `photo` after the upload, in a text field of this name and without a file"),
  upload: uploadFormAnswer(),
}));

export const datesBody = lazyObject(() => ({
  dates: importantDateList().describe(
    "All dates of the contact: a stored date that is missing here is deleted, and `[]` deletes all of them",
  ),
}));

export const datesAnswer = lazyObject(() => ({ dates: z.array(importantDateAnswer()) }));

export const upcomingQuery = lazyObject(() => ({ ...avatarQuery(), limit: integerText(1, 1_000).default(500) }));

export const upcomingAnswer = lazyObject(() => ({
  reminders: z
    .array(
      z.strictObject({
        importantDate: importantDateAnswer(),
        notificationSent: z.boolean().describe("Whether the mail about this occurrence was accepted"),
        notificationSentAt: z.iso.datetime().nullable(),
        person: contactSummary(),
      }),
    )
    .describe("Sorted by `notifyOn`, then date, then id"),
}));

export const mapQuery = once(() =>
  z
    .strictObject({
      ...avatarQuery(),
      minLat: degreesText(90),
      maxLat: degreesText(90),
      minLon: degreesText(180).describe("A value greater than `maxLon` means a box across the antimeridian"),
      maxLon: degreesText(180),
      limit: integerText(1, 1_000).default(500),
    })
    .refine(({ minLat, maxLat }) => minLat <= maxLat, { path: ["minLat"], message: "Must not be greater than maxLat" }),
);

const truncated = once(() =>
  z.literal(true).optional().describe("Present when the box contains more pins than the answer"),
);

export const contactPinsAnswer = lazyObject(() => ({
  pins: z.array(
    z.strictObject({
      ...contactSummary().shape,
      ...contactAnswer().pick({ headline: true, location: true, lastInteraction: true }).shape,
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  truncated: truncated(),
}));

export const addressPinsAnswer = lazyObject(() => ({
  pins: z.array(
    z.strictObject({
      addressId: addressAnswer().shape.id,
      addressType: addressAnswer().shape.type,
      addressCity: z.string().describe("Empty when it is not known"),
      addressCountry: z.string().describe("Empty when it is not known"),
      addressFormatted: z.string(),
      personId: contactAnswer().shape.id,
      ...contactAnswer().pick({ firstName: true, lastName: true, avatar: true }).shape,
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  truncated: truncated(),
}));
