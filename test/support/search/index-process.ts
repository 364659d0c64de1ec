/**
 * Processes that search: each has indexes with a memory of their own, and what it asks of table and bucket is counted.
 */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import type { AccountFiles } from "../../../shared/account/store/account-files.ts";
import { searchKey } from "../../../shared/account/store/account-keys.ts";
import { listContacts } from "../../../shared/contact/store/contact-list.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import type { ContactIndex } from "../../../shared/search/contact-index.ts";
import { type ContactIndexParts, createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../contact/contact-calls.ts";
import { realisticBody } from "../contact/realistic-contact.ts";
import { anotherProcess, type DatabaseCall, type Fate, startDatabaseProxy } from "../process/database-proxy.ts";
import type { FreshTable } from "../process/stack.ts";

export interface Usage {
  units: number;
  objectsRead: number;
  objectsStored: number;
}

export interface IndexProcess {
  /** Loads under the account's head as it is now, or as it is given, and counts what that takes beside the head. */
  load: (accountId: string, head?: AccountHead) => Promise<{ entries: SearchEntry[]; index: ContactIndex } & Usage>;
  /** All lines that were logged, the newest last. */
  lines: (JobLine | RequestLine)[];
}

export function startProcess(
  store: Store,
  files: Pick<AccountFiles, "read" | "put"> | undefined,
  parts: Partial<ContactIndexParts> = {},
): IndexProcess {
  const lines: IndexProcess["lines"] = [];
  const objects = { read: 0, stored: 0 };
  const counted: Pick<AccountFiles, "read" | "put"> | undefined = files && {
    read: (key, maxBytes) => {
      objects.read++;
      return files.read(key, maxBytes);
    },
    put: (key, content) => {
      objects.stored++;
      return files.put(key, content);
    },
  };
  const indexes = createContactIndexes({
    store,
    ...(counted && { files: counted }),
    now: () => new Date(),
    log: (line) => lines.push(line),
    ...parts,
  });
  return {
    lines,
    load: async (accountId, given) => {
      const head = given ?? (await getAccountHead(store, accountId));
      const before = { ...objects };
      return meterCapacity(async (sum) => {
        const index = await indexes.load(head);
        return {
          index,
          entries: sorted(index.entries()),
          units: sum.readUnits,
          objectsRead: objects.read - before.read,
          objectsStored: objects.stored - before.stored,
        };
      });
    },
  };
}

/** A process whose calls of the table pass this first. */
export async function startProcessBehind(
  { host, store }: FreshTable,
  files: Pick<AccountFiles, "read" | "put">,
  decide: (call: DatabaseCall) => Fate | Promise<Fate>,
): Promise<IndexProcess & AsyncDisposable> {
  const proxy = await startDatabaseProxy(host, decide);
  const process = startProcess(anotherProcess(host, store.tableName, proxy.endpoint), files);
  return { ...process, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

/** An account of so many realistic contacts, with their ids in the order of creation. */
export async function accountOf(store: Store, contacts: number) {
  const accountId = await seedAccount(store);
  const records = Array.from({ length: contacts }, (_, n) => recordOf(accountId, realisticBody(n)));
  await storeAll(store, accountId, records, 10);
  const ids = records.map(({ id }) => id);
  return { accountId, ids, calls: contactCalls(store, accountId), key: searchKey(store.tableName, accountId) };
}

/** The search log's item of a write. */
export function logKey(accountId: string, txid: number) {
  return { pk: `A#${accountId}`, sk: `X#${String(txid).padStart(15, "0")}` };
}

/** Behind the service's back. Gives what was there. */
export async function removeItem(store: Store, Key: { pk: string; sk: string }) {
  const removal = new DeleteCommand({ TableName: store.tableName, Key, ReturnValues: "ALL_OLD" });
  return (await store.client.send(removal)).Attributes;
}

/** What an index of the account must hold now, by the ids. */
export async function entriesInTable(store: Store, accountId: string): Promise<SearchEntry[]> {
  const order = { order: "createdAt", descending: false } as const;
  const everything = { limit: 100_000, maxBytes: Number.POSITIVE_INFINITY };
  return sorted((await listContacts(store, accountId, order, { offset: 0 }, everything)).map(searchEntryOf));
}

function sorted(entries: Iterable<SearchEntry>): SearchEntry[] {
  return [...entries].sort((one, other) => (one.id < other.id ? -1 : 1));
}
