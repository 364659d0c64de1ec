/** Calls that are given up after some time. */

export interface GivenUp {
  abortSignal?: AbortSignal;
}

/** Throws a TimeoutError (a DOMException) when `call` has not ended within so many milliseconds and heeds the signal. */
export async function within<Result>(
  milliseconds: number | undefined,
  call: (options: GivenUp) => Promise<Result>,
): Promise<Result> {
  if (milliseconds === undefined) return call({});
  const abortSignal = AbortSignal.timeout(Math.max(0, Math.floor(milliseconds)));
  try {
    return await call({ abortSignal });
  } catch (error) {
    // The AWS SDK's own error does not tell a time limit from a caller who changed its mind.
    throw abortSignal.aborted ? abortSignal.reason : error;
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
