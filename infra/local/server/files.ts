/** Files of the local stack that survive a kill of the process. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A process that is killed leaves the whole file or nothing. */
export function writeWholeFile(file: string, content: string, mode = 0o666): void {
  writeFileSync(`${file}.new`, content, { mode });
  renameSync(`${file}.new`, file);
}

/** The contents of the folder's JSON files, in the order of their names. */
export function readJsonFiles<Content>(folder: string): Content[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Content);
}
