/** The routes of the specification with their requests and answers. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import * as fields from "./fields.ts";
import * as query from "./parameters.ts";
import * as is from "./resources.ts";
import { decimal, integer, keys, oneOf, orNull, type Shape, text, timestamp, truth, url, uuid } from "./shapes.ts";
import { cardForm, fullContact, photoForm, type World } from "./world.ts";

export interface SpecifiedRoute {
  query?: query.Query;
  /** Parameters of every request, even if they are not required. */
  asks?: readonly (readonly [name: string, value: string])[];
  /** Exactly one of these parameters is sent. */
  oneOf?: readonly string[];
  fields?: fields.Fields;
  /** The body to which the tried fields are added. The default is `body`. */
  beside?: object;
  /** Invalid bodies, with the path of the fault. */
  refuses?: readonly (readonly [body: object, path: string])[];
  /** The key of the answer whose value has the fields. Without it, the answer itself has them. */
  shows?: string;
  /** A valid body. `{contactId}` is a placeholder for an id of the world, as in the path. */
  body?: unknown | (() => unknown);
  /** Prepares the request and returns further ids for the path. */
  prepare?: (world: World) => Promise<Readonly<Record<string, string>>>;
  status?: number;
  /** A shape, a media type, or "" for no body. */
  answer: Shape | string;
  /** The answer has no `x-txid`. */
  noTxid?: true;
}

const message = { message: text };
const oneContact = { contact: is.contact };
const writtenContact = { ...oneContact, txid: decimal };
const contacts = { contacts: [is.contact], pagination: is.pagination } as const;
const photo = { success: oneOf(true), avatarUrl: orNull(url) };
const met = { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: ["{contactId}"] };
const member = { contactIds: ["{contactId}"] };

async function importIdOf({ get }: World): Promise<{ importId: string }> {
  return { importId: String((await get("POST", "/contacts/import/vcard/parse", cardForm())).importId) };
}

async function importRowOf({ get }: World): Promise<{ importId: string; tempId: string }> {
  const { importId, contacts } = await get("POST", "/contacts/import/vcard/parse", cardForm());
  return { importId: String(importId), tempId: (contacts as [{ tempId: string }])[0].tempId };
}

/** The receipt of a commit by the client, of a row that is not valid, so that the world stays as it is. */
async function receiptIdOf({ get }: World): Promise<{ receiptId: string }> {
  const { importId, contacts } = await get("POST", "/contacts/import/vcard/parse", cardForm());
  const [row] = contacts as object[];
  await get("POST", "/contacts/import/vcard/commit", { importId, contacts: [{ ...row, emails: [{ value: "x" }] }] });
  const { receipts } = await get("GET", "/contacts/import-receipts");
  return { receiptId: (receipts as { id: string }[])[0]?.id ?? "" };
}

/** An undo of no changes that has ended, because others are refused while it runs. */
async function endedUndoIdOf({ ask, get }: World): Promise<{ undoId: string }> {
  const range = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
  const { text: answered } = await ask("POST", "/me/activity/undo", range);
  const { id: undoId } = (JSON.parse(answered) as { undo: { id: string } }).undo;
  const status = async () => ((await get("GET", `/me/activity/undos/${undoId}`)).undo as { status: string }).status;
  await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe("done");
  return { undoId };
}

/** The receipt of a commit on the server that has ended. */
async function endedReceiptIdOf(world: World): Promise<{ receiptId: string }> {
  const { importId } = await importIdOf(world);
  const { text: answered } = await world.ask("POST", `/contacts/import/vcard/${importId}/commit`, {});
  const { id: receiptId } = (JSON.parse(answered) as { receipt: { id: string } }).receipt;
  const status = async () => {
    const { receipt } = await world.get("GET", `/contacts/import-receipts/${receiptId}`);
    return (receipt as { status: string }).status;
  };
  await expect.poll(status).toBe("done");
  return { receiptId };
}

const exported = { url, expiresAt: timestamp };
const noRedirect = [["redirect", "false"]] as const;

