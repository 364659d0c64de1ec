/** Reads the file of the gazetteer when it is first needed, and keeps it in memory. */
import { readFileSync } from "node:fs";
import { type FindPlace, findPlace } from "./find-place.ts";
import { Gazetteer } from "./gazetteer/gazetteer.ts";

/**
 * Reads the whole file, 15 MB, in some 15 milliseconds, and only when a place is needed, so that other requests do not wait.
 * Throws if the file can't be read.
 */
export function createGazetteerReader(path: string): () => Gazetteer {
  let gazetteer: Gazetteer | undefined;
  return () => {
    gazetteer ??= new Gazetteer(readFileSync(path));
    return gazetteer;
  };
}

/** Reads the file for the first query. */
export function createPlaceFinder(path: string): FindPlace {
  const gazetteer = createGazetteerReader(path);
  return (query) => findPlace(gazetteer(), query);
}
