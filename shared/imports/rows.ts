/** The parsed rows of an import, as objects of the import bucket: a page reads one or two of them. */
import type { ImportFiles } from "../files/import-files.ts";
import { rowsKey } from "../files/import-keys.ts";
import { carriedBytes } from "../http/carried-bytes.ts";
import type { ImportRecord } from "../table/import.ts";
import { inFlight } from "./in-flight.ts";
import type { ParsedContact } from "./parsed-contact.ts";

/** Rows of one object, and of one answer. */
export const maxPageRows = 500;
/** Bytes of the rows of one answer as JSON, and of one object unless a single row is longer. */
export const maxPageBytes = 4 * 1000 * 1000;
/** The same as an answer carries them. A kept answer of a request with an idempotency key goes the same way. */
const maxCarriedPageBytes = 5.5 * 1000 * 1000;
/** Far more than the longest row: what is longer was not written by us. */
const maxObjectBytes = 64 * 1000 * 1000;
const parallelWrites = 4;

type RowOwner = Pick<ImportRecord, "accountId" | "id">;

/**
 * Writes the rows, as they come, under a fresh `rowsId`, and answers how many each object holds. No more than a few
 * objects are in memory.
 */
export async function writeRows(
  files: Pick<ImportFiles, "put">,
  { accountId, id }: RowOwner,
  rowsId: string,
  contacts: AsyncIterable<ParsedContact> | Iterable<ParsedContact>,
): Promise<number[]> {
  const lengths: number[] = [];
  const writing = inFlight(parallelWrites);
  for await (const rows of chunkRows(contacts)) {
    const key = rowsKey(accountId, id, rowsId, lengths.length);
    lengths.push(rows.length);
    const content = objectOf(rows);
    await writing.start(() => files.put(key, content, "application/json"));
  }
  await writing.settle();
  return lengths;
}

/**
 * Names, of written rows, the later ones that stand for them, by their place among all (`markExisting`). Answers how
 * many of them are duplicates only now.
 */
export async function writeStandIns(
  files: Pick<ImportFiles, "put" | "read">,
  owner: RowOwner,
  { id: rowsId, chunks }: NonNullable<ImportRecord["rows"]>,
  standIns: ReadonlyMap<number, string>,
): Promise<number> {
  let [start, count] = [0, 0];
  for (const [index, length] of chunks.entries()) {
    const places = [...standIns.keys()].filter((place) => place >= start && place < start + length);
    if (places.length > 0) {
      const rows = await readChunk(files, owner, rowsId, index);
      for (const place of places) {
        const row = rows[place - start];
        if (!row) continue;
        if (!row.alreadyExists && row.duplicateInFile === null) count += 1;
        row.duplicateInFile = standIns.get(place) ?? null;
      }
      const contents = rows.map((row) => Buffer.from(JSON.stringify(row)));
      await files.put(rowsKey(owner.accountId, owner.id, rowsId, index), objectOf(contents), "application/json");
    }
    start += length;
  }
  return count;
}

/**
 * Up to `limit` rows from `offset` on; fewer when they would pass the bytes of an answer, but at least one if there is
 * one. `withinMs`: milliseconds after which reading any one object ends with a TimeoutError.
 */
export async function readRows(
  files: Pick<ImportFiles, "read">,
  record: Pick<ImportRecord, "accountId" | "id" | "rows">,
  { offset, limit }: { offset: number; limit: number },
  withinMs?: number,
): Promise<ParsedContact[]> {
  if (!record.rows) return [];
  const page: ParsedContact[] = [];
  let [bytes, carried] = [0, 0];
  let start = 0;
  for (const [index, length] of record.rows.chunks.entries()) {
    const end = start + length;
    if (end > offset && page.length < limit) {
      const rows = await readChunk(files, record, record.rows.id, index, withinMs);
      for (const row of rows.slice(Math.max(0, offset - start))) {
        const json = JSON.stringify(row);
        bytes += Buffer.byteLength(json) + 2;
        carried += carriedBytes(json) + 2;
        const isFull = bytes > maxPageBytes || carried > maxCarriedPageBytes;
        if (page.length === limit || (isFull && page.length > 0)) return page;
        page.push(row);
      }
    }
    start = end;
  }
  return page;
}

/** The ids of all rows, in order. */
export async function readRowIds(
  files: Pick<ImportFiles, "read">,
  record: Pick<ImportRecord, "accountId" | "id" | "rows">,
): Promise<string[]> {
  const ids: string[] = [];
  for (const index of record.rows?.chunks.keys() ?? []) {
    const rows = await readChunk(files, record, record.rows?.id ?? "", index);
    ids.push(...rows.map(({ tempId }) => tempId));
  }
  return ids;
}

async function readChunk(
  files: Pick<ImportFiles, "read">,
  owner: RowOwner,
  rowsId: string,
  index: number,
  withinMs?: number,
): Promise<ParsedContact[]> {
  const content = await files.read(rowsKey(owner.accountId, owner.id, rowsId, index), maxObjectBytes, withinMs);
  // Written by `writeRows`, and nobody else may write there.
  return JSON.parse(new TextDecoder().decode(content)) as ParsedContact[];
}

function objectOf(rows: readonly Buffer[]): Buffer {
  return Buffer.concat([opening, ...rows.flatMap((row, at) => (at === 0 ? [row] : [between, row])), closing]);
}

const [opening, between, closing] = ["[", ",\n", "]"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Rows as JSON, in objects of bounded length; as bytes, because long texts stay in memory longer than they are used. */
async function* chunkRows(
  contacts: AsyncIterable<ParsedContact> | Iterable<ParsedContact>,
): AsyncGenerator<Buffer[], void> {
  let chunk: Buffer[] = [];
  let bytes = 0;
  for await (const contact of contacts) {
    const row = Buffer.from(JSON.stringify(contact));
    const size = row.byteLength + between.byteLength;
    if (chunk.length === maxPageRows || (bytes + size > maxPageBytes && chunk.length > 0)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
