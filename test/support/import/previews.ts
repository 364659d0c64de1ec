/** The rows of a file with the results of the preview, as a client finally gets them. */
import { FileRows } from "../../../functions/import-parser/preview/file-rows.ts";
import { markExisting } from "../../../functions/import-parser/preview/mark-existing.ts";
import { Preview } from "../../../functions/import-parser/preview/preview.ts";
import { PreviewAccount } from "../../../functions/import-parser/preview/preview-account.ts";
import { newAccountHead } from "../../../shared/account/store/account.ts";
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

/** The preview in an account without contacts. */
export async function previewFile(
  given: readonly ParsedContact[],
  source: ImportSource = "vcard",
): Promise<ParsedContact[]> {
  const standIns = new Map<number, string>();
  const rows = await FileRows.of(given);
  const head = newAccountHead("00000000-0000-4000-8000-000000000001", null, new Date(0));
  const aliases = { survivorOf: (id: string) => id, aliasesOf: () => [], mergedAt: () => 0 };
  // Nothing is read of an account without contacts.
  const store = {} as Store;
  const account = new PreviewAccount({ store, head, source, aliases, own: undefined, rows });
  return withStandIns(await new Preview(account, standIns).compare(given), standIns);
}

/** For each row, the index of the row that stands for the same person, or -1. */
export function duplicatesIn(rows: readonly ParsedContact[]): number[] {
  return rows.map(({ duplicateInFile }) => rows.findIndex(({ tempId }) => tempId === duplicateInFile));
}

function withStandIns(rows: readonly ParsedContact[], standIns: ReadonlyMap<number, string>): ParsedContact[] {
  return rows.map((row, at) => ({ ...row, duplicateInFile: standIns.get(at) ?? row.duplicateInFile }));
}
