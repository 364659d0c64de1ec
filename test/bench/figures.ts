/**
 * The committed figures, `figures.json`: what is the same on every machine, but for `run`. A test fails when one of
 * them grows.
 */
import { readFileSync } from "node:fs";
import { noCost } from "./cost.ts";
import type { IndexCost } from "./index-cost.ts";
import type { MapFigures } from "./map-cost.ts";
import type { Figures } from "./measure.ts";

/** Contacts of the accounts that are measured. */
export const benchSizes = [100, 1_000, 10_000, 50_000] as const;

/** By access. */
export type AccountFigures = Readonly<Record<string, Figures>>;

export interface CommittedFigures {
  /** By number of contacts. */
  accounts: Readonly<Record<string, AccountFigures>>;
  /** By what the indexes carry. */
  indexes: Readonly<Record<string, IndexCost>>;
  map: MapFigures;
  run: RunFigures;
}

/** Of one run on one machine. */
export interface RunFigures {
  /** Processor time of a warm search over that of a bare loop. */
  searchRatio: number;
  /** MB of the larger process of a delete by filter. */
  deletionMemory: number;
}

export function readCommitted(): CommittedFigures {
  return JSON.parse(readFileSync(new URL("figures.json", import.meta.url), "utf8")) as CommittedFigures;
}

/** Without the times, which are of one machine. */
export function figuresOf(measured: AccountFigures): AccountFigures {
  const entries = Object.entries(measured).map(([access, figures]) => {
    const { readUnits, writeUnits, roundTrips, storageReads, storageWrites, answerBytes, floor } = figures;
    return [access, { readUnits, writeUnits, roundTrips, storageReads, storageWrites, answerBytes, floor }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * What is wrong with these figures, a line each: those that are greater than the committed ones, and those that are so
 * much smaller, or so different in what they are compared with, that the committed ones are no longer true.
 */
export function compareFigures(committed: AccountFigures, measured: AccountFigures): string[] {
  return Object.entries(measured).flatMap(([access, figures]) => {
    const known = committed[access];
    if (!known) return [`${access}: is not among the committed figures; ${remedy}`];
    return [...compareCosts(access, known, figures), ...compareFloors(access, known, figures)];
  });
}

const remedy = "run `npm run bench -- --write`";
/** An answer may become this much longer or shorter by its content alone. */
const answerTolerance = 0.02;
/** Shares of a committed figure by which a smaller one is still told by it. */
const staleness = 0.01;

function compareCosts(access: string, known: Figures, figures: Figures): string[] {
  const names = [...(Object.keys(noCost) as (keyof typeof noCost)[]), "answerBytes"] as const;
  return names.flatMap((name) => {
    const [before, now] = [known[name], figures[name]];
    const slack = name === "answerBytes" ? before * answerTolerance : 0;
    if (now > before + slack) return [`${access}: ${name} grew from ${before} to ${now}`];
    const stale = now < before - Math.max(slack, before * staleness);
    return stale ? [`${access}: ${name} fell from ${before} to ${now}; ${remedy}`] : [];
  });
}

function compareFloors(access: string, { floor: known }: Figures, { floor }: Figures): string[] {
  const differs = known.readUnits !== floor.readUnits || known.writeUnits !== floor.writeUnits;
  const text = ({ readUnits, writeUnits }: typeof floor) => `${readUnits} read and ${writeUnits} write units`;
  return differs ? [`${access}: the floor was ${text(known)} and is ${text(floor)}; ${remedy}`] : [];
}
