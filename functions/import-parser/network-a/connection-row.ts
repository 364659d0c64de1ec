/** Converts a record of a connections file to an import row; cells that fit no field are reported as issues. */
import { normaliseHandle } from "../../../shared/contact/reach/handles.ts";
import type { ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import {
  emptyRawRow,
  type Origin,
  type RawAddress,
  type RawDate,
  type RawRow,
} from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { calendarDay, dayIn } from "../text/days.ts";
import { signsRemoved } from "../text/name-signs.ts";
import type { AddressPart, Column, Header, TextField } from "./columns.ts";
import { readNames } from "./names.ts";
import type { CsvRecord } from "./records.ts";

/** Returns null for a blank record. */
export function rowOf(record: CsvRecord, { columns }: Header): RawRow | null {
  const draft = new ConnectionDraft(record);
  for (const [index, text] of record.cells.entries()) if (text !== "") draft.add(columns[index], text);
  return draft.row.valuesSeen === 0 ? null : draft.finish(record);
}

class ConnectionDraft {
  readonly row: RawRow;
  /** These cells have no column in the header. */
  private readonly beyond: string[] = [];
  /** These columns have values that fit no field. */
  private readonly unmapped: string[] = [];

  constructor({ first, last }: CsvRecord) {
    this.row = emptyRawRow({ first, last });
  }

  add(column: Column | undefined, text: string): void {
    const { row } = this;
    row.valuesSeen += 1;
    if (column === undefined) {
      this.beyond.push(text);
      return;
    }
    const { mapsTo, name } = column;
    const origin: Origin = { property: name, line: row.lines.first };
    switch (mapsTo.to) {
      case "text":
        this.addText(mapsTo.field, text, origin);
        break;
      case "profile":
        row.handles.push({ platform: "network_a", value: text, ...origin });
        break;
      case "website":
        row.handles.push({ platform: "website", value: text, ...origin });
        break;
      case "email":
        row.emails.push({ value: text, type: "", preference: null, ...origin });
        break;
      case "phone":
        row.phones.push({ value: text, type: mapsTo.type, preference: null, ...origin });
        break;
      case "address":
        this.addAddressPart(mapsTo.of, mapsTo.part, text, origin);
        break;
      case "note":
        row.notes.push(text);
        break;
      case "line":
        row.noteLines.push({ label: name, value: text });
        break;
      case "groups":
        row.groups.push(...text.split(/[;,]/, maxGroups).filter((label) => label.trim() !== ""));
        break;
      case "connected":
        this.addConnectedAt(text, origin);
        break;
      case "date":
        this.addDate(mapsTo.type, text, origin);
        break;
      case "nothing":
        this.unmapped.push(name);
        break;
    }
  }

  finish({ isGuessed, isCut, isUnclosed }: CsvRecord): RawRow {
    const { row, unmapped, beyond } = this;
    this.splitNames();
    row.valuesSeen += isCut ? 1 : 0;
    row.valuesLost += unmapped.length + beyond.length + (isCut ? 1 : 0);
    if (isGuessed) this.addIssue("charset_guessed", "warning", "The file is not UTF-8, and was read as Windows-1252.");
    if (isUnclosed) {
      const message = "A quote in the line is never closed, and was read as if it were not there.";
      this.addIssue("quote_unclosed", "warning", message);
    }
    if (isCut) this.addIssue("line_cut", "warning", "The line is too long, and was cut.");
    if (unmapped.length > 0) {
      const columns = unmapped.length === 1 ? "the column" : "the columns";
      const property = (unmapped[0] ?? "").slice(0, 60).toWellFormed();
      const message = `No place in a contact: ${columns} ${listed(unmapped)}.`;
      this.addIssue("column_without_place", "info", message, { property });
    }
    if (beyond.length > 0) {
      const message = `The line has more cells than the header: ${listed(beyond)} left out.`;
      this.addIssue("cells_beyond_header", "warning", message);
    }
    const isNamed = row.givenName + row.familyName + row.formattedName + row.nickname + row.middleName !== "";
    if (!isNamed) this.noteNameless();
    return row;
  }

  private addText(field: TextField, text: string, origin: Origin): void {
    const { row } = this;
    if (row[field] !== "") {
      if (row[field] !== text) this.unmapped.push(origin.property);
      return;
    }
    row[field] = text;
    if (field === "language") row.origins.language = origin;
    if (field === "givenName" || field === "familyName" || field === "formattedName") row.origins.givenName ??= origin;
  }

  /** Moves titles and credentials from the name cells to prefix and suffix; the normaliser reports them. */
  private splitNames(): void {
    const { row } = this;
    const written = [`${row.givenName} ${row.familyName}`.trim(), row.formattedName];
    const names = [readNames(row.givenName, row.familyName), readNames(row.formattedName, "")] as const;
    row.givenName = names[0].given;
    row.familyName = names[0].family;
    row.formattedName = names[1].given;
    row.namePrefix = [row.namePrefix, ...names.flatMap(({ prefixes }) => prefixes)].join(" ").trim();
    const suffixes = [row.nameSuffix, ...names.flatMap((each) => each.suffixes)];
    row.nameSuffix = suffixes.filter((text) => text !== "").join(", ");
    const about = { field: "firstName", property: row.origins.givenName?.property ?? "" };
    for (const [index, { prefixes, suffixes, undecorated, recased }] of names.entries()) {
      const cells = written[index] ?? "";
      row.valuesSeen += Math.min(1, prefixes.length) + Math.min(1, suffixes.length);
      if (undecorated) this.addIssue("name_signs_removed", "info", signsRemoved(cells), about);
      if (!recased) continue;
      this.addIssue("name_case_changed", "info", `The name was written in capitals: ${quote(cells)}.`, about);
    }
  }

  private addAddressPart(type: RawAddress["type"], part: AddressPart, text: string, origin: Origin): void {
    const { addresses } = this.row;
    let address = addresses.find((each) => each.type === type);
    if (address === undefined) {
      address = { ...origin, type, ...emptyAddress };
      addresses.push(address);
    }
    address[part] = address[part] === "" ? text : `${address[part]}\n${text}`;
  }

  /** The network writes days in UTC, so a time with a zone, which some tools write, is converted to UTC. */
  private addConnectedAt(text: string, { property }: Origin): void {
    const instant = instantForm.test(text) ? Date.parse(text) : Number.NaN;
    const written = Number.isNaN(instant) ? text : new Date(instant).toISOString().slice(0, "YYYY-MM-DD".length);
    const day = this.readDay(written, { field: "connectedAt", property }, true);
    if (day === null) return;
    this.row.connectedAt = `${day}T00:00:00.000Z`;
    this.row.originLines.push({ label: "Connected on network_a", value: day });
  }

  private addDate(type: RawDate["type"], text: string, origin: Origin): void {
    if (emptyDates.has(text)) this.row.valuesSeen -= 1;
    else {
      const day = this.readDay(text, { field: "importantDates", property: origin.property }, false);
      if (day !== null) this.row.dates.push({ type, date: day, note: "", ...origin });
    }
  }

  private readDay(text: string, about: { field: string; property: string }, isConnection: boolean): string | null {
    const read = dayIn(text);
    const day = read?.year ? calendarDay(fullYear(read.year, isConnection), read) : null;
    if (read === null || day === null || day < earliest || day > latest) {
      this.row.valuesLost += 1;
      this.addIssue("date_unreadable", "warning", `${quote(text)} can't be read as a day.`, about);
      return null;
    }
    // A two-digit year of a birthday is ambiguous, because its century is unknown.
    if (read.isAmbiguous || (!isConnection && read.year?.length === 2)) {
      const message = `${quote(text)} can be read as more than one day, and was taken as ${day}.`;
      this.addIssue("date_ambiguous", "warning", message, about);
    }
    return day;
  }

  /** The normaliser names a row without a name after its company, else after the handle of a valid profile URL. */
  private noteNameless(): void {
    const { row } = this;
    row.noPerson = row.handles.length + row.emails.length + row.phones.length === 0;
    const profile = row.handles.find(({ platform, value }) => {
      return platform === "network_a" && normaliseHandle("network_a", value) !== null;
    });
    if (profile === undefined || row.organisation !== "") return;
    const message = "The file has no name: the handle stands for it.";
    this.addIssue("name_is_handle", "info", message, { field: "firstName", property: profile.property });
  }

  private addIssue(
    code: string,
    severity: ImportIssue["severity"],
    message: string,
    about: { field?: string; property?: string } = {},
  ): void {
    this.row.issues.push({ code, severity, message, ...about, line: this.row.lines.first });
  }
}

/** The Outlook CSV writes these values for a missing day. */
const emptyDates = new Set(["0/0/00", "0/0/0000", "00/00/00", "00/00/0000", "0000-00-00"]);
/** The limit exceeds the maximum of a contact, so that the normaliser reports the groups that it drops. */
const maxGroups = 1_000;

/** This form has a date, a time and a zone, such as `2024-01-05T23:30:00-05:00`. */
const instantForm = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Days outside these years are errors: no living person is older, and no file is newer. */
const earliest = "1850";
const latest = "2100";

/** Connections have no year before 2000; for other days, spreadsheets read two digits as 1930 to 2029. */
function fullYear(year: string, isConnection: boolean): number {
  if (year.length > 2) return Number(year);
  return Number(year) + (isConnection || Number(year) < 30 ? 2000 : 1900);
}

const emptyAddress = {
  ...{ label: "", preference: null, street: "", extended: "", postOfficeBox: "", city: "", region: "" },
  ...{ postalCode: "", country: "", countryCode: "", formatted: "", latitude: null, longitude: null, timezone: "" },
};

/** The limit, in characters, fits all columns of a real file and keeps a hostile row from inflating the response. */
const longestList = 2_000;

/** Quotes the texts up to the length limit and counts those that are left out. */
function listed(texts: readonly string[]): string {
  let list = "";
  for (const [index, text] of texts.entries()) {
    const next = `${index === 0 ? "" : ", "}${quote(text)}`;
    if (list.length + next.length > longestList) return `${list} and ${texts.length - index} more`;
    list += next;
  }
  return list;
}
