/** The one cache of the app, as components use it. */
import { effect } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import type { Input, OperationName, Output } from "../../../../shared/client/client.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { call, knownTxid } from "./calls.ts";
import { isOffline } from "./connection.ts";
import { type RowList, type RowPage, readRows, rowStep } from "./rows.ts";
import { sessionEnd } from "./session.ts";

export interface Answered<Body> {
  /** The latest answer, also while a newer one is on its way. */
  body: Body | undefined;
  /** Why the last attempt failed. */
  error: ApiError | undefined;
  /** Reads again. */
  refresh: () => void;
}

const cache = createAnswerCache(knownTxid);
export const { refreshAll } = cache;

/** The answer of a read for a component. Without `input`, nothing is read yet. While it is paused, it has what was read earlier. */
export function useAnswer<Name extends OperationName>(
  operation: Name,
  input: Input<Name> | undefined,
  isPaused = false,
): Answered<Output<Name>> {
  const key = input && `${operation} ${JSON.stringify(input)}`;
  return useReading(key, () => call(operation, input), isPaused);
}

/** What `send` answers for a component, kept by a key that says all that it depends on. Without the key, nothing is read yet. */
export function useReading<Body>(
  key: string | undefined,
  send: () => Promise<{ body: Body; headers: Headers }>,
  isPaused = false,
): Answered<Body> {
  const entry = useMemo(() => {
    if (key === undefined) return undefined;
    return isPaused ? cache.knownEntry(key) : cache.entryOf(key, send);
  }, [key, isPaused]);
  // An effect of the other kind would send the request after the next frame.
  useLayoutEffect(() => (isPaused ? undefined : entry?.show()), [entry, isPaused]);
  const { body, error } = entry?.state.value ?? {};
  return { body: body as Body | undefined, error, refresh: () => void entry?.read() };
}

/** How much of each list is shown. It outlives the view, so that Back shows as much. */
const shown = new Map<string, typeof rowStep>();

/**
 * The rows of a list for a component. `key` says all that the list depends on. The rows of the key before stay until there are others,
 * so that nothing moves while somebody types.
 */
export function useRows<Row>(
  key: string,
  readPage: (next: string | undefined) => Promise<RowPage<Row>>,
): Answered<RowList<Row>> & { isOld: boolean; more: () => void } {
  const { body, error, refresh } = useReading(key, () => readRows(readPage, shown.get(key) ?? rowStep));
  const latest = useRef(body);
  latest.current = body ?? latest.current;
  const more = () => {
    if (!body) return;
    shown.set(key, { rows: body.rows.length + rowStep.rows, pages: body.pages + rowStep.pages });
    refresh();
  };
  return { body: latest.current, error, refresh, isOld: body === undefined, more };
}

effect(() => {
  // What failed without a connection or a session is read when it is there again.
  if (!isOffline.value && sessionEnd.value !== "ended") refreshAll();
});
