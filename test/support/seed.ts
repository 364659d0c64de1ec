/**
 * Runs before every test file. Sets the seed of the values with which properties are tried, and how often. The seed is the same
 * at every run, so that a failure comes from the change and not from chance; `SEED=7 npm test` tries other values.
 */
import fc from "fast-check";

export const seed = Number(process.env.SEED ?? 20_260_101);

/** Whether this is `npm run test:full`, which tries more than `npm test` and may last long. */
export const isFull = process.env.FULL === "1";

/** How often something is tried. */
export function tries(few: number, many: number): number {
  return isFull ? many : few;
}

// A property says how often it is tried only where one trial takes more than a few milliseconds.
fc.configureGlobal({ seed, numRuns: tries(30, 500) });
