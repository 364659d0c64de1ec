/** Brings an index up to date with the search log, or builds it from the contacts. */
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import { contactsFromItems } from "../contact/store/contact.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { contactKeyPrefix } from "../contact/store/contact-order.ts";
import { prefixQuery, queryPages } from "../platform/dynamodb/query.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { unavailable } from "../platform/http/errors.ts";
import type { Log } from "../platform/log/request-log.ts";
import { ContactIndex } from "./contact-index.ts";
import { encodeEntry, type SearchChange, type SearchEntry, searchEntryOf } from "./entry.ts";
import { type LogRange, readSearchLog, type SearchLog } from "./store/search-log.ts";

export interface HeldIndex {
  index: ContactIndex;
  /** The `txid` of the last write that the index includes. */
  txid: number;
  /** The characters of its stored entries. Replaced entries may be counted too. */
  characters: number;
  /** The known bytes of changes after the stored document; infinite without a document. */
  unstoredBytes: number;
  /** The number of contacts that the head does not count; 0 unless there is a fault. */
  uncounted: number;
}

export interface LoadParts {
  store: Store;
  now: () => Date;
  log: Log;
}

/** The number of reads of the log. A query may miss a write that was just committed, but a second one sees it. */
const logReads = 2;
/** With more changes for each contact, reading the contacts costs less than reading the log. */
const changesPerContact = 2;
/** Up to this number, changes are always read. They cost about 14 units. */
const fewChanges = 100;

/** Returns the number of applied changes. Undefined if the log does not reach the head; then the index is unchanged. */
export async function catchUp(parts: LoadParts, held: HeldIndex, head: AccountHead): Promise<number | undefined> {
  if (held.txid >= head.searchTxid) return 0;
  const most = fewChanges + changesPerContact * head.contactCount;
  const log = await readLog(parts, head, { after: held.txid, most });
  return log && applyLog(parts, head, held, log);
}

/**
 * Builds the index from the contacts. Writes during the reads are in the log after the head's `txid` and are applied
 * afterwards, so any state of a contact may be read. The log item of that `txid` is applied too, because its contacts may
 * become visible after the head.
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
 * The number of contacts in the index that the head does not count; negative if contacts are missing. A difference is a
 * fault and is logged as `search.mismatch`. It is only known if the index and the head have the same `txid`.
 */
export async function findUncounted(
  { store, log }: LoadParts,
  { index, txid, uncounted }: HeldIndex,
  head: AccountHead,
): Promise<number> {
  const { accountId, searchTxid, contactCount } = head;
  if (txid !== searchTxid || index.size === contactCount + uncounted) return uncounted;
  // Contacts that were read separately may be newer than the log.
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

/** Does not await anything after it starts changing the index. */
async function applyLog(
  { store }: LoadParts,
  { accountId }: AccountHead,
  held: HeldIndex,
  { changes, changedIds, touches, txid, bytes }: SearchLog,
): Promise<number> {
  const read = await readChanges(store, accountId, changedIds);
  held.index.apply([...changes, ...read]);
  held.index.touch(touches);
  held.txid = txid;
  const added = bytes + charactersOf(read.flatMap(({ entry }) => entry ?? []));
  held.characters += added;
  held.unstoredBytes += added;
  return changes.length + read.length;
}

/** The characters of the stored entries. */
function charactersOf(entries: readonly SearchEntry[]): number {
  return entries.reduce((sum, entry) => sum + JSON.stringify(encodeEntry(entry)).length, 0);
}

/** More contacts than a page of DynamoDB usually has. Without a limit, the emulator reads all items that follow. */
const contactsAtOnce = 1_000;

/** Consistently reads all contacts. Contacts that are written meanwhile have their old or new state. */
async function readEntries(store: Store, accountId: string): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  const query = { ...prefixQuery(accountId, contactKeyPrefix), Limit: contactsAtOnce };
  for await (const items of queryPages(store, query)) {
    for (const contact of await contactsFromItems(store, items)) entries.push(searchEntryOf(contact));
  }
  return entries;
}

/** Consistently reads the contacts with these ids. */
async function readChanges(store: Store, accountId: string, ids: readonly string[]): Promise<SearchChange[]> {
  const contacts = await getContacts(store, accountId, ids);
  const entries = new Map(contacts.map((contact) => [contact.id, searchEntryOf(contact)]));
  return ids.map((id) => ({ id, entry: entries.get(id) ?? null }));
}
