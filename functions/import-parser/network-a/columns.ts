/** This module maps the columns of a connections file to the fields of a row, by column names in known languages. */
import type { RawAddress, RawDate, RawRow } from "../../../shared/import/row/raw-row.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import { englishNames, translatedNames } from "./column-names.ts";
import { readCells } from "./records.ts";

/** These fields of a row hold plain text; `formattedName` is a whole name in one column. */
export type TextField = Extract<
  keyof RawRow,
  | ("givenName" | "middleName" | "familyName" | "formattedName" | "namePrefix" | "nameSuffix" | "nickname")
  | ("organisation" | "jobTitle" | "role" | "location" | "language")
>;

export type AddressPart = "street" | "city" | "region" | "postalCode" | "country" | "postOfficeBox";

export type MapsTo =
  | { to: "text"; field: TextField }
  | { to: "email" }
  | { to: "phone"; type: string }
  | { to: "address"; of: RawAddress["type"]; part: AddressPart }
  | { to: "profile" | "website" | "note" | "groups" | "connected" }
  | { to: "date"; type: RawDate["type"] }
  /** The value becomes a line of the notes, labelled with the column's name. */
  | { to: "line" }
  | { to: "nothing" };

export interface Column {
  /** The name is spelled as in the file. */
  name: string;
  mapsTo: MapsTo;
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
/** A line with this many known names is a header, however many other columns a tool added. */
const surelyKnown = 4;

function headerOf(line: string, delimiter: string): Header & { known: number } {
  const { cells, openAt } = readCells(line, delimiter);
  const names = openAt === -1 ? cells.map((name) => name.trim()) : [];
  const keys = names.map(columnKey);
  const known = new Set(keys.filter((key) => meanings.has(key))).size;
  const filled = keys.filter((key) => key !== "").length;
  const found = names.map((name, index): Column => {
    return { name, mapsTo: meanings.get(keys[index] ?? "") ?? { to: "nothing" } };
  });
  const isNamed = (column: Column, name: string) => columnKey(column.name) === name;
  const isPrefix = found.some((column) => isText(column, "jobTitle") && !isNamed(column, "title"));
  const isFamilyName =
    found.some((column) => isText(column, "givenName")) && !found.some((column) => isText(column, "familyName"));
  const columns = found.map((column): Column => {
    if (isPrefix && isNamed(column, "title")) return { ...column, mapsTo: text("namePrefix") };
    return isFamilyName && isText(column, "formattedName") ? { ...column, mapsTo: text("familyName") } : column;
  });
  // A sentence with commas can contain a column name or two, so a few known names among many cells are not enough.
  const isHeader = known >= surelyKnown || known * 2 >= filled;
  return { delimiter, columns, known: isHeader ? known : 0 };
}

function isText({ mapsTo }: Column, field: TextField): boolean {
  return mapsTo.to === "text" && mapsTo.field === field;
}

/** The key ignores case, accents, blanks and punctuation, so that spellings of the same name are equal. */
function columnKey(name: string): string {
  return fold(name.slice(0, longestName)).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

const longestName = 100;

function text(field: TextField): MapsTo {
  return { to: "text", field };
}

/** The targets have the order of the names in column-names.ts. */
const named: readonly MapsTo[] = [
  text("givenName"),
  text("familyName"),
  text("formattedName"),
  { to: "profile" },
  { to: "email" },
  text("organisation"),
  text("jobTitle"),
  { to: "connected" },
];

/** These columns occur only in the "Outlook CSV" of 2012 or are added by other tools. */
const further: readonly (readonly [MapsTo, string])[] = [
  [text("middleName"), "Middle Name|Additional Name|Middle Names"],
  [text("nameSuffix"), "Suffix|Name Suffix"],
  [text("namePrefix"), "Name Prefix|Prefix|Salutation"],
  [text("nickname"), "Nickname"],
  [text("role"), "Profession"],
  [text("location"), "Location|Current Location|Region"],
  [text("language"), "Language"],
  [text("jobTitle"), "Title"],
  [{ to: "email" }, "E-mail 2 Address|E-mail 3 Address|E-mail 2|E-mail 3"],
  [phone("assistant"), "Assistant's Phone"],
  [phone("work fax"), "Business Fax"],
  [phone("work"), "Business Phone|Business Phone 2|Work Phone"],
  [phone("callback"), "Callback"],
  [phone("car"), "Car Phone"],
  [phone("work main"), "Company Main Phone"],
  [phone("home fax"), "Home Fax"],
  [phone("isdn"), "ISDN"],
  [phone("home"), "Home Phone|Home Phone 2"],
  [phone("mobile"), "Mobile Phone|Mobile|Cell Phone"],
  [phone("other fax"), "Other Fax"],
  [phone("pager"), "Pager"],
  [phone(""), "Other Phone|Phone|Phone Number|Phone Numbers|Telephone|Primary Phone"],
  [phone("radio"), "Radio Phone"],
  [phone("telex"), "Telex"],
  [phone("tty/tdd"), "TTY/TDD Phone"],
  ...addressColumns("Business", "work"),
  ...addressColumns("Home", "home"),
  ...addressColumns("Other", "other"),
  [{ to: "line" }, "Department|Spouse|Children|Manager's Name|Assistant's Name|Referred By|Gender|Hobby|Pronouns"],
  [{ to: "note" }, "Notes|Note"],
  [{ to: "website" }, "Web Page|Personal Web Page|Website|Websites"],
  [{ to: "date", type: "birthday" }, "Birthday"],
  [{ to: "date", type: "anniversary" }, "Anniversary"],
  [{ to: "groups" }, "Categories|Tags|Groups"],
];

function phone(type: string): MapsTo {
  return { to: "phone", type };
}

function addressColumns(name: string, of: RawAddress["type"]): [MapsTo, string][] {
  const part = (part: AddressPart): MapsTo => ({ to: "address", of, part });
  return [
    [part("street"), `${name} Street|${name} Street 2|${name} Street 3`],
    [part("city"), `${name} City`],
    [part("region"), `${name} State`],
    [part("postalCode"), `${name} Postal Code`],
    [part("country"), `${name} Country|${name} Country/Region`],
    [part("postOfficeBox"), `${name} Address PO Box`],
  ];
}

/** The map is keyed by `columnKey`; the list is reversed so that the first meaning of a key wins. */
const meanings: ReadonlyMap<string, MapsTo> = new Map(
  [...inOrder(englishNames), ...further, ...translatedNames.flatMap((line) => inOrder(line.split(";")))]
    .toReversed()
    .flatMap(([mapsTo, names]) => names.split("|").map((name) => [columnKey(name), mapsTo] as const)),
);

function inOrder(names: readonly string[]): [MapsTo, string][] {
  return named.map((mapsTo, index) => [mapsTo, names[index] ?? ""]);
}
