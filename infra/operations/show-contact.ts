/**
 * `node infra/operations/show-contact.ts <table> <account> <contact>` prints a stored contact with all its fields, most of which
 * its item has in one packed attribute. Account and contact are ids, or the keys of the item.
 */

import { getContact, idsOfKey } from "../../shared/contact/store/contact.ts";
import { contactKeyPrefix } from "../../shared/contact/store/contact-order.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import {
  accountOfPartition,
  accountPartition,
  partitionStart,
  type Store,
} from "../../shared/platform/dynamodb/store.ts";

/** The contact as JSON; undefined if it does not exist. Throws an error for what is neither an id nor a sort key. */
export async function printableContact(store: Store, account: string, contact: string): Promise<string | undefined> {
  const pk = account.startsWith(partitionStart) ? account : accountPartition(account);
  const accountId = accountOfPartition(pk);
  const id = contact.startsWith(contactKeyPrefix) ? idsOfKey({ pk, sk: contact }).id : contact;
  return JSON.stringify(await getContact(store, accountId, id), null, 2);
}

if (import.meta.main) {
  const [tableName = "", account = "", contact = ""] = process.argv.slice(2);
  const store = { client: createDocumentClient(), tableName };
  console.log((await printableContact(store, account, contact)) ?? "There is no such contact.");
}
