/** A mirror of an account that follows its changes, and the history of the account by which it is checked. */

import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { idsOfKey } from "../../../shared/contact/store/contact.ts";
import { contactKeyPrefix } from "../../../shared/contact/store/contact-order.ts";
import type { WriteAction } from "../../../shared/platform/dynamodb/store.ts";
import type { Command } from "../process/watched-store.ts";
import type { contactCalls } from "./contact-calls.ts";

type ReadChanges = ReturnType<typeof contactCalls>["changes"];

export class Mirror {
  readonly contacts = new Map<string, ContactAnswer>();
  /** The `txid` of the last change of each contact. */
  readonly versions = new Map<string, number>();
  since = "0";

  /** Reads pages of these limits by turns until the end. Calls `between` after each page. */
  async follow(read: ReadChanges, limits: readonly number[], between?: () => Promise<unknown>): Promise<void> {
    let next: string | undefined;
    let last = 0;
    for (let page = 0; ; page++) {
      const limit = String(limits[page % limits.length]);
      const answer = await read({ limit, ...(next === undefined ? { since: this.since } : { next }) });
      for (const { contactId, txid, deleted, contact } of answer.changes) {
        if (Number(txid) < last) throw new Error("changes are not in their order");
        last = Number(txid);
        if (deleted !== (contact === null)) throw new Error("a change is neither a contact nor a deletion");
        if (contact) this.contacts.set(contactId, contact);
        else this.contacts.delete(contactId);
        if (contact) this.versions.set(contactId, last);
        else this.versions.delete(contactId);
      }
      if (!answer.hasMore) {
        this.since = answer.txid;
        return;
      }
      next = answer.next ?? undefined;
      await between?.();
    }
  }
}

/** The versions of the contacts after each write, by the transactions that were sent. */
export class History {
  private readonly writes = new Map<number, [id: string, version: number | null][]>();

  /** Notes a transaction that was committed. */
  note({ input }: Command): void {
    const { TransactItems = [] } = input as { TransactItems?: WriteAction[] };
    const head = TransactItems.find(({ Put }) => Put?.Item?.sk === "HEAD")?.Put?.Item;
    if (!head) return;
    const changes = TransactItems.flatMap(({ Put, Delete }): [string, number | null][] => {
      const key: Record<string, unknown> = Put?.Item ?? Delete?.Key ?? {};
      const isContact = String(key.sk).startsWith(contactKeyPrefix);
      return isContact ? [[idsOfKey(key).id, Put ? Number(Put.Item?.version) : null]] : [];
    });
    this.writes.set(Number(head.txid), changes);
  }

  /** The versions of all contacts after this write. Waits for the answers of the writes up to it. */
  async at(txid: number): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    for (let each = 2; each <= txid; each++) {
      while (!this.writes.has(each)) await new Promise(setImmediate);
      for (const [id, version] of this.writes.get(each) ?? []) {
        if (version === null) versions.delete(id);
        else versions.set(id, version);
      }
    }
    return versions;
  }
}
