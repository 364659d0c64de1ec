/** Keeps answers by operation and input. An answer in view is read again when the account has changed after it. */
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ApiError } from "../../../../shared/client/api-error.ts";

export interface CachedAnswer {
  /** The latest body, also while a newer one is on its way, and why the last attempt failed. */
  state: Signal<{ body?: unknown; error?: ApiError }>;
  read: () => Promise<void>;
  /** Reads it if it is stale, and again whenever it becomes stale, until the returned function is called. */
  show: () => () => void;
}

interface Entry extends CachedAnswer {
  /** The account's number of the answer; -1 before the first one. */
  txid: number;
  /** How many reads have begun. The answer of an earlier one than the last is dropped. */
  reads: number;
  isReading: boolean;
  shownBy: number;
}

/** Throws what is no `ApiError`. */
type Send = () => Promise<{ body: unknown; headers: Headers }>;

/** `knownTxid` is the account's greatest number in all answers. Entries that nobody shows are forgotten, the longest unused first. */
export function createAnswerCache(knownTxid: ReadonlySignal<number>, mostEntries = 200) {
  const entries = new Map<string, Entry>();

  const readIfStale = (entry: Entry) => {
    if (entry.shownBy > 0 && !entry.isReading && (entry.txid < 0 || entry.txid < knownTxid.peek())) void entry.read();
  };

  const newEntry = (send: Send): Entry => {
    const entry: Entry = {
      ...{ state: signal({}), txid: -1, reads: 0, isReading: false, shownBy: 0 },
      async read() {
        entry.reads += 1;
        entry.isReading = true;
        const turn = entry.reads;
        // What is written while the answer is on its way may not be in it.
        const before = knownTxid.peek();
        let state = entry.state.peek();
        let txid = before;
        try {
          const { body, headers } = await send();
          state = { body };
          txid = Math.max(before, Number(headers.get("x-txid")));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          state = { ...state, error };
        } finally {
          if (turn === entry.reads) entry.isReading = false;
        }
        if (turn !== entry.reads) return;
        entry.txid = txid;
        entry.state.value = state;
        readIfStale(entry);
      },
      show() {
        entry.shownBy += 1;
        readIfStale(entry);
        return () => {
          entry.shownBy -= 1;
        };
      },
    };
    return entry;
  };

  effect(() => {
    // Reading the signal makes this run after each change of it.
    if (knownTxid.value > 0) for (const entry of entries.values()) readIfStale(entry);
  });

  return {
    entryOf(key: string, send: Send): CachedAnswer {
      const entry = entries.get(key) ?? newEntry(send);
      // A map keeps the order of insertion.
      entries.delete(key);
      entries.set(key, entry);
      for (const [unused, { shownBy }] of entries) {
        if (entries.size <= mostEntries) break;
        if (shownBy === 0 && unused !== key) entries.delete(unused);
      }
      return entry;
    },

    /** What was read earlier, if it is still kept. */
    knownEntry(key: string): CachedAnswer | undefined {
      return entries.get(key);
    },

    /** Reads all answers in view again, and the others when they are shown next. */
    refreshAll(): void {
      for (const entry of entries.values()) {
        entry.txid = -1;
        readIfStale(entry);
      }
    },
  };
}
