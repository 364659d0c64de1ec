/** Reads the gazetteer when it is first needed, and keeps it. */
import { readFileSync } from "node:fs";
import { type FindPlace, findPlace } from "./find-place.ts";
import { Gazetteer } from "./gazetteer.ts";

/**
 * The whole file at once, some 15 MB in as many milliseconds, once in the life of a process: not worth to make everyone
 * wait who may need a place. Throws when the file can't be read.
 */
export function createGazetteerReader(path: string): () => Gazetteer {
  let gazetteer: Gazetteer | undefined;
  return () => {
    gazetteer ??= new Gazetteer(readFileSync(path));
    return gazetteer;
  };
}

/** Reads the file at the first place that is looked for. */
export function createPlaceFinder(path: string): FindPlace {
  const gazetteer = createGazetteerReader(path);
  return (query) => findPlace(gazetteer(), query);
}
