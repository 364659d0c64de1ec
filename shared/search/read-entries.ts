/** The entries of an account from its contacts themselves, for when nothing else has them. */
import type { ContactRecord } from "../contact/record.ts";
import { contactsFromItems } from "../table/contact.ts";
import { getContacts } from "../table/contact-list.ts";
import { contactKeyStart } from "../table/contact-order.ts";
import { keysFrom, queryPages } from "../table/query.ts";
import type { Store } from "../table/store.ts";
import { type SearchChange, type SearchEntry, searchEntryOf } from "./entry.ts";

/**
 * Contacts of one read: more than most megabytes hold, which is where DynamoDB ends it. Its emulator looks through all
 * that follow if it is not told when to stop.
 */
const contactsAtOnce = 1_000;

/**
 * Consistently read, a megabyte a round trip. Contacts that are written meanwhile come as they were or as they are, so
 * what the search log says of them goes before.
 */
export async function readEntries(store: Store, accountId: string): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  const query = { ...keysFrom(accountId, contactKeyStart), ...searchedOnly, Limit: contactsAtOnce };
  for await (const items of queryPages(store, query)) {
    for (const contact of await contactsFromItems(store, items)) entries.push(searchEntryOf(contact));
  }
  return entries;
}

/** These contacts as they are now, consistently read. */
export async function readChanges(store: Store, accountId: string, ids: readonly string[]): Promise<SearchChange[]> {
  const contacts = await getContacts(store, accountId, ids);
  const entries = new Map(contacts.map((contact) => [contact.id, searchEntryOf(contact)]));
  return ids.map((id) => ({ id, entry: entries.get(id) ?? null }));
}

/** What entries are made of. It costs what whole items cost, but the others need not be sent and unpacked. */
const searchedFields = [
  "id",
  "firstName",
  "middleName",
  "lastName",
  "headline",
  "position",
  "location",
  "addresses",
  "notes",
  "emails",
  "phones",
  "network_a",
  "network_b",
  "network_c",
  "network_d",
  "network_e",
  "website",
  "keepFrequencyDays",
  "lastInteraction",
] as const satisfies (keyof ContactRecord)[];

/** Whose contact an item is, and whether and where it goes on. */
const itemFields = ["pk", "version", "continued", "continuedAs"];

/** By other names, since some of them mean something to DynamoDB. */
const projected = [...itemFields, ...searchedFields];
const searchedOnly = {
  ProjectionExpression: projected.map((_, index) => `#${index}`).join(","),
  ExpressionAttributeNames: Object.fromEntries(projected.map((field, index) => [`#${index}`, field])),
};
