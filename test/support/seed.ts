/**
 * In front of every test file: of what chance the values are that properties are tried with, and how often. The same at every run, so that a
 * red one speaks of the change and not of luck; `SEED=7 npm test` tries others.
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
fc.configureGlobal({ seed, numRuns: tries(50, 500) });
