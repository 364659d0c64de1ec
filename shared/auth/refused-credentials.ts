/** The budget of an address for credentials that are refused, so that nobody tries them out at any rate. */
import { readEnvironment } from "../config/environment.ts";
import { AppError } from "../http/errors.ts";

/** Counts a refusal; whether it is more than the address may have in this minute. */
export type CountRefusal = (address: string) => boolean;

/** In the memory of this process alone: it costs no read, and credentials that are valid never meet it. `now` in milliseconds. */
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

/** Reads REFUSALS_PER_MINUTE. */
export function refusalCounterFrom(
  source: Readonly<Record<string, string | undefined>>,
  now: () => number,
): CountRefusal {
  return createRefusalCounter(readEnvironment(source, "REFUSALS_PER_MINUTE").REFUSALS_PER_MINUTE, now);
}

/** What stands in place of a 401 beyond the budget. */
export function tooManyRefusals(): AppError {
  return new AppError("rate_limit_exceeded", { message: "Too many credentials were refused.", retryAfter: 60 });
}
