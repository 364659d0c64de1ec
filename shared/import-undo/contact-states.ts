/**
 * Reads what an undo must know of contacts, many at a time. What was read at a `txid` of the account is valid until another
 * process writes, and is then read again.
 */
import type { AccountHead } from "../account/store/account.ts";
import { type Aliases, loadAliases } from "../contact/store/aliases.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import type { ContactState, Leftover } from "../import/undo/undone-contact.ts";
import { readLeftovers } from "../import-commit/store/leftovers.ts";
import { participationsOf } from "../interaction/store/interaction-list.ts";
import { labelExistence } from "../label/store/label.ts";
import { readMemberships } from "../label/store/memberships.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { isRelated } from "../relationship/store/relationship.ts";

/** `state` is "gone" for a deleted contact, and "merged" for a part of another one since a merge. */
export interface FoundContact {
  state: ContactState | "gone" | "merged";
  leftovers: readonly Leftover[];
}

/** The contacts in one read (DynamoDB's quota). */
const mostIds = 100;
/** The same after a read was wasted: about the contacts of one transaction. */
const fewestIds = 16;
const parallelQueries = 16;

export class ContactStates {
  private readonly store: Store;
  private readonly now: () => Date;
  private readonly found = new Map<string, FoundContact>();
  /** The `txid` of the account at the read. */
  private txid: number | undefined;
  private idsAtOnce = mostIds;

  constructor(store: Store, now: () => Date) {
    this.store = store;
    this.now = now;
  }

  /** Must be called with the head of each plan before `find`. */
  startAt({ txid }: AccountHead): void {
    if (txid === this.txid) return;
    // Another process writes, so reading less ahead wastes less.
    if (this.found.size > 0) this.idsAtOnce = fewestIds;
    this.found.clear();
    this.txid = txid;
  }

  /** Keeps what was read ahead, because our own write of these contacts led to this `txid`. */
  advanceTo(txid: number, written: Iterable<string>): void {
    for (const id of written) this.found.delete(id);
    this.txid = txid;
  }

  /** The contact; `upcoming` returns the ids, it among them, that are read together with it. */
  async find(head: AccountHead, id: string, upcoming: (count: number) => Promise<string[]>): Promise<FoundContact> {
    const known = this.found.get(id);
    if (known) return known;
    await this.read(head, await upcoming(this.idsAtOnce));
    return this.found.get(id) ?? { state: "gone", leftovers: [] };
  }

  private async read(head: AccountHead, ids: readonly string[]): Promise<void> {
    const { store, now } = this;
    const { accountId } = head;
    const aliases = await loadAliases(store, head);
    const own = [...new Set([...ids, ...ids.map(aliases.survivorOf)])];
    const [contacts, labels, exists, leftovers] = await Promise.all([
      getContacts(store, accountId, own),
      readMemberships(store, head, ids),
      labelExistence(store, head),
      readLeftovers(store, head, ids, now()),
    ]);
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    const existing = ids.filter((id) => byId.has(id));
    const referenced = await mapInParallel(existing, parallelQueries, (id) => this.isReferenced(head, id));
    const isReferenced = new Map(existing.map((id, at) => [id, referenced[at] === true]));
    for (const id of ids) {
      const contact = byId.get(id);
      const state = contact
        ? {
            contact,
            labels: labels.get(id) ?? [],
            exists,
            isReferenced: isReferenced.get(id) === true,
            mergedAt: aliases.mergedAt(id),
          }
        : goneOrMerged(id, aliases, (other) => byId.has(other));
      this.found.set(id, { state, leftovers: leftovers.get(id) ?? [] });
    }
  }

  /** Planned interactions have entries, too. */
  private async isReferenced({ accountId, interactionCount, hasRelationships }: AccountHead, id: string) {
    const isParticipant = interactionCount > 0 && (await participationsOf(this.store, accountId, id, 1)).length > 0;
    return isParticipant || (hasRelationships && (await isRelated(this.store, accountId, id)));
  }
}

function goneOrMerged(id: string, aliases: Aliases, exists: (id: string) => boolean): "gone" | "merged" {
  const survivor = aliases.survivorOf(id);
  return survivor !== id && exists(survivor) ? "merged" : "gone";
}
