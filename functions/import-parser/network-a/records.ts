/**
 * From lines to records: one line each, or several where a cell in quotes has line breaks. A quote that is never closed
 * costs nothing but itself: its line is read as if the quote were not there, and the lines behind it are read again.
 */
import { type Cells, continueQuoted, plainCells, readCells } from "./cells.ts";
import { type Header, openedCells } from "./header.ts";
import type { Guess, Line } from "./text.ts";

export interface CsvRecord {
  /** Trimmed. */
  cells: readonly string[];
  /** Lines of the file. */
  first: number;
  last: number;
  /** Of the first of its lines that is no UTF-8. */
  guessed: Guess | null;
  /** A line was too long, or there were too many cells. */
  cut: boolean;
  /** A quote was never closed. */
  unclosed: boolean;
}

/** Of a cell; the longest notes of a contact have 20,000 characters. */
const maxHeldLines = 200;
const maxHeldLength = 100_000;
/** Beyond, no cell is taken to have line breaks: a file of lone quotes is not to be read again and again. */
const maxUnclosed = 200;

export class RecordReader {
  private held: Line[] = [];
  private heldLength = 0;
  private unclosed = 0;
  private readonly header: Header;
  private readonly isRow: (cells: readonly string[]) => boolean;

  /** `isRow` tells cells that are certainly a whole row from a line of prose. */
  constructor(header: Header, isRow: (cells: readonly string[]) => boolean) {
    this.header = header;
    this.isRow = isRow;
  }

  /** The records that are whole by now. */
  read(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const line of lines) this.add(records, line);
    return records;
  }

  /** What is left when no line follows. */
  end(): CsvRecord[] {
    const records: CsvRecord[] = [];
    while (this.held.length > 0) this.giveUp(records);
    return records;
  }

  private add(records: CsvRecord[], line: Line): void {
    if (this.held.length > 0) this.continue(records, line);
    else if (line.text !== "") this.begin(records, line);
  }

  private begin(records: CsvRecord[], line: Line): void {
    const read = readCells(line.text, this.header.delimiter);
    if (read.openAt === -1) {
      records.push(this.record([line], this.undoubted(line.text, read)));
    } else if (line.cut || this.unclosed >= maxUnclosed) {
      records.push(this.withoutQuote(line, read.openAt));
    } else {
      this.hold(line);
    }
  }

  private continue(records: CsvRecord[], line: Line): void {
    const state = continueQuoted(line.text, this.header.delimiter);
    const isTooLong = this.held.length >= maxHeldLines || this.heldLength + line.text.length > maxHeldLength;
    if (state === "broken" || isTooLong || line.cut || this.isWholeRow(line)) {
      this.giveUp(records);
      this.add(records, line);
      return;
    }
    this.hold(line);
    if (state === "open") return;
    const lines = this.held;
    this.held = [];
    const text = lines.map((each) => each.text).join("\n");
    records.push(this.record(lines, { ...readCells(text, this.header.delimiter), unclosed: false }));
  }

  private hold(line: Line): void {
    this.heldLength = line.text.length + (this.held.length > 0 ? this.heldLength : 0);
    this.held.push(line);
  }

  /** The first line held is a record by itself; those behind it are read again. */
  private giveUp(records: CsvRecord[]): void {
    const [first, ...rest] = this.held;
    this.held = [];
    if (!first) return;
    this.unclosed += 1;
    records.push(this.withoutQuote(first, readCells(first.text, this.header.delimiter).openAt));
    for (const line of rest) this.add(records, line);
  }

  private isWholeRow({ text }: Line): boolean {
    const { cells, openAt } = readCells(text, this.header.delimiter);
    return openAt === -1 && cells.length === this.header.columns.length && this.isRow(cells);
  }

  private withoutQuote(line: Line, openAt: number): CsvRecord {
    const read = readCells(line.text, this.header.delimiter, openAt);
    const cells = read.openAt === -1 ? read : plainCells(line.text, this.header.delimiter);
    return this.record([line], { ...cells, unclosed: true });
  }

  /** The next cell's opening quote may have closed a lone one: without that, a row of the right length comes out. */
  private undoubted(text: string, read: Cells): Cells & { unclosed: boolean } {
    const wanted = this.header.columns.length;
    if (read.doubtfulAt !== -1 && read.cells.length < wanted) {
      const other = readCells(text, this.header.delimiter, read.doubtfulAt);
      if (other.openAt === -1 && other.cells.length === wanted) return { ...other, unclosed: true };
    }
    return { ...read, unclosed: false };
  }

  private record(lines: readonly Line[], { cells, cut, unclosed }: Cells & { unclosed: boolean }): CsvRecord {
    return {
      cells: openedCells(cells, this.header.delimiter),
      first: lines[0]?.number ?? 0,
      last: lines.at(-1)?.number ?? 0,
      guessed: lines.find(({ guessed }) => guessed !== null)?.guessed ?? null,
      cut: cut || lines.some((line) => line.cut),
      unclosed,
    };
  }
}
