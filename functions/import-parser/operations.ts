/**
 * What an arrived file starts: when all files of its import are there, they are parsed, once, and the rows appear as a
 * whole or not at all.
 */
import type { ImportFiles } from "../../shared/files/import-files.ts";
import { parseUploadKey } from "../../shared/files/import-keys.ts";
import { validationError } from "../../shared/http/errors.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import type { ImportSource } from "../../shared/imports/parsed-contact.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import { faultOf, faultWithoutMessage } from "../../shared/log/fault.ts";
import type { Log } from "../../shared/log/request-log.ts";
import { claimImport, type ImportRecord, isComplete, noteArrival, updateClaimed } from "../../shared/table/import.ts";
import type { Store } from "../../shared/table/store.ts";
import type { RowReader } from "./import-file.ts";
import { ClaimLost, parseFiles } from "./parse-files.ts";
import { ParserFault } from "./read-within.ts";

export interface ParserParts {
  store: Store;
  files: Pick<ImportFiles, "put" | "read" | "readRange" | "streamRange">;
  readers: Readonly<Record<ImportSource, RowReader>>;
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

/**
 * Handles the arrival of one object. Whatever is the file's own fault ends in the import's status; for what is the
 * platform's an error is thrown, so that the event comes again. Events may come twice, late, or beside each other.
 */
export async function receiveUpload(parts: ParserParts, key: string, invocation: Invocation): Promise<void> {
  try {
    await parseArrived(parts, key, invocation);
  } catch (fault) {
    const isOurs = fault instanceof ParserFault;
    const { requestId } = invocation;
    const told = isOurs ? faultWithoutMessage(fault.cause) : faultOf(fault);
    parts.log({
      level: "error",
      event: isOurs ? "import.parserFault" : "import.platformFault",
      requestId,
      fault: told,
    });
    // A new one, without a cause: the runtime logs message and stack of what is thrown, which may quote the file.
    throw new Error(isOurs ? "a parser failed" : "the platform failed");
  }
}

async function parseArrived(parts: ParserParts, key: string, invocation: Invocation): Promise<void> {
  const { store, now } = parts;
  const location = parseUploadKey(key);
  const noted = location && (await noteArrival(store, location.accountId, location.importId, location.index, now()));
  if (!noted) return parts.log({ level: "info", event: "import.passedOver" });
  if (!isComplete(noted)) return;
  const startedAt = now().getTime();
  const until = startedAt + invocation.remainingTime();
  const claimed = await claimImport(store, noted, { by: invocation.requestId, now: startedAt, until });
  if (!claimed) return;
  await meterCapacity(async (units) => {
    const outcome = await parseOrRelease(parts, claimed, invocation);
    const { accountId, id: importId, source, files } = claimed;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const durationMs = now().getTime() - startedAt;
    const about = { requestId: invocation.requestId, accountId, importId, source, files: files.length, bytes };
    parts.log({ level: "info", event: "import.parse", ...about, ...outcome, durationMs, ...units });
  });
}

type Outcome = { outcome: "parsed"; rows: number } | { outcome: "failed"; faults: string[] } | { outcome: "overtaken" };

/**
 * A fault of the platform gives the claim back, so that the event's next attempt need not wait for the end of the
 * lease.
 */
async function parseOrRelease(parts: ParserParts, claimed: ImportRecord, invocation: Invocation): Promise<Outcome> {
  const { requestId: by } = invocation;
  try {
    return await parseImport(parts, claimed, invocation);
  } catch (fault) {
    if (fault instanceof ClaimLost) return { outcome: "overtaken" };
    // Where even this fails the lease ends by itself; the first fault is the one to tell.
    await updateClaimed(parts.store, claimed, by, { leaseUntil: parts.now().getTime() }).catch(() => {});
    throw fault;
  }
}

async function parseImport(parts: ParserParts, claimed: ImportRecord, invocation: Invocation): Promise<Outcome> {
  const end = async (changes: Parameters<typeof updateClaimed>[3]) => {
    if (!(await updateClaimed(parts.store, claimed, invocation.requestId, changes))) throw new ClaimLost();
  };
  try {
    const { counts, rows, rowsRead } = await parseFiles(parts, claimed, invocation);
    await end({ status: "parsed", counts, rows, rowsRead });
    return { outcome: "parsed", rows: counts.totalCount };
  } catch (fault) {
    if (fault instanceof ImportFilesError) {
      await end({ status: "failed", error: filesError(fault, claimed) });
      return { outcome: "failed", faults: fault.faults.map(({ error }) => error.reason) };
    }
    // It would come again with every attempt: the import ends with it, and the event's retries find nothing to do.
    if (!(fault instanceof ParserFault)) throw fault;
    await end({ status: "failed", error: ownError });
    throw fault;
  }
}

const ownError: NonNullable<ImportRecord["error"]> = {
  code: "internal_server_error",
  message: "The files could not be parsed.",
  details: [],
};

function filesError({ faults }: ImportFilesError, { files }: ImportRecord): NonNullable<ImportRecord["error"]> {
  const details = faults.map(({ index, error }) => {
    return { path: `body.files.${files[index]?.part ?? index}`, message: error.message };
  });
  return { code: "validation_error", message: validationError(details).message, details };
}
