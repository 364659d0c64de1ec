/**
 * The writes that the attempts of one request have committed so far, in the order of the request's writes. A later
 * attempt gets the result of a write that an earlier attempt committed, instead of writing again. The log reaches
 * `writeAccount` through the asynchronous context, so that operations don't handle it. It works for operations in which
 * each write depends only on the request and on the results of the writes before it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteAction } from "./store.ts";

export interface ReplayLog {
  /** The result that the write with this number, from 0 on, had in an earlier attempt; undefined if none committed it. */
  find: (index: number) => Promise<unknown>;
  /**
   * Makes the action that records a write's result; it is part of the same transaction as the write. Its condition fails
   * when another attempt has taken over. A result is data: plain objects, lists, text, numbers, booleans, null and dates.
   */
  record: (index: number, result: unknown) => Promise<WriteAction>;
}

/** The entry of one write in the replay log. */
export interface ReplayEntry {
  find: () => Promise<unknown>;
  record: (result: unknown) => Promise<WriteAction>;
}

const storage = new AsyncLocalStorage<{ log: ReplayLog; writes: number }>();

/** Every write that `work` starts has an entry in this log. */
export function withReplayLog<T>(log: ReplayLog, work: () => T): T {
  return storage.run({ log, writes: 0 }, work);
}

/** No write that `work` starts is recorded, because it doesn't belong to the request: any other request would do it too. */
export function withoutReplayLog<T>(work: () => T): T {
  return storage.exit(work);
}

/** The entry of the write that starts now; undefined outside a replay log. */
export function nextReplayEntry(): ReplayEntry | undefined {
  const request = storage.getStore();
  if (!request) return undefined;
  const { log } = request;
  const index = request.writes++;
  return { find: () => log.find(index), record: (result) => log.record(index, result) };
}
