/**
 * Loads the search index of an account: from the memory of the process, or from the stored document in a new process. Both
 * are brought up to date with the search log. If that fails, the index is built from the contacts.
 */
import { AccountMemory } from "../account/account-memory.ts";
import type { AccountHead } from "../account/store/account.ts";
import type { AccountFiles } from "../account/store/account-files.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { Log } from "../platform/log/request-log.ts";
import type { ContactIndex } from "./contact-index.ts";
import { createIndexDocuments } from "./index-document.ts";
import { catchUp, findUncounted, type HeldIndex, rebuild } from "./load-index.ts";
import { filterBytes } from "./text-filter.ts";

export interface ContactIndexes {
  /**
   * The index includes every write up to the head, and maybe later ones. It is shared, so callers must use it before they
   * await anything else.
   */
  load: (head: AccountHead) => Promise<ContactIndex>;
  /** Like `load`; undefined if the index would have to be built from the contacts. */
  loadStored: (head: AccountHead) => Promise<ContactIndex | undefined>;
  /** Like `load`; undefined if the index would have to be built from more contacts than a request has time to read. */
  loadInTime: (head: AccountHead) => Promise<ContactIndex | undefined>;
}

export interface ContactIndexParts {
  store: Store;
  /** The account bucket. Without it, every new process reads the contacts. */
  files?: Pick<AccountFiles, "read" | "put">;
  /**
   * The document is stored again after changes of this share of its text, or of 24 KB if that is more. 0 by default. An
   * import changes so much that storing a large document each time would take longer than the import.
   */
  maxUnstoredShare?: number;
  now: () => Date;
  /** Gets a line `search.load` unless the index in memory is current. */
  log: Log;
}

interface Loaded {
  held: HeldIndex;
  from: "log" | "document" | "contacts";
  /** The number of changes that were applied after loading. */
  changes: number;
}

/** The most contacts from which a request builds the index. That takes about 5 seconds on the functions' share of a processor. */
const mostBuilt = 20_000;
/** The memory of an entry beside its characters, in characters: its objects, and its column for searches. */
const entryOverhead = 200 + filterBytes;
/** The memory of an index without entries after a search, in characters. */
const indexOverhead = 60_000;
/** The size of the memory in characters of entries: four accounts with 50,000 contacts, about 45 MB each. */
const room = 165_000_000;

export function sizeOfIndex({ index, characters }: Pick<HeldIndex, "index" | "characters">): number {
  return characters + index.size * entryOverhead + indexOverhead;
}

export function createContactIndexes({ files, ...parts }: ContactIndexParts): ContactIndexes {
  const { now, log } = parts;
  const memory = new AccountMemory<HeldIndex>(room, sizeOfIndex);
  const documents = files && createIndexDocuments({ ...parts, files });

  const bringUpToDate = async (head: AccountHead): Promise<Loaded | undefined> => {
    const kept = memory.get(head.accountId);
    const held = kept ?? (await documents?.read(head));
    const changes = held && (await catchUp(parts, held, head));
    if (held && changes !== undefined && (await findUncounted(parts, held, head)) === held.uncounted) {
      return { held, from: kept ? "log" : "document", changes };
    }
    // The index may be wrong. It must not be used again if the contacts can't be read.
    memory.forget(head.accountId);
    return undefined;
  };

  const readStored = async (head: AccountHead, startedAt = now().getTime()): Promise<HeldIndex | undefined> => {
    const loaded = await bringUpToDate(head);
    return loaded && keep(head, loaded, startedAt);
  };

  const readOrBuild = async (head: AccountHead): Promise<HeldIndex> => {
    const startedAt = now().getTime();
    const stored = await readStored(head, startedAt);
    return stored ?? keep(head, { ...(await rebuild(parts, head)), from: "contacts" }, startedAt);
  };

  const keep = async (head: AccountHead, { held, from, changes }: Loaded, startedAt: number): Promise<HeldIndex> => {
    memory.keep(head.accountId, held);
    const stored = (await documents?.keep(head, held)) ?? false;
    const durationMs = now().getTime() - startedAt;
    const { accountId } = head;
    const about = { accountId, from, changes, contacts: held.index.size, stored, durationMs };
    log({ level: "info", event: "search.load", ...about });
    return held;
  };

  const loadBy = async <Held extends HeldIndex | undefined>(head: AccountHead, read: () => Promise<Held>) =>
    memory.load(head.accountId, ({ txid }) => txid >= head.searchTxid, read);

  const load = async (head: AccountHead) => (await loadBy(head, () => readOrBuild(head))).index;
  const loadStored = async (head: AccountHead) => (await loadBy(head, () => readStored(head)))?.index;
  return {
    load,
    loadStored,
    loadInTime: (head) => (head.contactCount <= mostBuilt ? load(head) : loadStored(head)),
  };
}
