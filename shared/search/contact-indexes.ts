/**
 * Where an account's index comes from: the memory of the process, brought up to date by what the search log holds
 * since; in a new process the stored document and the log after it; when these fail, the contacts.
 */
import type { AccountFiles } from "../files/account-files.ts";
import type { Log } from "../log/request-log.ts";
import type { AccountHead } from "../table/account.ts";
import type { Store } from "../table/store.ts";
import { Turns } from "../table/turns.ts";
import type { ContactIndex } from "./contact-index.ts";
import { createIndexDocuments } from "./index-documents.ts";
import { defaultRoom, type HeldIndex, IndexMemory } from "./index-memory.ts";
import { catchUp, findUncounted, rebuild } from "./load-index.ts";

export interface ContactIndexes {
  /**
   * The account's index, which includes every write up to the head and perhaps later ones. It is shared: read it before
   * anything else is awaited.
   */
  load: (head: AccountHead) => Promise<ContactIndex>;
}

export interface ContactIndexParts {
  store: Store;
  /** Of the account bucket. Without it every new process reads the contacts. */
  files?: Pick<AccountFiles, "read" | "put">;
  now: () => Date;
  /** Gets a line `search.load` for every index that is not served from memory as it is. */
  log: Log;
  /** Of the memory, in characters of entries. */
  room?: number;
}

interface Loaded {
  held: HeldIndex;
  from: "log" | "document" | "contacts";
  /** That were applied on top of what it came from. */
  changes: number;
}

export function createContactIndexes({ files, room = defaultRoom, ...parts }: ContactIndexParts): ContactIndexes {
  const { now, log } = parts;
  const memory = new IndexMemory(room);
  const documents = files && createIndexDocuments({ ...parts, files });
  const turns = new Turns();

  const fromMemory = ({ accountId, searchTxid }: AccountHead): ContactIndex | undefined => {
    const held = memory.get(accountId);
    return held && held.txid >= searchTxid ? held.index : undefined;
  };

  const bringUp = async (head: AccountHead): Promise<Loaded> => {
    const kept = memory.get(head.accountId);
    const held = kept ?? (await documents?.read(head));
    const changes = held && (await catchUp(parts, held, head));
    if (held && changes !== undefined && (await findUncounted(parts, held, head)) === held.uncounted) {
      return { held, from: kept ? "log" : "document", changes };
    }
    // Also what may be wrong: should reading the contacts fail, nobody else shall get it.
    memory.forget(head.accountId);
    return { ...(await rebuild(parts, head)), from: "contacts" };
  };

  const load = async (head: AccountHead): Promise<ContactIndex> => {
    const startedAt = now().getTime();
    const { held, from, changes } = await bringUp(head);
    memory.put(head.accountId, held);
    const stored = (await documents?.keep(head, held)) ?? false;
    const durationMs = now().getTime() - startedAt;
    const { accountId } = head;
    const about = { accountId, from, changes, contacts: held.index.size, stored, durationMs };
    log({ level: "info", event: "search.load", ...about });
    return held.index;
  };

  return {
    load: async (head) => fromMemory(head) ?? turns.take(head.accountId, async () => fromMemory(head) ?? load(head)),
  };
}
