/** The parsed rows of an import, as objects of the import bucket: a page reads one or two of them. */
import type { ImportFiles } from "../files/import-files.ts";
import { rowsKey } from "../files/import-keys.ts";
import type { ImportRecord } from "../table/import.ts";
import { mapInParallel } from "../table/parallel.ts";
import type { ParsedContact } from "./parsed-contact.ts";

/** Rows of one object, and of one answer. */
export const maxPageRows = 500;
/** Bytes of the rows of one answer as JSON, and of one object unless a single row is longer. */
export const maxPageBytes = 4 * 1000 * 1000;
/** Far more than the longest row: what is longer was not written by us. */
const maxObjectBytes = 64 * 1000 * 1000;
const parallelWrites = 4;

type RowOwner = Pick<ImportRecord, "accountId" | "id">;

/** Writes all rows under a fresh `rowsId`, and answers how many each object holds. */
export async function writeRows(
  files: ImportFiles,
  { accountId, id }: RowOwner,
  rowsId: string,
  contacts: readonly ParsedContact[],
): Promise<number[]> {
  const chunks = chunkRows(contacts);
  await mapInParallel([...chunks.entries()], parallelWrites, ([index, rows]) =>
    files.put(rowsKey(accountId, id, rowsId, index), `[${rows.join(",\n")}]`, "application/json"),
  );
  return chunks.map((rows) => rows.length);
}

/**
 * Up to `limit` rows from `offset` on; fewer when they would pass the bytes of an answer, but at least one if there is
 * one.
 */
export async function readRows(
  files: ImportFiles,
  record: Pick<ImportRecord, "accountId" | "id" | "rows">,
  { offset, limit }: { offset: number; limit: number },
): Promise<ParsedContact[]> {
  if (!record.rows) return [];
  const page: ParsedContact[] = [];
  let bytes = 0;
  let start = 0;
  for (const [index, length] of record.rows.chunks.entries()) {
    const end = start + length;
    if (end > offset && page.length < limit) {
      for (const row of (await readChunk(files, record, record.rows.id, index)).slice(Math.max(0, offset - start))) {
        bytes += Buffer.byteLength(JSON.stringify(row)) + 2;
        if (page.length === limit || (bytes > maxPageBytes && page.length > 0)) return page;
        page.push(row);
      }
    }
    start = end;
  }
  return page;
}

/** The ids of all rows, in order. */
export async function readRowIds(
  files: ImportFiles,
  record: Pick<ImportRecord, "accountId" | "id" | "rows">,
): Promise<string[]> {
  const ids: string[] = [];
  for (const index of record.rows?.chunks.keys() ?? []) {
    const rows = await readChunk(files, record, record.rows?.id ?? "", index);
    ids.push(...rows.map(({ tempId }) => tempId));
  }
  return ids;
}

async function readChunk(files: ImportFiles, owner: RowOwner, rowsId: string, index: number): Promise<ParsedContact[]> {
  const content = await files.read(rowsKey(owner.accountId, owner.id, rowsId, index), maxObjectBytes);
  // Written by `writeRows`, and nobody else may write there.
  return JSON.parse(new TextDecoder().decode(content)) as ParsedContact[];
}

/** Rows as JSON, in objects of bounded length. */
function chunkRows(contacts: readonly ParsedContact[]): string[][] {
  const chunks: string[][] = [];
  let bytes = 0;
  for (const contact of contacts) {
    const row = JSON.stringify(contact);
    const size = Buffer.byteLength(row) + 2;
    const last = chunks.at(-1);
    if (last && last.length < maxPageRows && bytes + size <= maxPageBytes) {
      last.push(row);
      bytes += size;
    } else {
      chunks.push([row]);
      bytes = size;
    }
  }
  return chunks;
}
