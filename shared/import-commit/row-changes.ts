/**
 * What the rows of a transaction change, for the undo of their import, and the contacts that they meet of which an earlier
 * undo left something: such a contact stays until this import is undone, too.
 */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord } from "../contact/record.ts";
import type { Aliases } from "../contact/store/aliases.ts";
import { changeOfRow, type RowChange } from "../import/undo/row-change.ts";
import { holdLeftovers, type Leftover } from "../import/undo/undone-contact.ts";
import type { Store, WriteAction } from "../platform/dynamodb/store.ts";
import { leftoverAction, mayHaveLeftovers, readLeftovers, withLeftovers } from "./store/leftovers.ts";

interface RowChangeScope {
  store: Store;
  head: AccountHead;
  aliases: Aliases;
  /** The `txid` of the transaction. */
  version: number;
  now: Date;
}

/** Reads the leftovers of these contacts and of contacts that were merged into them. Most accounts have none. */
export async function startRowChanges(scope: RowChangeScope, contactIds: Iterable<string>): Promise<RowChanges> {
  const { store, head, aliases, now } = scope;
  if (!mayHaveLeftovers(head, now)) return new RowChanges(scope, new Map());
  const ids = [...contactIds].map(aliases.survivorOf);
  const all = new Set(ids.flatMap((id) => [id, ...aliases.aliasesOf(id)]));
  return new RowChanges(scope, await readLeftovers(store, head, all, now));
}

export class RowChanges {
  private readonly scope: RowChangeScope;
  private readonly leftovers: ReadonlyMap<string, readonly Leftover[]>;
  private readonly changes: RowChange[] = [];
  /** By contact, the first row that met it. */
  private readonly met = new Map<string, number>();

  constructor(scope: RowChangeScope, leftovers: ReadonlyMap<string, readonly Leftover[]>) {
    this.scope = scope;
    this.leftovers = leftovers;
  }

  /** `before` is null for a new contact. `labels` are the numbers of the groups that it joins. */
  add(before: ContactRecord | null, after: ContactRecord, at: { row: number; labels: readonly number[] }): void {
    this.changes.push(changeOfRow(before, after, at));
  }

  /** The ids with leftovers among this contact and the contacts that were merged into it. */
  leftOf(contactId: string): string[] {
    if (this.leftovers.size === 0) return [];
    return [contactId, ...this.scope.aliases.aliasesOf(contactId)].filter((id) => this.leftovers.has(id));
  }

  /** Notes that a row meets this contact. */
  meet(contactId: string, row: number): void {
    for (const id of this.leftOf(contactId)) if (!this.met.has(id)) this.met.set(id, row);
  }

  /** The number of actions of the transaction when a row also meets this contact. */
  actionsWith(contactId: string): number {
    return new Set([...this.met.keys(), ...this.leftOf(contactId)]).size;
  }

  /** The changes by the first `count` rows. A contact that a row only met has a change without content. */
  ofRows(count: number): RowChange[] {
    const own = this.changes.filter(({ row }) => row < count);
    const changed = new Set(own.map(({ contactId }) => contactId));
    const onlyMet = [...this.met].filter(([id, row]) => row < count && !changed.has(id));
    return [...own, ...onlyMet.map(([contactId, row]) => ({ row, contactId, txid: this.scope.version }))];
  }

  /**
   * Keeps the leftovers of the contacts that the first `count` rows met until the import with this receipt is undone;
   * without a receipt, for good.
   */
  planHolding(
    head: AccountHead,
    count: number,
    receiptId: string | undefined,
  ): { actions: WriteAction[]; head: AccountHead } {
    const { store, now } = this.scope;
    const actions = [...this.met].flatMap(([id, row]): WriteAction[] => {
      if (row >= count) return [];
      const left = this.leftovers.get(id) ?? [];
      const held = receiptId === undefined ? [] : holdLeftovers(left, receiptId);
      return held === left ? [] : [leftoverAction(store, head.accountId, id, held, now)];
    });
    return { actions, head: actions.length > 0 ? withLeftovers(head, now) : head };
  }
}
