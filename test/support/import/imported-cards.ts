/** Rows through parse, preview and commit, as a client sends them. Preview and commit must agree on the contacts. */
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { listContacts } from "../../../shared/contact/store/contact-list.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { type CommitParts, commitRows } from "../../../shared/import-commit/commit.ts";
import type { CommitResult } from "../../../shared/import-commit/commit-result.ts";
import { commitRowSchema, readCommitRow } from "../../../shared/import-commit/commit-row.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { card, importText } from "../files/vcard.ts";
import { findNothing } from "../map/places.ts";
import { newIndexes } from "./imports.ts";
import { previewRows } from "./previews.ts";

const now = new Date("2026-03-01T10:00:00.000Z");

/** Commits these rows, of which some may be faulty, in one request. */
export function commit(
  store: Store,
  accountId: string,
  rows: readonly object[],
  { source = "vcard", ...parts }: Partial<CommitParts> & { source?: ImportSource } = {},
) {
  const read = rows.map((row) => readCommitRow(row as ParsedContact, now));
  const common = {
    store,
    indexes: newIndexes(store, () => now),
    now: () => now,
    newId: () => newId(),
    findPlace: findNothing,
  };
  return commitRows({ ...common, ...parts }, accountId, source, read);
}

/** The oldest first, without the account's own. */
export async function contactsOf(store: Store, accountId: string): Promise<ContactRecord[]> {
  const order = { order: "createdAt", descending: false } as const;
  return listContacts(store, accountId, order, { offset: 0 }, { limit: 1000, maxNotes: 1_000_000_000 });
}

export const email = (value: string) => ({ preferred: false, type: "home", value });
export const phone = (prefix: string, value: string) => ({ preferred: false, type: "home", prefix, value });

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
  parsed: readonly ParsedContact[],
): Promise<ImportedRows> {
  const rows = await previewRows(store, accountId, source, parsed);
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
  const results: CommitResult[] = [];
  for (let start = 0; start < rows.length; start += 25) {
    const sent = JSON.parse(JSON.stringify(rows.slice(start, start + 25))) as object[];
    const parsed = sent.map((row) => commitRowSchema().parse(row));
    results.push(...(await commit(store, accountId, parsed, { source })).results);
  }
  return results;
}

/** The fields of which the preview says that a row loses them by joining. */
export function lostFields({ issues }: ParsedContact): (string | undefined)[] {
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
      expect(made, `row ${index} is a new contact`).not.toContain(contactId);
      made.set(contactId, row.tempId);
    } else {
      const standIn = rows.findIndex(({ tempId }) => tempId === row.duplicateInFile);
      expect(results[standIn]?.contactId, `row ${index} and ${standIn}`).toBe(contactId);
    }
    if (code !== "already_imported") expect(lostFields(row), `row ${index}, ${status}`).toEqual(differing);
  }
}
