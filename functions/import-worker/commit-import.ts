/** Commits the chosen rows of an import, some rows at a time, and continues where an earlier run has ended. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { writeAccount } from "../../shared/account/store/account-write.ts";
import type { ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import { type CommitRequest, chosenRows, readCommitRequest } from "../../shared/import/store/import-work.ts";
import { readRowStates } from "../../shared/import/store/row-states.ts";
import { readChunk } from "../../shared/import/store/rows.ts";
import { type CommitParts, commitRows } from "../../shared/import-commit/commit.ts";
import { pictureMargin, preparePictures, unusedPictures } from "../../shared/import-commit/commit-pictures.ts";
import type { CommitResult } from "../../shared/import-commit/commit-result.ts";
import { type CommitRow, readCommitRow } from "../../shared/import-commit/commit-row.ts";
import { workerReceipt } from "../../shared/import-commit/receipt-writer.ts";
import type { ReceiptRecord } from "../../shared/import-commit/store/receipt.ts";
import type { RemoveAvatars } from "../../shared/picture/remove-avatars.ts";
import type { StoreAvatar } from "../../shared/picture/store-avatar.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import { endReceipt } from "./end-receipt.ts";
import { ImportUnfinishedError, requireTime, type Work } from "./work.ts";

export interface CommitImportParts extends CommitParts {
  accountFiles: Pick<AccountFiles, "read">;
  /** The objects of the import bucket. */
  files: Pick<ImportFiles, "read" | "readIfThere">;
  storeAvatar: StoreAvatar;
  removeAvatars: RemoveAvatars;
}

/**
 * The rows that are matched with one read of the account, two or three transactions. With more of them, the read takes longer
 * which another write makes necessary again, and each transaction of rows with groups reads more memberships.
 */
const mostRows = 50;
/** The divisor of the rows of a batch while other writes interrupt: fewer rows need less time between the read and the write. */
const fewerTimes = 4;
/** The attempts at a picture that can't be fetched, after which its row fails, so that it does not stop the others. */
const pictureAttempts = 3;

/**
 * Throws `ImportUnfinishedError` when the time is over, or when a picture can't be fetched now, and `service_unavailable` when
 * even a single row loses against other writes for long.
 */
export async function commitImport(parts: CommitImportParts, work: Work): Promise<void> {
  const { accountId, id: receiptId } = work.receipt;
  const request = await readCommitRequest(parts.accountFiles, { accountId, receiptId });
  if (!request) throw new Error("the request of a commit is missing");
  const writer = writerOf(parts, work);
  let atOnce = mostRows;
  const commitLeft = async () => {
    for await (const rows of rowsLeft(parts.files, work.receipt, request, writer.done(), () => atOnce)) {
      requireTime(work);
      const commitRows = rows.map((row) => toCommitRow(row, request.groups, parts.now()));
      await commitSome(parts, work, commitRows, writer);
      atOnce = Math.min(mostRows, atOnce * 2);
    }
    return true;
  };
  const useFewerRows = (fault: unknown) => {
    if (atOnce === 1 || !(fault instanceof AppError && fault.code === "service_unavailable")) throw fault;
    atOnce = Math.ceil(atOnce / fewerTimes);
    return false;
  };
  while (!(await commitLeft().catch(useFewerRows)));
  await endReceipt(parts, work.receipt, "done");
}

type ReceiptWriter = ReturnType<typeof workerReceipt>;

/** Rests after each transaction. */
function writerOf({ store }: CommitImportParts, work: Work): ReceiptWriter {
  const { wrote, ...recorded } = workerReceipt(store, work.receipt);
  return {
    ...recorded,
    wrote: async (rows) => {
      await wrote(rows);
      work.count(rows);
      await work.rest();
      requireTime(work);
    },
  };
}

/** The chosen rows after the first `done`, in their order. */
async function* rowsLeft(
  files: CommitImportParts["files"],
  receipt: ReceiptRecord,
  request: CommitRequest,
  done: number,
  atOnce: () => number,
): AsyncGenerator<ParsedContact[], void> {
  const { rows } = request;
  const owner = { accountId: receipt.accountId, id: receipt.importId };
  const states = await readRowStates(files, { ...owner, rows });
  const left = new Set(chosenRows(states, request).slice(done));
  const isLeft = (tempId: string) => left.has(tempId);
  const ids = [...states.keys()];
  let start = 0;
  for (const [chunk, length] of rows?.chunks.entries() ?? []) {
    const end = start + length;
    if (ids.slice(start, end).some(isLeft)) {
      const rowsLeft = (await readChunk(files, owner, rows?.id ?? "", chunk)).filter(({ tempId }) => isLeft(tempId));
      while (rowsLeft.length > 0) yield rowsLeft.splice(0, atOnce());
    }
    start = end;
  }
}

/** The row as a client sends it. All rows join `groups`, so these come before the groups of the row itself. */
function toCommitRow(row: ParsedContact, groups: readonly string[], now: Date): CommitRow {
  if (row.isValid) return readCommitRow({ ...row, groups: [...groups, ...row.groups] }, now);
  const faults = row.issues.filter(({ severity }) => severity === "error");
  const details = faults.map(({ field, message }) => ({
    path: field === undefined ? "body" : `body.${field}`,
    message,
  }));
  return { tempId: row.tempId, fault: "validation_error", details };
}

async function commitSome(
  parts: CommitImportParts,
  work: Work,
  withoutPictures: readonly CommitRow[],
  writer: ReceiptWriter,
): Promise<void> {
  const { accountId, source, attempts } = work.receipt;
  const rows = await preparePictures(parts, accountId, source, withoutPictures, work.left);
  const isLate = rows.some((row) => "fault" in row && row.fault === "service_unavailable");
  if (isLate && (attempts < pictureAttempts || work.left() < pictureMargin)) {
    throw new ImportUnfinishedError("a picture can't be fetched now");
  }
  const before = writer.done();
  const { results } = await commitRows(parts, accountId, source, rows, () => writer);
  await recordRefused(parts, accountId, results.slice(writer.done() - before), writer);
  await parts.removeAvatars(accountId, unusedPictures(rows, results));
}

/** The transaction of rows for which the account had no room has failed, so it has not recorded them. */
async function recordRefused(
  { store, now, retry }: CommitImportParts,
  accountId: string,
  results: CommitResult[],
  { plan, wrote }: ReceiptWriter,
): Promise<void> {
  if (results.length === 0) return;
  const record = async (head: AccountHead) => {
    return { actions: (await plan({ results, changes: [], groups: [] }, now())) ?? [], head, result: undefined };
  };
  await writeAccount(store, accountId, record, retry);
  await wrote(results.length);
}
