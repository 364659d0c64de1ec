/**
 * What accesses cost, and the committed figures in `figures.json`. All of them except `run` are the same on every machine,
 * and a test fails when one of them grows.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { type Cost, costNames, type Units } from "../support/capacity/meter.ts";
import type { MapFigures } from "./map.ts";

/** Means of a few runs. */
export interface Figures extends Cost {
  /** Bytes of the answer's body as JSON. */
  answerBytes: number;
  /** The least that the access can cost, whatever code serves it. */
  floor: Units;
}

/** By access. */
export type AccountFigures = Readonly<Record<string, Figures>>;

export interface CommittedFigures {
  /** By number of contacts. */
  accounts: Readonly<Record<string, AccountFigures>>;
  /** Accesses that cost the same in accounts of all sizes. */
  others: AccountFigures;
  map: MapFigures;
  /**
   * Figures of one run on one machine: the processor time of a warm search divided by that of a bare loop, the MB of the
   * larger process of a delete by filter, and the milliseconds of processor time of a commit of 25 rows.
   */
  run: { searchRatio: number; deletionMemory: number; commitTime: number };
}

/** Contacts of the accounts that are measured. */
export const benchSizes = [100, 1_000, 10_000, 50_000] as const;

/** Units by their price on demand, in read units: a write costs as much as five reads in every region (AWS's price list). */
export function pricedUnits({ readUnits, writeUnits }: Units): number {
  return readUnits + 5 * writeUnits;
}

/** The cost of an access divided by its floor. */
export function floorRatio(figures: Units & { floor: Units }): number {
  return pricedUnits(figures) / pricedUnits(figures.floor);
}

const file = new URL("figures.json", import.meta.url);

export function readCommitted(): CommittedFigures {
  return JSON.parse(readFileSync(file, "utf8")) as CommittedFigures;
}

export function writeCommitted(figures: CommittedFigures): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

/**
 * The faults of measured figures, one line each: figures that are greater than the committed ones, and figures that are
 * so much smaller, or have such a different floor, that the committed ones are no longer true.
 */
export function compareFigures(committed: AccountFigures, measured: AccountFigures): string[] {
  return Object.entries(measured).flatMap(([access, figures]) => {
    const known = committed[access];
    if (!known) return [`${access}: is not among the committed figures; ${remedy}`];
    return [...compareCosts(access, known, figures), ...compareFloors(access, known.floor, figures.floor)];
  });
}

const remedy = "run `npm run bench -- --write`";
/** An answer may become longer or shorter by this share because of its content. */
const answerTolerance = 0.02;
/** A committed figure stays true while the measured one is smaller by at most this share. */
const staleness = 0.01;

function compareCosts(access: string, known: Figures, measured: Figures): string[] {
  return [...costNames, "answerBytes" as const].flatMap((name) => {
    const [before, now] = [known[name], measured[name]];
    const slack = name === "answerBytes" ? before * answerTolerance : 0;
    if (now > before + slack) return [`${access}: ${name} grew from ${before} to ${now}`];
    const isStale = now < before - Math.max(slack, before * staleness);
    return isStale ? [`${access}: ${name} fell from ${before} to ${now}; ${remedy}`] : [];
  });
}

function compareFloors(access: string, known: Units, measured: Units): string[] {
  if (known.readUnits === measured.readUnits && known.writeUnits === measured.writeUnits) return [];
  const text = ({ readUnits, writeUnits }: Units) => `${readUnits} read and ${writeUnits} write units`;
  return [`${access}: the floor was ${text(known)} and is ${text(measured)}; ${remedy}`];
}
