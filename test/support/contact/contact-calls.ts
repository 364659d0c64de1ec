/** The contact operations without a gateway. Bodies are parsed as in the pipeline. */
import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newUuid } from "uuid";
import { changesQuery } from "../../../functions/contacts/changes/rows.ts";
import { keepInTouchQuery } from "../../../functions/contacts/keep-in-touch/rows.ts";
import { contactOperations } from "../../../functions/contacts/operations.ts";
import type { ContactParts } from "../../../functions/contacts/parts.ts";
import { relationshipCreate, relationshipPatch } from "../../../functions/contacts/relationships/schemas.ts";
import {
  bulkDeleteBody,
  channelQuery,
  contactQuery,
  contactsQuery,
  datesBody,
  socialQuery,
  upcomingQuery,
} from "../../../functions/contacts/schemas.ts";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import { maxPlanActions, writeAccount } from "../../../shared/account/store/account-write.ts";
import { createContact, type WriteContext } from "../../../shared/contact/change/apply.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactCreateSchema, contactPatchSchema } from "../../../shared/contact/schema.ts";
import { contactToItem } from "../../../shared/contact/store/contact.ts";
import { contactWriteActions, maxCommonActions, planContacts } from "../../../shared/contact-change/contact-write.ts";
import { listQuery } from "../../../shared/contact-list/list-query.ts";
import { createMembershipReader } from "../../../shared/label/membership-reader.ts";
import type { Bounds } from "../../../shared/map/bounds.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { memoryFiles } from "../import/imports.ts";
import { findNothing } from "../map/places.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { sessionInput } from "../process/operation-input.ts";
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
  const call = (headers: Readonly<Record<string, string>> = {}) => ({
    ...sessionInput(accountId),
    headers,
    remainingTime,
  });
  const avatar = { avatarQuality: "medium", avatarSize: "medium" } as const;
  return {
    create: (body: unknown) => operations.createContact({ ...call(), body: contactCreateSchema().parse(body) }),
    get: (id: string, headers = {}, query: Readonly<Record<string, string>> = {}) =>
      operations.getContact({ ...call(headers), params: { id }, query: contactQuery().parse(query) }),
    patch: (id: string, body: unknown, headers = {}) =>
      operations.patchContact({ ...call(headers), params: { id }, body: contactPatchSchema().parse(body) }),
    dates: async (id: string) => {
      const answer = await operations.listImportantDates({ ...call(), params: { id } });
      if (!answer.body) throw new Error("no dates");
      return { ...answer, body: answer.body };
    },
    putDates: (id: string, dates: unknown, headers = {}) =>
      operations.replaceImportantDates({ ...call(headers), params: { id }, body: datesBody().parse({ dates }) }),
    upcoming: (query: Readonly<Record<string, string>> = {}) =>
      operations.listUpcomingDates({ ...call(), query: upcomingQuery().parse(query) }),
    keepInTouch: (query: Readonly<Record<string, string>> = {}) =>
      operations.listContactsToKeepInTouch({ ...call(), query: keepInTouchQuery().parse(query) }),
    deletePhoto: (id: string, headers = {}) => operations.deletePhoto({ ...call(headers), params: { id } }),
    remove: (id: string, headers = {}) => operations.deleteContact({ ...call(headers), params: { id } }),
    deleteContacts: (body: unknown) => operations.deleteContacts({ ...call(), body: bulkDeleteBody().parse(body) }),
    changes: async (query: Readonly<Record<string, string>> = {}) =>
      (await operations.listContactChanges({ ...call(), query: changesQuery().parse(query) })).body,
    list: (query: Readonly<Record<string, string>> = {}) =>
      operations.listContacts({ ...call(), query: contactsQuery().parse(query) }),
    select: (query: Readonly<Record<string, string>> = {}) =>
      operations.listContactChoices({ ...call(), query: listQuery().parse(query) }),
    groupsOf: (id: string) => operations.listContactGroups({ ...call(), params: { id }, query: avatar }),
    tagsOf: (id: string) => operations.listContactTags({ ...call(), params: { id }, query: avatar }),
    tag: (id: string, tagId: string) => operations.tagContact({ ...call(), params: { id }, body: { tagId } }),
    untag: (id: string, tagId: string) => operations.untagContact({ ...call(), params: { id, tagId } }),
    relationships: async (id: string) =>
      (await operations.listRelationships({ ...call(), params: { id }, query: avatar })).body.relationships,
    relate: async (id: string, body: unknown) => {
      const given = { ...call(), params: { id }, body: relationshipCreate().parse(body) };
      return (await operations.createRelationship(given)).body.relationship;
    },
    patchRelationship: (id: string, relationshipId: string, body: unknown) =>
      operations.patchRelationship({
        ...{ ...call(), params: { id, relationshipId } },
        body: relationshipPatch().parse(body),
      }),
    unrelate: (id: string, relationshipId: string) =>
      operations.deleteRelationship({ ...call(), params: { id, relationshipId } }),
    addressPins: (query: Bounds) =>
      operations.listMapAddressPins({ ...call(), query: { ...query, limit: 1_000, ...avatar } }),
    byChannel: async (query: Readonly<Record<string, string>>) =>
      (await operations.findContactsByChannel({ ...call(), query: channelQuery().parse(query) })).body.contacts,
    bySocial: (platform: string, handle: string) =>
      operations.findContactBySocial({
        ...call(),
        query: socialQuery().parse({ platform, handle }),
      }),
  };
}

/** An account with its head and its own contact, as the first sign-in creates it. Returns the account's id. */
export async function seedAccount(store: Store): Promise<string> {
  const accountId = newUuid();
  const context = writeContext();
  const myself = createContact(accountId, accountId, contactCreateSchema().parse({ firstName: "Me" }), context);
  const items = [
    accountHeadToItem(newAccountHead(accountId, null, context.now)),
    contactToItem({ ...myself, version: 1 }),
  ];
  for (const Item of items) await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
  return accountId;
}

/** Every item of the account by its sort key, except the search log, which also has deleted contacts. */
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
    for (const item of Items) if (!String(item.sk).startsWith("X#")) items.set(String(item.sk), item);
    from = LastEvaluatedKey;
  } while (from);
  return items;
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
export function recordOf(accountId: string, body: unknown, version = 1): ContactRecord {
  const context = writeContext();
  return { ...createContact(accountId, newUuid(), contactCreateSchema().parse(body), context), version };
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

/** A contact with texts at their limits, in characters of three bytes. */
export function largestBody(): Record<string, unknown> {
  const wide = (length: number) => "漢".repeat(length);
  const parts = ["label", "value", "addressLine1", "addressLine2", "addressCity", "addressState", "addressStateCode"];
  const more = ["addressPostalCode", "addressCountry", "addressCountryCode"];
  const address = {
    type: "home",
    addressFormatted: wide(1_300),
    ...Object.fromEntries([...parts, ...more].map((part) => [part, wide(200)])),
  };
  return {
    ...fullestBody("a"),
    firstName: wide(100),
    lastName: wide(100),
    headline: wide(300),
    website: `https://example.org/${wide(2_028)}`,
    notes: wide(20_000),
    addresses: Array(10).fill(address),
  };
}

function writeContext(): WriteContext {
  return {
    now: new Date(),
    newId: () => newUuid(),
    defaults: { timezone: "UTC", language: "en" },
    findPlace: findNothing,
  };
}
