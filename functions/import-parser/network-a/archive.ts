/** Connections in an archive of the network, wherever in it they lie. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../../shared/imports/raw-row.ts";
import type { ImportFile } from "../import-file.ts";
import { type ArchiveEntry, openArchive } from "../zip.ts";
import { readCsv } from "./csv.ts";
import { noConnectionsIn } from "./other-files.ts";

/**
 * The rows of every connections file of the archive: of several, none is the right one, and people who are in more than
 * one are found to be duplicates. Throws ImportFileError.
 */
export async function* readArchive(file: ImportFile): AsyncGenerator<RawRow> {
  const paths: string[] = [];
  const entries = await openArchive(file, (path) => {
    if (paths.length < maxPaths) paths.push(path);
    return rankOf(path) !== null;
  });
  const best = Math.min(...entries.map(({ path }) => rankOf(path) ?? Number.POSITIVE_INFINITY));
  const chosen = entries.filter(({ path }) => rankOf(path) === best);
  if (chosen.length === 0) throw noConnectionsIn(paths);
  if (chosen.length > maxChosen) {
    const message = `The archive has ${chosen.length} files Connections.csv. Choose it as the network sent it.`;
    throw new ImportFileError("file_kind", message);
  }
  yield* readAll(chosen);
}

/** Only one of several files has to name somebody. */
async function* readAll(entries: readonly ArchiveEntry[]): AsyncGenerator<RawRow> {
  const faults: ImportFileError[] = [];
  for (const entry of entries) {
    try {
      yield* readCsv(entry.content());
    } catch (error) {
      if (!(error instanceof ImportFileError) || !isAboutContent(error)) throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  if (first && faults.length === entries.length) throw first;
}

function isAboutContent({ reason }: ImportFileError): boolean {
  return reason === "file_empty" || reason === "file_kind" || reason === "nobody_found";
}

/** Enough to say what kind of archive it is. */
const maxPaths = 1_000;
const maxChosen = 10;

/**
 * How surely a file is that of the connections: its name as the network gives it, the name that it had in 2012, or the
 * name with a number, as of a second one; null for others.
 */
function rankOf(path: string): number | null {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  // What a Macintosh keeps beside every file of an archive has the file's name.
  if (parts.includes("__macosx")) return null;
  const rank = namePatterns.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? null : rank;
}

const namePatterns = [
  /^connections\.csv$/,
  /^linkedin_connections_export_[a-z_]{1,40}\.csv$/,
  /^connections[ _-]?(?:\(\d{1,3}\)|\d{1,3})\.csv$/,
];
