/** What the preview of a file says of its rows, as its reader gets them in the end. */

import { emptyCache } from "../../../functions/import-parser/preview/contact-cache.ts";
import { markExisting } from "../../../functions/import-parser/preview/mark-existing.ts";
import { createPreview } from "../../../functions/import-parser/preview/preview.ts";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

export async function previewRows(
  store: Store,
  accountId: string,
  source: ImportSource,
  given: Iterable<ParsedContact>,
): Promise<ParsedContact[]> {
  async function* contacts() {
    yield* given;
  }
  const standIns = new Map<number, string>();
  const rows: ParsedContact[] = [];
  for await (const row of markExisting(store, accountId, source, contacts(), standIns)) rows.push(row);
  return withStandIns(rows, standIns);
}

/** Of a file that an account without contacts imports. */
export async function previewFile(
  given: readonly ParsedContact[],
  source: ImportSource = "vcard",
): Promise<ParsedContact[]> {
  const standIns = new Map<number, string>();
  const compare = createPreview(emptyCache, "00000000-0000-4000-8000-000000000001", source, standIns);
  return withStandIns(await compare(given, () => []), standIns);
}

/** Of each row, the place of the one that stands for the same person; -1 for none. */
export function duplicatesIn(rows: readonly ParsedContact[]): number[] {
  return rows.map(({ duplicateInFile }) => rows.findIndex(({ tempId }) => tempId === duplicateInFile));
}

function withStandIns(rows: readonly ParsedContact[], standIns: ReadonlyMap<number, string>): ParsedContact[] {
  return rows.map((row, at) => ({ ...row, duplicateInFile: standIns.get(at) ?? row.duplicateInFile }));
}
