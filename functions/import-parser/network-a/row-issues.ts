/** What is said about a row of a connections file beside its values. */
import { normaliseHandle } from "../../../shared/contact/handles.ts";
import type { Origin, RawDate, RawRow } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { signsRemoved } from "../name-signs.ts";
import { maxCells } from "./cells.ts";
import type { CsvRecord } from "./records.ts";

/** What was repaired, or could not be, before the cells were known. */
export function noteRepairs(row: RawRow, { first, guessed, cut, unclosed }: CsvRecord, joined: boolean): void {
  const note = (code: string, message: string) => row.issues.push({ code, severity: "warning", message, line: first });
  if (guessed) note("charset_guessed", `The ${guessed} is not UTF-8, and was read as Windows-1252.`);
  if (unclosed) note("quote_unclosed", "A quote in the line is never closed, and was read as if it were not there.");
  if (joined) note("cells_joined", "Commas without quotes part the line; what belongs together was joined again.");
  if (!cut) return;
  row.valuesSeen += 1;
  row.valuesLost += 1;
  note("line_cut", `The line is too long or has more than ${maxCells} cells, and was cut.`);
}

/** Cells for which the header has no column. */
export function noteBeyond(row: RawRow, cells: readonly string[]): void {
  if (cells.length === 0) return;
  row.valuesSeen += cells.length;
  row.valuesLost += cells.length;
  const message = `The line has more cells than the header: ${listed(cells)} left out.`;
  row.issues.push({ code: "cells_beyond_header", severity: "warning", message, line: row.lines.first });
}

/** One issue names all columns. */
export function noteWithoutPlace(row: RawRow, names: readonly string[]): void {
  row.valuesLost += names.length;
  const message = `No place in a contact: ${names.length === 1 ? "the column" : "the columns"} ${listed(names)}.`;
  const property = (names[0] ?? "").slice(0, 60).toWellFormed();
  row.issues.push({ code: "column_without_place", severity: "info", message, property, line: row.lines.first });
}

export function noteUnreadableDate(row: RawRow, text: string, type: RawDate["type"] | null, origin: Origin): void {
  row.valuesLost += 1;
  const message = `${quote(text)} can't be read as a day.`;
  row.issues.push({ code: "date_unreadable", severity: "warning", message, field: fieldOf(type), ...origin });
}

export function noteGuessedDate(
  row: RawRow,
  { text, day, type, origin }: { text: string; day: string; type: RawDate["type"] | null; origin: Origin },
): void {
  const message = `${quote(text)} can be read as more than one day, and was taken as ${day}.`;
  row.issues.push({ code: "date_ambiguous", severity: "warning", message, field: fieldOf(type), ...origin });
}

export function noteNameChange(row: RawRow, change: "signs" | "case", written: string, property: string): void {
  const { code, message } =
    change === "signs"
      ? signsRemoved(written)
      : { code: "name_case_changed", message: `The name was written in capitals: ${quote(written)}.` };
  const line = row.lines.first;
  row.issues.push({ code, severity: "info", message, field: "firstName", property, line });
}

/**
 * Of a row without a name, that the normaliser gives it the handle of its profile for one. A company goes before the
 * handle, and what can't be read as a profile is no handle.
 */
export function noteNameless(row: RawRow): void {
  const profile = row.handles.find(({ platform, value }) => {
    return platform === "network_a" && normaliseHandle("network_a", value) !== null;
  });
  if (profile === undefined || row.organisation.trim() !== "") return;
  const { property, line } = profile;
  const message = "The file has no name: the handle stands for it.";
  row.issues.push({ code: "name_is_handle", severity: "info", message, field: "firstName", property, line });
}

function fieldOf(type: RawDate["type"] | null): string {
  return type === null ? "connectedAt" : "importantDates";
}

/** Characters: all columns of any real file; a hostile row must not make an answer larger than itself. */
const longestList = 2_000;

/** All of them, in as many characters as a message may have. */
function listed(texts: readonly string[]): string {
  let list = "";
  for (const [index, text] of texts.entries()) {
    const next = `${index === 0 ? "" : ", "}${quote(text)}`;
    if (list.length + next.length > longestList) return `${list} and ${texts.length - index} more`;
    list += next;
  }
  return list;
}
