/**
 * What is left of a contact that was merged into another: an item (`Z#`) with the sort keys of its lookups and of the marks
 * of its imported rows, which stay in storage under its id (aliases.ts). They are removed with the surviving contact.
 */
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

export interface AbsorbedContact {
  contactId: string;
  mergeId: string;
  /** The sort keys of its lookups and marks. */
  keys: readonly string[];
}

/** Stores the item when a contact is merged. */
export function putAbsorbedContact(
  { tableName: TableName }: Store,
  accountId: string,
  { contactId, ...fields }: AbsorbedContact,
): WriteAction {
  return { Put: { TableName, Item: { ...absorbedContactKey(accountId, contactId), ...fields } } };
}

/** Deletes the item when a merge is undone, and the contact has these lookups and marks itself again. */
export function deleteAbsorbedContact(
  { tableName: TableName }: Store,
  accountId: string,
  contactId: string,
): WriteAction {
  return { Delete: { TableName, Key: absorbedContactKey(accountId, contactId) } };
}

/** Consistently reads the items that exist. */
export async function getAbsorbedContacts(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
): Promise<AbsorbedContact[]> {
  const items = await batchGet(
    store,
    contactIds.map((id) => absorbedContactKey(accountId, id)),
  );
  return items.map(({ sk, mergeId, keys }) => ({
    contactId: String(sk).slice(keyStart.length),
    mergeId: String(mergeId),
    keys: keys as string[],
  }));
}

const keyStart = "Z#";

function absorbedContactKey(accountId: string, contactId: string) {
  return { pk: accountPartition(accountId), sk: keyStart + contactId };
}
