/**
 * Applies the items of deleted and restored contacts. Of those that are deleted for good, the relationships and entries are
 * deleted, the history keeps no values, and interactions no longer name them; an interaction without another participant is deleted. Interactions hide
 * those in the trash, and show them again when they are restored; their entries stay. An interaction is read and rewritten once, for all
 * contacts. Entries are deleted after their interactions, because interactions are found by entries. So everything can be
 * repeated after a crash.
 */
import { isDeepStrictEqual } from "node:util";
import type { AccountHead } from "../account/store/account.ts";
import {
  defaultRetryPolicy,
  maxPlanActions,
  maxPlanBytes,
  type WritePlan,
  withTimeLimit,
  writeAccount,
} from "../account/store/account-write.ts";
import { removeInteractionValues, removeValues } from "../account/store/history-values.ts";
import { removeAbsorbedContacts } from "../contact/store/absorbed-contacts.ts";
import {
  deleteInteraction,
  deleteParticipation,
  getInteractions,
  isVisible,
  type Participation,
  participationKey,
  putInteraction,
} from "../interaction/store/interaction.ts";
import { countsAfter } from "../interaction/store/interaction-counts.ts";
import { participationsOf } from "../interaction/store/interaction-list.ts";
import { nextAt } from "../interaction/store/interaction-write.ts";
import { applyPendingWork, type PendingWorkParts } from "../interaction/store/pending-work.ts";
import { batchDelete } from "../platform/dynamodb/batch.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import { withoutReplayLog } from "../platform/dynamodb/replay-log.ts";
import { unavailable } from "../platform/http/errors.ts";
import { removeRelationships } from "../relationship/store/relationship.ts";
import {
  type DeletedContacts,
  firstDeletedContacts,
  planTombstoneRemoval,
  type ReferenceStates,
  readItems,
  statesOf,
  withStates,
} from "./deleted-contacts.ts";

export interface Removal {
  isDone: boolean;
  /** The account's `txid` after the last write; undefined without a write. */
  txid: string | undefined;
}

/**
 * The head without pending work, after which interactions name no contact that was deleted before. `left` returns
 * milliseconds. Throws `service_unavailable` when they are not enough; the same request then continues the removal.
 */
export async function headWithoutReferences(
  parts: PendingWorkParts,
  accountId: string,
  left: () => number,
): Promise<AccountHead> {
  const head = await applyPendingWork(parts, accountId);
  if (head.deletedContactItems === 0) return head;
  const { isDone } = await removeReferences(parts, accountId, left, head.txid);
  if (!isDone) throw unavailable(new Error("the time is over"));
  const after = await applyPendingWork(parts, accountId);
  // Interactions may still name contacts that were deleted meanwhile, so the answer must have a `txid` before that.
  return after.deletedContactItems === 0 ? after : { ...after, txid: head.txid };
}

/** Removes references to all contacts that were deleted up to the `txid` `upTo`, while `left` returns milliseconds. */
export async function removeReferences(
  parts: PendingWorkParts,
  accountId: string,
  left: () => number,
  upTo: number = Number.POSITIVE_INFINITY,
): Promise<Removal> {
  const run = new ReferenceRemoval(parts, accountId, left);
  const isDone = await run.removeAll(upTo);
  return { isDone, txid: run.txid };
}

/** The items that are read together, each with at most a hundred contacts. */
const itemsAtOnce = 100;
/** The contacts whose entries are read together, and the entries of each. */
const contactsAtOnce = 16;
const entriesAtOnce = 1_000;

/** After every date. */
const latest = "9999";

class ReferenceRemoval {
  txid: string | undefined;
  private readonly parts: PendingWorkParts;
  private readonly accountId: string;
  private readonly left: () => number;
  private states: ReferenceStates = new Map();
  /** The `txid` of the account up to which `states` is known. */
  private readAt: number | undefined;
  /** Restored contacts show their interactions at least up to this time. */
  private shownUntil = latest;
  /** Interactions that are as `states` says. */
  private readonly clean = new Set<string>();

  constructor(parts: PendingWorkParts, accountId: string, left: () => number) {
    this.parts = parts;
    this.accountId = accountId;
    this.left = left;
  }

  /** Returns false when the time is over, as the other methods do. */
  async removeAll(upTo: number): Promise<boolean> {
    for (;;) {
      const items = await firstDeletedContacts(this.parts.store, this.accountId, itemsAtOnce);
      const due = items.filter(({ txid }) => txid <= upTo);
      this.readAt = undefined;
      this.clean.clear();
      for (const item of due) if (!(await this.removeItem(item))) return false;
      if (due.length < itemsAtOnce) return true;
    }
  }

