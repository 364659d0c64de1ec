/**
 * What the attempts of one request have written so far, in the order of its writes: a later attempt is given the result
 * of a write that an earlier one committed, instead of writing again. It reaches `writeAccount` through the asynchronous
 * context, so that operations know nothing of it. They must let each write follow from the request and from the results
 * of the writes before it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteAction } from "./account-write.ts";

export interface WriteJournal {
  /** What the write of this number, from 0 on, gave in an earlier attempt; undefined when it was never committed. */
  find: (index: number) => Promise<unknown>;
  /**
   * Notes what the write gives, as a part of its own transaction; its condition fails when another attempt has taken
   * over. What is noted is data: plain objects, lists, text, numbers, truth values, null and dates.
   */
  note: (index: number, written: unknown) => Promise<WriteAction>;
}

/** One write of a request under way. */
export interface JournalEntry {
  find: () => Promise<unknown>;
  note: (written: unknown) => Promise<WriteAction>;
}

const storage = new AsyncLocalStorage<{ journal: WriteJournal; writes: number }>();

/** Every write that `work` begins is a write of this journal. */
export function withJournal<T>(journal: WriteJournal, work: () => T): T {
  return storage.run({ journal, writes: 0 }, work);
}

/** No write that `work` begins is one of the request: it does what whoever comes next would do. */
export function withoutJournal<T>(work: () => T): T {
  return storage.exit(work);
}

/** The place of the write that begins now; undefined outside of a journal. */
export function nextEntry(): JournalEntry | undefined {
  const request = storage.getStore();
  if (!request) return undefined;
  const { journal } = request;
  const index = request.writes++;
  return { find: () => journal.find(index), note: (written) => journal.note(index, written) };
}
