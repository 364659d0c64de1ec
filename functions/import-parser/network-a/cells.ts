/**
 * The cells of one record of a CSV file (RFC 4180), with what people and programs do to it. Not by a library: quotes
 * that were never closed must cost one row, and a library's reader that has run through the rest of the file for such a
 * quote can't go back.
 */

export interface Cells {
  /** What was in quotes is trimmed. */
  cells: string[];
  /** Where a cell begins whose quote is not closed; -1 when all are. */
  openAt: number;
  /** Where a quoted cell begins that another quoted cell seems to begin in; -1 when there is none. */
  doubtfulAt: number;
  /** There are more than `maxCells`. */
  cut: boolean;
}

/** The widest real file has 59. */
export const maxCells = 1_000;

/** Where there is nothing to ignore. */
const nowhere = -1;

/** `ignoredAt` is where a quote stands that is to be read as if it were not there. */
export function readCells(text: string, delimiter: string, ignoredAt = nowhere): Cells {
  if (!text.includes('"')) return plainCells(text, delimiter);
  const cells: string[] = [];
  let [at, doubtfulAt] = [0, nowhere];
  while (cells.length < maxCells) {
    const start = afterBlanks(text, at, delimiter);
    if (text[start] === '"' && start !== ignoredAt) {
      const quoted = readQuoted(text, start, delimiter);
      if (quoted === null) return { cells, openAt: start, doubtfulAt, cut: false };
      if (quoted.doubtful && doubtfulAt === nowhere) doubtfulAt = start;
      cells.push(quoted.value.trim());
      at = quoted.end;
    } else {
      const next = text.indexOf(delimiter, start);
      const end = next === -1 ? text.length : next;
      cells.push(text.slice(start === ignoredAt ? start + 1 : at, end));
      at = end;
    }
    if (at >= text.length) return { cells, openAt: nowhere, doubtfulAt, cut: false };
    at += 1;
  }
  return { cells, openAt: nowhere, doubtfulAt, cut: true };
}

/** The cells of a line none of whose quotes means anything. */
export function plainCells(text: string, delimiter: string): Cells {
  const cells = text.split(delimiter, maxCells + 1);
  const cut = cells.length > maxCells;
  if (cut) cells.pop();
  return { cells, openAt: nowhere, doubtfulAt: nowhere, cut };
}

/**
 * How a further line of a cell whose quote is open goes on: `open` still, `closed` with the line's end, or `broken`: a
 * quote stands where no quoted cell can have one, so that the first one was none.
 */
export function continueQuoted(line: string, delimiter: string): "open" | "closed" | "broken" {
  const end = closingQuote(line, 0, delimiter, false);
  if (end === nowhere) return "open";
  if (end === broken) return "broken";
  const behind = afterBlanks(line, end + 1, delimiter);
  if (behind >= line.length) return "closed";
  return readCells(line.slice(behind + 1), delimiter).openAt === nowhere ? "closed" : "open";
}

interface Quoted {
  value: string;
  /** Where the delimiter behind it stands, or the end of the text. */
  end: number;
  doubtful: boolean;
}

/** Null when the quote is not closed. */
function readQuoted(text: string, start: number, delimiter: string): Quoted | null {
  const end = closingQuote(text, start + 1, delimiter, true);
  if (end === nowhere) return null;
  const inside = text.slice(start + 1, end);
  const value = inside.includes('""') ? inside.replaceAll('""', '"') : inside;
  return { value, end: afterBlanks(text, end + 1, delimiter), doubtful: opensQuote(inside, delimiter) };
}

/** Whether a quote stands behind a delimiter that is not one of two: as where a cell begins. */
function opensQuote(inside: string, delimiter: string): boolean {
  const opening = `${delimiter}"`;
  for (let at = inside.indexOf(opening); at !== -1; at = inside.indexOf(opening, at + 2)) {
    if (inside[at + 2] !== '"') return true;
  }
  return false;
}

const broken = -2;

/**
 * Where the quote stands that closes a cell: with the delimiter or the end behind it. A single one elsewhere is a
 * letter where `lenient`, as in a nickname that nobody doubled, else it ends the search as `broken`.
 */
function closingQuote(text: string, from: number, delimiter: string, lenient: boolean): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    if (text[at + 1] === '"') {
      at = text.indexOf('"', at + 2);
      continue;
    }
    const behind = afterBlanks(text, at + 1, delimiter);
    if (behind >= text.length || text[behind] === delimiter) return at;
    if (!lenient) return broken;
    at = text.indexOf('"', at + 1);
  }
  return nowhere;
}

function afterBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === " " || (text[at] === "\t" && delimiter !== "\t")) at += 1;
  return at;
}
