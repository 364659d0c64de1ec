/**
 * This module reads the connections of the professional network from its archive (ZIP) or from a single CSV file, in
 * the formats that the network has written since 2012 and after edits in spreadsheets.
 */
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { requireSource } from "../archive/archive-source.ts";
import { type ArchiveEntry, isArchive, openArchive } from "../archive/open-archive.ts";
import { type Line, maxLine, readLines, readRecords } from "../csv/csv-records.ts";
import { wrongKind } from "../files/file-formats.ts";
import { eachFile, type ImportFile, noteReading, type RowReader, shareOf } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { noteSkipped, type SkippedFile } from "../files/skipped-files.ts";
import { type Header, readHeader } from "./columns.ts";
import { rowOf } from "./connection-row.ts";

/**
 * Yields a row for each record that is not blank; records without a person, such as closed accounts, have `noPerson`.
 * Throws ImportFilesError for files that contain no connections or no person.
 */
export const readNetworkA: RowReader = eachFile(async function* readFile(file) {
  const head = await file.read(0, headBytes);
  yield* isArchive(head) ? readArchive(file) : readCsv(noteReading(file, file.stream()));
});

/** The signature of any archive fits in these bytes. */
const headBytes = 512;

/** Reads all connections files in the archive; duplicate detection later finds people who are in several files. */
async function* readArchive(file: ImportFile): AsyncGenerator<RawRow> {
  const paths: string[] = [];
  const entries = await openArchive(file, (path) => {
    if (paths.length < maxListed) paths.push(path);
    return connectionsFile.test(path);
  });
  if (entries.length === 0) {
    await requireSource(file, "network_a");
    const message = "The archive has no Connections.csv. Request the archive again with Connections ticked.";
    throw new ImportFileError("nobody_found", `${message} It has ${paths.map(quote).join(", ")}.`);
  }
  const skipped = entries.length > 1 ? await findUnreadable(entries) : [];
  const readable = entries.filter(({ path }) => skipped.every(({ name }) => name !== path));
  const [first] = skipped;
  if (first && readable.length === 0) throw first.error;
  const bytesOfEach = shareOf(file, readable);
  for (const entry of readable) {
    for await (const row of readCsv(noteReading(file, entry.content(), bytesOfEach))) {
      if (!row.noPerson) noteSkipped(row, skipped.splice(0));
      yield row;
    }
  }
}

/** Reads the files once before, because the first person names those that can't be read. Faults of the whole archive are thrown. */
async function findUnreadable(entries: readonly ArchiveEntry[]): Promise<SkippedFile[]> {
  const unreadable: SkippedFile[] = [];
  for (const { path, content } of entries) {
    try {
      for await (const _row of readCsv(content()));
    } catch (error) {
      if (!(error instanceof ImportFileError) || error.reason.startsWith("archive_")) throw error;
      unreadable.push({ name: path, error });
    }
  }
  return unreadable;
}

const maxListed = 10;
/** Matches the current file name, its numbered copies and the name of 2012, but no files in `__MACOSX` folders. */
const connectionsFile =
  /^(?!(?:.*\/)?__macosx\/)(?:.*\/)?(?:connections(?:[ _-]?\(?\d{1,3}\)?)?|linkedin_connections_export_[a-z_]{1,40})\.csv$/i;

/** Throws ImportFileError for a file without a header or without a person in its rows. */
async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow> {
  const lines = readLines(chunks);
  try {
    const header = await findHeader(lines);
    requireConnections(header);
    let [hasPerson, hasGuessed] = [false, false];
    for await (const record of readRecords(lines, header.delimiter, header.columns.length)) {
      const row = rowOf({ ...record, isGuessed: record.isGuessed && !hasGuessed }, header);
      if (row === null) continue;
      hasGuessed ||= record.isGuessed;
      hasPerson ||= !row.noPerson;
      yield row;
    }
    if (!hasPerson) {
      const message = "No row of the file has a name, a profile URL, an e-mail address or a phone number.";
      throw new ImportFileError("nobody_found", `${message} ${choose}`);
    }
  } finally {
    await lines.return();
  }
}

/** The header must occur within these lines; the network's own notes above it have three lines. */
const maxLines = 1_000;
/** The file format can be recognised from these characters. */
const startLength = 200;

/** Skips all lines above the header, such as the network's notes and blank lines. */
async function findHeader(lines: AsyncIterator<Line, void>): Promise<Header> {
  let [start, length] = ["", 0];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const { text, number } = next.value;
    const header = readHeader(text);
    if (header) return header;
    length += text.length;
    if (start.length < startLength) start = `${start}\n${text.slice(0, startLength)}`.trimStart();
    if (number > maxLines || length >= maxLine) break;
  }
  if (start.trim() === "") throw new ImportFileError("file_empty", "The file is empty.");
  const unknown =
    "No line names the columns of a connections file, such as First Name, Last Name, URL, Company, Connected On.";
  throw wrongKind(start, unknown, choose);
}

const choose = "Choose the ZIP archive as the network sent it, or the Connections.csv in it.";

/** Rejects an address book whose e-mail addresses or phone numbers would be lost. Importing it as vCards keeps them. */
function requireConnections({ columns }: Header): void {
  const isOfConnections = columns.some(({ mapsTo }) => mapsTo === "connected" || mapsTo === "profile");
  if (isOfConnections || !columns.some(({ name, mapsTo }) => mapsTo === null && meansOfContact.test(name))) return;
  const advice = "This is an address book as CSV: export it there as vCard (.vcf) and import it as vcard.";
  throw new ImportFileError("file_kind", `${advice} ${choose}`);
}

const meansOfContact = /(?:mail|phone|handy|mobil|t[eé]l[eé]).*(?<!type|label)$/i;
