/**
 * The chance of a run, in front of every test file: of the values that properties are tried with, and of the order of
 * tests. The same at every run, so that a red one speaks of the change and not of luck; `SEED=7 npm test` tries others.
 */
import fc from "fast-check";

export const seed = Number(process.env.SEED ?? 20_260_101);

fc.configureGlobal({ seed });
