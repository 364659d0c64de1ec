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
import { contactLimits as limits } from "../../shared/contact/limits.ts";
import { addressAnswer, importantDateAnswer } from "../../shared/contact/list-answers.ts";
import { importantDateList } from "../../shared/contact/list-entries.ts";
import { longestTyped } from "../../shared/contact/reach/dial-strings.ts";
import { platforms } from "../../shared/contact/reach/handles.ts";
import { phoneLookupKey } from "../../shared/contact/reach/phones.ts";
import type { ExternalIdLookup, Lookup } from "../../shared/contact/store/contact-derived.ts";
import {
  contactFilter,
  eitherIdsOrFilter,
  excludedIds,
  requireIdsOrFilter,
} from "../../shared/contact-list/contact-filter.ts";
import { listedIds, listQuery } from "../../shared/contact-list/list-query.ts";
import { reminderAnswer } from "../../shared/important-date/reminder-answer.ts";
import { maxPictureBytes } from "../../shared/picture/measure-picture.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { messageAnswer, txid } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { uploadFormAnswer, uploadSize } from "../../shared/platform/http/direct-upload.ts";
import { limitText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { booleanText, degreesText, filledLine, line, uuid } from "../../shared/platform/text/schema.ts";
import { cardVersions } from "../../shared/vcard/own-names.ts";

const contactId = once(() => uuid().describe("The contact. The owner's own has the id of the account"));

export const contactParams = lazyObject(() => ({ id: contactId() }));

export const contactTagParams = lazyObject(() => ({ id: contactId(), tagId: uuid().describe("The tag") }));

export const tagBody = lazyObject(() => ({ tagId: uuid().describe("The tag that the contact gets") }));

export const avatarParams = lazyObject(avatarQuery);

export const contactQuery = lazyObject(() => ({ ...avatarQuery(), ...fieldsQuery() }));

export const contactsQuery = lazyObject(() => ({
  ...listQuery().shape,
  ...fieldsQuery(),
  ids: listedIds(),
}));

export const vcardQuery = lazyObject(() => ({
  version: z.enum(cardVersions).default("4.0").describe("`3.0` for programs that do not read 4.0"),
}));

/** Code points. Websites are the longest values that are searched. */
const maxHandle = 2_048;

const statsAnswer = namedObject(
  "Stats",
  () => ({
    newContactsThisYear: z.int().meta({ description: "Contacts that were created in this year (UTC)", examples: [1] }),
    thisMonthInteractions: z.int().meta({
      description: "Interactions whose date is in this month (UTC), including those that are still to come",
      examples: [4],
    }),
    totalContacts: z.int().meta({ description: "All contacts of the account except its owner", examples: [1] }),
  }),
  "Counts of the whole account, whatever the filter of the list",
);

export const listAnswer = lazyObject(() => ({
  contacts: z.array(chosenContact()).describe("The contacts of this page"),
  pagination: paginationAnswer(),
  stats: statsAnswer(),
}));

export const selectAnswer = lazyObject(() => ({
  contacts: z.array(contactSelection()).describe("The contacts of this page"),
  pagination: paginationAnswer(),
}));

export const socialQuery = lazyObject(() => ({
  ...avatarQuery(),
  platform: z.enum(platforms).describe("The field of the contact in which the handle is looked for"),
  handle: filledLine(maxHandle).describe(
    "The handle, profile URL, phone number or website, in any spelling that writing a contact accepts",
  ),
}));

export const socialAnswer = lazyObject(() => ({
  contact: contactSummary()
    .nullable()
    .describe("The contact, of several the one that was updated last; null if there is none"),
  exists: z.boolean().meta({ description: "Whether there is such a contact", examples: [true] }),
}));

/** The largest number of contacts that one e-mail address or phone number finds. */
export const maxChannelContacts = 200;

export const channelQuery = once(() =>
  z
    .strictObject({
      ...avatarQuery(),
      email: filledLine(limits.emailValue)
        .optional()
        .meta({ description: "An e-mail address, in any case", examples: ["ada.okonkwo@example.com"] }),
      phone: line(longestTyped)
        .refine((text) => phoneLookupKey("", text) !== "", "Must have a digit")
        .optional()
        .meta({
          format: "phone-number",
          description: "A phone number in any spelling, also of a messenger, and with or without its country",
          examples: ["+44 20 7946 0958"],
        }),
      externalId: filledLine(limits.externalId)
        .optional()
        .meta({ description: "The id of the person in another system", examples: ["crm-4711"] }),
    })
    .transform(({ avatarQuality, avatarSize, ...channels }, { addIssue }) => {
      const [channel, ...others] = lookupsIn(channels);
      if (channel && others.length === 0) return { avatarQuality, avatarSize, channel };
      addIssue(oneChannel);
      return z.NEVER;
    }),
);

const oneChannel = "Send exactly one of `email`, `phone` and `externalId`";

function lookupsIn({
  email,
  phone,
  externalId,
}: {
  [Name in "email" | "phone" | "externalId"]?: string | undefined;
}): (Lookup | ExternalIdLookup)[] {
  return [
    ...(email === undefined ? [] : [{ kind: "email" as const, value: email.toLowerCase() }]),
    ...(phone === undefined ? [] : [{ kind: "phone" as const, value: phoneLookupKey("", phone) }]),
    ...(externalId === undefined ? [] : [{ kind: "externalId" as const, value: externalId }]),
  ];
}

export const channelAnswer = lazyObject(() => ({
  contacts: z
    .array(contactSummary())
    .describe(
      `Contacts with this value, or into which such contacts were merged, the oldest first; at most ${maxChannelContacts}`,
    ),
}));

const maxIds = 1_000;

const pastTrash =
  "`true`: past the trash, so that nothing can bring the contacts back. Only sessions may do that: with a key it is 403";

export const deletionQuery = lazyObject(() => ({ permanent: booleanText().default(false).describe(pastTrash) }));

/** The largest number of contacts that a dry run shows. */
export const maxSample = 20;

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
      permanent: z.boolean().default(false).describe(pastTrash),
      dryRun: z.boolean().default(false).describe("`true`: only says what would be deleted, and writes nothing"),
    })
    .superRefine(requireIdsOrFilter("ids"))
    .meta(eitherIdsOrFilter("ids")),
);

