/** Sends a request again after 429, 503 and lost connections. */
import { ApiError } from "./api-error.ts";

export interface RetryOptions {
  /** How often a request is sent at most. */
  attempts: number;
  /** The longest pause, in milliseconds. An error that asks for a longer one is thrown at once. */
  longestPause: number;
  /** From 0 to below 1. */
  random: () => number;
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export const defaultRetry: RetryOptions = { attempts: 6, longestPause: 65_000, random: Math.random, pause: sleep };

export interface Attempts {
  options: RetryOptions;
  /** Whether the request may be sent again although an earlier attempt may have changed something. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
}

export async function withRetries<Result>(
  send: () => Promise<Result>,
  { options, repeatable, signal }: Attempts,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      error.attempts = attempt;
      const pause = pauseAfter(error, attempt, options);
      if (attempt >= options.attempts || pause > options.longestPause || !isTemporary(error, repeatable)) throw error;
      await options.pause(pause, signal);
    }
  }
}

/** While the first request with an idempotency key still runs, the second one is a conflict with `Retry-After`. */
function isTemporary({ code, status, retryAfter }: ApiError, repeatable: boolean): boolean {
  if (code === "connection_failed") return repeatable;
  return status === 429 || status === 503 || (code === "idempotency_conflict" && retryAfter !== undefined);
}

/**
 * Milliseconds: what the service asks for, and about twice as long as before, because a first attempt that still runs may take
 * half a minute. Chance keeps callers from returning together.
 */
function pauseAfter({ retryAfter = 0 }: ApiError, attempt: number, { random }: RetryOptions): number {
  const growing = 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.max(growing, retryAfter + random()) * 1_000;
}

/** Rejects with the reason of the signal when it is aborted. */
function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
