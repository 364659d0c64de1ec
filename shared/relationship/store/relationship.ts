/**
 * Storage of relationships. A relationship has an item (`Q#`) under each of its two contacts, its ends, so that one query
 * reads the relationships of a contact. A transaction always writes both items.
 */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchDelete, batchGet } from "../../platform/dynamodb/batch.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { prefixQuery, queryItems, queryPages } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

/** Each type with its inverse: the type of the same relationship as the other contact sees it. */
export const inverseTypes = {
  parent: "child",
  child: "parent",
  spouse: "spouse",
  partner: "partner",
  sibling: "sibling",
  friend: "friend",
  colleague: "colleague",
  neighbor: "neighbor",
  guardian: "dependent",
  dependent: "guardian",
  manager: "report",
  report: "manager",
  other: "other",
} as const;
export type RelationshipType = keyof typeof inverseTypes;
export const relationshipTypes = Object.keys(inverseTypes) as RelationshipType[];

/** A relationship as one of its contacts sees it. */
export interface Relationship {
  /** The same at both ends. */
  id: string;
  contactId: string;
  relatedId: string;
  /** What the related contact is to the contact. */
  type: RelationshipType;
  createdAt: string;
  updatedAt: string;
}

/** The same relationship as the other contact sees it. */
export function fromOtherEnd(relationship: Relationship): Relationship {
  const { contactId, relatedId, type } = relationship;
  return { ...relationship, contactId: relatedId, relatedId: contactId, type: inverseTypes[type] };
}

const keyStart = "Q#";

function relationshipKey(accountId: string, { contactId, id }: Pick<Relationship, "contactId" | "id">) {
  return { pk: accountPartition(accountId), sk: `${keyStart}${contactId}#${id}` };
}

function fromItem({ pk: _pk, sk, ...fields }: Record<string, unknown>): Relationship {
  const [, contactId, id] = String(sk).split("#");
  return { ...fields, id, contactId } as Relationship;
}

/** Writes both items. */
export function putRelationship(
  { tableName: TableName }: Store,
  accountId: string,
  relationship: Relationship,
): WriteAction[] {
  return bothEnds(relationship).map((end) => {
    const { id: _id, contactId: _contactId, ...fields } = end;
    return { Put: { TableName, Item: { ...relationshipKey(accountId, end), ...fields } } };
  });
}

/** Deletes both items. */
export function deleteRelationship(
  { tableName: TableName }: Store,
  accountId: string,
  relationship: Relationship,
): WriteAction[] {
  return bothEnds(relationship).map((end) => ({ Delete: { TableName, Key: relationshipKey(accountId, end) } }));
}

function bothEnds(relationship: Relationship): [Relationship, Relationship] {
  return [relationship, fromOtherEnd(relationship)];
}

function contactQuery(accountId: string, contactId: string) {
  return prefixQuery(accountId, `${keyStart}${contactId}#`);
}

/** Consistently reads a relationship that is stored under this contact. */
export async function getRelationship(
  store: Store,
  accountId: string,
  ends: Pick<Relationship, "contactId" | "id">,
): Promise<Relationship | undefined> {
  const [item] = await batchGet(store, [relationshipKey(accountId, ends)]);
  return item && fromItem(item);
}

/** Consistently reads the relationships that are stored under a contact, oldest first. */
export async function storedRelationships(store: Store, accountId: string, contactId: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  for await (const item of queryItems(store, contactQuery(accountId, contactId))) found.push(fromItem(item));
  return found;
}

/** Consistently reads all relationships of an account, each from both ends, in the order of the contacts' ids. */
export async function* allStoredRelationships(store: Store, accountId: string): AsyncGenerator<Relationship, void> {
  for await (const item of queryItems(store, prefixQuery(accountId, keyStart))) yield fromItem(item);
}

/** Whether relationships are stored under a contact, also hidden ones. */
export async function isRelated(store: Store, accountId: string, contactId: string): Promise<boolean> {
  const query = { ...contactQuery(accountId, contactId), Limit: 1 };
  const { Count = 0 } = await store.client.send(new QueryCommand({ TableName: store.tableName, ...query }));
  return Count > 0;
}

const contactsAtOnce = 16;

/**
 * Deletes the relationships of contacts that don't exist, which no read shows. An item is found by the one at the other end,
 * which is therefore deleted after it. So this can be repeated after a crash. Returns false when `left` returns no more
 * milliseconds.
 */
export async function removeRelationships(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
  { left, pause }: { left: () => number; pause: (milliseconds: number) => Promise<void> },
): Promise<boolean> {
  const done = await mapInParallel(contactIds, contactsAtOnce, async (contactId) => {
    for await (const items of queryPages(store, contactQuery(accountId, contactId))) {
      const found = items.map(fromItem);
      for (const ends of [found.map(fromOtherEnd), found]) {
        if (left() <= 0) return false;
        const keys = ends.map((end) => relationshipKey(accountId, end));
        await batchDelete(store, keys, pause);
      }
    }
    return true;
  });
  return done.every(Boolean);
}
