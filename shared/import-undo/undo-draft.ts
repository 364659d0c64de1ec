/** The contacts that one transaction of an undo changes, as many as fit. */
import type { AccountHead } from "../account/store/account.ts";
import { maxPlanActions, maxPlanBytes, type PlanPart } from "../account/store/account-write.ts";
import type { ContactChange } from "../contact/record.ts";
import type { ChangeOrigin } from "../contact-change/contact-history.ts";
import {
  contactWriteActions,
  historyActions,
  maxCommonActions,
  planContacts,
} from "../contact-change/contact-write.ts";
import type { Leftover } from "../import/undo/undone-contact.ts";
import { leftoverAction, withLeftovers } from "../import-commit/store/leftovers.ts";
import { bucketOf, byBucket } from "../label/store/membership-buckets.ts";
import { membershipSize, planMemberships } from "../label/store/memberships.ts";
import { bytesOfActions, type Store, type WriteAction } from "../platform/dynamodb/store.ts";

export interface ContactUndo {
  id: string;
  /** Undefined if the contact itself stays as it is. */
  change?: ContactChange | undefined;
  /** The numbers of its groups and tags, if some leave. */
  labels?: readonly number[] | undefined;
  /** The leftovers to store, if they change. */
  leftovers?: readonly Leftover[] | undefined;
}

export class UndoDraft {
  private readonly store: Store;
  private readonly head: AccountHead;
  private readonly undos = new Map<string, ContactUndo>();
  private readonly buckets = new Set<string>();
  private reserved = 0;
  /** The receipt takes one, the change of the undo does, and so do the record of an undo of changes and what it kept. */
  private actions = 4 + maxCommonActions;
  private bytes = 0;

  constructor(store: Store, head: AccountHead) {
    this.store = store;
    this.head = head;
  }

  /** Returns false, and adds nothing, when the transaction would be too large. The first contact always fits. */
  add(undo: ContactUndo): boolean {
    const { change, labels, leftovers } = undo;
    const actions = change ? contactWriteActions(this.store, change.before, change.after) : [];
    const isNewBucket = labels !== undefined && !this.buckets.has(bucketOf(undo.id));
    const count = actions.length + (change ? historyActions : 0) + (isNewBucket ? 1 : 0) + (leftovers ? 1 : 0);
    const bucketBytes = isNewBucket ? membershipSize(this.head).bytes : 0;
    const leftoverBytes = Buffer.byteLength(JSON.stringify(leftovers ?? []));
    const bytes = bytesOfActions(actions) + leftoverBytes + bucketBytes;
    const isFirst = this.undos.size === 0 && this.reserved <= 1;
    if (!isFirst && !this.fits(count, bytes)) return false;
    this.actions += count;
    this.bytes += bytes;
    if (labels) this.buckets.add(bucketOf(undo.id));
    this.undos.set(undo.id, undo);
    return true;
  }

  /** Takes room for an item that the transaction rewrites. Returns false when there is none. The first item always fits. */
  reserve(bytes: number): boolean {
    if (this.reserved > 0 && !this.fits(1, bytes)) return false;
    this.reserved++;
    this.actions++;
    this.bytes += bytes;
    return true;
  }

  get contactIds(): string[] {
    return [...this.undos.keys()];
  }

  get changes(): ContactChange[] {
    return [...this.undos.values()].flatMap(({ change }) => change ?? []);
  }

  async plan({ txid, now }: { txid: number; now: Date }, origin: ChangeOrigin): Promise<PlanPart> {
    const { store, head, undos } = this;
    const contacts = planContacts(store, head, this.changes, { txid, now }, origin);
    const leaving = [...undos.values()].filter(({ labels }) => labels !== undefined).map(({ id }) => id);
    const buckets = byBucket(leaving);
    const edit = (numbers: readonly number[], id: string) => undos.get(id)?.labels ?? numbers;
    const memberships = await planMemberships(store, contacts.head, buckets, edit, txid);
    if (memberships.done < buckets.size) throw new Error("the memberships of an undo do not fit");
    const stored = [...undos.values()].flatMap(({ id, leftovers }): WriteAction[] =>
      leftovers ? [leftoverAction(store, head.accountId, id, leftovers, now)] : [],
    );
    const isLeft = [...undos.values()].some(({ leftovers = [] }) => leftovers.length > 0);
    return {
      actions: [...contacts.actions, ...memberships.actions, ...stored],
      head: isLeft ? withLeftovers(memberships.head, now) : memberships.head,
      events: [...contacts.events, ...memberships.events],
      changes: contacts.changes,
    };
  }

  private fits(actions: number, bytes: number): boolean {
    return this.actions + actions <= maxPlanActions && this.bytes + bytes <= maxPlanBytes;
  }
}
