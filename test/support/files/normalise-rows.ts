/** Rows that become contacts all at once: the service takes them one by one, as they come. */
import { createNormaliser } from "../../../functions/import-parser/normalise/normalise.ts";
import type { ParsedContact, ParsedCounts } from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";

export interface ParsedFile extends ParsedCounts {
  contacts: ParsedContact[];
}

export function normaliseRows(rows: Iterable<RawRow>): ParsedFile {
  const normaliser = createNormaliser();
  const contacts = Array.from(rows, normaliser.add).filter((contact) => contact !== undefined);
  return { contacts, ...normaliser.counts() };
}
