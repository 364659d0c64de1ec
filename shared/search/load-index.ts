/** Brings an index up to its account: by the search log where that is enough, else from the contacts themselves. */
import { unavailable } from "../http/errors.ts";
import type { Log } from "../log/request-log.ts";
import { type AccountHead, getAccountHead } from "../table/account.ts";
import { type LogRange, readSearchLog, type SearchLog } from "../table/search-log.ts";
import type { Store } from "../table/store.ts";
import { ContactIndex } from "./contact-index.ts";
import { encodeEntry, type SearchEntry } from "./entry.ts";
import type { HeldIndex } from "./index-memory.ts";
import { readChanges, readEntries } from "./read-entries.ts";

export interface LoadParts {
  store: Store;
  now: () => Date;
  log: Log;
}

/** Reads of the log: a query may see a write before the one before it, but not for longer than a round trip. */
const logReads = 2;
/** Changes for every contact of the account above which reading the contacts costs less than reading the log. */
const changesPerContact = 2;
/** Changes that are read in any case: some 14 units. */
const fewChanges = 100;

/** Returns how many changes brought it up to the head or beyond; undefined when they can't, and it is as it was. */
export async function catchUp(parts: LoadParts, held: HeldIndex, head: AccountHead): Promise<number | undefined> {
  if (held.txid >= head.searchTxid) return 0;
  const most = fewChanges + changesPerContact * head.contactCount;
  const log = await readLog(parts, head, { after: held.txid, most });
  return log && applyLog(parts, head, held, log);
}

/**
 * The index from the contacts. What is written while they are read is in the log after the head's stamp, which says
 * last what became of a contact; so it does not matter which of its states was read. The item of that stamp is read
 * once more, for a write whose head was seen before its contacts.
 */
export async function rebuild(parts: LoadParts, head: AccountHead): Promise<{ held: HeldIndex; changes: number }> {
  const entries = await readEntries(parts.store, head.accountId);
  const log = await readLog(parts, head, { after: head.searchTxid, again: true });
  if (!log) throw unavailable(new Error("the search log has a gap after its newest part"));
  const held: HeldIndex = {
    index: new ContactIndex(entries),
    txid: head.searchTxid,
    characters: charactersOf(entries),
    unstoredBytes: Number.POSITIVE_INFINITY,
    uncounted: 0,
  };
  const changes = await applyLog(parts, head, held, log);
  held.uncounted = await findUncounted(parts, held, head);
  return { held, changes };
}

/**
 * How many contacts more (or, below zero, fewer) the index holds than the account counts, which is a fault, logged as
 * `search.mismatch`. Of an index that is later than the head it can't be said: 0.
 */
export async function findUncounted(
  { store, log }: LoadParts,
  { index, txid, uncounted }: HeldIndex,
  head: AccountHead,
): Promise<number> {
  const { accountId, searchTxid, contactCount } = head;
  if (txid !== searchTxid || index.size === contactCount + uncounted) return uncounted;
  // Contacts that were read by themselves may be later than the log was.
  if ((await getAccountHead(store, accountId)).searchTxid !== searchTxid) return uncounted;
  log({
    level: "error",
    event: "search.mismatch",
    accountId,
    contacts: index.size,
    expected: contactCount + uncounted,
  });
  return index.size - contactCount;
}

async function readLog(
  { store, now }: LoadParts,
  { accountId, searchTxid }: AccountHead,
  range: LogRange,
): Promise<SearchLog | undefined> {
  for (let reads = 1; reads <= logReads; reads++) {
    const log = await readSearchLog(store, accountId, range, now());
    if (log && log.txid >= searchTxid) return log;
  }
  return undefined;
}

/** Awaits nothing once it begins to change the index. */
async function applyLog(
  { store }: LoadParts,
  { accountId }: AccountHead,
  held: HeldIndex,
  { changes, untold, txid, bytes }: SearchLog,
): Promise<number> {
  const read = await readChanges(store, accountId, untold);
  held.index.apply([...changes, ...read]);
  held.txid = txid;
  const told = bytes + charactersOf(read.flatMap(({ entry }) => entry ?? []));
  held.characters += told;
  held.unstoredBytes += told;
  return changes.length + read.length;
}

/** As they are stored. */
function charactersOf(entries: readonly SearchEntry[]): number {
  return entries.reduce((sum, entry) => sum + JSON.stringify(encodeEntry(entry)).length, 0);
}
