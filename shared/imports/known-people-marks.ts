/** What the marks of a row lead to, among those that a preview read: contacts by mark. */
import type { ContactRecord } from "../contact/record.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";
import type { PersonOf } from "./people.ts";
import { rowMark } from "./row-identity.ts";
import { meetsByMark, personMark } from "./row-marks.ts";

/** The contact that has the mark of the row's person. */
export function findByPerson(
  source: ImportSource,
  row: ParsedContact,
  marked: ReadonlyMap<string, string>,
  connectionOf: PersonOf,
): string | undefined {
  const contactId = marked.get(personMarkOf(source, row) ?? "");
  if (contactId === undefined) return undefined;
  const connection = connectionOf(contactId);
  const isMet = connection ? meetsByMark(source, connection, row) : source === "network_a";
  return isMet ? contactId : undefined;
}

/** The contact that this row became. The own contact's marks have no items. */
export function findImported(
  source: ImportSource,
  row: ParsedContact,
  own: ContactRecord | undefined,
  marked: ReadonlyMap<string, string>,
): string | undefined {
  const mark = rowMark(source, row.tempId);
  return marked.get(mark) ?? (own?.importedRows.includes(mark) ? own.id : undefined);
}

/** Of the row itself, and of the person whom it is about. */
export function marksOf(source: ImportSource, row: ParsedContact): string[] {
  const person = personMarkOf(source, row);
  return [rowMark(source, row.tempId), ...(person === undefined ? [] : [person])];
}

/** `personMark` of a row of a parse. */
export function personMarkOf(source: ImportSource, row: ParsedContact): string | undefined {
  return personMark(source, row, row);
}
