/** Imports one file with the reader, the limits and the normaliser, and without storage. */
import { fileOf, type ReadOptions, type RowReader } from "../../functions/import-parser/files/import-file.ts";
import { ImportFilesError } from "../../functions/import-parser/files/import-file-error.ts";
import { readWithin } from "../../functions/import-parser/files/read-within.ts";
import { createNormaliser } from "../../functions/import-parser/normalise/normalise.ts";
import type { ParsedContact } from "../../shared/import/row/parsed-contact.ts";

export interface Outcome {
  /** The rows in the order of the file. A row that is no person is null. */
  rows: readonly (ParsedContact | null)[];
  /** The number of values in the rows, and of those that are lost. */
  values: { seen: number; lost: number };
  /** The message for a file that can't be imported. */
  refusal: string | null;
}

/** Throws ParserFault when the reader fails for another reason than the file. */
export async function importWhole(
  reader: RowReader,
  file: { name: string; bytes: Uint8Array },
  options: ReadOptions,
): Promise<Outcome> {
  const normaliser = createNormaliser();
  const rows: (ParsedContact | null)[] = [];
  try {
    const files = [fileOf(file.bytes, file.name)];
    for await (const row of readWithin(reader, files, options, { hasTime: () => true })) {
      rows.push(normaliser.add(row) ?? null);
    }
    return { rows, values: normaliser.values(), refusal: null };
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    const refusal = error.faults.map((each) => each.error.message).join(" ");
    return { rows: [], values: { seen: 0, lost: 0 }, refusal };
  }
}
