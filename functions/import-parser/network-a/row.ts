/** From a record of a connections file to a row of the import: every cell to its place, a word about those without. */
import {
  emptyRawRow,
  type Origin,
  type RawAddress,
  type RawDate,
  type RawRow,
} from "../../../shared/imports/raw-row.ts";
import { alignCells } from "./align.ts";
import type { AddressPart, TextField } from "./column-places.ts";
import { type NumericDate, readDate, spreadsheetCentury, thisCentury } from "./dates.ts";
import type { Column, Header } from "./header.ts";
import { type CellNames, readFullName, readNames } from "./names.ts";
import type { CsvRecord } from "./records.ts";
import {
  noteBeyond,
  noteGuessedDate,
  noteNameChange,
  noteNameless,
  noteRepairs,
  noteUnreadableDate,
  noteWithoutPlace,
} from "./row-issues.ts";

/** A row, and its dates that only the file's other dates can tell how to read. */
export interface Draft {
  readonly row: RawRow;
  readonly open: readonly OpenDate[];
}

export interface OpenDate {
  text: string;
  date: NumericDate;
  /** Null for the day of the connection. */
  type: RawDate["type"] | null;
  origin: Origin;
}

/** Null for a record that is blank, or repeats the header. */
export function draftRow(record: CsvRecord, { columns, delimiter }: Header): Draft | null {
  const { cells, joined, beyond } = alignCells(record.cells, columns.length, delimiter);
  if (isHeader(cells, columns)) return null;
  const row = emptyRawRow({ first: record.first, last: record.last });
  const drafting = new Drafting(row);
  for (let index = 0; index < cells.length; index += 1) {
    const text = cells[index];
    const column = columns[index];
    if (text && column) drafting.place(column, index, text);
  }
  noteBeyond(row, beyond);
  if (row.valuesSeen === 0) return null;
  drafting.finish();
  noteRepairs(row, record, joined);
  return drafting;
}

/** Of a file that was put together from several. */
function isHeader(cells: readonly string[], columns: readonly Column[]): boolean {
  return cells[0] === columns[0]?.name && columns.every(({ name }, index) => (cells[index] ?? "") === name);
}

class Drafting implements Draft {
  readonly row: RawRow;
  readonly open: OpenDate[] = [];
  private readonly texts: Partial<Record<TextField, string>> = {};
  private readonly addresses: RawAddress[];
  private nameColumn = "";
  /** Names of columns whose values have no place. */
  private unplaced: string[] | null = null;

  constructor(row: RawRow) {
    this.row = row;
    this.addresses = row.addresses;
  }

  place(column: Column, index: number, text: string): void {
    const { row } = this;
    const { place } = column;
    row.valuesSeen += 1;
    switch (place.to) {
      case "text":
        this.text(column, place.field, text);
        break;
      case "profile":
        row.handles.push({ platform: "network_a", value: text, property: column.name, line: row.lines.first });
        break;
      case "website":
        row.handles.push({ platform: "website", value: text, property: column.name, line: row.lines.first });
        break;
      case "email":
        row.emails.push({ value: text, type: place.type, preference: null, ...this.origin(column) });
        break;
      case "phone":
        row.phones.push({ value: text, type: place.type, preference: place.preference, ...this.origin(column) });
        break;
      case "address":
        this.address(column, place.of, place.part, text);
        break;
      case "note":
        row.notes.push(text);
        break;
      case "line":
        row.noteLines.push({ label: column.name, value: text });
        break;
      case "groups":
        row.groups.push(...text.split(/[;,]/, maxGroups).filter((label) => label.trim() !== ""));
        break;
      case "connected":
        this.date(column, null, text);
        break;
      case "date":
        this.date(column, place.type, text);
        break;
      case "nothing":
        this.leaveOut(column.name === "" ? `column ${index + 1}` : column.name);
        break;
    }
  }

  finish(): void {
    const { row, texts } = this;
    row.organisation = texts.organisation ?? "";
    if (texts.department !== undefined) row.noteLines.push({ label: "Department", value: texts.department });
    row.jobTitle = texts.jobTitle ?? "";
    row.role = texts.role ?? "";
    row.location = texts.location ?? "";
    row.language = texts.language ?? "";
    row.nickname = texts.nickname ?? "";
    row.middleName = texts.middleName ?? "";
    if (texts.givenName !== undefined || texts.familyName !== undefined) this.names();
    if (texts.fullName !== undefined) this.fullName(texts.fullName);
    row.namePrefix = [texts.namePrefix ?? "", row.namePrefix].filter((text) => text !== "").join(" ");
    row.nameSuffix = [texts.nameSuffix ?? "", row.nameSuffix].filter((text) => text !== "").join(", ");
    if (this.unplaced) noteWithoutPlace(row, this.unplaced);
    const isNamed = row.givenName + row.familyName + row.formattedName + row.nickname + row.middleName !== "";
    if (isNamed) return;
    row.noPerson = row.handles.length + row.emails.length + row.phones.length === 0;
    noteNameless(row);
  }

