/** The contact operations without a gateway. */

import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { contactOperations } from "../../../functions/contacts/operations.ts";
import type { ContactParts } from "../../../functions/contacts/parts.ts";
import { contactRoutes } from "../../../functions/contacts/routes.ts";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import { maxPlanActions, writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactToItem } from "../../../shared/contact/store/contact.ts";
import { packedAttribute, unpackFields } from "../../../shared/contact/store/packed-fields.ts";
import { contactWriteActions, maxCommonActions, planContacts } from "../../../shared/contact-change/contact-write.ts";
import { createMembershipReader } from "../../../shared/label/membership-reader.ts";
import type { Bounds } from "../../../shared/map/bounds.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { memoryFiles } from "../import/imports.ts";
import { findNothing } from "../map/places.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { operationCalls } from "../process/operation-calls.ts";
import { denseText } from "./dense-text.ts";
import { newContact } from "./new-contact.ts";
import { noPictures } from "./pictures.ts";

/**
 * The operations for one account. `parts` replaces the clock, the ids or the retry policy. `remainingTime` returns the
 * milliseconds that an operation has left.
 */
export function contactCalls(
  store: Store,
  accountId: string,
  parts: Partial<ContactParts> = {},
  remainingTime: () => number = () => 10_000,
) {
  const operations = contactOperations({
    ...noPictures,
    store,
    indexes: createContactIndexes({ store, now: () => new Date(), log: () => undefined }),
    memberships: createMembershipReader(store),
    accountFiles: memoryAccountFiles(),
    importFiles: memoryFiles(),
    findPlace: findNothing,
    now: () => new Date(),
    newId: () => newUuid(),
    ...parts,
  });
  const call = operationCalls(contactRoutes, operations, accountId, remainingTime);
  return {
    create: (body: unknown) => call("createContact", { body }),
    get: (id: string, headers = {}, query = {}) => call("getContact", { params: { id }, headers, query }),
    patch: (id: string, body: unknown, headers = {}) => call("patchContact", { params: { id }, body, headers }),
    dates: async (id: string) => {
      const answer = await call("listImportantDates", { params: { id } });
      if (!answer.body) throw new Error("no dates");
      return { ...answer, body: answer.body };
    },
    putDates: (id: string, dates: unknown, headers = {}) =>
      call("replaceImportantDates", { params: { id }, body: { dates }, headers }),
    upcoming: (query = {}) => call("listUpcomingDates", { query }),
    keepInTouch: (query = {}) => call("listContactsToKeepInTouch", { query }),
    photo: (id: string, content: Uint8Array) =>
      call("uploadPhoto", { params: { id }, body: { files: [{ fileName: "me.png", content }], fields: {} } }),
    deletePhoto: (id: string, headers = {}) => call("deletePhoto", { params: { id }, headers }),
    remove: (id: string, headers = {}, query = {}) => call("deleteContact", { params: { id }, headers, query }),
    deleteContacts: (body: unknown) => call("deleteContacts", { body }),
    history: async (id: string, query = {}) => (await call("listContactHistory", { params: { id }, query })).body,
    trash: async (query = {}) => (await call("listTrash", { query })).body,
    restore: async (body: unknown) => (await call("restoreContacts", { body })).body,
    emptyTrash: (body: unknown = {}) => call("emptyTrash", { body }),
    changes: async (query = {}) => (await call("listContactChanges", { query })).body,
    list: (query = {}) => call("listContacts", { query }),
    select: (query = {}) => call("listContactChoices", { query }),
    groupsOf: (id: string) => call("listContactGroups", { params: { id } }),
    tagsOf: (id: string) => call("listContactTags", { params: { id } }),
    tag: (id: string, tagId: string) => call("tagContact", { params: { id }, body: { tagId } }),
    untag: (id: string, tagId: string) => call("untagContact", { params: { id, tagId } }),
    relationships: async (id: string) => (await call("listRelationships", { params: { id } })).body.relationships,
    relate: async (id: string, body: unknown) =>
      (await call("createRelationship", { params: { id }, body })).body.relationship,
    patchRelationship: (id: string, relationshipId: string, body: unknown) =>
      call("patchRelationship", { params: { id, relationshipId }, body }),
    unrelate: (id: string, relationshipId: string) => call("deleteRelationship", { params: { id, relationshipId } }),
    addressPins: (query: Bounds) => call("listMapAddressPins", { query: { ...query, limit: 1_000 } }),
    byChannel: async (query = {}) => (await call("findContactsByChannel", { query })).body.contacts,
    bySocial: (platform: string, handle: string) => call("findContactBySocial", { query: { platform, handle } }),
  };
}

