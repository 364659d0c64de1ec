/** The operations of the import routes. They put files into the bucket, whose event starts the parser, and read its rows. */

import { getAccountHead } from "../../shared/account/store/account.ts";
import { txidOf } from "../../shared/contact/answer/current.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import { getContact } from "../../shared/contact/store/contact.ts";
import {
  type FollowStrategy,
  followStrategies,
  type ImportSource,
  type ParsedContact,
} from "../../shared/import/row/parsed-contact.ts";
import { getImport, type ImportRecord, newImport, putImport } from "../../shared/import/store/import.ts";
import type { ImportFiles } from "../../shared/import/store/import-files.ts";
import { uploadKey } from "../../shared/import/store/import-keys.ts";
import { readRowIds } from "../../shared/import/store/row-states.ts";
import { maxPageRows, readRows } from "../../shared/import/store/rows.ts";
import { commitRows } from "../../shared/import-commit/commit.ts";
import { preparePictures, unusedPictures } from "../../shared/import-commit/commit-pictures.ts";
import type { CommitResult } from "../../shared/import-commit/commit-result.ts";
import { readCommitRow } from "../../shared/import-commit/commit-row.ts";
import type { RemoveAvatars } from "../../shared/picture/remove-avatars.ts";
import type { StoreAvatar } from "../../shared/picture/store-avatar.ts";
import type { FindPlace } from "../../shared/place/find-place.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import { offerUpload } from "../../shared/platform/http/direct-upload.ts";
import { AppError, invalid, validationError } from "../../shared/platform/http/errors.ts";
import type { Operations, UploadedFile } from "../../shared/platform/http/route/route.ts";
import type { SignUpload } from "../../shared/platform/s3/upload-forms.ts";
import { cutToUnits } from "../../shared/platform/text/cut.ts";
import { isTimeout } from "../../shared/platform/time/timeout.ts";
import type { ContactIndexes } from "../../shared/search/contact-indexes.ts";
import { compareRow } from "./compare-row.ts";
import { findReceipts } from "./find-receipts.ts";
import type { routeGroup } from "./group.ts";
import { type ReceiptParts, receiptOperations } from "./receipt-operations.ts";
import { maxUploadBytes } from "./schemas.ts";

export interface ImportParts extends ReceiptParts {
  indexes: ContactIndexes;
  files: Pick<ImportFiles, "put" | "read" | "readIfThere">;
  storeAvatar: StoreAvatar;
  removeAvatars: RemoveAvatars;
  signUpload: SignUpload;
  findPlace: FindPlace;
  pause: (milliseconds: number) => Promise<void>;
}

export function importOperations(parts: ImportParts): Operations<typeof routeGroup.rows> {
  const { store, files, signUpload, now, newId } = parts;
  return {
    async parseImport({ caller: { accountId }, params: { source }, body, baseUrl, remainingTime }) {
      const strategy = readStrategy(source, body.fields.strategy);
      const uploaded = requireFiles(body.files);
      const id = newId();
      let start = 0;
      const described = uploaded.map(({ file: { fileName, content }, part }) => {
        const size = content.byteLength;
        start += size;
        return { name: nameOf(fileName), size, part, start: start - size };
      });
      const waiting = newImport({ id, accountId, source, ...strategy, files: described }, now());
      await putImport(store, waiting);
      // The upload is aborted in time for an answer: the caller can send the files again.
      const patience = remainingTime() - answerMargin;
      // All files become one object, because each object causes an event and a write of the import's item.
      const content = Buffer.concat(uploaded.map(({ file }) => file.content));
      await files.put(uploadKey({ accountId, importId: id }), content, "application/octet-stream", patience);
      const record = await waitForParse(parts, waiting, Math.min(longestWait, remainingTime() - answerMargin));
      if (record.error) throw asError(record.error);
      const page = { offset: 0, limit: maxPageRows };
      // A page is stored in at most two objects, so each may take half of the time.
      const read = () => readRows(files, record, page, (remainingTime() - lastMargin) / 2);
      const rows = record.status === "parsed" ? await inTime(read) : "late";
      if (rows === "late" || !record.counts) {
        const headers = { location: locationOf(baseUrl, source, id) };
        return { status: 202, headers, body: { importId: id, status: record.status } };
      }
      return { status: 200, body: { ...pageOf(record, rows, page), ...record.counts } };
    },

    async prepareImportUpload({
      caller: { accountId },
      params: { source },
      body: { fileName, size, strategy },
      baseUrl,
    }) {
      if (size > maxUploadBytes) throw new AppError("payload_too_large", { message: "A file may have at most 5 GB." });
      const id = newId();
      const time = now();
      const file = { name: nameOf(fileName), size };
      const record = newImport({ id, accountId, source, ...readStrategy(source, strategy), files: [file] }, time);
      const upload = await offerUpload(signUpload, uploadKey({ accountId, importId: id }), size, time);
      await putImport(store, record);
      const headers = { location: locationOf(baseUrl, source, id) };
      return { status: 201, headers, body: { importId: id, upload } };
    },

    async getImport({ caller: { accountId }, params: { source, importId }, query: page }) {
      const record = await getImport(store, accountId, importId, now());
      if (!record || record.source !== source) throw new AppError("import_not_found");
      const { status, rowsRead, error, counts } = record;
      const bytesTotal = record.files.reduce((sum, { size }) => sum + size, 0);
      const bytesRead = status === "parsed" ? bytesTotal : (record.bytesRead ?? 0);
      const rows = pageOf(record, await readRows(files, record, page), page);
      return {
        status: 200,
        body: { ...rows, ...(counts ?? unknownCounts), status, rowsRead, bytesRead, bytesTotal, error },
      };
    },

    async getImportRow({ caller: { accountId }, params: { source, importId, tempId } }) {
      const time = now();
      const record = await getImport(store, accountId, importId, time);
      if (!record || record.source !== source) throw new AppError("import_not_found");
      const offset = (await readRowIds(files, record)).indexOf(tempId);
      const [row] = offset < 0 ? [] : await readRows(files, record, { offset, limit: 1 });
      if (!row) throw new AppError("not_found", { message: "The import has no such row." });
      const head = await getAccountHead(store, accountId);
      const contactId = row.duplicateOf && (await loadAliases(store, head)).survivorOf(row.duplicateOf.contactId);
      const contact = contactId === null ? undefined : await getContact(store, accountId, contactId);
      const comparison = contact ? compareRow(head, contact, row, { ...parts, now: time }) : null;
      return { status: 200, txid: txidOf(head, contact), body: { row, comparison } };
    },

    async commitImportRows({ caller: { accountId }, params: { source }, body, remainingTime }) {
      const time = now();
      const rowsWithoutPictures = body.contacts.map((row, index) => readCommitRow(row, time, `body.contacts.${index}`));
      const receiptOf = await findReceipts(parts, { accountId, source, importId: body.importId }, rowsWithoutPictures);
      const rows = await preparePictures(parts, accountId, source, rowsWithoutPictures, remainingTime);
      const { results, txid } = await commitRows(parts, accountId, source, rows, receiptOf);
      await parts.removeAvatars(accountId, unusedPictures(rows, results));
      const count = (status: CommitResult["status"]) => results.filter((result) => result.status === status).length;
      return {
        status: 200,
        txid,
        // The caller sends the same request again for the rows that are left. Marks identify the rows that are done.
        ...(results.some(({ code }) => code === "service_unavailable" || code === "storage_limit_reached") && {
          keep: false,
        }),
        body: {
          importedCount: count("imported"),
          updatedCount: count("updated"),
          skippedCount: count("skipped"),
          results,
          txid,
        },
      };
    },

    ...receiptOperations(parts),
  };
}

