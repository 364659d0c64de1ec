/**
 * From the files of an import to its rows, in one stream: what is in memory at once are some rows and a few objects,
 * however large the files are.
 */
import { uploadKey } from "../../shared/files/import-keys.ts";
import { markExisting } from "../../shared/imports/existing.ts";
import { createNormaliser, type Normaliser } from "../../shared/imports/normalise.ts";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { createPictureStore } from "../../shared/imports/pictures.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { writeRows, writeStandIns } from "../../shared/imports/rows.ts";
import { type ImportCounts, type ImportRecord, objectOf, updateClaimed } from "../../shared/table/import.ts";
import { bucketFile } from "./bucket-file.ts";
import { fewerAtOnce } from "./fewer-at-once.ts";
import type { Invocation, ParserParts } from "./operations.ts";
import { ParserFault, readWithin } from "./read-within.ts";

/** Somebody else parses the import now. */
export class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}

export interface ParsedFiles {
  counts: ImportCounts;
  rows: NonNullable<ImportRecord["rows"]>;
  rowsRead: number;
}

/** Milliseconds that are kept of the invocation's time for writing the end. */
const endMargin = 15_000;
/** Milliseconds between two notes of how far the reading is. */
const progressInterval = 2_000;

/**
 * Writes the rows under an id of their own, and says where they lie; nobody sees them before the import's record does.
 * Throws as `readWithin`, ClaimLost, and the faults of storage and table.
 */
export async function parseFiles(
  parts: ParserParts,
  claimed: ImportRecord,
  invocation: Invocation,
): Promise<ParsedFiles> {
  const { store, files, newId } = parts;
  const normaliser = createNormaliser();
  const pictures = createPictureStore(files, claimed.accountId);
  const progress = createProgress(parts, claimed, invocation.requestId);
  let duplicateCount = 0;

  async function* contactsOf(rows: AsyncIterable<RawRow>): AsyncGenerator<ParsedContact, void> {
    for await (const row of rows) {
      const picture = pictures.take(row);
      const contact = normalise(normaliser, row);
      await progress.note();
      if (!contact) continue;
      // Of an invalid row too: its owner may name the person, and commit it.
      if (picture) await pictures.keep(contact.tempId, picture);
      yield contact;
    }
  }

  async function* counted(contacts: AsyncIterable<ParsedContact>): AsyncGenerator<ParsedContact, void> {
    for await (const contact of contacts) {
      if (contact.alreadyExists || contact.duplicateInFile !== null) duplicateCount += 1;
      yield contact;
    }
  }

  const rows = readRows(parts, claimed, invocation);
  const standIns = new Map<number, string>();
  const marked = counted(markExisting(store, claimed.accountId, claimed.source, contactsOf(rows), standIns));
  const id = newId();
  const written = { id, chunks: await writeRows(files, claimed, id, marked) };
  duplicateCount += await writeStandIns(files, claimed, written, standIns);
  await pictures.settle();
  const counts = { ...normaliser.counts(), duplicateCount };
  return { counts, rows: written, rowsRead: progress.rowsRead() };
}

function readRows(
  { files, readers }: ParserParts,
  { accountId, id: importId, source, strategy, files: given }: ImportRecord,
  { remainingTime }: Invocation,
): AsyncIterable<RawRow> {
  const sources = given.map((file, at) =>
    bucketFile(files, uploadKey({ accountId, importId, index: objectOf(file, at) }), file),
  );
  const options = { strategy: strategy ?? defaultStrategy };
  const limits = { hasTime: () => remainingTime() > endMargin, remedy: fewerAtOnce[source] };
  return readWithin(readers[source], sources, options, limits);
}

const defaultStrategy = "following_and_followers";

function normalise(normaliser: Normaliser, row: RawRow): ParsedContact | undefined {
  try {
    return normaliser.add(row);
  } catch (cause) {
    throw new ParserFault("a row could not be normalised", { cause });
  }
}

/** Tells the import's record now and then how many rows were read, and finds out that the claim is lost. */
function createProgress({ store, now }: ParserParts, claimed: ImportRecord, by: string) {
  let rowsRead = 0;
  let toldAt = now().getTime();
  return {
    note: async () => {
      rowsRead += 1;
      const time = now().getTime();
      if (time - toldAt < progressInterval) return;
      toldAt = time;
      if (!(await updateClaimed(store, claimed, by, { rowsRead }))) throw new ClaimLost();
    },
    rowsRead: () => rowsRead,
  };
}
