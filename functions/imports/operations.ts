/** What the import routes do: files go to the bucket, whose event starts the parser; rows come back from it. */
import type { ImportFiles } from "../../shared/files/import-files.ts";
import { uploadKey } from "../../shared/files/import-keys.ts";
import { AppError, type ErrorDetail, invalid } from "../../shared/http/errors.ts";
import { paginate } from "../../shared/http/pagination.ts";
import type { Operations, UploadedFile } from "../../shared/http/route.ts";
import { validationError } from "../../shared/http/validate.ts";
import { commitRows } from "../../shared/imports/commit.ts";
import { readCommitRow } from "../../shared/imports/commit-row.ts";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { maxPageRows, readRows } from "../../shared/imports/rows.ts";
import type { FindPlace } from "../../shared/places/find-place.ts";
import type { RetryPolicy } from "../../shared/table/account-write.ts";
import { getImport, type ImportRecord, newImport, putImport } from "../../shared/table/import.ts";
import type { Store } from "../../shared/table/store.ts";
import { cutToUnits } from "../../shared/text/cut.ts";
import type { importRoutes } from "./routes.ts";

export interface ImportParts {
  store: Store;
  files: ImportFiles;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  pause: (milliseconds: number) => Promise<void>;
  retry?: RetryPolicy;
}

export function importOperations(parts: ImportParts): Operations<typeof importRoutes> {
  const { store, files, now, newId } = parts;
  return {
    async parseImport({ caller: { accountId }, params: { source }, body, baseUrl, remainingTime }) {
      const given = requireFiles(body.files);
      const id = newId();
      const described = given.map(({ fileName, content }) => ({ name: plainName(fileName), size: content.byteLength }));
      await putImport(store, newImport({ id, accountId, source, files: described }, now()));
      await Promise.all(
        given.map(({ content }, index) =>
          files.put(uploadKey({ accountId, importId: id, index }), content, "application/octet-stream"),
        ),
      );
      const record = await waitForParse(parts, accountId, id, Math.min(longestWait, remainingTime() - answerMargin));
      if (record.error) throw asError(record.error);
      if (record.status !== "parsed") {
        const headers = { location: `${baseUrl}/contacts/import/${source}/${id}` };
        return { status: 202, headers, body: { importId: id, status: record.status } };
      }
      const page = { offset: 0, limit: maxPageRows };
      return { status: 200, body: parseResult(record, await readRows(files, record, page), page) };
    },

    async readImport({ caller: { accountId }, params: { source, importId }, query: page }) {
      const record = await getImport(store, accountId, importId, now());
      if (!record || record.source !== source) throw new AppError("import_not_found");
      const { status, rowsRead, error } = record;
      const result = parseResult(record, await readRows(files, record, page), page);
      return { status: 200, body: { ...result, status, rowsRead, error } };
    },

    async commitImport({ caller: { accountId }, params: { source }, body }) {
      const time = now();
      const rows = body.contacts.map((row) => readCommitRow(row, time));
      const { results, txid } = await commitRows(parts, accountId, source, rows);
      const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
      return {
        status: 200,
        txid,
        body: {
          importedCount: count("imported"),
          updatedCount: count("updated"),
          skippedCount: count("skipped"),
          results,
          txid,
        },
      };
    },
  };
}

/** Milliseconds that a parse is waited for at most, and that are kept for writing the answer. */
const longestWait = 25_000;
const answerMargin = 3_000;
const firstPause = 30;
const longestPause = 500;

/** Asks ever more seldom, until the parse has ended or `patience`, in milliseconds, would be over. */
async function waitForParse(
  { store, now, pause }: ImportParts,
  accountId: string,
  id: string,
  patience: number,
): Promise<ImportRecord> {
  const deadline = now().getTime() + patience;
  for (let wait = firstPause; ; wait = Math.min(longestPause, wait * 1.5)) {
    await pause(wait);
    const record = await getImport(store, accountId, id, now());
    if (!record) throw new Error("an import that was just made is gone");
    if (record.status === "parsed" || record.status === "failed") return record;
    if (now().getTime() + wait > deadline) return record;
  }
}

/** The files that hold something. A form without a chosen file sends a part without name and content. */
function requireFiles(parts: readonly UploadedFile[]): UploadedFile[] {
  const files = parts.filter(({ fileName, content }) => fileName !== "" || content.byteLength > 0);
  if (files.length === 0) throw invalid("body", "There is no file: send it as a part that has a file name.");
  const empty = files.flatMap(({ content }, index): ErrorDetail[] =>
    content.byteLength === 0 ? [{ path: `body.files.${index}`, message: "The file is empty." }] : [],
  );
  if (empty.length > 0) throw validationError(empty);
  return files;
}

const maxNameLength = 100;

/** A file's own name is kept for people only: without folders and control characters, and short. */
function plainName(fileName: string): string {
  const name = fileName.toWellFormed().replace(/\p{Cc}/gu, "");
  return cutToUnits(name.split(/[/\\]/).at(-1) ?? "", maxNameLength);
}

function asError({ code, message, details }: NonNullable<ImportRecord["error"]>): AppError {
  return details.length > 0 ? validationError(details) : new AppError(code, { message });
}

const noCounts = { totalCount: 0, validCount: 0, invalidCount: 0, duplicateCount: 0, skippedCount: 0, coverage: 0 };

function parseResult(record: ImportRecord, contacts: ParsedContact[], page: { offset: number; limit: number }) {
  const counts = record.counts ?? noCounts;
  return {
    importId: record.id,
    contacts,
    ...counts,
    pagination: paginate(page, contacts.length, counts.totalCount),
  };
}
