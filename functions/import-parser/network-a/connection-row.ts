/** Converts a record of a connections file to an import row; cells that fit no field are reported as issues. */

import { normaliseHandle, platformOfUrl } from "../../../shared/contact/reach/handles.ts";
import type { ImportIssueCode } from "../../../shared/import/row/issue-catalogue.ts";
import type { ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import type { CsvRecord } from "../csv/csv-records.ts";
import { calendarDay, dayIn } from "../text/days.ts";
import { signsRemoved } from "../text/name-signs.ts";
import type { Column, Header, Target } from "./columns.ts";
import { readNames } from "./names.ts";

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
    const origin = { property: name, line: row.lines.first };
    switch (mapsTo) {
      case "profile":
        if (isProfileUrl(text)) row.handles.push({ platform: "network_a", value: text, ...origin });
        else this.keepAsLine(text, name);
        break;
      case "email":
        row.emails.push({ value: text, type: "", preference: null, ...origin });
        break;
      case "phone":
        row.phones.push({ value: text, type: name, preference: null, ...origin });
        break;
      case "line":
        row.noteLines.push({ label: name, value: text });
        break;
      case "connected":
        this.addConnectedAt(text, name);
        break;
      case null:
        this.unmapped.push(name);
        break;
      default:
        this.addText(mapsTo, text, name);
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
      const property = (unmapped[0] ?? "").slice(0, 60).toWellFormed();
      this.addIssue("column_without_place", "info", `No field of a contact fits: ${listed(unmapped)}.`, { property });
    }
    if (beyond.length > 0) {
      const message = `The line has more cells than the header: ${listed(beyond)} left out.`;
      this.addIssue("cells_beyond_header", "warning", message);
    }
    const isNamed = row.givenName + row.familyName + row.formattedName + row.middleName + row.nickname !== "";
    if (!isNamed) this.noteNameless();
    return row;
  }

  private keepAsLine(text: string, property: string): void {
    this.row.noteLines.push({ label: property, value: text });
    const message = `${quote(text)} is no profile URL of network_a, and is a line of the notes.`;
    this.addIssue("handle_invalid", "warning", message, { field: "network_a", property });
  }

  private addText(field: Extract<Target, keyof RawRow>, text: string, property: string): void {
    const { row } = this;
    if (row[field] !== "") {
      if (row[field] !== text) this.unmapped.push(property);
      return;
    }
    row[field] = text;
    if (field === "givenName" || field === "familyName" || field === "formattedName") {
      row.origins.givenName ??= { property, line: row.lines.first };
    }
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

  private addConnectedAt(text: string, property: string): void {
    const about = { field: "connectedAt", property };
    const read = dayIn(text);
    // Connections have no year before 2000.
    const day = read?.year ? calendarDay(Number(read.year.padStart(4, "20")), read) : null;
    if (read === null || day === null) {
      this.row.valuesLost += 1;
      this.addIssue("date_unreadable", "warning", `${quote(text)} can't be read as a day.`, about);
      return;
    }
    if (read.isAmbiguous) {
      const message = `${quote(text)} can be read as more than one day, and was read as ${day}.`;
      this.addIssue("date_ambiguous", "warning", message, about);
    }
    this.row.connectedAt = `${day}T00:00:00.000Z`;
    this.row.originLines.push({ label: "Connected on network_a", value: day });
  }

  /** The normaliser names a row without a name after its company, else after the handle of a valid profile URL. */
  private noteNameless(): void {
    const { row } = this;
    // Text that is no profile may still be a handle, so that the row is shown as invalid instead of being skipped.
    const mayBeHandle = row.organisation === "" && row.issues.some(({ code }) => code === "handle_invalid");
    row.noPerson = row.handles.length + row.emails.length + row.phones.length === 0 && !mayBeHandle;
    const [profile] = row.handles;
    if (profile === undefined || row.organisation !== "") return;
    const message = "The file has no name: the handle stands for it.";
    this.addIssue("name_is_handle", "info", message, { field: "firstName", property: profile.property });
  }

  private addIssue(
    code: ImportIssueCode,
    severity: ImportIssue["severity"],
    message: string,
    about: { field?: string; property?: string } = {},
  ): void {
    this.row.issues.push({ code, severity, message, ...about, line: this.row.lines.first });
  }
}

/** A bare word, as in "n/a" or "none", would be read as a handle, but the network writes whole addresses. */
function isProfileUrl(text: string): boolean {
  return text.includes("/") && platformOfUrl(text) === "network_a" && normaliseHandle("network_a", text) !== null;
}

/** The limit keeps a hostile row from inflating the response. */
const maxListed = 20;

function listed(texts: readonly string[]): string {
  const more = texts.length > maxListed ? ` and ${texts.length - maxListed} more` : "";
  return `${texts.slice(0, maxListed).map(quote).join(", ")}${more}`;
}
