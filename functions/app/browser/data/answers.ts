/** The one cache of the app, as components use it. */
import { effect } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import type { Input, OperationName, Output } from "../../../../shared/client/client.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { call, knownTxid } from "./calls.ts";
import { isOffline } from "./connection.ts";
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

/** The answer of a read for a component. Without `input`, nothing is read yet. */
export function useAnswer<Name extends OperationName>(
  operation: Name,
  input: Input<Name> | undefined,
): Answered<Output<Name>> {
  const key = input === undefined ? "" : `${operation} ${JSON.stringify(input)}`;
  const entry = useMemo(() => (input ? cache.entryOf(key, () => call(operation, input)) : undefined), [key]);
  // An effect of the other kind would send the request after the next frame.
  useLayoutEffect(() => entry?.show(), [entry]);
  const { body, error } = entry?.state.value ?? {};
  return { body: body as Output<Name> | undefined, error, refresh: () => void entry?.read() };
}

effect(() => {
  // What failed without a connection or a session is read when it is there again.
  if (!isOffline.value && sessionEnd.value !== "ended") refreshAll();
});