  private async removeItem(item: DeletedContacts): Promise<boolean> {
    const { store, retry = defaultRetryPolicy } = this.parts;
    const { txid, state } = item;
    const limits = { left: this.left, pause: retry.pause };
    if (state === "gone") {
      if (!(await removeRelationships(store, this.accountId, item.relatedIds, limits))) return false;
      if (!(await removeAbsorbedContacts(store, this.accountId, item.absorbedIds, limits))) return false;
      if (!(await removeValues(store, this.accountId, item.valuedIds, this.left))) return false;
    }
    let open = item.contactIds.map((id): OpenContact => ({ id }));
    while (open.length > 0) {
      const some = open.slice(0, contactsAtOnce);
      const found = await mapInParallel(some, contactsAtOnce, ({ id, after }) =>
        participationsOf(store, this.accountId, id, entriesAtOnce, after),
      );
      const unfinished = some.flatMap(({ id }, at): OpenContact[] => {
        const after = found[at]?.[entriesAtOnce - 1];
        return after ? [{ id, after }] : [];
      });
      open = [...unfinished, ...open.slice(contactsAtOnce)];
      const ids = [...new Set(found.flat().map(({ id }) => id))].filter((id) => !this.clean.has(id));
      const entries = state === "gone" ? found.flat() : [];
      const end = { txid, entries };
      // The item takes an action.
      if (open.length === 0 && ids.length + entries.length < maxPlanActions) return this.rewrite(ids, end);
      if (ids.length > 0 && !(await this.rewrite(ids))) return false;
      if (this.left() <= 0) return false;
      const keys = entries.map((entry) => participationKey(this.accountId, entry));
      await batchDelete(store, keys, retry.pause);
    }
    return this.rewrite([], { txid, entries: [] });
  }

  /** Rewrites these interactions. The last transaction includes the end of an item. */
  private async rewrite(ids: readonly string[], end?: ItemEnd): Promise<boolean> {
    const { store, retry } = this.parts;
    let rest = ids;
    do {
      const left = this.left();
      if (left <= 0) return false;
      const plan = (head: AccountHead) => this.plan(head, rest, end);
      const limit = withTimeLimit(left, retry);
      const { result, txid } = await withoutReplayLog(() => writeAccount(store, this.accountId, plan, limit));
      this.txid = txid;
      this.readAt = Number(txid);
      for (const id of result) this.clean.add(id);
      rest = rest.filter((id) => !this.clean.has(id));
    } while (rest.length > 0);
    return true;
  }

  /** Another process may have deleted or restored some of the contacts since the items were read. */
  private async readStates(head: AccountHead): Promise<void> {
    const items = await readItems(this.parts.store, head);
    this.states = statesOf(items);
    this.shownUntil = items.map(({ shownUntil }) => shownUntil ?? latest).toSorted()[0] ?? latest;
    this.readAt = head.txid;
  }

  /** The result is the interactions that are as `states` says afterwards: as many as fit into the transaction. */
  private async plan(head: AccountHead, ids: readonly string[], end?: ItemEnd): Promise<WritePlan<string[]>> {
    const { store, now } = this.parts;
    if (head.txid !== this.readAt) await this.readStates(head);
    const done = new Set(ids.slice(0, maxPlanActions));
    const actions: WritePlan<unknown>["actions"] = [];
    const dates = { removed: [] as string[], added: [] as string[] };
    let planned = head;
    let bytes = 0;
    const interactions = await getInteractions(store, this.accountId, [...done]);
    const gone = interactions.filter((each) => withStates(each, this.states) === null);
    await removeInteractionValues(store, this.accountId, gone, now());
    for (const before of interactions) {
      const after = withStates(before, this.states);
      if (isDeepStrictEqual(after, before)) continue;
      bytes += Buffer.byteLength(JSON.stringify(before));
      if (actions.length > 0 && bytes > maxPlanBytes) {
        done.delete(before.id);
        continue;
      }
      actions.push(after ? putInteraction(store, after) : deleteInteraction(store, this.accountId, before.id));
      const [wasVisible, becomesVisible] = [isVisible(before), after !== null && isVisible(after)];
      if (after && !becomesVisible) planned = { ...planned, hasHiddenInteractions: true };
      if (wasVisible && !becomesVisible) dates.removed.push(before.date);
      if (wasVisible || !becomesVisible) continue;
      dates.added.push(before.date);
      // The contact does not show what has come due since it was restored.
      planned = { ...planned, nextInteractionAt: nextAt(planned, after, this.shownUntil) };
    }
    const isCounted = dates.removed.length + dates.added.length > 0;
    const counted = isCounted ? { ...planned, ...(await countsAfter(store, head, dates, now())) } : planned;
    const result = [...done];
    if (!end || done.size < ids.length) return { actions, head: counted, result };
    const removal = await planTombstoneRemoval(store, counted, end.txid);
    const deletions = end.entries.map((entry) => deleteParticipation(store, this.accountId, entry));
    return { actions: [...actions, ...deletions, ...removal.actions], head: removal.head, result };
  }
}

interface OpenContact {
  id: string;
  /** The last of its entries that were read. */
  after?: Participation;
}

/** The removal of an item, together with the last entries of its contacts. */
interface ItemEnd {
  txid: number;
  entries: readonly Participation[];
}
