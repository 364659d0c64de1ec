/**
 * Reads the contacts of a deletion, each once: what was read at a `txid` of the account holds for as long as nobody
 * else writes, and is read again when somebody did.
 */
import type { ContactRecord } from "../contact/record.ts";
import type { AccountHead } from "../table/account.ts";
import { maxActions } from "../table/account-write.ts";
import { contactWriteActions } from "../table/contact.ts";
import { getContacts } from "../table/contact-list.ts";
import { farewellActions } from "../table/departures.ts";
import { departureSize } from "../table/memberships.ts";
import { maxLogActions } from "../table/search-log.ts";
import type { Store } from "../table/store.ts";
import type { ContactIds } from "./contact-set.ts";

/** Contacts that go together in a transaction. */
export interface Batch {
  contacts: ContactRecord[];
  /** How many ids from the first one on are done when these contacts are gone. */
  end: number;
}

/** Ids of one read: DynamoDB's quota for a call. */
const mostIds = 100;
/** Once something was read in vain: about what one transaction takes. */
const fewestIds = 20;
/** Bytes of the contacts of a transaction as JSON; DynamoDB takes 4 MB. */
const maxTransactionBytes = 3.5 * 1000 * 1000;

interface Found {
  contact: ContactRecord;
  /** The index of its id. */
  place: number;
  /** Of its transaction. */
  actions: number;
  bytes: number;
}

export class ContactReader {
  private readonly store: Store;
  private readonly accountId: string;
  private readonly ids: ContactIds;
  /** Found and not yet gone, in the order of the ids. */
  private found: Found[] = [];
  /** The ids before this index have been read. */
  private readTo = 0;
  /** As which the account was read. */
  private txid: number | undefined;
  private idsAtOnce = mostIds;

  constructor(store: Store, accountId: string, ids: ContactIds) {
    this.store = store;
    this.accountId = accountId;
    this.ids = ids;
  }

  /**
   * The next contacts from the index `from` on, as they are at the `txid` of the head, which was just read: as many as
   * fit into a transaction, or none when a call's worth of ids were of contacts that do not exist.
   */
  async next(head: AccountHead, from: number): Promise<Batch> {
    if (head.txid !== this.txid) this.startAgain(head.txid, from);
    this.found = this.found.filter(({ place }) => place >= from);
    const departure = { ...departureSize(head), common: 1 + maxLogActions + farewellActions(head) };
    let count = fitting(this.found, departure);
    while (count === this.found.length && this.readTo < this.ids.length) {
      await this.readMore();
      count = fitting(this.found, departure);
      if (count === 0) break;
    }
    const contacts = this.found.slice(0, count).map(({ contact }) => contact);
    return { contacts, end: this.found[count]?.place ?? this.readTo };
  }

  /** Says that the account is at this `txid` by our own write, which changed nothing of what was read ahead. */
  advanceTo(txid: number): void {
    this.txid = txid;
  }

  private startAgain(txid: number, from: number): void {
    // Somebody else writes: the less is read ahead, the less is read in vain.
    if (this.found.length > 0) this.idsAtOnce = fewestIds;
    this.found = [];
    this.readTo = from;
    this.txid = txid;
  }

  private async readMore(): Promise<void> {
    const start = this.readTo;
    const ids = this.ids.slice(start, start + this.idsAtOnce);
    const places = new Map(ids.map((id, index) => [id, start + index]));
    // The account's own contact stays, whatever is asked.
    places.delete(this.accountId);
    for (const contact of await getContacts(this.store, this.accountId, [...places.keys()])) {
      const actions = contactWriteActions(this.store, contact, null).length;
      const bytes = Buffer.byteLength(JSON.stringify(contact));
      this.found.push({ contact, place: places.get(contact.id) ?? start, actions, bytes });
    }
    this.readTo = start + ids.length;
  }
}

/**
 * How many of these fit into one transaction; a single one always does. `departure`
 * is what goes with each contact besides what is its own, and what goes once.
 */
function fitting(found: readonly Found[], departure: { common: number; actions: number; bytes: number }): number {
  let actions = departure.common;
  let bytes = 0;
  for (const [count, each] of found.entries()) {
    actions += each.actions + departure.actions;
    bytes += each.bytes + departure.bytes;
    if (count > 0 && (actions > maxActions || bytes > maxTransactionBytes)) return count;
  }
  return found.length;
}
