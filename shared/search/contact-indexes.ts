/** Where an account's index comes from. */
import type { AccountHead } from "../table/account.ts";
import type { Store } from "../table/store.ts";
import { ContactIndex } from "./contact-index.ts";
import { readEntries } from "./read-entries.ts";

export interface ContactIndexes {
  /**
   * The account's index, which includes every write up to the head and perhaps later ones. It is shared: read it before
   * anything else is awaited.
   */
  load: (head: AccountHead) => Promise<ContactIndex>;
}

export interface ContactIndexParts {
  store: Store;
}

export function createContactIndexes({ store }: ContactIndexParts): ContactIndexes {
  return { load: async ({ accountId }) => new ContactIndex(await readEntries(store, accountId)) };
}
