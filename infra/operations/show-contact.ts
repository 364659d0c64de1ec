/**
 * `node infra/operations/show-contact.ts <table> <account id> <contact>` prints a stored contact with all its fields, most of
 * which its item has in one packed attribute. The contact is its id, or the sort key of its item.
 */

import { getContact, idsOfKey } from "../../shared/contact/store/contact.ts";
import { contactKeyPrefix } from "../../shared/contact/store/contact-order.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { accountPartition, type Store } from "../../shared/platform/dynamodb/store.ts";

/** The contact as JSON; undefined if it does not exist. Throws an error for what is neither an id nor a sort key. */
export async function printableContact(store: Store, accountId: string, contact: string): Promise<string | undefined> {
  const isKey = contact.startsWith(contactKeyPrefix);
  const id = isKey ? idsOfKey({ pk: accountPartition(accountId), sk: contact }).id : contact;
  return JSON.stringify(await getContact(store, accountId, id), null, 2);
}

if (import.meta.main) {
  const [tableName = "", accountId = "", contact = ""] = process.argv.slice(2);
  const store = { client: createDocumentClient(), tableName };
  console.log((await printableContact(store, accountId, contact)) ?? "There is no such contact.");
}
