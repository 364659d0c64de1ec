/** Limits the number of refused credentials of an address, so that credentials can't be guessed quickly. */
import { AppError } from "../errors.ts";

/** Counts a refusal. Returns whether the address exceeds the limit in this minute. */
export type CountRefusal = (address: string) => boolean;

/** Counts in the memory of this process, so that it costs no reads. `now` is in milliseconds. */
export function createRefusalCounter(perMinute: number, now: () => number): CountRefusal {
  let minute = 0;
  const counts = new Map<string, number>();
  return (address) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts.clear();
    minute = current;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count > perMinute;
  };
}

/** The error that replaces a 401 beyond the limit. */
export function tooManyRefusals(): AppError {
  return new AppError("rate_limit_exceeded", { message: "Too many credentials were refused.", retryAfter: 60 });
}
