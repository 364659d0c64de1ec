/**
 * The parsed rows of an import, as compressed objects of the import bucket: a row repeats the names of all fields, so an object is a
 * sixth of its JSON. A page of rows needs one or two of them.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { mapInParallel } from "../../platform/dynamodb/parallel.ts";
import { fitAnswer } from "../../platform/http/answer/answer-size.ts";
import type { ParsedContact } from "../row/parsed-contact.ts";
import type { ImportRecord } from "./import.ts";
import type { ImportFiles } from "./import-files.ts";
import { rowsKey } from "./import-keys.ts";

/** The number of rows in one object, and in one answer. */
export const maxPageRows = 500;
/** The bytes of the rows of one answer as JSON, and of one object before its compression unless a single row is longer. */
export const maxPageBytes = 4 * 1000 * 1000;
/** Far more than the longest row has: a longer object was not written by `writeRows`. */
const maxObjectBytes = 64 * 1000 * 1000;
const mediaType = "application/zstd";
const parallelWrites = 4;

export type RowOwner = Pick<ImportRecord, "accountId" | "id">;
export type StoredRows = Pick<ImportRecord, "accountId" | "id" | "rows">;

/**
 * Writes the rows, as they come, under a fresh `rowsId`, and returns the number of rows in each object. Only a few objects
 * are in memory.
 */
export async function writeRows(
  files: Pick<ImportFiles, "put">,
  { accountId, id }: RowOwner,
  rowsId: string,
  contacts: AsyncIterable<ParsedContact> | Iterable<ParsedContact>,
): Promise<number[]> {
  return mapInParallel(chunkRows(contacts), parallelWrites, async ({ content, length }, index) => {
    await files.put(rowsKey(accountId, id, rowsId, index), compress(content), mediaType);
    return length;
  });
}

/**
 * Sets `duplicateInFile` of written rows for which a later row stands (`markExisting`), by the index of the row. Returns
 * how many of them were no duplicates before.
 */
export async function writeStandIns(
  files: Pick<ImportFiles, "put" | "read">,
  owner: RowOwner,
  { id: rowsId, chunks }: NonNullable<ImportRecord["rows"]>,
  standIns: ReadonlyMap<number, string>,
): Promise<number> {
  let [start, count] = [0, 0];
  for (const [chunk, length] of chunks.entries()) {
    const indexes = [...standIns.keys()].filter((index) => index >= start && index < start + length);
    if (indexes.length > 0) {
      const rows = await readChunk(files, owner, rowsId, chunk);
      for (const index of indexes) {
        const row = rows[index - start];
        if (!row) continue;
        if (!row.alreadyExists && row.duplicateInFile === null) count += 1;
        row.duplicateInFile = standIns.get(index) ?? null;
      }
      const content = compress(JSON.stringify(rows));
      await files.put(rowsKey(owner.accountId, owner.id, rowsId, chunk), content, mediaType);
    }
    start += length;
  }
  return count;
}

/**
 * Reads up to `limit` rows from `offset` on. These are fewer when an answer could not carry them, but at least one if
 * there is one. `withinMs`: milliseconds after which reading any one object ends with a TimeoutError.
 */
export async function readRows(
  files: Pick<ImportFiles, "read">,
  record: StoredRows,
  { offset, limit }: { offset: number; limit: number },
  withinMs?: number,
): Promise<ParsedContact[]> {
  const page: ParsedContact[] = [];
  let start = 0;
  for (const [chunk, length] of record.rows?.chunks.entries() ?? []) {
    if (start + length > offset && page.length < limit) {
      const rows = await readChunk(files, record, record.rows?.id ?? "", chunk, withinMs);
      page.push(...rows.slice(Math.max(0, offset - start), offset + limit - start));
      const fitting = fitAnswer(page, maxPageBytes);
      if (fitting.length < page.length) return fitting;
    }
    start += length;
  }
  return page;
}

/** The rows of one object. `withinMs` means the same as in `readRows`. */
export async function readChunk(
  files: Pick<ImportFiles, "read">,
  { accountId, id }: RowOwner,
  rowsId: string,
  chunk: number,
  withinMs?: number,
): Promise<ParsedContact[]> {
  const content = await files.read(rowsKey(accountId, id, rowsId, chunk), maxObjectBytes, withinMs);
  // Only `writeRows` writes there.
  const json = zstdDecompressSync(content, { maxOutputLength: maxObjectBytes }).toString();
  return JSON.parse(json) as ParsedContact[];
}

/** The fastest level needs 10 MB less, which the parser of a large file does not have. */
function compress(content: string | Uint8Array): Uint8Array {
  return zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** JSON arrays of bounded length. They are bytes, because long texts stay in memory longer than they are used. */
async function* chunkRows(
  contacts: AsyncIterable<ParsedContact> | Iterable<ParsedContact>,
): AsyncGenerator<{ content: Buffer; length: number }, void> {
  let rows: Buffer[] = [];
  let bytes = 0;
  const chunk = () => ({ content: Buffer.concat([...rows, Buffer.from("]")]), length: rows.length });
  for await (const contact of contacts) {
    const json = JSON.stringify(contact);
    if (rows.length === maxPageRows || (rows.length > 0 && bytes + Buffer.byteLength(json) + 2 > maxPageBytes)) {
      yield chunk();
      [rows, bytes] = [[], 0];
    }
    const row = Buffer.from(`${rows.length === 0 ? "[" : ",\n"}${json}`);
    rows.push(row);
    bytes += row.byteLength;
  }
  if (rows.length > 0) yield chunk();
}
