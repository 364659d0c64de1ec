/** The entries of an account from its contacts themselves. */
import { listContacts } from "../table/contact-list.ts";
import type { Store } from "../table/store.ts";
import { type SearchEntry, searchEntryOf } from "./entry.ts";

export async function readEntries(store: Store, accountId: string): Promise<SearchEntry[]> {
  const everything = { limit: Number.MAX_SAFE_INTEGER, maxBytes: Number.POSITIVE_INFINITY };
  const order = { order: "createdAt", descending: false } as const;
  return (await listContacts(store, accountId, order, { offset: 0 }, everything)).map(searchEntryOf);
}
