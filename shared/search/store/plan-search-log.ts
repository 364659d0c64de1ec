/** Plans what a write of contacts adds to the search log. */
import type { AccountHead } from "../../account/store/account.ts";
import type { ContactChange } from "../../contact/record.ts";
import type { Store, WriteAction } from "../../platform/dynamodb/store.ts";
import { encodeEntry, type SearchChange, searchEntryOf } from "../entry.ts";
import { searchLogActions } from "./search-log.ts";
import { decodeTouches, encodeTouches, maxTouches } from "./touches.ts";

/**
 * Plans the log item of a write, if it needs one, and the head. A write that changes nothing that is searched only leaves its
 * `txid` in the head, until there are too many of them or another write needs an item. The owner's contact must not be among
 * the changes.
 */
export function planSearchLog(
  store: Store,
  head: AccountHead,
  changes: readonly ContactChange[],
  { txid, now }: { txid: number; now: Date },
): { actions: WriteAction[]; head: AccountHead } {
  if (changes.length === 0) return { actions: [], head };
  const searched = searchChanges(changes);
  const logged = new Set(searched.map(({ id }) => id));
  const touched = changes.flatMap(({ after }) => (after && !logged.has(after.id) ? [after.id] : []));
  for (const id of touched) logged.add(id);
  const touches = [
    ...decodeTouches(head.touched).filter(({ id }) => !logged.has(id)),
    ...touched.map((id) => ({ id, version: txid })),
  ];
  if (searched.length === 0 && touches.length <= maxTouches) {
    return { actions: [], head: { ...head, touched: encodeTouches(touches) } };
  }
  const position = { after: head.searchTxid, afterDeletion: head.deletionTxid, txid, now };
  const deletionTxid = searched.some(({ entry }) => !entry) ? txid : head.deletionTxid;
  return {
    actions: searchLogActions(store, head.accountId, { changes: searched, touches }, position),
    head: { ...head, searchTxid: txid, deletionTxid, touched: null },
  };
}

/** The changes that a search can notice. */
function searchChanges(changes: readonly ContactChange[]): SearchChange[] {
  return changes.flatMap(({ before, after }): SearchChange[] => {
    if (!after) return before ? [{ id: before.id, entry: null }] : [];
    const entry = searchEntryOf(after);
    const same = before && JSON.stringify(encodeEntry(searchEntryOf(before))) === JSON.stringify(encodeEntry(entry));
    return same ? [] : [{ id: after.id, entry }];
  });
}
