/** The one cache of the app: an answer is kept by its operation and input, and is read again in view when it is older than the account. */
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ApiError } from "../../../../shared/client/api-error.ts";
import type { Input, OperationName, Output } from "../../../../shared/client/client.ts";
import { call, isOffline, knownTxid } from "./calls.ts";

export interface Answered<Body> {
  /** The latest answer, also while a newer one is on its way. */
  body: Body | undefined;
  /** Why the last attempt failed. */
  error: ApiError | undefined;
  /** Reads again. */
  refresh: () => void;
}

interface Entry {
  state: Signal<{ body?: unknown; error?: ApiError | undefined }>;
  /** The `x-txid` of the answer; -1 without one. */
  txid: number;
  reading: boolean;
  /** How many components show it. */
  users: number;
  read: () => Promise<void>;
}

const entries = new Map<string, Entry>();
const mostEntries = 200;

/** The answer of a read for a component. Without `input`, nothing is read yet. */
export function useAnswer<Name extends OperationName>(
  operation: Name,
  input: Input<Name> | undefined,
): Answered<Output<Name>> {
  const key = input === undefined ? "" : `${operation} ${JSON.stringify(input)}`;
  const entry = useMemo(() => (input === undefined ? undefined : entryOf(key, operation, input)), [key]);
  useEffect(() => {
    if (!entry) return;
    entry.users += 1;
    readIfStale(entry);
    return () => {
      entry.users -= 1;
    };
  }, [entry]);
  const { body, error } = entry?.state.value ?? {};
  return { body: body as Output<Name> | undefined, error, refresh: () => void entry?.read() };
}

/** Reads all answers in view again, and the others when they are shown next. */
export function refreshAll(): void {
  for (const entry of entries.values()) entry.txid = -1;
  readStale();
}

function readStale(): void {
  for (const entry of entries.values()) if (entry.users > 0) readIfStale(entry);
}

function readIfStale(entry: Entry): void {
  if (!entry.reading && entry.txid < knownTxid.value) void entry.read();
  else if (!entry.reading && entry.txid < 0) void entry.read();
}

function entryOf<Name extends OperationName>(key: string, operation: Name, input: Input<Name>): Entry {
  const known = entries.get(key);
  if (known) return known;
  const entry: Entry = {
    state: signal({}),
    txid: -1,
    reading: false,
    users: 0,
    async read() {
      entry.reading = true;
      // What is written while the answer is on its way may not be in it.
      const before = knownTxid.value;
      try {
        const { body, headers } = await call(operation, input);
        entry.txid = Number(headers.get("x-txid") ?? before);
        entry.state.value = { body };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        entry.txid = before;
        entry.state.value = { ...entry.state.value, error };
      } finally {
        entry.reading = false;
      }
      if (entry.users > 0) readIfStale(entry);
    },
  };
  entries.set(key, entry);
  forgetUnused();
  return entry;
}

/** The oldest entries that no component shows. */
function forgetUnused(): void {
  for (const [key, { users }] of entries) {
    if (entries.size <= mostEntries) return;
    if (users === 0) entries.delete(key);
  }
}

effect(() => {
  // Reading the signal makes this run after each change of it.
  if (knownTxid.value > 0) readStale();
});
addEventListener("online", () => {
  isOffline.value = false;
  refreshAll();
});
