/** Processes with search indexes in a memory of their own. Their use of the table and of the bucket is counted. */
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { searchKey } from "../../../shared/account/store/account-keys.ts";
import { listContacts } from "../../../shared/contact/store/contact-list.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import type { ContactIndex } from "../../../shared/search/contact-index.ts";
import { type ContactIndexParts, createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../contact/contact-calls.ts";
import { realisticBody } from "../contact/realistic-contact.ts";
import { type MemoryAccountFiles, memoryAccountFiles } from "../process/account-files.ts";
import { anotherProcess, type DatabaseCall, type Fate, startDatabaseProxy } from "../process/database-proxy.ts";
import { type FreshTable, freshTable } from "../process/stack.ts";

interface Loaded {
  /** By id. */
  entries: SearchEntry[];
  index: ContactIndex;
  units: number;
  objectsRead: number;
  objectsStored: number;
}

interface IndexProcess {
  store: Store;
  /** Loads the index for the current head or for `head`, and counts the costs without the read of the head. */
  load: (accountId: string, head?: AccountHead) => Promise<Loaded>;
  /** All log lines, the newest last. */
  lines: (JobLine | RequestLine)[];
}

type Files = NonNullable<ContactIndexParts["files"]>;

/** Without `files`, the process has no bucket. */
function startProcess(store: Store, { files, ...parts }: Partial<ContactIndexParts>): IndexProcess {
  const lines: IndexProcess["lines"] = [];
  const objects = { read: 0, stored: 0 };
  const counted: Files | undefined = files && {
    read: (key, maxNotes) => {
      objects.read++;
      return files.read(key, maxNotes);
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
    store,
    lines,
    load: async (accountId, chosenHead) => {
      const head = chosenHead ?? (await getAccountHead(store, accountId));
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

/** A table for all tests of a file, with a new account bucket for each of them. */
export function searchTable() {
  let table: FreshTable;
  let files: MemoryAccountFiles;
  beforeAll(async () => {
    table = await freshTable();
  });
  beforeEach(() => {
    files = memoryAccountFiles();
  });
  const removeItem = async (Key: { pk: string; sk: string }) => {
    const removal = new DeleteCommand({ TableName: table.store.tableName, Key, ReturnValues: "ALL_OLD" });
    return (await table.store.client.send(removal)).Attributes;
  };
  return {
    get store() {
      return table.store;
    },
    get files() {
      return files;
    },
    /** Starts another process; `parts` replaces some of its parts. */
    start: (parts: Partial<ContactIndexParts> = {}) =>
      startProcess(anotherProcess(table.host, table.store.tableName), { files, ...parts }),
    /** Starts a process whose calls of the table are decided on first. */
    startBehind: async (
      decide: (call: DatabaseCall) => Fate | Promise<Fate>,
    ): Promise<IndexProcess & AsyncDisposable & { restart: () => IndexProcess }> => {
      const proxy = await startDatabaseProxy(table.host, decide);
      const restart = () => startProcess(anotherProcess(table.host, table.store.tableName, proxy.endpoint), { files });
      return { ...restart(), restart, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
    },
    /** An account with contacts, by default realistic ones, and their ids in the order of creation. */
    accountOf: async (contacts: number, bodyOf: (n: number) => ContactBody = realisticBody) => {
      const { store } = table;
      const accountId = await seedAccount(store);
      const records = Array.from({ length: contacts }, (_, n) => recordOf(accountId, bodyOf(n)));
      await storeAll(store, accountId, records, 10);
      const ids = records.map(({ id }) => id);
      return { accountId, ids, calls: contactCalls(store, accountId), key: searchKey(store.tableName, accountId) };
    },
    /** The entries that an index of the account must have now, by id. */
    entries: async (accountId: string): Promise<SearchEntry[]> => {
      const order = { order: "createdAt", descending: false } as const;
      const everything = { limit: 100_000, maxNotes: Number.POSITIVE_INFINITY };
      const contacts = await listContacts(table.store, accountId, order, { offset: 0 }, everything);
      return sorted(contacts.map(searchEntryOf));
    },
    logKey,
    /** Removes an item without the service, and returns it. */
    removeItem,
    removeLogItem: (accountId: string, txid: number) => removeItem(logKey(accountId, txid)),
  };
}

type ContactBody = Parameters<typeof recordOf>[1];

/** The key of an item of the search log. */
function logKey(accountId: string, txid: number) {
  return { pk: accountPartition(accountId), sk: `X#${String(txid).padStart(15, "0")}` };
}

function sorted(entries: Iterable<SearchEntry>): SearchEntry[] {
  return [...entries].sort((one, other) => (one.id < other.id ? -1 : 1));
}