export const bulkDeleteAnswer = namedObject("ContactDeletion", () => ({
  deletedCount: z.int().meta({
    description:
      "Contacts that were deleted (200), or that this request added to those that are deleted in the background (202). The latter stay " +
      "listed until they are deleted, contacts that are created later stay, and the request need not be repeated",
    examples: [1],
  }),
  sample: z
    .array(contactSummary())
    .optional()
    .describe(`Of a dry run: up to ${maxSample} of the contacts that would be deleted`),
  message: messageAnswer().shape.message,
}));

export const oneAnswer = namedObject("OneContact", () => ({ contact: chosenContact() }));
export const writtenAnswer = namedObject("WrittenContact", () => ({ contact: contactAnswer(), txid: txid() }));
export const photoAnswer = lazyObject(() => ({
  success: z.literal(true).describe("The picture was stored, or removed"),
  avatarUrl: z
    .url()
    .nullable()
    .meta({
      description:
        "A signed address of the picture in the medium size and quality, valid for at least an hour; null when the contact has none now",
      examples: ["https://pictures.example.com/0199e0c4/medium.jpg?signature=7f3a"],
    }),
}));

export const photoUploadBody = lazyObject(() => ({
  size: uploadSize("picture", "5 MB", maxPictureBytes),
}));

export const photoUploadField = once(() =>
  z.uuid().describe("Instead of a file: the `uploadId` of a picture that was uploaded to the storage"),
);

export const photoUploadAnswer = namedObject("PhotoUpload", () => ({
  uploadId: z.uuid().describe("Send it to `photo` after the upload, in a text field of this name and without a file"),
  upload: uploadFormAnswer(),
}));

export const datesBody = lazyObject(() => ({
  dates: importantDateList().describe(
    "All dates of the contact: a stored date that is missing here is deleted, and `[]` deletes all of them",
  ),
}));

export const datesAnswer = namedObject("ImportantDates", () => ({
  dates: z.array(importantDateAnswer()).describe("All important dates of the contact"),
}));

export const upcomingQuery = lazyObject(() => ({
  ...avatarQuery(),
  limit: limitText(1_000, 500),
  all: booleanText().default(false).describe("Whether dates without a reminder are answered, too, from 31 days before"),
}));

export const upcomingAnswer = lazyObject(() => ({
  reminders: z
    .array(reminderAnswer())
    .describe("Sorted by `notifyOn`, or the day itself without a reminder, then date, then id"),
}));

export const mapQuery = once(() =>
  z
    .strictObject({
      ...avatarQuery(),
      minLat: degreesText(90).describe("The southern side of the box, in degrees"),
      maxLat: degreesText(90).describe("The northern side of the box, in degrees"),
      minLon: degreesText(180).describe(
        "The western side of the box, in degrees. A value greater than `maxLon` means a box across the antimeridian",
      ),
      maxLon: degreesText(180).describe("The eastern side of the box, in degrees"),
      limit: limitText(1_000, 500),
    })
    .refine(({ minLat, maxLat }) => minLat <= maxLat, { path: ["minLat"], message: "Must not be greater than maxLat" }),
);

const truncated = once(() =>
  z.literal(true).optional().describe("Present when the box contains more pins than the answer"),
);

const pinPosition = once(() => ({
  latitude: z.number().meta({ description: "Degrees north (WGS 84) at which it is shown", examples: [51.4545] }),
  longitude: z.number().meta({ description: "Degrees east (WGS 84) at which it is shown", examples: [-2.5879] }),
}));

const contactPin = namedObject(
  "ContactPin",
  () => ({
    ...contactSummary().shape,
    ...contactAnswer().pick({ headline: true, location: true, lastInteraction: true }).shape,
    ...pinPosition(),
  }),
  "A contact on the map, at its own coordinates or those of its first address that has some",
);

export const contactPinsAnswer = lazyObject(() => ({
  pins: z.array(contactPin()).describe("The contacts in the box, in a stable order"),
  truncated: truncated(),
}));

const addressPin = namedObject(
  "AddressPin",
  () => ({
    addressId: z.uuid().describe("The address, one of `addresses` of the contact"),
    addressType: addressAnswer().shape.type,
    addressCity: z.string().meta({ description: "The town; empty when it is not known", examples: ["Bristol"] }),
    addressCountry: z
      .string()
      .meta({ description: "The country; empty when it is not known", examples: ["United Kingdom"] }),
    addressFormatted: z.string().meta({
      description: "The whole address on one line; empty when there is no text",
      examples: ["12 Harbour Road, BS1 5DB Bristol, England, United Kingdom"],
    }),
    personId: z.uuid().describe("The contact whose address it is"),
    ...contactAnswer().pick({ firstName: true, lastName: true, avatar: true }).shape,
    ...pinPosition(),
  }),
  "An address of a contact on the map",
);

export const addressPinsAnswer = lazyObject(() => ({
  pins: z.array(addressPin()).describe("The addresses in the box, in a stable order"),
  truncated: truncated(),
}));
