/** The cells of a record that has another number of them than the header. */

export interface Aligned {
  /** Trimmed. */
  cells: readonly string[];
  /** Cells were joined that a comma without quotes had parted. */
  joined: boolean;
  /** Filled cells that no column of the header is left for. */
  beyond: readonly string[];
}

/**
 * A comma that belongs to the text, as in `Jan 1, 2024` or `Acme, Inc.`, has a blank behind it, and one that parts
 * cells has not: where as many cells begin with a blank as there are too many, these are joined to those before them.
 * `given` is not trimmed, except what was in quotes.
 */
export function alignCells(given: readonly string[], columnCount: number, delimiter: string): Aligned {
  if (given.length === columnCount) return { cells: given.map(trimmed), joined: false, beyond: none };
  const cells = given.length > columnCount ? withoutBlankEnd(given, columnCount) : given;
  const surplus = cells.length - columnCount;
  if (surplus <= 0) return { cells: cells.map(trimmed), joined: false, beyond: none };
  const parted = cells.flatMap((cell, index) => (index > 0 && /^\s+\S/.test(cell) ? [index] : []));
  const joinedAt = parted.length === surplus ? parted : yearAtEnd(cells, surplus);
  if (joinedAt.length === 0) {
    const beyond = cells.slice(columnCount).map(trimmed);
    return {
      cells: cells.slice(0, columnCount).map(trimmed),
      joined: false,
      beyond: beyond.filter((cell) => cell !== ""),
    };
  }
  const whole: string[] = [];
  for (const [index, cell] of cells.entries()) {
    if (joinedAt.includes(index)) whole.push(`${whole.pop() ?? ""}${delimiter}${cell}`);
    else whole.push(cell);
  }
  return { cells: whole.map(trimmed), joined: true, beyond: none };
}

const none: readonly string[] = [];

/** Of several blanks behind commas only the one in a date is certain. */
function yearAtEnd(cells: readonly string[], surplus: number): number[] {
  return surplus === 1 && /^\s*(?:19|20)\d\d\s*$/.test(cells.at(-1) ?? "") ? [cells.length - 1] : [];
}

function withoutBlankEnd(cells: readonly string[], least: number): readonly string[] {
  let length = cells.length;
  while (length > least && (cells[length - 1] ?? "").trim() === "") length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

function trimmed(cell: string): string {
  return cell.trim();
}
