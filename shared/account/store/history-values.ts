/**
 * The values in the history of contacts that are gone for good, and of interactions that go with them. Their changes stay until they expire and say who made them, when and of
 * which fields, because an owner should still see what was done; but no value of such a contact stays with them. No change names the
 * objects of its long values any more, which the rule of their bucket removes.
 */
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { queryItems, type TableItem } from "../../platform/dynamodb/query.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { unlessRefused, updateOf } from "../../platform/dynamodb/update.ts";
import { contactQueries, type HistoryOwner, historyTime, positionAt, type StoredField } from "./history.ts";

const parallelUpdates = 16;

export interface HistorySubject {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** Only these have values in their own changes, because a creation has only names of fields. */
export function wasEdited({ createdAt, updatedAt }: HistorySubject): boolean {
  return updatedAt > createdAt;
}

/** Whether changes that have not expired have values of the contact or of its relationships. */
export async function hasValues(
  store: Store,
  owner: HistoryOwner,
  contact: HistorySubject,
  now: Date,
): Promise<boolean> {
  const earliest = now.getTime() - historyTime;
  const isRecent = wasEdited(contact) && Date.parse(contact.updatedAt) >= earliest;
  if (!isRecent && !owner.hasRelationships) return false;
  for await (const _ of itemsWithValues(store, owner, contact.id, positionAt(earliest))) return true;
  return false;
}

/** Removes the values, and may be repeated. Returns false when `left`, in milliseconds, is over. */
export async function removeValues(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
  left: () => number,
): Promise<boolean> {
  for (const id of contactIds) {
    const items = itemsWithValues(store, { accountId, hasRelationships: true }, id, "");
    await mapInParallel(items, parallelUpdates, async (item) => {
      if (left() > 0) await nameOnly(store, item);
    });
    if (left() <= 0) return false;
  }
  return true;
}

/**
 * Removes the values of interactions that go with their last participant, and may be repeated. No key has an interaction, so they are
 * found among all changes without a contact, if they were edited.
 */
export async function removeInteractionValues(
  store: Store,
  accountId: string,
  interactions: readonly HistorySubject[],
  now: Date,
): Promise<void> {
  const earliest = new Date(now.getTime() - historyTime).toISOString();
  const edited = interactions.filter((each) => wasEdited(each) && each.updatedAt >= earliest);
  const [first] = edited.map(({ createdAt }) => createdAt).toSorted();
  if (first === undefined) return;
  const ids = new Set(edited.map(({ id }) => id));
  const items = itemsWithValues(store, { accountId, hasRelationships: false }, "", positionAt(Date.parse(first)));
  await mapInParallel(items, parallelUpdates, async (item) => {
    if (ids.has(String(item.i))) await nameOnly(store, item);
  });
}

async function* itemsWithValues(
  store: Store,
  owner: HistoryOwner,
  contactId: string,
  from: string,
): AsyncGenerator<TableItem> {
  for (const query of contactQueries(owner, contactId, { from, to: "~" })) {
    for await (const item of queryItems(store, query)) {
      if (fieldsOf(item).some(({ h }) => h !== undefined)) yield item;
    }
  }
}

/** The item may have expired, or its account may have been closed, since it was read. */
async function nameOnly({ client, tableName: TableName }: Store, item: TableItem): Promise<void> {
  const update = updateOf({ f: fieldsOf(item).map(({ n }) => ({ n })) });
  const Key = { pk: item.pk, sk: item.sk };
  const changed = new UpdateCommand({ TableName, Key, ...update, ConditionExpression: "attribute_exists(pk)" });
  await unlessRefused(client.send(changed));
}

function fieldsOf({ f = [] }: TableItem): readonly StoredField[] {
  return f as readonly StoredField[];
}
