/** The rows of the contact group in the route table. */
import { contactCreateSchema, contactPatchSchema } from "../../shared/contact/schema.ts";
import { listQuery } from "../../shared/contact-list/list-query.ts";
import { groupsOfContact, oneTag, tagsOfContact } from "../../shared/label/answer.ts";
import { messageAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import { defineRoutes, type ReservedRows } from "../../shared/platform/http/route/route.ts";
import { changesRows } from "./changes/rows.ts";
import { historyRows } from "./history/rows.ts";
import { keepInTouchRows } from "./keep-in-touch/rows.ts";
import { relationshipRows } from "./relationships/rows.ts";
import * as schemas from "./schemas.ts";
import { trashRows } from "./trash/rows.ts";

/** Bytes. The gateway sends a picture as base64 in an event of at most 6 MB. */
const maxPhotoBytes = 4 * 1024 * 1024;

const common = { access: "integration", rateLimit: "default" } as const;
const ofContact = { ...common, params: schemas.contactParams } as const;

export const contactRoutes = defineRoutes({
  listContacts: {
    ...common,
    method: "GET",
    path: "/contacts",
    summary: "List contacts, a page at a time",
    description:
      "All conditions must match. `search` finds words in any order, forgives one wrong letter in names, and answers the best match first unless `sort` says otherwise. A page costs the same at any `offset`. The owner's own contact is never listed.",
    query: schemas.contactsQuery,
    errors: ["group_not_found", "tag_not_found"],
    answers: { 200: schemas.listAnswer },
  },
  listContactChoices: {
    ...common,
    method: "GET",
    path: "/contacts/select",
    summary: "List contacts in a short form, for pickers",
    description: "Takes the conditions and the order of `GET /contacts`.",
    query: listQuery,
    errors: ["group_not_found", "tag_not_found"],
    answers: { 200: schemas.selectAnswer },
  },
  findContactBySocial: {
    ...common,
    method: "GET",
    path: "/contacts/by-social",
    summary: "Find a contact by a profile, handle, messenger number or website",
    description: "Nobody found is no error: then `contact` is null.",
    query: schemas.socialQuery,
    answers: { 200: schemas.socialAnswer },
  },
  findContactsByChannel: {
    ...common,
    method: "GET",
    path: "/contacts/by-channel",
    summary: "Find the contacts with an e-mail address, a phone number or an external id",
    description: "Send exactly one of the three.",
    query: schemas.channelQuery,
    answers: { 200: schemas.channelAnswer },
  },
  listMapPins: {
    ...common,
    method: "GET",
    path: "/contacts/map-pins",
    summary: "List the contacts in a box of the map",
    description:
      "A contact is shown at the first coordinates that somebody gave, its own before those of its addresses, otherwise at those of a town. A pin may appear about a second after its write.",
    query: schemas.mapQuery,
    answers: { 200: schemas.contactPinsAnswer },
  },
  listMapAddressPins: {
    ...common,
    method: "GET",
    path: "/contacts/map-address-pins",
    summary: "List the addresses of contacts in a box of the map",
    description: "Each address with coordinates is a pin of its own. A pin may appear about a second after its write.",
    query: schemas.mapQuery,
    answers: { 200: schemas.addressPinsAnswer },
  },
  listUpcomingDates: {
    ...common,
    method: "GET",
    path: "/contacts/important-dates/upcoming",
    summary: "List the reminders of important dates that are running, and those of the next 31 days",
    description:
      "Only dates with `notifyDaysBefore` have reminders; `all=true` answers the others, too. A day is a day in the account's time zone.",
    query: schemas.upcomingQuery,
    answers: { 200: schemas.upcomingAnswer },
  },
  createContact: {
    ...common,
    method: "POST",
    path: "/contacts",
    summary: "Create a contact",
    description:
      "It always creates a contact, also when a similar one exists: look with `findContactBySocial` or a search before, or merge later. An account has at most 100,000 contacts.",
    body: contactCreateSchema,
    example: {
      firstName: "Ada",
      lastName: "Okonkwo",
      headline: "Bridge engineer",
      emails: [{ type: "work", value: "ada.okonkwo@example.com", preferred: true }],
      phones: [{ type: "mobile", prefix: "+44", value: "20 7946 0958" }],
      importantDates: [{ type: "birthday", date: "1904-02-29", notifyDaysBefore: 7 }],
      keepFrequencyDays: 30,
    },
    errors: ["contact_location_incomplete", "important_date_duplicate", "contact_limit_reached", "conflict"],
    answers: { 201: schemas.writtenAnswer },
  },
  deleteContacts: {
    ...common,
    method: "DELETE",
    path: "/contacts",
    summary: "Delete many contacts; more than 1,000 are deleted in the background",
    description:
      "Send either `ids` or `filter`. `deletedCount` is the number of contacts that are really deleted; unknown ids are ignored. Above 1,000 contacts the set is fixed at once, and the answer is 202. The contacts move to the trash, as `DELETE /contacts/{id}` says. With `dryRun` nothing is written.",
    body: schemas.bulkDeleteBody,
    example: {
      filter: { search: "harbour", keepInTouch: true },
      excludeIds: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
    },
    sessionOnly: ["permanent"],
    errors: ["contact_ids_only_myself", "group_not_found", "tag_not_found", "import_not_found", "conflict"],
    answers: { 200: schemas.bulkDeleteAnswer, 202: schemas.bulkDeleteAnswer },
  },
  getContact: {
    ...ofContact,
    method: "GET",
    path: "/contacts/{id}",
    summary: "Read a contact",
    description:
      "A contact that was merged into another one answers 404, and `details` name the contact that it is a part of.",
    query: schemas.contactQuery,
    errors: ["contact_not_found"],
    answers: { 200: schemas.oneAnswer, 304: "none" },
  },
  patchContact: {
    ...ofContact,
    method: "PATCH",
    path: "/contacts/{id}",
    summary: "Change fields of a contact",
    description:
      "An absent field stays as it is, null clears it, and a list replaces the whole list. A patch that changes nothing does not count as a change.",
    body: contactPatchSchema,
    example: { headline: "Chief bridge engineer", notes: "Met at the harbour." },
    errors: ["contact_not_found", "contact_location_incomplete", "important_date_duplicate", "conflict"],
    answers: { 200: schemas.writtenAnswer },
  },
  deleteContact: {
    ...ofContact,
    method: "DELETE",
    path: "/contacts/{id}",
    summary: "Delete a contact: it moves to the trash with everything that belongs to it",
    description:
      "Its dates, memberships, relationships, participations and pictures are hidden with it. It stays in the trash for 30 days. The owner's own contact can't be deleted.",
    query: schemas.deletionQuery,
    sessionOnly: ["permanent"],
    errors: ["contact_not_found", "contact_delete_self_forbidden"],
    answers: { 200: messageAnswer },
  },
  listImportantDates: {
    ...ofContact,
    method: "GET",
    path: "/contacts/{id}/important-dates",
    summary: "Read a contact's important dates",
    description: "The answer has an `ETag`, which `replaceImportantDates` takes as `If-Match`.",
    errors: ["contact_not_found"],
    answers: { 200: schemas.datesAnswer, 304: "none" },
  },
  replaceImportantDates: {
    ...ofContact,
    method: "PUT",
    path: "/contacts/{id}/important-dates",
    summary: "Replace all important dates of a contact; a date that is sent with its id keeps it",
    description: "Reminders follow the new dates at once.",
    ifMatch: true,
    body: schemas.datesBody,
    example: {
      dates: [
        { type: "birthday", date: "1815-12-10", notifyDaysBefore: 7 },
        { type: "anniversary", date: "1904-07-08", note: "The year is not known", notifyDaysBefore: 0 },
      ],
    },
    errors: ["contact_not_found", "important_date_duplicate"],
    answers: { 200: schemas.datesAnswer },
  },
  listContactGroups: {
    ...ofContact,
    method: "GET",
    path: "/contacts/{id}/groups",
    summary: "List the groups that a contact is in, by label",
    description: "For what shows one contact; `GET /groups` lists all groups of the account.",
    query: schemas.avatarParams,
    errors: ["contact_not_found"],
    answers: { 200: groupsOfContact },
  },
  listContactTags: {
    ...ofContact,
    method: "GET",
    path: "/contacts/{id}/tags",
    summary: "List the tags of a contact, by label",
    description: "For what shows one contact; `GET /tags` lists all tags of the account.",
    query: schemas.avatarParams,
    errors: ["contact_not_found"],
    answers: { 200: tagsOfContact },
  },
  tagContact: {
    ...ofContact,
    method: "POST",
    path: "/contacts/{id}/tags",
    summary: "Tag a contact",
    description:
      "A contact that has the tag already keeps it, and the answer is the same. A contact has at most 200 groups and tags together: one more is 409 `conflict`.",
    body: schemas.tagBody,
    example: { tagId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a" },
    errors: ["contact_not_found", "tag_not_found", "conflict"],
    answers: { 200: oneTag },
  },
  untagContact: {
    ...common,
    method: "DELETE",
    path: "/contacts/{id}/tags/{tagId}",
    summary: "Remove a tag from a contact",
    description: "A contact without the tag stays as it is, and the answer is the same.",
    params: schemas.contactTagParams,
    errors: ["contact_not_found", "tag_not_found"],
    answers: { 200: messageAnswer },
  },
  ...relationshipRows,
  ...keepInTouchRows,
  ...changesRows,
  ...historyRows,
  ...trashRows,
  getContactVcard: {
    ...ofContact,
    method: "GET",
    path: "/contacts/{id}/vcard",
    summary: "Read a contact as a vCard, from which an import makes the same contact",
    description:
      "Pictures, dates and the names of groups are part of the card. The type of the answer is `text/vcard`.",
    query: schemas.vcardQuery,
    errors: ["contact_not_found"],
    answers: { 200: { contentType: "text/vcard; charset=utf-8" }, 304: "none" },
  },
  uploadPhoto: {
    ...ofContact,
    method: "POST",
    path: "/contacts/{id}/photo",
    summary: "Set the picture of a contact; its middle square is kept, without metadata",
    description:
      "Takes JPEG, PNG, WebP or GIF. A file above 4 MB goes straight to the storage: see `POST /contacts/{id}/photo/uploads`.",
    ifMatch: true,
    body: {
      multipart: {
        maxFileBytes: maxPhotoBytes,
        maxFiles: 1,
        hint: "Send a larger picture straight to the storage: POST to `uploads` below this route.",
        fields: { uploadId: schemas.photoUploadField },
        insteadOfFile: "uploadId",
      },
    },
    errors: ["contact_not_found"],
    answers: { 200: schemas.photoAnswer },
  },
  preparePhotoUpload: {
    ...ofContact,
    method: "POST",
    path: "/contacts/{id}/photo/uploads",
    summary: "Prepare the upload of a large picture straight to the storage",
    description:
      "For files above 4 MB. Send the picture with the form of the answer, then name its `uploadId` in `uploadPhoto`. The form is valid for an hour, for a file of exactly `size` bytes.",
    body: schemas.photoUploadBody,
    example: { size: 4_800_000 },
    accountData: false,
    errors: ["contact_not_found", "payload_too_large"],
    location: false,
    answers: { 201: schemas.photoUploadAnswer },
  },
  deletePhoto: {
    ...ofContact,
    method: "DELETE",
    path: "/contacts/{id}/photo",
    summary: "Remove the picture of a contact",
    description: "Its `avatar` is null from then on. A contact without a picture stays as it is.",
    ifMatch: true,
    errors: ["contact_not_found"],
    answers: { 200: schemas.photoAnswer },
  },
});

const session = { access: "session", reserved: true } as const;

/** Paths below `/contacts` that are reserved for later versions. */
export const contactReserved: ReservedRows = {
  "reserved.enrichment": { ...session, method: "ANY", path: "/contacts/{id}/enrichment" },
  "reserved.enrichment.below": { ...session, method: "ANY", path: "/contacts/{id}/enrichment/{rest+}" },
};