/** The id is a part of the file's address. */
function exportOf(path: string) {
  return async ({ get }: World): Promise<{ exportId: string }> => {
    const { url: address } = await get("GET", `${path}?redirect=false`);
    return { exportId: /exports\/[^/]+\/([^/]+)\//.exec(String(address))?.[1] ?? "" };
  };
}

/** Groups and tags have the same routes. */
function labelRoutes(one: "group" | "tag", shape: Shape): Record<string, SpecifiedRoute> {
  const [all, id] = [`${one}s`, `{${one}Id}`];
  return {
    [`GET /${all}`]: { query: query.labels, answer: { [all]: [shape], totalCount: integer } },
    [`GET /${all}/changes`]: {
      query: query.labelChanges,
      answer: { changes: [{ [`${one}Id`]: uuid, txid: decimal, deleted: truth, [one]: orNull(shape) }], txid: decimal },
    },
    // Test files may share the account, in which two tags can't have one label.
    [`POST /${all}`]: { body: () => ({ label: `New ${randomUUID()}` }), status: 201, answer: { [one]: shape } },
    [`DELETE /${all}`]: {
      fields: fields.labelDeletion,
      body: { ids: [id] },
      answer: { deletedCount: integer, ...message },
    },
    [`GET /${all}/${id}`]: { query: query.labels, answer: { [one]: shape } },
    [`PATCH /${all}/${id}`]: { body: {}, answer: { [one]: shape } },
    [`DELETE /${all}/${id}`]: { answer: message },
    [`GET /${all}/${id}/contacts`]: { query: query.members, answer: { [one]: is.labelName, ...contacts } },
    [`POST /${all}/${id}/contacts`]: {
      fields: fields.addition,
      beside: {},
      refuses: fields.eitherOr("contactIds"),
      body: member,
      answer: keys("addedCount,skippedCount:integer"),
    },
    [`DELETE /${all}/${id}/contacts`]: {
      fields: fields.removal,
      beside: {},
      refuses: fields.eitherOr("contactIds"),
      body: member,
      answer: { removedCount: integer },
    },
  };
}

/** Two contacts with an address that no other contact has, and the id of their recommendation. */
async function recommendedPair({ get, ids: { contactId } }: World): Promise<Record<string, string>> {
  const body = { firstName: "Ida", lastName: "Holm", emails: [{ value: `ida.${contactId}@example.org` }] };
  const create = async () => ((await get("POST", "/contacts", body)).contact as { id: string }).id;
  const [leftPersonId, rightPersonId] = [await create(), await create()];
  const { recommendations } = await get("GET", "/contacts/merge-recommendations?limit=200");
  const all = recommendations as { id: string; left: { id: string }; right: { id: string } }[];
  const pair = all.find(({ left, right }) => left.id === leftPersonId && right.id === rightPersonId);
  const recommendationId = pair?.id ?? "";
  return { leftPersonId, rightPersonId, recommendationId };
}

const decision: SpecifiedRoute = {
  prepare: recommendedPair,
  fields: {
    leftPersonId: { takes: [], refuses: ["x", null, 5] },
    rightPersonId: { takes: [], refuses: ["x", null, 5] },
  },
  refuses: [[{ leftPersonId: fields.unknownId, rightPersonId: "{rightPersonId}" }, "body"]],
  body: { leftPersonId: "{leftPersonId}", rightPersonId: "{rightPersonId}" },
  answer: { recommendation: is.recommendation },
};

export const specifiedRoutes: Readonly<Record<string, SpecifiedRoute>> = {
  "GET /contacts": { query: query.contacts, answer: { ...contacts, stats: is.stats } },
  "GET /contacts/select": {
    query: query.list,
    answer: { contacts: [is.selectItem], pagination: is.pagination },
  },
  "GET /contacts/by-social": {
    query: query.social,
    answer: { contact: orNull(is.summary), exists: truth },
  },
  "GET /contacts/by-channel": {
    query: query.channel,
    oneOf: ["email", "phone", "externalId"],
    answer: { contacts: [is.summary] },
  },
  "GET /contacts/map-pins": { query: query.map, answer: is.contactPins },
  "GET /contacts/map-address-pins": { query: query.map, answer: is.addressPins },
  "GET /contacts/changes": {
    query: query.changes,
    answer: {
      changes: [{ contactId: uuid, txid: decimal, deleted: truth, contact: orNull(is.contact) }],
      txid: decimal,
      next: orNull(text),
      hasMore: truth,
    },
  },
  "GET /contacts/keep-in-touch": {
    query: query.keepInTouch,
    answer: { contacts: [is.trackedContact], pagination: is.pagination },
  },
  "GET /contacts/important-dates/upcoming": { query: query.upcoming, answer: { reminders: [is.reminder] } },
  "GET /contacts/{contactId}": { query: query.contact, answer: oneContact },
  "POST /contacts": {
    body: { firstName: "New" },
    status: 201,
    answer: writtenContact,
  },
  "PATCH /contacts/{contactId}": {
    body: {},
    answer: writtenContact,
  },
  "GET /contacts/trash": {
    query: query.trash,
    answer: { contacts: [is.trashedContact], pagination: is.pagination },
  },
  "DELETE /contacts/trash": {
    fields: { ids: fields.someIds },
    body: { ids: ["{contactId}"] },
    answer: { deletedCount: integer, ...message },
  },
  "POST /contacts/trash/restore": {
    fields: { ids: fields.someIds },
    beside: {},
    refuses: [
      [{}, "body"],
      [{ ids: fields.ids(1), deletedSince: "2026-01-02T03:04:05Z" }, "body"],
      [{ deletedSince: "2026-01-02" }, "body.deletedSince"],
    ],
    body: { ids: ["{contactId}"] },
    answer: { restoredCount: integer, results: [is.restoreResult] },
  },
  "DELETE /contacts/{contactId}": { query: query.deletion, answer: message },
  "DELETE /contacts": {
    fields: fields.deletion,
    beside: {},
    refuses: fields.eitherOr("ids"),
    body: { ids: ["{contactId}"] },
    answer: { deletedCount: integer, ...message },
  },
  "GET /contacts/{contactId}/important-dates": { answer: { dates: [is.importantDate] } },
  "PUT /contacts/{contactId}/important-dates": {
    body: () => ({ dates: fullContact().importantDates }),
    answer: { dates: [is.importantDate] },
  },
  "GET /contacts/{contactId}/groups": { query: query.avatars, answer: { groups: [is.group] } },
  "GET /contacts/{contactId}/tags": { query: query.avatars, answer: { tags: [is.tag] } },
  "POST /contacts/{contactId}/tags": {
    fields: { tagId: { takes: [["{tagId}"]], refuses: ["x", null, 5] } },
    body: { tagId: "{tagId}" },
    answer: { tag: is.tag },
  },
  "DELETE /contacts/{contactId}/tags/{tagId}": { answer: message },
  "GET /contacts/merge-recommendations": {
    query: query.recommendations,
    answer: { recommendations: [is.recommendation], pagination: is.pagination },
  },
  "PATCH /contacts/merge-recommendations/{recommendationId}/decline": decision,
  "PATCH /contacts/merge-recommendations/{recommendationId}/restore": decision,
  "GET /contacts/{contactId}/history": {
    query: query.history,
    answer: { changes: [is.change], next: orNull(text) },
  },
  "GET /contacts/{contactId}/relationships": {
    query: query.avatars,
    answer: { relationships: [is.relationship] },
  },
  "POST /contacts/{contactId}/relationships": {
    fields: { relatedPersonId: { takes: [], refuses: ["x", null, 5] }, relationshipType: fields.relationshipType },
    shows: "relationship",
    body: { relatedPersonId: "{accountId}", relationshipType: "other" },
    status: 201,
    answer: { relationship: is.relationship },
  },
  "PATCH /contacts/{contactId}/relationships/{relationshipId}": {
    fields: { relationshipType: fields.relationshipType },
    shows: "relationship",
    body: {},
    answer: { relationship: is.relationship },
  },
  "DELETE /contacts/{contactId}/relationships/{relationshipId}": { answer: message },
  "GET /contacts/export": { query: query.contactExport, asks: noRedirect, answer: exported },
  "GET /contacts/exports/{exportId}": {
    query: query.exportFile,
    asks: noRedirect,
    prepare: exportOf("/contacts/export"),
    answer: exported,
  },
  "GET /me/export": { query: query.exportFile, asks: noRedirect, answer: exported },
  "GET /me/exports/{exportId}": {
    query: query.exportFile,
    asks: noRedirect,
    prepare: exportOf("/me/export"),
    answer: exported,
  },
  "GET /contacts/{contactId}/vcard": { query: query.card, answer: "text/vcard; charset=utf-8" },
  "POST /contacts/{contactId}/photo": { body: photoForm, answer: photo },
  "DELETE /contacts/{contactId}/photo": { answer: photo },
  "POST /contacts/{contactId}/photo/uploads": {
    fields: fields.photoUpload,
    body: { size: 1_000 },
    status: 201,
    answer: { uploadId: uuid, upload: is.upload },
    noTxid: true,
  },

  ...labelRoutes("group", is.group),
  ...labelRoutes("tag", is.tag),

  "GET /interactions": {
    query: query.interactions,
    answer: { interactions: [is.interaction], pagination: is.pagination },
  },
  "POST /interactions": {
    fields: fields.interaction,
    shows: "interaction",
    body: met,
    status: 201,
    answer: { interaction: is.interaction },
  },
  "GET /interactions/{interactionId}": { answer: { interaction: is.interaction } },
  "PATCH /interactions/{interactionId}": {
    fields: fields.interaction,
    shows: "interaction",
    body: {},
    answer: { interaction: is.interaction },
  },
  "DELETE /interactions/{interactionId}": { answer: message },

  "POST /contacts/merge": {
    fields: fields.merge,
    prepare: async ({ get }) => {
      const { contact } = await get("POST", "/contacts", { firstName: "Anna", emails: [{ value: "a@example.org" }] });
      return { otherId: (contact as { id: string }).id };
    },
    refuses: [
      [{ conflictResolutions: { latitude: "left", longitude: "right" } }, "body.conflictResolutions.longitude"],
    ],
    body: { leftPersonId: "{contactId}", rightPersonId: "{otherId}", dryRun: true },
    answer: is.mergeAnswer,
  },
  "GET /contacts/merges": { query: query.merges, answer: { merges: [is.merge], pagination: is.pagination } },
  "GET /contacts/merges/{mergeId}": { query: query.avatars, answer: { merge: is.merge } },
  "DELETE /contacts/merges/{mergeId}": {
    answer: { contact: is.contact, restoredContact: is.contact, kept: [text], txid: decimal },
  },

  "POST /contacts/import/vcard/parse": { body: cardForm, answer: is.parseResult, noTxid: true },
  "POST /contacts/import/vcard/uploads": {
    fields: fields.importUpload,
    body: { fileName: "book.vcf", size: 1_000 },
    status: 201,
    answer: { importId: uuid, upload: is.upload },
    noTxid: true,
  },
  "GET /contacts/import/vcard/{importId}": {
    query: query.importRows,
    prepare: importIdOf,
    answer: is.importStatus,
    noTxid: true,
  },
  "GET /contacts/import/vcard/{importId}/rows/{tempId}": { prepare: importRowOf, answer: is.importRow },
  "POST /contacts/import/vcard/commit": {
    fields: fields.commit,
    body: { contacts: [{ tempId: "a1", firstName: "Åsa" }] },
    answer: is.commitResult,
  },
  "POST /contacts/import/vcard/{importId}/commit": {
    prepare: importIdOf,
    fields: fields.rowChoice,
    beside: {},
    refuses: fields.refusedChoices,
    body: {},
    status: 202,
    answer: { receipt: is.receipt },
  },
  "GET /contacts/import-receipts": {
    query: query.receipts,
    prepare: receiptIdOf,
    answer: { receipts: [is.receipt], pagination: is.pagination },
  },
  "GET /contacts/import-receipts/{receiptId}": {
    query: query.importRows,
    prepare: receiptIdOf,
    answer: { receipt: is.receipt, results: [is.rowResult], pagination: is.pagination },
  },
  "DELETE /contacts/import-receipts/{receiptId}": {
    prepare: endedReceiptIdOf,
    status: 202,
    answer: { receipt: is.receipt },
  },

  "POST /contacts/share": {
    fields: fields.share,
    body: { personId: "{contactId}", recipientEmails: ["ben@example.net"], selectedFields: ["notes"] },
    answer: { success: oneOf(true) },
  },

  "GET /me": { answer: is.account },
  "PATCH /me": { fields: fields.account, body: {}, answer: is.account },
  "DELETE /me": {
    prepare: async ({ email }) => ({ email }),
    body: { confirm: "{email}" },
    refuses: [
      [{}, "body.confirm"],
      [{ confirm: "" }, "body.confirm"],
      [{ confirm: "somebody@else.example" }, "body.confirm"],
      [{ confirm: null }, "body.confirm"],
    ],
    status: 202,
    answer: message,
  },
  "GET /me/person": { query: query.avatars, answer: oneContact },
  "GET /me/activity": {
    query: query.activity,
    answer: { changes: [{ ...is.change, contact: orNull(is.summary) }], next: orNull(text) },
  },
  "POST /me/activity/undo": {
    body: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", dryRun: true },
    answer: { undo: is.undo },
  },
  "GET /me/activity/undos/{undoId}": { prepare: endedUndoIdOf, answer: { undo: is.undo } },
  "GET /me/settings": { answer: is.settings },
  "PATCH /me/settings": { fields: fields.settings, body: {}, answer: is.settings },
  "GET /me/reminders/next": { query: query.nextReminder, answer: is.nextReminder },
  "POST /me/calendar-token": { status: 201, answer: { url } },
  "DELETE /me/calendar-token": { status: 204, answer: "" },
  "GET /calendar/{token}.ics": {
    prepare: async ({ get }) => ({
      token: /([^/]+)\.ics$/.exec(String((await get("POST", "/me/calendar-token")).url))?.[1] ?? "",
    }),
    answer: "text/calendar; charset=utf-8",
    noTxid: true,
  },

  "GET /me/api-keys": { answer: { apiKeys: [is.apiKey], totalCount: integer } },
  "POST /me/api-keys": {
    fields: fields.newKey,
    body: { label: "New" },
    status: 201,
    answer: { ...is.apiKey, secret: text },
  },
  "PATCH /me/api-keys/{keyId}": { fields: fields.renamedKey, body: { label: "New" }, answer: is.apiKey },
  "DELETE /me/api-keys/{keyId}": { status: 204, answer: "" },

  "GET /webhooks": { answer: { webhooks: [is.webhook] } },
  "POST /webhooks": {
    fields: fields.webhook,
    shows: "webhook",
    body: { url: "https://example.org/hooks", events: ["reminder.due"] },
    status: 201,
    answer: { webhook: is.webhook, secret: text },
  },
  "GET /webhooks/{webhookId}": { answer: { webhook: is.webhook } },
  "PATCH /webhooks/{webhookId}": {
    fields: fields.webhook,
    shows: "webhook",
    body: {},
    answer: { webhook: is.webhook },
  },
  "DELETE /webhooks/{webhookId}": { answer: message },
  "POST /webhooks/{webhookId}/rotate-secret": { answer: { webhook: is.webhook, secret: text } },
  "POST /webhooks/{webhookId}/test": { status: 202, answer: { delivery: is.delivery } },
  "GET /webhooks/{webhookId}/deliveries": {
    query: query.receipts,
    answer: { deliveries: [is.delivery], pagination: is.pagination },
  },
  "POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
    status: 202,
    answer: { delivery: is.delivery },
  },

  "GET /geocode/suggest": { query: query.suggest, answer: { addresses: [is.suggestion] }, noTxid: true },
  "GET /geocode/timezone": { query: query.zone, answer: { timezone: text }, noTxid: true },

  // A program has no cookie.
  // Whoever is not signed in by a cookie gets the first key only.
  "GET /session": {
    answer: keys("signedIn:truth accountId?:uuid email?:text|null name?:text expiresAt?:timestamp"),
    noTxid: true,
  },
  "POST /session": { status: 204, answer: "", noTxid: true },
  "DELETE /session": { status: 204, answer: "", noTxid: true },
  "GET /health/live": { answer: is.live, noTxid: true },
  "GET /health/ready": { answer: is.ready, noTxid: true },
};

/** Only browsers can call these, because they need a cookie; browser-sign-in.test.ts does. */
export const cookieRoutes = ["POST /session/refresh", "POST /session/token"];
