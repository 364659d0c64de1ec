/** The contacts of the account that rows of a file are compared with. They are read in batches and kept for later rows. */
import type { AccountHead } from "../../../shared/account/store/account.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactsWithLookups, loadAliases } from "../../../shared/contact/store/aliases.ts";
import { contactKey, contactsFromItems } from "../../../shared/contact/store/contact.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { createMarkFinder, withoutDeleted } from "../../../shared/import/store/imported-rows.ts";
import { batchGet } from "../../../shared/platform/dynamodb/batch.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { type ComparedContact, PackedContacts } from "./compared-contact.ts";

/** The length of the packed contacts, of some 300 characters each, that are kept from one batch to the next. */
const maxLength = 4_000_000;

export interface ContactCache {
  /** The account's own contact, which no lookup and no mark finds. */
  own: ContactRecord | undefined;
  /**
   * Reads the contacts that are not in the cache; for the id of a merged contact, the surviving one. `mayBeMissing`: most of
   * the ids are no contacts of the account.
   */
  load: (ids: readonly string[], mayBeMissing?: boolean) => Promise<void>;
  /** The contact that the id stands for since contacts were merged. */
  survivorOf: (id: string) => string;
  /** Undefined if there is no such contact. */
  get: (id: string) => Promise<ComparedContact | undefined>;
  /** The ids of the contacts that have these marks, by mark. */
  findMarks: (marks: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Reads contacts inconsistently, at half the price. A contact may be a moment old, because names seldom change while a file
 * is read, and a commit compares again. A contact that is not found was perhaps created a moment ago, so it is read again
 * consistently. Ids of which most are missing are read consistently at once.
 */
export async function openContactCache(store: Store, head: AccountHead, source: ImportSource): Promise<ContactCache> {
  const { accountId } = head;
  const contactCount = contactsWithLookups(head);
  const aliases = await loadAliases(store, head);
  const known = new PackedContacts();
  const missing = new Set<string>();

  async function read(ids: readonly string[], consistent: boolean): Promise<void> {
    const survivors = new Set(ids.map((id) => aliases.survivorOf(id)));
    const unknown = [...survivors].filter((id) => !known.has(id) && !missing.has(id));
    const keys = unknown.map((id) => contactKey(accountId, id));
    const contacts = await contactsFromItems(store, await batchGet(store, keys, { consistent }));
    for (const contact of contacts) known.set(contact);
    if (consistent) for (const id of unknown) if (!known.has(id)) missing.add(id);
  }

  async function load(ids: readonly string[], mayBeMissing = false): Promise<void> {
    // The account has no contact besides its own.
    if (contactCount === 0 || ids.length === 0) return;
    if (known.length > maxLength) {
      known.clear();
      missing.clear();
    }
    if (!mayBeMissing) await read(ids, false);
    await read(ids, true);
  }

  const findMarks = createMarkFinder({ store, accountId, source, contactCount });
  // The own contact is one item, in which a commit of a moment ago may have left a mark.
  const [own] = await contactsFromItems(store, await batchGet(store, [contactKey(accountId, accountId)]));
  return {
    own,
    load,
    get: async (id) => {
      if (!known.has(id)) await load([id]);
      return known.get(id);
    },
    survivorOf: (id) => aliases.survivorOf(id),
    findMarks: async (marks) => {
      const marked = await withoutDeleted(store, accountId, await findMarks(marks), aliases);
      return new Map(Array.from(marked, ([mark, id]) => [mark, aliases.survivorOf(id)]));
    },
  };
}
