/**
 * Reads the records of a CSV file (RFC 4180). CSV libraries don't fit, because an unclosed quote must not swallow the
 * rows after it. CSV declares no encoding: a line that is not UTF-8 is read as Windows-1252, which spreadsheets write.
 */
import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { readLinesOf } from "../text/lines.ts";

export interface Line {
  text: string;
  /** The first line has the number 1. */
  number: number;
  /** True if the line is not UTF-8 and was read as Windows-1252. */
  isGuessed: boolean;
  /** True if the line was cut to `maxLine`. */
  isCut: boolean;
}

/** The limit is in bytes. Real rows have a few hundred, but notes can have 20,000 characters of up to four bytes. */
export const maxLine = 256 * 1024;

/** Yields all lines of a file, including blank lines. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void> {
  for await (const lines of readLinesOf(chunks, { lineEnd: 10, raw: true }, maxLine)) {
    for (const { text, number, isCut } of lines) yield { ...decoded(text), number, isCut };
  }
}

/** `raw` is a Latin-1 string with one character per byte. */
function decoded(raw: string): Pick<Line, "text" | "isGuessed"> {
  if (ascii.test(raw)) return { text: raw, isGuessed: false };
  const bytes = Buffer.from(raw, "latin1");
  return isUtf8(bytes)
    ? { text: bytes.toString("utf8"), isGuessed: false }
    : { text: windows1252.decode(bytes), isGuessed: true };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches all of ASCII
const ascii = /^[\u0000-\u007f]*$/;
const windows1252 = new TextDecoder("windows-1252");

export interface CsvRecord extends Pick<Line, "isGuessed" | "isCut"> {
  /** The cells are trimmed. */
  cells: readonly string[];
  /** `first` and `last` are line numbers in the file. */
  first: number;
  last: number;
  /** True if a quote is never closed. */
  isUnclosed: boolean;
}

/** A record is limited to these lines and characters; the longest notes of a contact have 20,000 characters. */
const maxHeldLines = 100;
const maxHeldLength = 100_000;
/** After this many unclosed quotes, cells can't span lines, so that a hostile file isn't reread endlessly. */
const maxUnclosed = 200;

/**
 * Combines lines to records; a record has several lines if a quoted cell contains line breaks. A quote that is never
 * closed is ignored, and the lines after it are read again.
 */
export async function* readRecords(
  lines: AsyncIterable<Line>,
  delimiter: string,
  columnCount: number,
): AsyncGenerator<CsvRecord> {
  const records: CsvRecord[] = [];
  let held: Line[] = [];
  /** The cells of the held lines before the open one, which is kept apart so that it is not read anew with each line. */
  let cells: string[] = [];
  let openCell = "";
  let unclosed = 0;

  function add(line: Line): void {
    if (held.length === 0 && line.text === "") return;
    const isFirst = held.push(line) === 1;
    openCell = isFirst ? line.text : `${openCell}\n${line.text}`;
    let isOpen = !isFirst && closingQuote(line.text, 0, delimiter) === -1;
    if (!isOpen) {
      const read = readCells(openCell, delimiter);
      cells = isFirst ? read.cells : cells.concat(read.cells);
      isOpen = read.openAt !== -1;
      openCell = openCell.slice(read.openAt);
    }
    const length = held.reduce((sum, { text }) => sum + text.length + 1, -1);
    const isTooLong = held.length > maxHeldLines || length > maxHeldLength || line.isCut;
    if (!isFirst && isWholeRow(line)) giveUp();
    else if (!isOpen) {
      records.push(recordOf(held, cells, false));
      held = [];
    } else if (isTooLong || unclosed >= maxUnclosed) giveUp();
  }

  /** A line that is a complete row can't continue a cell of the previous line. */
  function isWholeRow({ text }: Line): boolean {
    const { cells, openAt } = readCells(text, delimiter);
    return openAt === -1 && cells.length === columnCount;
  }

  /** Makes a record of the first held line alone and reads the other held lines again. */
  function giveUp(): void {
    const [first, ...rest] = held;
    held = [];
    if (!first) return;
    unclosed += 1;
    const { openAt } = readCells(first.text, delimiter);
    const { cells, openAt: stillOpenAt } = readCells(
      first.text.slice(0, openAt) + first.text.slice(openAt + 1),
      delimiter,
    );
    records.push(recordOf([first], stillOpenAt === -1 ? cells : first.text.split(delimiter), true));
    for (const line of rest) add(line);
  }

  for await (const line of lines) {
    add(line);
    yield* records.splice(0);
  }
  while (held.length > 0) giveUp();
  yield* records;
}

function recordOf(lines: readonly Line[], cells: readonly string[], isUnclosed: boolean): CsvRecord {
  return {
    cells: cells.map((cell) => cell.trim()),
    first: lines[0]?.number ?? 0,
    last: lines.at(-1)?.number ?? 0,
    isGuessed: lines.some((line) => line.isGuessed),
    isCut: lines.some((line) => line.isCut),
    isUnclosed,
  };
}

/** Splits a text into cells. `openAt` is the index of an unclosed quote, or -1 if there is none. */
export function readCells(text: string, delimiter: string): { cells: string[]; openAt: number } {
  if (!text.includes('"')) return { cells: text.split(delimiter), openAt: -1 };
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const start = afterBlanks(text, at, delimiter);
    if (text[start] === '"') {
      const end = closingQuote(text, start + 1, delimiter);
      if (end === -1) return { cells, openAt: start };
      cells.push(text.slice(start + 1, end).replaceAll('""', '"'));
      at = afterBlanks(text, end + 1, delimiter) + 1;
    } else {
      const next = text.indexOf(delimiter, start);
      const end = next === -1 ? text.length : next;
      cells.push(text.slice(at, end));
      at = end + 1;
    }
  }
  return { cells, openAt: -1 };
}

/**
 * Returns the index of the quote that closes a cell, or -1. A closing quote precedes the delimiter or the end of the
 * text; any other single quote is part of the text, such as the quotes of a nickname.
 */
function closingQuote(text: string, from: number, delimiter: string): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at)) {
    if (text[at + 1] === '"') {
      at += 2;
      continue;
    }
    const behind = afterBlanks(text, at + 1, delimiter);
    if (behind >= text.length || text[behind] === delimiter) return at;
    at += 1;
  }
  return -1;
}

function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && delimiter !== "\t")) at += 1;
  return at;
}
