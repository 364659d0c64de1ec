/**
 * The header of a connections file: the line whose cells are names of columns. Whatever stands above it is passed over:
 * the network's notes in any words, blank lines, a lone quote, what a spreadsheet pads them with.
 */
import { readCells } from "./cells.ts";
import { columnKey, type Meaning, meaningOf, noPlace, type Place } from "./column-places.ts";

export interface Column {
  /** As the file has it. */
  name: string;
  place: Place;
}

export interface Header {
  delimiter: string;
  columns: readonly Column[];
  /** Some names are in another language than English. */
  translated: boolean;
}

const delimiters = [",", ";", "\t", "|"];

/** The header that a line is, or null. `known` says how many of its columns are known ones: two at the least. */
export function readHeader(line: string): (Header & { known: number }) | null {
  let best: (Header & { known: number }) | null = null;
  for (const delimiter of delimiters) {
    if (!line.includes(delimiter)) continue;
    const header = headerOf(namesIn(line, delimiter), delimiter);
    if (header.known >= leastKnown && header.known > (best?.known ?? 0)) best = header;
  }
  return best;
}

const leastKnown = 2;
/** However many columns of its own a tool has added. */
const surelyKnown = 4;

/** The keys of the names that a line would have as a header, to tell files that are no connections. */
export function headerKeys(line: string): ReadonlySet<string> {
  return new Set(namesIn(line, ",").map(columnKey));
}

/** The same where it is not known what parts the columns: whatever gives the most of them. */
export function columnKeys(line: string): ReadonlySet<string> {
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
  return new Set(namesIn(line, delimiter).map(columnKey));
}

/** The cells of a line that a spreadsheet took for one cell, because it parts them by something else, and quoted. */
export function openedCells(cells: readonly string[], delimiter: string): readonly string[] {
  const only = cells.length === 1 ? cells[0] : undefined;
  return only?.includes(delimiter) ? readCells(only, delimiter).cells : cells;
}

function namesIn(line: string, delimiter: string): string[] {
  const { cells, openAt } = readCells(line, delimiter);
  return openAt === -1 ? openedCells(cells, delimiter).map((name) => name.trim()) : [];
}

function headerOf(names: readonly string[], delimiter: string): Header & { known: number } {
  const keys = names.map(columnKey);
  const meanings = keys.map((key) => (key === "" ? undefined : meaningOf(key)));
  const known = new Set(keys.filter((_key, index) => meanings[index] !== undefined)).size;
  const filled = keys.filter((key) => key !== "").length;
  const columns = names.map((name, index) => ({ name, place: placeOf(meanings[index], meanings) }));
  const translated = meanings.some((meaning) => meaning?.translated);
  // Sentences have commas too, and a word or two between them that are names of columns.
  const isHeader = known >= surelyKnown || known * 2 >= filled;
  return { delimiter, columns, translated, known: isHeader ? known : 0 };
}

function placeOf(meaning: Meaning | undefined, all: readonly (Meaning | undefined)[]): Place {
  if (!meaning) return noPlace;
  if (meaning.either === "nameOrFamilyName") {
    const isFamilyName = has(all, "givenName") && !has(all, "familyName");
    return isFamilyName ? { to: "text", field: "familyName" } : meaning.place;
  }
  if (meaning.either === "titleOrPrefix") {
    const others = all.filter((other) => other !== meaning);
    return has(others, "jobTitle") ? { to: "text", field: "namePrefix" } : meaning.place;
  }
  return meaning.place;
}

function has(meanings: readonly (Meaning | undefined)[], field: string): boolean {
  return meanings.some((meaning) => meaning?.place.to === "text" && meaning.place.field === field);
}
