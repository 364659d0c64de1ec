/** One file through all of the import but its storage: reader, limits and normaliser. */
import { fileOf, type ReadOptions, type RowReader } from "../../functions/import-parser/files/import-file.ts";
import { ImportFilesError } from "../../functions/import-parser/files/import-file-error.ts";
import { readWithin } from "../../functions/import-parser/files/read-within.ts";
import { readNetworkA } from "../../functions/import-parser/network-a/read-network-a.ts";
import { readNetworkB } from "../../functions/import-parser/network-b/read-network-b.ts";
import { createNormaliser } from "../../functions/import-parser/normalise/normalise.ts";
import { readVcards } from "../../functions/import-parser/vcard/read-vcards.ts";
import type { ImportSource, ParsedContact } from "../../shared/import/row/parsed-contact.ts";

export const readers: Readonly<Record<ImportSource, RowReader>> = {
  vcard: readVcards,
  network_a: readNetworkA,
  network_b: readNetworkB,
};

export interface Outcome {
  /** In the file's order; null for a row of nobody. */
  rows: readonly (ParsedContact | null)[];
  /** Values of the rows, and those of them that found no place. */
  values: { seen: number; lost: number };
  /** What its owner is told about a file that can't be imported. */
  refusal: string | null;
  /** What is no refusal: a fault of ours. */
  fault: string | null;
}

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
    return { rows, values: normaliser.values(), refusal: null, fault: null };
  } catch (error) {
    if (!(error instanceof ImportFilesError)) return { rows, values: none, refusal: null, fault: described(error) };
    return { rows: [], values: none, refusal: error.faults.map((each) => each.error.message).join(" "), fault: null };
  }
}

const none = { seen: 0, lost: 0 };

function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? `${error.name}: ${error.message}` : `${error.message}: ${described(error.cause)}`;
}
