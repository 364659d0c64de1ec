/**
 * What an arrived file starts: when all files of its import are there, they are parsed, once, and the rows appear as a
 * whole or not at all.
 */
import type { ImportFiles } from "../../shared/files/import-files.ts";
import { parseUploadKey, uploadKey } from "../../shared/files/import-keys.ts";
import { markExisting } from "../../shared/imports/existing.ts";
import type { ImportSource, ParsedContact, ParsedFile } from "../../shared/imports/parsed-contact.ts";
import { writeRows } from "../../shared/imports/rows.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import type { Log } from "../../shared/log/request-log.ts";
import {
  claimImport,
  type ImportCounts,
  type ImportRecord,
  noteArrival,
  updateClaimed,
} from "../../shared/table/import.ts";
import { mapInParallel } from "../../shared/table/parallel.ts";
import type { Store } from "../../shared/table/store.ts";
import { type Normalise, parseContents, type RowReader } from "./parse-contents.ts";

export interface ParserParts {
  store: Store;
  files: ImportFiles;
  readers: Readonly<Partial<Record<ImportSource, RowReader>>>;
  normalise: Normalise;
  now: () => Date;
  newId: () => string;
  log: Log;
}

export interface Invocation {
  /** The same for every attempt at one event. */
  requestId: string;
  /** Milliseconds. */
  remainingTime: () => number;
}

const parallelReads = 4;

/**
 * Handles the arrival of one object. Whatever is the file's own fault ends in the import's status; what is the
 * platform's is thrown, so that the event comes again. Events may come twice, late, or beside each other.
 */
export async function receiveUpload(parts: ParserParts, key: string, invocation: Invocation): Promise<void> {
  const { store, now } = parts;
  const location = parseUploadKey(key);
  const noted = location && (await noteArrival(store, location.accountId, location.importId, location.index));
  if (!noted) return parts.log({ level: "info", event: "import.passedOver" });
  if (!noted.files.every((_file, index) => noted.arrived.has(index))) return;
  const startedAt = now().getTime();
  const until = startedAt + invocation.remainingTime();
  const claimed = await claimImport(store, noted, { by: invocation.requestId, now: startedAt, until });
  if (!claimed) return;
  await meterCapacity(async (units) => {
    const outcome = await parseOrRelease(parts, claimed, invocation.requestId);
    const { accountId, id: importId, source, files } = claimed;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const durationMs = now().getTime() - startedAt;
    const about = { requestId: invocation.requestId, accountId, importId, source, files: files.length, bytes };
    parts.log({ level: "info", event: "import.parse", ...about, ...outcome, durationMs, ...units });
  });
}

/**
 * A fault of the platform gives the claim back, so that the event's next attempt need not wait for the end of the
 * lease.
 */
async function parseOrRelease(parts: ParserParts, claimed: ImportRecord, by: string): Promise<Outcome> {
  try {
    return await parseImport(parts, claimed, by);
  } catch (fault) {
    // Where even this fails the lease ends by itself; the first fault is the one to tell.
    await updateClaimed(parts.store, claimed, by, { leaseUntil: parts.now().getTime() }).catch(() => {});
    throw fault;
  }
}

type Outcome = { outcome: "parsed"; rows: number } | { outcome: "failed"; faults: string[] };

async function parseImport(parts: ParserParts, claimed: ImportRecord, by: string): Promise<Outcome> {
  const { store, files, newId } = parts;
  const contents = await readContents(files, claimed);
  const parsed = await parseOrFail(parts, claimed, by, contents);
  if ("faults" in parsed) {
    const details = parsed.faults.map(({ detail }) => detail);
    const error = { code: "validation_error", message: "The files can't be read.", details } as const;
    await updateClaimed(store, claimed, by, { status: "failed", error });
    return { outcome: "failed", faults: parsed.faults.map(({ reason }) => reason) };
  }
  await updateClaimed(store, claimed, by, { rowsRead: parsed.contacts.length });
  const contacts = await markExisting(store, claimed.accountId, parsed.contacts);
  const rowsId = newId();
  const chunks = await writeRows(files, claimed, rowsId, contacts);
  const counts = countsOf(parsed, contacts);
  await updateClaimed(store, claimed, by, { status: "parsed", counts, rows: { id: rowsId, chunks } });
  return { outcome: "parsed", rows: contacts.length };
}

function readContents(files: ImportFiles, { accountId, id, files: expected }: ImportRecord): Promise<Uint8Array[]> {
  return mapInParallel([...expected.entries()], parallelReads, ([index, { size }]) =>
    files.read(uploadKey({ accountId, importId: id, index }), size),
  );
}

/**
 * A fault of a parser itself comes again with every attempt: the import ends with it, and the event's retries find
 * nothing to do.
 */
async function parseOrFail(
  { store, readers, normalise }: ParserParts,
  claimed: ImportRecord,
  by: string,
  contents: readonly Uint8Array[],
): Promise<ReturnType<typeof parseContents>> {
  try {
    const read = readers[claimed.source];
    if (!read) throw new Error("no parser reads this source");
    return parseContents(read, normalise, contents);
  } catch (fault) {
    const error = { code: "internal_server_error", message: "The files could not be parsed." } as const;
    await updateClaimed(store, claimed, by, { status: "failed", error: { ...error, details: [] } });
    throw fault;
  }
}

function countsOf(parsed: ParsedFile, contacts: readonly ParsedContact[]): ImportCounts {
  const { totalCount, validCount, invalidCount, skippedCount, coverage } = parsed;
  const duplicates = contacts.filter(({ alreadyExists, duplicateInFile }) => alreadyExists || duplicateInFile !== null);
  return { totalCount, validCount, invalidCount, duplicateCount: duplicates.length, skippedCount, coverage };
}