/** An account with its head and its own contact, as the first sign-in creates it. Returns the account's id. */
export async function seedAccount(store: Store): Promise<string> {
  const accountId = newUuid();
  const myself = newContact(accountId, { firstName: "Me" }, { id: accountId });
  const items = [
    accountHeadToItem(newAccountHead(accountId, null, new Date())),
    contactToItem({ ...myself, version: 1 }),
  ];
  for (const Item of items) await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
  return accountId;
}

/**
 * Every item of the account by its sort key, except the trash, the history and the logs of contacts and labels, which also have
 * deleted ones. Packed fields are attributes like others.
 */
export async function itemsOf(store: Store, accountId: string): Promise<Map<string, Record<string, unknown>>> {
  const items = new Map<string, Record<string, unknown>>();
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await store.client.send(
      new QueryCommand({
        TableName: store.tableName,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": accountPartition(accountId) },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    for (const item of Items) if (!/^(X|LC|TR|CH)#/.test(String(item.sk))) items.set(String(item.sk), unpacked(item));
    from = LastEvaluatedKey;
  } while (from);
  return items;
}

/** An item with its packed fields as attributes. */
export function unpacked({ [packedAttribute]: packed, ...item }: Record<string, unknown>): Record<string, unknown> {
  return packed === undefined ? item : { ...item, ...unpackFields({ ...item, [packedAttribute]: packed }) };
}

/** A contact with the most entries of every list. Two with different `mark` share no derived item. */
export function fullestBody(mark: string): Record<string, unknown> {
  const ten = Array.from({ length: 10 }, (_, index) => index);
  return {
    firstName: `Ann ${mark}`,
    emails: ten.map((n) => ({ value: `${mark}${n}@example.org` })),
    phones: ten.map((n) => ({ prefix: "+49", value: `30${mark.charCodeAt(0)}100${n}` })),
    addresses: ten.map((n) => ({ type: "home", addressLine1: `${n} ${mark} Street`, latitude: n, longitude: n })),
    importantDates: ten.map((n) => ({ type: "other", date: "2000-01-01", note: `${mark}${n}`, notifyDaysBefore: 1 })),
    network_a: `ann-${mark}`,
    network_b: `ann.${mark}`,
    network_c: `ann.${mark}`,
    network_d: `+4917012345${mark.charCodeAt(0)}`,
    network_e: `+4917054321${mark.charCodeAt(0)}`,
    website: `https://${mark}.example.org`,
    notes: mark,
    keepFrequencyDays: mark.charCodeAt(0),
  };
}

/** A stored contact from a body, without storing it. */
export function recordOf(accountId: string, body: object, version = 1): ContactRecord {
  return { ...newContact(accountId, body), version };
}

/** Stores whole records, as many in a transaction as fit, and at most `atOnce`. */
export async function storeAll(
  store: Store,
  accountId: string,
  contacts: readonly ContactRecord[],
  atOnce: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let start = 0; start < contacts.length; ) {
    const batch = fitting(store, contacts.slice(start)).slice(0, atOnce);
    start += batch.length;
    await writeAccount(store, accountId, (head, version) => ({
      ...planContacts(
        store,
        head,
        batch.map((contact) => ({ before: null, after: { ...contact, version } })),
        { txid: version, now: new Date() },
      ),
      changes: [],
      result: undefined,
    }));
  }
}

/** The first records that fit into a transaction, beside the head; at least one. */
function fitting(store: Store, contacts: readonly ContactRecord[]): readonly ContactRecord[] {
  let [actions, bytes] = [maxCommonActions, 0];
  const end = contacts.findIndex((contact, at) => {
    actions += contactWriteActions(store, null, contact).length;
    bytes += Buffer.byteLength(JSON.stringify(contact));
    return at > 0 && (actions > maxPlanActions || bytes > 3_500_000);
  });
  return end < 0 ? contacts : contacts.slice(0, end);
}

/** A contact with texts at their limits, in characters of three bytes, which compression hardly shortens. */
export function largestBody(): Record<string, unknown> {
  let texts = 0;
  const wide = (length: number) => denseText(length, texts++);
  const parts = ["label", "value", "addressLine1", "addressLine2", "addressCity", "addressState", "addressStateCode"];
  const more = ["addressPostalCode", "addressCountry", "addressCountryCode"];
  const address = () => ({
    type: "home",
    addressFormatted: wide(1_300),
    ...Object.fromEntries([...parts, ...more].map((part) => [part, wide(200)])),
  });
  return {
    ...fullestBody("a"),
    firstName: wide(100),
    lastName: wide(100),
    headline: wide(300),
    website: `https://example.org/${wide(2_028)}`,
    notes: wide(20_000),
    addresses: Array.from({ length: 10 }, address),
  };
}
