/**
 * Maps the columns of a connections file to the fields of a row. The network itself writes English headers only (2012 to
 * 2026); other names come from spreadsheets, other tools and manual edits.
 */
import { fold } from "../../../shared/platform/text/fold.ts";
import { readCells } from "../csv/csv-records.ts";
import columnNames from "./column-names.json" with { type: "json" };

/**
 * What a column has. `formattedName` is a whole name. `line` is a line of the notes, labelled with the column's name. `title`
 * is the title of the job, or of the person if the job has a column of its own.
 */
const meanings = [
  ...["givenName", "familyName", "formattedName", "profile", "email", "organisation", "jobTitle", "connected"],
  ...["title", "middleName", "nameSuffix", "namePrefix", "nickname", "phone", "line"],
] as const satisfies string[];
type Meaning = (typeof meanings)[number];
export type Target = Exclude<Meaning, "title">;

export interface Column {
  /** The name is spelled as in the file. */
  name: string;
  /** Null if no field fits. */
  mapsTo: Target | null;
}

export interface Header {
  delimiter: string;
  columns: readonly Column[];
}

const delimiters = [",", ";", "\t", "|"];

/** Reads a line as a header if its cells include at least two known column names; returns null otherwise. */
export function readHeader(line: string): Header | null {
  const headers = delimiters
    .filter((delimiter) => line.includes(delimiter))
    .map((delimiter) => headerOf(line, delimiter));
  const [best] = headers.sort((a, b) => b.known - a.known);
  return best !== undefined && best.known >= leastKnown ? best : null;
}

const leastKnown = 2;

function headerOf(line: string, delimiter: string): Header & { known: number } {
  const { cells, openAt } = readCells(line, delimiter);
  const names = openAt === -1 ? cells.map((name) => name.trim()) : [];
  const targets = names.map((name) => meaningsByKey.get(columnKey(name)) ?? null);
  const known = new Set(targets.filter((target) => target !== null)).size;
  const has = (target: Meaning) => targets.includes(target);
  const columns = names.map((name, index): Column => {
    const target = targets[index] ?? null;
    if (target === "title") return { name, mapsTo: has("jobTitle") ? "namePrefix" : "jobTitle" };
    const isFamilyName = target === "formattedName" && has("givenName") && !has("familyName");
    return { name, mapsTo: isFamilyName ? "familyName" : target };
  });
  return { delimiter, columns, known };
}

/** The key ignores case, accents, blanks and punctuation, so that spellings of the same name are equal. */
function columnKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/**
 * The names by language: first the English ones of the network, then those that occur only in the "Outlook CSV" of 2012, which
 * has values in few of them. A whole-name column counts as the family name when the file has a given-name column but no
 * family-name column.
 */
const namesByLanguage: readonly Readonly<Partial<Record<Meaning, readonly string[]>>>[] = Object.values(columnNames);

/** The map is keyed by `columnKey`; the list is reversed so that the first meaning of a key wins. */
const meaningsByKey: ReadonlyMap<string, Meaning> = new Map(
  namesByLanguage
    .flatMap((names) =>
      meanings.flatMap((meaning) => names[meaning]?.map((name) => [columnKey(name), meaning] as const) ?? []),
    )
    .toReversed(),
);