/** The milliseconds that a request waits for its parse at most. */
const longestWait = 25_000;
/** The milliseconds that reading the rows and writing the answer may take. */
const answerMargin = 3_000;
/** The milliseconds that writing the answer may take. */
const lastMargin = 1_000;

/** The milliseconds between two reads of the import: at first, and at most. */
const firstPause = 30;
const longestPause = 500;

/**
 * Reads the import less and less often, until the parse has ended or `patience`, in milliseconds, is over. The result is
 * the import as it was read last.
 */
async function waitForParse(
  { store, now, pause }: ImportParts,
  waiting: ImportRecord,
  patience: number,
): Promise<ImportRecord> {
  const deadline = now().getTime() + patience;
  let record = waiting;
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.5)) {
    await pause(wait);
    const time = now();
    const left = deadline - time.getTime() + lastMargin;
    const known = await inTime(() => getImport(store, waiting.accountId, waiting.id, time, left));
    if (known === "late") return record;
    if (!known) throw new Error("an import that was just stored is missing");
    record = known;
    const isEnded = record.status === "parsed" || record.status === "failed";
    if (isEnded || now().getTime() + wait > deadline) return record;
  }
}

/** The result of the call, or "late" if it threw a `TimeoutError`. */
function inTime<Result>(call: () => Promise<Result>): Promise<Result | "late"> {
  return call().catch((error: unknown) => {
    if (isTimeout(error)) return "late";
    throw error;
  });
}

function locationOf(baseUrl: string, source: ImportSource, importId: string): string {
  return `${baseUrl}/contacts/import/${source}/${importId}`;
}

function asError({ code, message, details }: NonNullable<ImportRecord["error"]>): AppError {
  return details.length > 0 ? validationError(details) : new AppError(code, { message });
}

const unknownCounts = {
  totalCount: null,
  validCount: null,
  invalidCount: null,
  duplicateCount: null,
  skippedCount: null,
  coverage: null,
};

function pageOf(record: ImportRecord, contacts: ParsedContact[], page: { offset: number; limit: number }) {
  return {
    importId: record.id,
    contacts,
    pagination: paginate(page, contacts.length, record.counts?.totalCount ?? 0),
  };
}

/** Throws 400 for an unknown strategy, and for a source that has none. */
function readStrategy(source: ImportSource, text: string | undefined): { strategy?: FollowStrategy } {
  if (text === undefined) return {};
  const strategy = followStrategies.find((known) => known === text);
  if (!strategy) throw invalid("body.strategy", `Must be one of ${followStrategies.join(", ")}.`);
  if (source !== "network_b") throw invalid("body.strategy", "Only network_b has strategies.");
  return { strategy };
}

/**
 * The files, each with the index of its part, by which issues refer to it. A form in which no file was chosen sends a part
 * without name and content. Throws 400 if no file has content.
 */
function requireFiles(parts: readonly UploadedFile[]): { file: UploadedFile; part: number }[] {
  const files = parts
    .map((file, part) => ({ file, part }))
    .filter(({ file: { fileName, content } }) => fileName !== "" || content.byteLength > 0);
  if (files.length === 0) throw invalid("body", "There is no file: send it as a part that has a file name.");
  if (files.some(({ file }) => file.content.byteLength > 0)) return files;
  throw validationError(files.map(({ part }) => ({ path: `body.files.${part}`, message: "The file is empty." })));
}

const maxNameLength = 100;

/** A name is only displayed, so it is stored without folders and control characters, and cut. */
function nameOf(path: string): string {
  const name = path.replace(/\p{Cc}/gu, "");
  return cutToUnits(name.split(/[/\\]/).at(-1) ?? "", maxNameLength);
}
