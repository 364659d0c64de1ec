/**
 * This module reads the connections of the professional network from its archive (ZIP) or from a single CSV file, in
 * the formats that the network has written since 2012 and after edits in spreadsheets.
 */
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { isArchive, openArchive } from "../archive/open-archive.ts";
import { formatOf } from "../files/file-formats.ts";
import { eachFile, type ImportFile, type RowReader } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { type Header, type MapsTo, readHeader } from "./columns.ts";
import { rowOf } from "./connection-row.ts";
import { type Line, maxLine, readLines, readRecords } from "./records.ts";

/**
 * Yields a row for each record that is not blank; records without a person, such as closed accounts, have `noPerson`.
 * Throws ImportFilesError for files that contain no connections or no person.
 */
export const readNetworkA: RowReader = eachFile(async function* readFile(file) {
  if (file.size === 0) throw new ImportFileError("file_empty", "The file is empty.");
  const head = await file.read(0, headBytes);
  yield* isArchive(head) ? readArchive(file) : readCsv(file.stream());
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
    const message = "The archive has no Connections.csv. Request the archive again with Connections ticked.";
    throw new ImportFileError("nobody_found", `${message} It holds ${paths.map(quote).join(", ") || "nothing"}.`);
  }
  for (const entry of entries) yield* readCsv(entry.content());
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
    requireNames(header);
    let [rows, people, isGuessTold] = [0, 0, false];
    for await (const record of readRecords(lines, header.delimiter, header.columns.length)) {
      const row = rowOf({ ...record, isGuessed: record.isGuessed && !isGuessTold }, header);
      if (row === null) continue;
      isGuessTold ||= record.isGuessed;
      rows += 1;
      if (!row.noPerson) people += 1;
      yield row;
    }
    if (people === 0) throw nobodyFound(rows);
  } finally {
    await lines.return();
  }
}

/** The header must occur within these lines; the network's own notes above it have three lines. */
const maxLines = 1_000;
const longestHeader = 128 * 1024;
/** The file format can be recognised from these characters. */
const startLength = 200;

/** Skips all lines above the header, such as the network's notes and blank lines. */
async function findHeader(lines: AsyncIterator<Line, void>): Promise<Header> {
  let [start, length] = ["", 0];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const { text, number } = next.value;
    const header = text.length > longestHeader ? null : readHeader(text);
    if (header) return header;
    length += text.length;
    if (start.length < startLength) start = `${start}\n${text.slice(0, startLength)}`.trimStart();
    if (number > maxLines || length >= maxLine) break;
  }
  if (start.trim() === "") throw new ImportFileError("file_empty", "The file is empty.");
  const format = formatOf(start);
  const what = format
    ? `This is ${format.words}.`
    : "No line names the columns of a connections file, such as First Name, Last Name, URL, Company, Connected On.";
  throw new ImportFileError("file_kind", `${what} ${choose}`);
}

const choose = "Choose the ZIP archive as the network sent it, or the Connections.csv in it.";

/**
 * Rejects a file without a column that identifies a person. Also rejects an address book whose e-mail addresses or
 * phone numbers would be lost, because importing it as vCards keeps them.
 */
function requireNames({ columns }: Header): void {
  const isOfConnections = columns.some(({ mapsTo: { to } }) => to === "connected" || to === "profile");
  const isLossy = columns.some(({ name, mapsTo }) => mapsTo.to === "nothing" && meansOfContact.test(name));
  if (!isOfConnections && isLossy) {
    const advice = "This is an address book as CSV: export it there as vCard (.vcf) and import it as vcard.";
    throw new ImportFileError("file_kind", `${advice} ${choose}`);
  }
  if (columns.some(({ mapsTo }) => namesSomebody(mapsTo))) return;
  const names = columns.map(({ name }) => name).filter((name) => name !== "");
  const listed = names.slice(0, maxListed).map(quote).join(", ");
  const message = `The file names nobody: no column has names, URLs or e-mail addresses, only ${listed}.`;
  throw new ImportFileError("nobody_found", `${message} Choose the file as the network sent it.`);
}

const meansOfContact = /(?:mail|phone|handy|mobil|t[eé]l[eé]).*(?<!type|label)$/i;

function namesSomebody(mapsTo: MapsTo): boolean {
  if (mapsTo.to === "text")
    return mapsTo.field === "nickname" || /^(?:given|middle|family|formatted)Name$/.test(mapsTo.field);
  return mapsTo.to === "profile" || mapsTo.to === "email" || mapsTo.to === "phone";
}

function nobodyFound(rows: number): ImportFileError {
  const message =
    rows === 0
      ? "Below the header stands nobody: the file has no rows."
      : `None of the file's ${rows} rows has a name, a profile URL, an e-mail address or a phone number.`;
  return new ImportFileError("nobody_found", message);
}
