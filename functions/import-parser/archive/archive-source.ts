/** Finds the source of an archive by the names in it. */
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import type { ImportFile } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { openArchive } from "./open-archive.ts";

/** In this order, because the archive of a network may hold vCards that were sent as messages. */
const ofEntries: readonly [ImportSource, RegExp, words: string][] = [
  ["network_a", /connections[^/]*\.csv$/i, "an archive of network_a"],
  ["network_b", /(followers|following|close_friends|connections)[^/]*\.(json|html)$/i, "an archive of network_b"],
  ["vcard", /\.(vcf|vcard)$/i, "an archive of vCards"],
];

/** Reads no more than the directory. A file that is no archive, or a damaged one, has no source. */
export async function sourceOfArchive(file: ImportFile): Promise<ImportSource | undefined> {
  const found = new Set<ImportSource>();
  try {
    await openArchive(file, (path) => {
      for (const [source, pattern] of ofEntries) if (pattern.test(path)) found.add(source);
      return false;
    });
  } catch (fault) {
    if (!(fault instanceof ImportFileError)) throw fault;
  }
  return ofEntries.map(([source]) => source).find((source) => found.has(source));
}

/** Throws ImportFileError for an archive of another source. */
export async function requireSource(file: ImportFile, source: ImportSource): Promise<void> {
  const found = await sourceOfArchive(file);
  const words = ofEntries.find(([other]) => other === found && other !== source)?.[2];
  if (words !== undefined)
    throw new ImportFileError("file_kind", `This is ${words}. Import it with the source ${found}.`);
}