  private origin({ name }: Column): Origin {
    return { property: name, line: this.row.lines.first };
  }

  private text(column: Column, field: TextField, text: string): void {
    const known = this.texts[field];
    if (known === undefined) {
      this.texts[field] = text;
      if (hasOrigin(field)) this.row.origins[field] = this.origin(column);
      if (this.nameColumn === "" && nameFields.has(field)) {
        this.nameColumn = column.name;
        this.row.origins.givenName = this.origin(column);
      }
    } else if (known !== text) this.leaveOut(column.name);
  }

  private names(): void {
    const { givenName = "", familyName = "" } = this.texts;
    const names = readNames(givenName, familyName);
    this.row.givenName = names.given;
    this.row.familyName = names.family;
    this.affixes(names, `${givenName} ${familyName}`.trim());
  }

  private fullName(written: string): void {
    const names = readFullName(written);
    this.row.formattedName = names.given;
    this.affixes(names, written);
  }

  /** What stood in the cells beside the name; the normaliser says what becomes of it. */
  private affixes({ prefixes, suffixes, undecorated, recased }: CellNames, written: string): void {
    const { row } = this;
    if (prefixes.length > 0) {
      row.valuesSeen += 1;
      row.namePrefix = prefixes.join(" ");
    }
    if (suffixes.length > 0) {
      row.valuesSeen += 1;
      row.nameSuffix = suffixes.join(", ");
    }
    if (undecorated) noteNameChange(row, "signs", written, this.nameColumn);
    if (recased) noteNameChange(row, "case", written, this.nameColumn);
  }

  private address(column: Column, of: RawAddress["type"], part: AddressPart, text: string): void {
    let address = this.addresses.find(({ type }) => type === of);
    if (address === undefined) {
      address = emptyAddress(of, this.origin(column));
      this.addresses.push(address);
    }
    if (part === "furtherStreet") address.street = address.street === "" ? text : `${address.street}\n${text}`;
    else address[part] = address[part] === "" ? text : `${address[part]}, ${text}`;
  }

  private date(column: Column, type: RawDate["type"] | null, text: string): void {
    const { row } = this;
    if (type !== null && emptyDates.has(text)) {
      row.valuesSeen -= 1;
      return;
    }
    const date = readDate(text, type === null ? thisCentury : spreadsheetCentury);
    if (type === null && typeof date === "string") {
      setDate(row, type, date, this.origin(column));
      return;
    }
    const origin = this.origin(column);
    if (date === null) noteUnreadableDate(row, text, type, origin);
    else if (typeof date !== "string") this.open.push({ text, date, type, origin });
    else {
      setDate(row, type, date, origin);
      // Of a birthday nobody knows the century.
      if (type !== null && !text.includes(date.slice(0, 4))) noteGuessedDate(row, { text, day: date, type, origin });
    }
  }

  private leaveOut(name: string): void {
    this.unplaced ??= [];
    this.unplaced.push(name);
  }
}

const nameFields = new Set<TextField>(["givenName", "familyName", "fullName"]);

function hasOrigin(field: TextField): field is "organisation" | "jobTitle" | "role" | "nickname" | "language" {
  return (
    field === "organisation" || field === "jobTitle" || field === "role" || field === "nickname" || field === "language"
  );
}

/** What the Outlook CSV has where there is no day. */
const emptyDates = new Set(["0/0/00", "0/0/0000", "00/00/00", "00/00/0000", "0000-00-00"]);
/** More than a contact is given, so that it is seen and said that some are left out. */
const maxGroups = 1_000;

const midnight = "T00:00:00.000Z";

/** Puts a day where it belongs; `type` null is the day of the connection. */
export function setDate(row: RawRow, type: RawDate["type"] | null, day: string, origin: Origin): void {
  if (type === null) {
    row.connectedAt = day + midnight;
    row.originLines.push({ label: "Connected on network_a", value: day });
  } else row.dates.push({ type, date: day, note: "", ...origin });
}

function emptyAddress(type: RawAddress["type"], origin: Origin): RawAddress {
  const parts = { street: "", extended: "", postOfficeBox: "", city: "", region: "", postalCode: "", country: "" };
  const place = { latitude: null, longitude: null, timezone: "" };
  return { ...origin, type, label: "", preference: null, ...parts, countryCode: "", formatted: "", ...place };
}
