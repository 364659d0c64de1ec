/**
 * The rows of a file, which are held until all are read: whom a row joins depends on the rows after it, too. They need no
 * more memory than the text of the files, and lie outside of the heap.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import type { Candidate } from "../../../shared/import/identity/account-view.ts";
import { createLookupIndex, importLookups } from "../../../shared/import/identity/lookup-index.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { contactOfRow, PackedContacts } from "./compared-contact.ts";

/** The rows, and their length as JSON, that are compared with the account at once. */
const rowsAtOnce = 200;
const lengthAtOnce = 1000 * 1000;

export class FileRows {
  readonly #packed: Uint8Array[] = [];
  #batch: { row: ParsedContact; text: string }[] = [];
  #batchLength = 0;
  /** The rows that have a value of another row. */
  readonly #sharing = new PackedContacts();
  readonly #index = createLookupIndex();
  /** Whether several rows have the same origin, by the origins. */
  readonly #origins = new Map<string, boolean>();
  /** The number of valid rows, and of their values by which contacts are found. */
  validCount = 0;
  lookupCount = 0;

  /** Reads all rows. */
  static async of(rows: AsyncIterable<ParsedContact> | Iterable<ParsedContact>): Promise<FileRows> {
    const all = new FileRows();
    for await (const row of rows) all.#add(row);
    all.#pack();
    const sharing = all.#index.sharing();
    for (const batch of sharing.size === 0 ? [] : all.batches()) {
      for (const row of batch) if (sharing.has(row.tempId)) all.#sharing.set(contactOfRow(row.tempId, row, row.tempId));
    }
    return all;
  }

  #add(row: ParsedContact): void {
    // As JSON, because a text that was cut out of the file would keep a part of the file in memory.
    const text = JSON.stringify(row);
    if (this.#batch.length === rowsAtOnce || this.#batchLength + text.length > lengthAtOnce) this.#pack();
    this.#batch.push({ row, text });
    this.#batchLength += text.length;
  }

  #note(row: ParsedContact): void {
    if (!row.isValid) return;
    const lookups = importLookups(row);
    this.#index.add(row.tempId, lookups);
    const origin = originOf(row);
    if (origin !== undefined) this.#origins.set(origin, this.#origins.has(origin));
    this.validCount += 1;
    this.lookupCount += lookups.length;
  }

  /** The rows of a batch together, because taking turns with the reader and the normaliser after each row takes longer. */
  #pack(): void {
    if (this.#batch.length === 0) return;
    for (const { row } of this.#batch) this.#note(row);
    this.#packed.push(zstdCompressSync(`[${this.#batch.map(({ text }) => text).join()}]`));
    this.#batch = [];
    this.#batchLength = 0;
  }

  /** The rows in their order, some at a time. */
  *batches(): Generator<ParsedContact[], void> {
    for (const packed of this.#packed) yield JSON.parse(zstdDecompressSync(packed).toString()) as ParsedContact[];
  }

  /** Whether no other row has a value of this row, so that none is about its person. */
  readonly isAlone = (row: ParsedContact): boolean => {
    return !importLookups(row).some(this.#index.isShared) && !this.#origins.get(originOf(row) ?? "");
  };

  /** The rows with this value, if there are several. */
  readonly find = (lookup: Lookup): Candidate[] => {
    return this.#index.find(lookup, []).flatMap((tempId) => this.#sharing.get(tempId) ?? []);
  };
}

/** Persons with the same mark (row-marks.ts) have the same UID, or connected on the same day. */
function originOf({ uid, connectedAt }: ParsedContact): string | undefined {
  return uid ?? connectedAt?.slice(0, "YYYY-MM-DD".length);
}
