/**
 * What is left of a contact that was merged into another: an item (`Z#`) with the sort keys of its lookups and of the marks
 * of its imported rows, which stay in storage under its id (aliases.ts), and the pictures that are kept for the undo. All are
 * removed with the surviving contact.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { endKeeping } from "../../picture/store/unshown-pictures.ts";
import { batchDelete, batchGet } from "../../platform/dynamodb/batch.ts";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { accountPartition, type Store, type WriteAction } from "../../platform/dynamodb/store.ts";

export interface AbsorbedContact {
  contactId: string;
  /** The sort keys of its lookups and marks, and of what the undo of the merge needs. */
  keys: readonly string[];
  /** The `photoVersion`s that the undo of the merge may show again. */
  pictures: readonly string[];
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
  return items.map(({ sk, keys, pictures }) => ({
    contactId: String(sk).slice(keyStart.length),
    keys: keys as string[],
    pictures: pictures as string[],
  }));
}

/** The contacts whose items are read together, and the items that are deleted at once. */
const contactsAtOnce = 16;
const parallelDeletions = 16;

/**
 * Deletes everything that these contacts left, when their surviving contact was deleted. The item with the keys goes last,
 * so that this can be repeated after a crash. Returns false when `left` returns no more milliseconds.
 */
export async function removeAbsorbedContacts(
  store: Store,
  accountId: string,
  contactIds: readonly string[],
  { left, pause }: { left: () => number; pause: (milliseconds: number) => Promise<void> },
): Promise<boolean> {
  for (let at = 0; at < contactIds.length; at += contactsAtOnce) {
    if (left() <= 0) return false;
    const contacts = await getAbsorbedContacts(store, accountId, contactIds.slice(at, at + contactsAtOnce));
    const items = contacts.flatMap(({ contactId, keys }) => keys.map((sk) => ({ contactId, sk })));
    await mapInParallel(items, parallelDeletions, (item) => deleteOwned(store, accountId, item));
    const pictures = contacts.flatMap((contact) => contact.pictures);
    await mapInParallel(pictures, parallelDeletions, (version) => endKeeping(store, accountId, version));
    const own = contacts.map(({ contactId }) => absorbedContactKey(accountId, contactId));
    await batchDelete(store, own, pause);
  }
  return true;
}

/** Deletes an item, unless another contact has it now: a row that is imported again marks its new contact. */
async function deleteOwned(
  { client, tableName: TableName }: Store,
  accountId: string,
  { contactId, sk }: { contactId: string; sk: string },
): Promise<void> {
  const deletion = new DeleteCommand({
    TableName,
    Key: { pk: accountPartition(accountId), sk },
    ConditionExpression: "attribute_not_exists(id) OR id = :id",
    ExpressionAttributeValues: { ":id": contactId },
  });
  await client.send(deletion).catch((fault: unknown) => {
    if (!(fault instanceof ConditionalCheckFailedException)) throw fault;
  });
}

const keyStart = "Z#";

function absorbedContactKey(accountId: string, contactId: string) {
  return { pk: accountPartition(accountId), sk: keyStart + contactId };
}
