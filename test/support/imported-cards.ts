/** Cards through parse, preview and commit, as a client sends them; both have to speak of the same contacts. */
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import { type CommitResult, commitRows } from "../../shared/imports/commit.ts";
import { commitRowSchema, readCommitRow } from "../../shared/imports/commit-row.ts";
import type { ImportSource, ParsedContact } from "../../shared/imports/parsed-contact.ts";
import type { Store } from "../../shared/table/store.ts";
import { findNothing } from "./places.ts";
import { previewRows } from "./previews.ts";
import { card, importText } from "./vcard.ts";

const now = new Date("2026-03-01T10:00:00.000Z");

export interface ImportedRows {
  rows: ParsedContact[];
  results: CommitResult[];
}

export async function importCards(store: Store, accountId: string, cards: readonly string[][]): Promise<ImportedRows> {
  const { contacts } = await importText(cards.map((lines) => card(...lines)).join(""));
  return importRows(store, accountId, "vcard", contacts);
}

export async function importRows(
  store: Store,
  accountId: string,
  source: ImportSource,
  given: readonly ParsedContact[],
): Promise<ImportedRows> {
  const rows = await previewRows(store, accountId, source, given);
  const results = await commitParsed(store, accountId, source, rows);
  expectSameContacts(rows, results);
  return { rows, results };
}

/** In requests of at most 25 rows, as the parse answered them. */
export async function commitParsed(
  store: Store,
  accountId: string,
  source: ImportSource,
  rows: readonly ParsedContact[],
): Promise<CommitResult[]> {
  const parts = { store, now: () => now, newId: () => newId(), findPlace: findNothing };
  const results: CommitResult[] = [];
  for (let start = 0; start < rows.length; start += 25) {
    const sent = rows
      .slice(start, start + 25)
      .map((row) => readCommitRow(commitRowSchema.parse(JSON.parse(JSON.stringify(row))), now));
    results.push(...(await commitRows(parts, accountId, source, sent)).results);
  }
  return results;
}

/** The fields of which the preview says that a row loses them by joining. */
export function toldFields({ issues }: ParsedContact): (string | undefined)[] {
  const codes = ["duplicate_values_differ", "duplicate_profile_differs"];
  return issues.filter(({ code }) => codes.includes(code)).map(({ field }) => field);
}

function expectSameContacts(rows: readonly ParsedContact[], results: readonly CommitResult[]): void {
  const made = new Map<string | undefined, string>();
  for (const [index, row] of rows.entries()) {
    const { contactId, status, code, differing = [] } = results[index] ?? ({} as CommitResult);
    expect(row.alreadyExists, `row ${index}`).toBe(row.duplicateOf !== null);
    if (row.duplicateOf) expect(contactId, `row ${index}`).toBe(row.duplicateOf.contactId);
    else if (row.duplicateInFile === null) {
      expect(made, `row ${index} is nobody before`).not.toContain(contactId);
      made.set(contactId, row.tempId);
    } else {
      const standIn = rows.findIndex(({ tempId }) => tempId === row.duplicateInFile);
      expect(results[standIn]?.contactId, `row ${index} and ${standIn}`).toBe(contactId);
    }
    if (code !== "already_imported") expect(toldFields(row), `row ${index}, ${status}`).toEqual(differing);
  }
}
