/** Time limits for calls. */

export interface CallOptions {
  abortSignal?: AbortSignal;
}

/**
 * Throws a TimeoutError (a DOMException) when `call` takes longer than `milliseconds`, also if the call ignores the
 * signal. If `milliseconds` is undefined, there is no limit.
 */
export async function withTimeout<Result>(
  milliseconds: number | undefined,
  call: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  if (milliseconds === undefined) return call({});
  const abortSignal = AbortSignal.timeout(Math.max(0, Math.floor(milliseconds)));
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  // This rejects before the error of the AWS SDK, which doesn't say whether the signal came from a time limit.
  abortSignal.addEventListener("abort", () => reject(abortSignal.reason));
  return Promise.race([overdue, call({ abortSignal })]);
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
