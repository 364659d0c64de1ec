/**
 * Reads the contacts of a deletion, each once. What was read at a `txid` of the account is valid until another process
 * writes, and is then read again.
 */

import type { AccountHead } from "../account/store/account.ts";
import { firstFitting } from "../account/store/account-write.ts";
import { wasEdited } from "../account/store/history-values.ts";
import type { ContactRecord } from "../contact/record.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { contactWriteActions, historyActions } from "../contact-change/contact-write.ts";
import { membershipSize } from "../label/store/memberships.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { maxLogActions } from "../search/store/search-log.ts";
import { tombstoneActions } from "./deleted-contacts.ts";
import { maxPurgeActions } from "./purge-list.ts";

/** Contacts that one transaction deletes. */
export interface Batch {
  contacts: ContactRecord[];
  /** The number of ids, from the first one on, that are done when these contacts are deleted. */
  end: number;
}

/** The number of ids in one read (DynamoDB's quota). */
const mostIds = 100;
/** The same after a read was wasted: about the contacts of one transaction. */
const fewestIds = 16;

interface Found {
  contact: ContactRecord;
  /** The index of its id. */
  index: number;
  /** The actions that delete it. */
  actions: number;
  bytes: number;
}

export class ContactReader {
  private readonly store: Store;
  private readonly accountId: string;
  private readonly ids: readonly string[];
  private readonly intoTrash: boolean;
  /** The contacts that are not deleted yet, in the order of the ids. */
  private found: Found[] = [];
  /** The ids before this index have been read. */
  private readTo = 0;
  /** The `txid` of the account at the read. */
  private txid: number | undefined;
  private idsAtOnce = mostIds;

  /** With `intoTrash`, each contact has one more item, which is about as large. */
  constructor(store: Store, accountId: string, ids: readonly string[], intoTrash: boolean) {
    this.intoTrash = intoTrash;
    this.store = store;
    this.accountId = accountId;
    this.ids = ids;
  }

  /**
   * The next contacts from the index `from` on, as they are at the `txid` of the head, which was just read. The batch has as
   * many as fit into a transaction, or none if none of the ids of one read exists.
   */
  async next(head: AccountHead, from: number): Promise<Batch> {
    if (head.txid !== this.txid) this.startAgain(head.txid, from);
    this.found = this.found.filter(({ index }) => index >= from);
    // The activity has one change for the deletion.
    const common = maxLogActions + tombstoneActions(head) + historyActions + (this.intoTrash ? maxPurgeActions : 0);
    const more = membershipSize(head);
    const sized = () =>
      this.found.map(({ actions, bytes }) => ({ actions: actions + more.actions, bytes: bytes + more.bytes }));
    let count = firstFitting(sized(), common).length;
    while (count === this.found.length && this.readTo < this.ids.length) {
      await this.readMore();
      count = firstFitting(sized(), common).length;
      if (count === 0) break;
    }
    const contacts = this.found.slice(0, count).map(({ contact }) => contact);
    return { contacts, end: this.found[count]?.index ?? this.readTo };
  }

  /** Keeps what was read ahead, because our own write led to this `txid`. */
  advanceTo(txid: number): void {
    this.txid = txid;
  }

  private startAgain(txid: number, from: number): void {
    // Another process writes, so reading less ahead wastes less.
    if (this.found.length > 0) this.idsAtOnce = fewestIds;
    this.found = [];
    this.readTo = from;
    this.txid = txid;
  }

  private async readMore(): Promise<void> {
    const start = this.readTo;
    const ids = this.ids.slice(start, start + this.idsAtOnce);
    const indexes = new Map(ids.map((id, index) => [id, start + index]));
    // The account's own contact is never deleted.
    indexes.delete(this.accountId);
    for (const contact of await getContacts(this.store, this.accountId, [...indexes.keys()])) {
      const items = contactWriteActions(this.store, contact, null).length;
      const actions = items + historyActions + (this.intoTrash || wasEdited(contact) ? 1 : 0);
      const bytes = Buffer.byteLength(JSON.stringify(contact)) * (this.intoTrash ? 2 : 1);
      this.found.push({ contact, index: indexes.get(contact.id) ?? start, actions, bytes });
    }
    this.readTo = start + ids.length;
  }
}
