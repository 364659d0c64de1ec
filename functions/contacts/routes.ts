/** The rows of the contact group. */
import { contactCreateSchema, contactPatchSchema } from "../../shared/contact/schema.ts";
import { defineRoutes, type ReservedRows } from "../../shared/http/route.ts";
import { addressPinsAnswer, contactPinsAnswer, mapQuery } from "./map-schemas.ts";
import {
  avatarParams,
  bulkDeleteAnswer,
  bulkDeleteBody,
  contactParams,
  listAnswer,
  listQuery,
  messageAnswer,
  oneAnswer,
  photoAnswer,
  photoUploadAnswer,
  photoUploadBody,
  photoUploadField,
  selectAnswer,
  socialAnswer,
  socialQuery,
  vcardQuery,
  writtenAnswer,
} from "./schemas.ts";

/** Bytes of a picture: what the gateway carries, as base64 within an event of 6 MB. */
const maxPhotoBytes = 4 * 1024 * 1024;

const common = { access: "integration", rateLimit: "default" } as const;

export const contactRoutes = defineRoutes({
  listContacts: {
    ...common,
    method: "GET",
    path: "/contacts",
    summary: "List contacts, a page at a time",
    query: listQuery,
    answers: { 200: listAnswer },
  },
  selectContacts: {
    ...common,
    method: "GET",
    path: "/contacts/select",
    summary: "List contacts in short, to choose from",
    query: listQuery,
    answers: { 200: selectAnswer },
  },
  findContactBySocial: {
    ...common,
    method: "GET",
    path: "/contacts/by-social",
    summary: "Find a contact by a profile, handle, messenger number or website",
    query: socialQuery,
    answers: { 200: socialAnswer },
  },
  getMapPins: {
    ...common,
    method: "GET",
    path: "/contacts/map-pins",
    summary: "Contacts in a box of the map",
    query: mapQuery,
    answers: { 200: contactPinsAnswer },
  },
  getMapAddressPins: {
    ...common,
    method: "GET",
    path: "/contacts/map-address-pins",
    summary: "Addresses of contacts in a box of the map",
    query: mapQuery,
    answers: { 200: addressPinsAnswer },
  },
  createContact: {
    ...common,
    method: "POST",
    path: "/contacts",
    summary: "Create a contact",
    body: contactCreateSchema,
    errors: ["contact_location_incomplete", "important_date_duplicate"],
    answers: { 201: writtenAnswer },
  },
  bulkDelete: {
    ...common,
    method: "DELETE",
    path: "/contacts",
    summary: "Delete many contacts; more than 1,000 in the background",
    body: bulkDeleteBody,
    errors: ["contact_ids_only_myself", "group_not_found", "tag_not_found", "import_not_found"],
    answers: { 200: bulkDeleteAnswer, 202: bulkDeleteAnswer },
  },
  getContact: {
    ...common,
    method: "GET",
    path: "/contacts/{id}",
    summary: "Read a contact",
    params: contactParams,
    query: avatarParams,
    errors: ["contact_not_found"],
    answers: { 200: oneAnswer, 304: "none" },
  },
  patchContact: {
    ...common,
    method: "PATCH",
    path: "/contacts/{id}",
    summary: "Change fields of a contact",
    params: contactParams,
    body: contactPatchSchema,
    errors: ["contact_not_found", "contact_location_incomplete", "important_date_duplicate"],
    answers: { 200: writtenAnswer },
  },
  deleteContact: {
    ...common,
    method: "DELETE",
    path: "/contacts/{id}",
    summary: "Delete a contact and all that hangs on it",
    params: contactParams,
    errors: ["contact_not_found", "contact_delete_self_forbidden"],
    answers: { 200: messageAnswer },
  },
  getContactVcard: {
    ...common,
    method: "GET",
    path: "/contacts/{id}/vcard",
    summary: "Read a contact as a vCard, which importing makes the same contact of",
    params: contactParams,
    query: vcardQuery,
    errors: ["contact_not_found"],
    answers: { 200: { contentType: "text/vcard; charset=utf-8" }, 304: "none" },
  },
  uploadPhoto: {
    ...common,
    method: "POST",
    path: "/contacts/{id}/photo",
    summary: "Give a contact a picture, of which the middle square is kept, without metadata",
    ifMatch: true,
    params: contactParams,
    body: {
      multipart: {
        maxFileBytes: maxPhotoBytes,
        maxFiles: 1,
        hint: "Send a larger picture straight to the storage: POST to `uploads` below this route.",
        fields: { uploadId: photoUploadField },
      },
    },
    errors: ["contact_not_found"],
    answers: { 200: photoAnswer },
  },
  preparePhotoUpload: {
    ...common,
    method: "POST",
    path: "/contacts/{id}/photo/uploads",
    summary: "Prepare the upload of a large picture straight to the storage",
    params: contactParams,
    body: photoUploadBody,
    accountData: false,
    errors: ["contact_not_found", "payload_too_large"],
    answers: { 201: photoUploadAnswer },
  },
  deletePhoto: {
    ...common,
    method: "DELETE",
    path: "/contacts/{id}/photo",
    summary: "Take a contact's picture away",
    ifMatch: true,
    params: contactParams,
    errors: ["contact_not_found"],
    answers: { 200: photoAnswer },
  },
});

const session = { access: "session", reserved: true } as const;

/** Paths below `/contacts` that are kept for later. */
export const contactReserved: ReservedRows = {
  "reserved.merge": { ...session, method: "POST", path: "/contacts/merge" },
  "reserved.mergeRecommendations": { ...session, method: "GET", path: "/contacts/merge-recommendations" },
  "reserved.share": { access: "integration", reserved: true, method: "POST", path: "/contacts/share" },
  "reserved.enrichment": { ...session, method: "ANY", path: "/contacts/{id}/enrichment" },
  "reserved.enrichment.below": { ...session, method: "ANY", path: "/contacts/{id}/enrichment/{rest+}" },
  "reserved.relationships": { ...session, method: "ANY", path: "/contacts/{id}/relationships" },
  "reserved.relationships.below": { ...session, method: "ANY", path: "/contacts/{id}/relationships/{rest+}" },
};
