/** Parses an import once when its object has arrived. Either all rows become visible, or none. */

import { type ImportRecord, noteArrival, takeLease, updateLeased } from "../../shared/import/store/import.ts";
import { parseUploadKey } from "../../shared/import/store/import-keys.ts";
import { validationError } from "../../shared/platform/http/errors.ts";
import { meterCapacity } from "../../shared/platform/log/capacity.ts";
import { faultOf, faultWithoutMessage } from "../../shared/platform/log/request-log.ts";
import type { Invocation } from "../invocation.ts";
import { ImportFilesError } from "./files/import-file-error.ts";
import { ParserFault } from "./files/read-within.ts";
import { LeaseLost, type ParserParts, parseFiles } from "./parse-files.ts";

/**
 * Handles the arrival of one object. The status of the import reports faults of the file. Faults of the platform are
 * thrown, so that the event is retried. Events may arrive twice, late, or concurrently.
 */
export async function receiveUpload(parts: ParserParts, key: string, invocation: Invocation): Promise<void> {
  try {
    await parseArrived(parts, key, invocation);
  } catch (fault) {
    const isOurs = fault instanceof ParserFault;
    parts.log({
      level: "error",
      event: isOurs ? "import.parserFault" : "import.platformFault",
      requestId: invocation.requestId,
      fault: isOurs ? faultWithoutMessage(fault.cause) : faultOf(fault),
    });
    // The new error has no cause, because the runtime logs its message and stack, which may quote the file.
    throw new Error(isOurs ? "a parser failed" : "the platform failed");
  }
}

async function parseArrived(parts: ParserParts, key: string, invocation: Invocation): Promise<void> {
  const { store, now } = parts;
  const location = parseUploadKey(key);
  const arrived = location && (await noteArrival(store, location.accountId, location.importId, now()));
  if (!arrived) return parts.log({ level: "info", event: "import.skipped" });
  const startedAt = now().getTime();
  const until = startedAt + invocation.remainingTime();
  const leased = await takeLease(store, arrived, { holder: invocation.requestId, now: startedAt, until });
  if (!leased) return;
  await meterCapacity(async (units) => {
    const outcome = await parseOrRelease(parts, leased, invocation);
    const { accountId, id: importId, source, files } = leased;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const durationMs = now().getTime() - startedAt;
    const about = { requestId: invocation.requestId, accountId, importId, source, files: files.length, bytes };
    const failed = outcome.outcome === "failed" ? 1 : 0;
    parts.log({ level: "info", event: "import.parse", ...about, ...outcome, failed, durationMs, ...units });
    // Its rows are all that is read from now on. After a parser fault, the file stays until the bucket removes it.
    if (outcome.outcome !== "overtaken") await parts.files.removeObject(key);
  });
}

type Outcome = { outcome: "parsed"; rows: number } | { outcome: "failed"; faults: string[] } | { outcome: "overtaken" };

/** Ends the lease after a fault of the platform, so that the next attempt can start at once. */
async function parseOrRelease(parts: ParserParts, leased: ImportRecord, invocation: Invocation): Promise<Outcome> {
  try {
    return await parseImport(parts, leased, invocation);
  } catch (fault) {
    if (fault instanceof LeaseLost) return { outcome: "overtaken" };
    // If this update fails too, the lease expires. The first fault is thrown.
    await updateLeased(parts.store, leased, { leaseUntil: parts.now().getTime() }).catch(() => {});
    throw fault;
  }
}

async function parseImport(parts: ParserParts, leased: ImportRecord, invocation: Invocation): Promise<Outcome> {
  const end = async (changes: Parameters<typeof updateLeased>[2]) => {
    if (!(await updateLeased(parts.store, leased, changes))) throw new LeaseLost();
  };
  try {
    const { counts, rows, rowsRead } = await parseFiles(parts, leased, invocation);
    await end({ status: "parsed", counts, rows, rowsRead });
    return { outcome: "parsed", rows: counts.totalCount };
  } catch (fault) {
    if (fault instanceof ImportFilesError) {
      await end({ status: "failed", error: filesError(fault, leased) });
      return { outcome: "failed", faults: fault.faults.map(({ error }) => error.reason) };
    }
    // A ParserFault would recur with every attempt, so it ends the import, and retries of the event do nothing.
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
