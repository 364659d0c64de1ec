/** Reads the gazetteer when it is first needed, and keeps it. */
import { readFile } from "node:fs/promises";
import { Gazetteer } from "./gazetteer.ts";

export type ReadGazetteer = () => Promise<Gazetteer>;

/**
 * The whole file at once, some 15 MB in as many milliseconds. A reading that failed is tried again by the next that
 * asks.
 */
export function createGazetteerReader(path: string): ReadGazetteer {
  let reading: Promise<Gazetteer> | undefined;
  return () => {
    reading ??= readFile(path)
      .then((bytes) => new Gazetteer(bytes))
      .catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
    return reading;
  };
}
