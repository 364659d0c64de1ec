/** Converts the files of an import to rows. The files are read as streams, and rows wait compressed until all are read. */

import type { ImportSource, ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../shared/import/row/raw-row.ts";
import { importSources } from "../../shared/import/sources.ts";
import { type ImportCounts, type ImportRecord, updateLeased } from "../../shared/import/store/import.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import { uploadKey } from "../../shared/import/store/import-keys.ts";
import { createPictureStore } from "../../shared/import/store/pictures.ts";
import { type RowStateLists, stateOf, writeRowStates } from "../../shared/import/store/row-states.ts";
import { writeRows, writeStandIns } from "../../shared/import/store/rows.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import type { Log } from "../../shared/platform/log/request-log.ts";
import type { Invocation } from "../invocation.ts";
import type { ImportFile, RowReader } from "./files/import-file.ts";
import { fewerFiles, type NoteProgress, ParserFault, passedLimit, readWithin } from "./files/read-within.ts";
import { createNormaliser, type Normaliser } from "./normalise/normalise.ts";
import { markExisting } from "./preview/mark-existing.ts";

export interface ParserParts {
  store: Store;
  files: Pick<ImportFiles, "put" | "read" | "removeObject" | "readRange" | "streamRange">;
  readers: Readonly<Record<ImportSource, RowReader>>;
  now: () => Date;
  newId: () => string;
  log: Log;
}

/** Another invocation parses the import now. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

export interface ParsedFiles {
  counts: ImportCounts;
  rows: NonNullable<ImportRecord["rows"]>;
  rowsRead: number;
}

/** The milliseconds that are reserved to write the result. */
const endMargin = 15_000;
/** The milliseconds between two updates of the progress. */
const progressInterval = 2_000;

/**
 * Writes the rows under a new id and returns their location. They become visible when the record of the import has it.
 * Throws the errors of `readWithin`, LeaseLost, and errors of the bucket and the table.
 */
export async function parseFiles(
  parts: ParserParts,
  leased: ImportRecord,
  invocation: Invocation,
): Promise<ParsedFiles> {
  const { store, files, newId, now } = parts;
  const normaliser = createNormaliser();
  const pictures = createPictureStore(files, leased.accountId);
  let [rowsRead, bytesRead, duplicateCount, reportedAt] = [0, 0, 0, now().getTime()];

  /** Updates the progress in the record at intervals. Throws LeaseLost if the lease is lost. */
  async function noteProgress(): Promise<void> {
    const time = now().getTime();
    if (time - reportedAt < progressInterval) return;
    reportedAt = time;
    if (!(await updateLeased(store, leased, { rowsRead, bytesRead: Math.floor(bytesRead) }))) throw new LeaseLost();
  }

  const noteBytes = async (bytes: number) => {
    bytesRead = bytes;
    await noteProgress();
  };

  async function* readContacts(): AsyncGenerator<ParsedContact, void> {
    for await (const row of readRows(parts, leased, invocation, noteBytes)) {
      const picture = pictures.accept(row);
      const contact = normalise(normaliser, row);
      rowsRead += 1;
      await noteProgress();
      if (!contact) continue;
      // Pictures of invalid rows are kept too, because a user may add a name and commit the row.
      if (picture) await pictures.write(contact.tempId, picture);
      yield contact;
    }
  }

  const standIns = new Map<number, string>();
  const lists: RowStateLists = { tempIds: [], states: [] };
  async function* markContacts(): AsyncGenerator<ParsedContact, void> {
    for await (const contact of markExisting(store, leased.accountId, leased.source, readContacts(), standIns)) {
      if (contact.alreadyExists || contact.duplicateInFile !== null) duplicateCount += 1;
      lists.tempIds.push(contact.tempId);
      lists.states.push(stateOf(contact));
      await noteProgress();
      if (invocation.remainingTime() < endMargin) {
        const remedy = leased.files.length > 1 ? fewerFiles : importSources[leased.source].fewerAtOnce;
        throw passedLimit("too_slow", "Comparing the rows takes too long.", remedy);
      }
      yield contact;
    }
  }

  const id = newId();
  const rows = { id, chunks: await writeRows(files, leased, id, markContacts()) };
  duplicateCount += await writeStandIns(files, leased, rows, standIns);
  await writeRowStates(files, leased, id, lists);
  await pictures.finish();
  return { counts: { ...normaliser.counts(), duplicateCount }, rows, rowsRead };
}

function readRows(
  { files, readers }: ParserParts,
  { accountId, id: importId, source, strategy, files: importFiles }: ImportRecord,
  { remainingTime }: Invocation,
  noteBytes: NoteProgress,
): AsyncIterable<RawRow> {
  const sources = importFiles.map((file) => bucketFile(files, uploadKey({ accountId, importId }), file));
  const options = { strategy: strategy ?? defaultStrategy };
  const limits = { hasTime: () => remainingTime() > endMargin, remedy: importSources[source].fewerAtOnce };
  return readWithin(readers[source], sources, options, limits, noteBytes);
}

const defaultStrategy = "following_and_followers";

function normalise(normaliser: Normaliser, row: RawRow): ParsedContact | undefined {
  try {
    return normaliser.add(row);
  } catch (cause) {
    throw new ParserFault("a row could not be normalised", { cause });
  }
}

/**
 * Returns a file that is a part of an object from the byte `start`. `size` was either signed for the upload or set by the
 * route that wrote the object.
 */
export function bucketFile(
  files: Pick<ImportFiles, "readRange" | "streamRange">,
  key: string,
  { name, size, start: first = 0 }: { name: string; size: number; start?: number },
): ImportFile {
  const clamp = (at: number) => first + Math.min(at, size);
  return {
    name,
    size,
    read: async (start, end) => {
      const [from, to] = [clamp(start), clamp(end)];
      // S3 refuses an empty range.
      return from < to ? files.readRange(key, from, to) : new Uint8Array();
    },
    stream: (start = 0, end = size) => files.streamRange(key, clamp(start), clamp(end)),
  };
}
