/** The rows of one connections file, from its bytes. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { nameFields } from "../address-tables.ts";
import type { Place } from "./column-places.ts";
import { DateOrders } from "./date-order.ts";
import { readDate, thisCentury } from "./dates.ts";
import { columnKeys, type Header, headerKeys, readHeader } from "./header.ts";
import { noHeader, refuseAddressBook, refuseOtherFile } from "./other-files.ts";
import { type CsvRecord, RecordReader } from "./records.ts";
import { type Draft, draftRow, setDate } from "./row.ts";
import { noteGuessedDate, noteUnreadableDate } from "./row-issues.ts";
import { type Line, maxLine, readLines } from "./text.ts";

/** Throws ImportFileError for a file without a header, or whose rows name nobody. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow> {
  const search = new HeaderSearch();
  let rows: RowsBelow | undefined;
  for await (const lines of readLines(chunks)) {
    if (rows === undefined) {
      const found = search.look(lines);
      if (found === null) continue;
      rows = new RowsBelow(found.header);
      yield* rows.read(found.rest);
    } else {
      yield* rows.read(lines);
    }
  }
  if (rows === undefined) {
    const { header, rest } = search.settle();
    rows = new RowsBelow(header);
    yield* rows.read(rest);
  }
  yield* rows.end();
}

interface Found {
  header: Header;
  /** The lines below it that were read already. */
  rest: readonly Line[];
}

/** Looks for the header from the first line on, and not for ever. */
class HeaderSearch {
  /** A header of two known columns, unless a better one comes. */
  private weak: { header: Header; rest: Line[] } | null = null;
  private start = "";
  private lines = 0;
  private length = 0;

  /** Null while there is none. */
  look(lines: readonly Line[]): Found | null {
    for (const [index, line] of lines.entries()) {
      const header = this.headerIn(line);
      if (header !== null && header.known >= certainlyKnown) return { header, rest: lines.slice(index + 1) };
      this.weak?.rest.push(line);
      if (header !== null) this.weak ??= { header, rest: [] };
      if (this.lines < maxLines && this.length < maxLength) continue;
      const { header: settled, rest } = this.settle();
      return { header: settled, rest: [...rest, ...lines.slice(index + 1)] };
    }
    return null;
  }

  /** When there is no better one. */
  settle(): Found {
    if (this.weak) return this.weak;
    if (this.start.trim() === "") throw new ImportFileError("file_empty", "The file is empty.");
    throw noHeader(this.start);
  }

  private headerIn({ text, number }: Line): ReturnType<typeof readHeader> {
    this.lines = number;
    this.length += text.length;
    if (this.start.length < startLength) this.start = `${this.start}\n${text.slice(0, startLength)}`.trimStart();
    if (text.length > longestHeader) return null;
    refuseOtherFile(headerKeys(text));
    refuseAddressBook(columnKeys(text));
    return readHeader(text);
  }
}

const certainlyKnown = 3;
/** The network's own preamble has three lines. */
const maxLines = 1_000;
const maxLength = maxLine;
const longestHeader = 128 * 1024;
/** Enough to tell what kind of file it is. */
const startLength = 200;

class RowsBelow {
  private readonly header: Header;
  private readonly records: RecordReader;
  private readonly orders: DateOrders;
  /** Rows with a date that could be two, and those behind them, until it is known which. */
  private held: Draft[] = [];
  private isSettled = false;
  /** That the file is in no known encoding is said once. */
  private isGuessTold = false;
  private count = 0;
  private people = 0;

  constructor(header: Header) {
    requireNames(header);
    this.header = header;
    const dateAt = header.columns.findIndex(({ place }) => place.to === "connected");
    const isRow = (cells: readonly string[]) =>
      dateAt === -1 ? cells.length >= manyColumns : readDate((cells[dateAt] ?? "").trim(), thisCentury) !== null;
    this.records = new RecordReader(header, isRow);
    this.orders = new DateOrders(header.translated);
  }

  read(lines: readonly Line[]): RawRow[] {
    return this.take(this.records.read(lines));
  }

  end(): RawRow[] {
    const rows = this.take(this.records.end());
    for (const row of this.release()) rows.push(row);
    if (this.people === 0) throw this.nobody();
    return rows;
  }

  private take(records: readonly CsvRecord[]): RawRow[] {
    const rows: RawRow[] = [];
    for (const record of records) {
      const isKnown = record.guessed === "file" && this.isGuessTold;
      const draft = draftRow(isKnown ? { ...record, guessed: null } : record, this.header);
      if (draft === null) continue;
      this.isGuessTold ||= record.guessed === "file";
      this.count += 1;
      if (!draft.row.noPerson) this.people += 1;
      for (const { date } of draft.open) this.orders.note(date);
      if (this.held.length === 0 && (draft.open.length === 0 || this.isSettled)) {
        rows.push(resolved(draft, this.orders));
        continue;
      }
      this.held.push(draft);
      if (this.orders.isKnown || this.held.length >= maxHeld) {
        for (const row of this.release()) rows.push(row);
      }
    }
    return rows;
  }

  private release(): RawRow[] {
    if (this.held.length > 0) this.isSettled = true;
    const rows = this.held.map((draft) => resolved(draft, this.orders));
    this.held = [];
    return rows;
  }

  private nobody(): ImportFileError {
    const message =
      this.count === 0
        ? "Below the header stands nobody: the file has no rows."
        : `None of the file's ${this.count} rows has a name, a profile URL, an e-mail address or a phone number.`;
    return new ImportFileError("nobody_found", message);
  }
}

/** A line of prose with as many commas is not to be expected. */
const manyColumns = 10;
/** Of many dates, two in five could be two; of so many in a row hardly all. */
const maxHeld = 1_000;

function resolved({ row, open }: Draft, orders: DateOrders): RawRow {
  for (const { text, date, type, origin } of open) {
    const found = orders.resolve(date);
    if (found === null) noteUnreadableDate(row, text, type, origin);
    else {
      setDate(row, type, found.day, origin);
      if (found.guessed) noteGuessedDate(row, { text, day: found.day, type, origin });
    }
  }
  return row;
}

/** Without a column that names somebody, no row can: its owner deleted them. */
function requireNames({ columns }: Header): void {
  if (columns.some(({ place }) => namesSomebody(place))) return;
  const names = columns.map(({ name }) => name).filter((name) => name !== "");
  const listed = names.slice(0, maxListed).map(quote).join(", ");
  const message = `The file names nobody: no column has names, URLs or e-mail addresses, only ${listed}.`;
  throw new ImportFileError("nobody_found", `${message} Choose the file as the network sent it.`);
}

const maxListed = 10;

function namesSomebody(place: Place): boolean {
  if (place.to === "text") return nameFields.has(place.field);
  return place.to === "profile" || place.to === "email" || place.to === "phone";
}
