/** Contacts as far as rows of a file are compared with them: read in batches, and kept for the rows to come. */
import type { ContactRecord } from "../contact/record.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems } from "../table/contact.ts";
import { createMarkFinder } from "../table/imported-rows.ts";
import type { Store } from "../table/store.ts";
import { type ComparedContact, type PackedContact, packContact, unpackContact } from "./compared-contact.ts";

/** Characters of contacts, each with some 300, that are kept from one batch to the next. */
const maxKept = 4_000_000;

/** What an account has when a preview begins. */
export interface StoredPeople {
  /** The account's own contact, to which no lookup and no mark leads. */
  own: ContactRecord | undefined;
  /** Reads those of the contacts that were not read before; `mayBeMissing`: most are none of the account's. */
  load: (ids: readonly string[], mayBeMissing?: boolean) => Promise<void>;
  /** Undefined for a contact that is gone. */
  get: (id: string) => Promise<ComparedContact | undefined>;
  /** The contacts with these marks, by mark. */
  findMarks: (marks: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Of an account that has nothing. */
export const nobody: StoredPeople = {
  own: undefined,
  load: async () => {},
  get: async () => undefined,
  findMarks: async () => new Map(),
};

/**
 * Reads contacts at half the price: what a row is compared with may be a moment old, since names seldom change while a
 * file is read, and a commit compares anew. A contact that isn't there by then was made a moment ago, maybe by a commit
 * just before the parse, and is asked for again, consistently, as those are of which most may be missing.
 * `start`: what the marks of the source begin with.
 */
export async function openPeople(
  store: Store,
  accountId: string,
  start: string,
  contactCount: number,
): Promise<StoredPeople> {
  const known = new Map<string, PackedContact>();
  const unpacked = new Map<string, ComparedContact>();
  let kept = 0;

  function keep(id: string, packed: PackedContact): void {
    kept += id.length + packed.length;
    known.set(id, packed);
  }

  async function read(ids: readonly string[], consistent: boolean): Promise<void> {
    const keys = ids.filter((id) => !known.has(id)).map((id) => contactKey(accountId, id));
    const items = await batchGet(store, keys, { consistent });
    for (const contact of await contactsFromItems(store, items)) keep(contact.id, packContact(contact));
  }

  async function load(ids: readonly string[], mayBeMissing = false): Promise<void> {
    // An account without any contact but the own one has none to ask for.
    if (contactCount === 0 || ids.length === 0) return;
    unpacked.clear();
    if (kept > maxKept) {
      known.clear();
      kept = 0;
    }
    if (!mayBeMissing) await read(ids, false);
    await read(ids, true);
    for (const id of ids) if (!known.has(id)) keep(id, missing);
  }

  // Consistently: it is one item, and a commit of a moment ago may have left a mark in it.
  const [own] = await contactsFromItems(store, await batchGet(store, [contactKey(accountId, accountId)]));
  return {
    own,
    load,
    get: async (id) => {
      if (!known.has(id)) await load([id]);
      const packed = known.get(id) ?? missing;
      const contact = unpacked.get(id) ?? (packed === missing ? undefined : unpackContact(packed));
      // It may be compared with every row of the batch.
      if (contact) unpacked.set(id, contact);
      return contact;
    },
    findMarks: createMarkFinder(store, accountId, start, contactCount),
  };
}

/** What is kept of an id that is no contact's. */
const missing = "";
