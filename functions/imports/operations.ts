/** What the import routes do: files go to the bucket, whose event starts the parser; rows come back from it. */
import type { ImportFiles } from "../../shared/files/import-files.ts";
import { uploadKey } from "../../shared/files/import-keys.ts";
import { maxUploadBytes, type SignUpload } from "../../shared/files/upload-forms.ts";
import { AppError, validationError } from "../../shared/http/errors.ts";
import { offerUpload } from "../../shared/http/offer-upload.ts";
import { paginate } from "../../shared/http/pagination.ts";
import type { Operations } from "../../shared/http/route.ts";
import { type CommitResult, commitRows } from "../../shared/imports/commit.ts";
import { preparePictures } from "../../shared/imports/commit-pictures.ts";
import { type CommitRow, readCommitRow } from "../../shared/imports/commit-row.ts";
import type { ImportSource, ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { maxPageRows, readRows } from "../../shared/imports/rows.ts";
import type { RemoveAvatars } from "../../shared/pictures/remove-avatars.ts";
import type { StoreAvatar } from "../../shared/pictures/store-avatar.ts";
import type { FindPlace } from "../../shared/places/find-place.ts";
import type { RetryPolicy } from "../../shared/table/account-write.ts";
import { getImport, type ImportRecord, newImport, putImport } from "../../shared/table/import.ts";
import type { Store } from "../../shared/table/store.ts";
import { plainName, readStrategy, requireFiles } from "./given.ts";
import type { importRoutes } from "./routes.ts";
import { inTime, waitForParse } from "./wait-for-parse.ts";

export interface ImportParts {
  store: Store;
  files: Pick<ImportFiles, "put" | "read" | "readIfThere">;
  storeAvatar: StoreAvatar;
  removeAvatars: RemoveAvatars;
  signUpload: SignUpload;
  now: () => Date;
  newId: () => string;
  findPlace: FindPlace;
  pause: (milliseconds: number) => Promise<void>;
  retry?: RetryPolicy;
}

export function importOperations(parts: ImportParts): Operations<typeof importRoutes> {
  const { store, files, signUpload, now, newId } = parts;
  return {
    async parseImport({ caller: { accountId }, params: { source }, body, baseUrl, remainingTime }) {
      const strategy = readStrategy(source, body.fields.strategy);
      const given = requireFiles(body.files);
      const id = newId();
      let start = 0;
      const described = given.map(({ file: { fileName, content }, part }) => {
        const size = content.byteLength;
        start += size;
        return { name: plainName(fileName), size, part, start: start - size };
      });
      const waiting = newImport({ id, accountId, source, ...strategy, files: described }, now());
      await putImport(store, waiting);
      // Given up in time to say so: the caller still has what the storage did not take.
      const patience = remainingTime() - answerMargin;
      // One object, whatever number of files: each object is an event, and a write of the import's item.
      const content = Buffer.concat(given.map(({ file }) => file.content));
      await files.put(uploadKey({ accountId, importId: id, index: 0 }), content, "application/octet-stream", patience);
      const record = await waitForParse(parts, waiting, Math.min(longestWait, remainingTime() - answerMargin));
      if (record.error) throw asError(record.error);
      const page = { offset: 0, limit: maxPageRows };
      // A page lies in two objects at most.
      const read = () => readRows(files, record, page, (remainingTime() - lastMargin) / 2);
      const rows = record.status === "parsed" ? await inTime(read) : "late";
      if (rows === "late" || !record.counts) {
        const headers = { location: locationOf(baseUrl, source, id) };
        return { status: 202, headers, body: { importId: id, status: record.status } };
      }
      return { status: 200, body: { ...pageOf(record, rows, page), ...record.counts } };
    },

    async uploadImport({ caller: { accountId }, params: { source }, body: { fileName, size, strategy }, baseUrl }) {
      if (size > maxUploadBytes) throw new AppError("payload_too_large", { message: "A file may have 5 GB." });
      const id = newId();
      const time = now();
      const file = { name: plainName(fileName), size };
      const record = newImport({ id, accountId, source, ...readStrategy(source, strategy), files: [file] }, time);
      const upload = await offerUpload(signUpload, uploadKey({ accountId, importId: id, index: 0 }), size, time);
      await putImport(store, record);
      const headers = { location: locationOf(baseUrl, source, id) };
      return { status: 201, headers, body: { importId: id, upload } };
    },

    async readImport({ caller: { accountId }, params: { source, importId }, query: page }) {
      const record = await getImport(store, accountId, importId, now());
      if (!record || record.source !== source) throw new AppError("import_not_found");
      const { status, rowsRead, error, counts } = record;
      const rows = pageOf(record, await readRows(files, record, page), page);
      return { status: 200, body: { ...rows, ...(counts ?? unknownCounts), status, rowsRead, error } };
    },

    async commitImport({ caller: { accountId }, params: { source }, body, remainingTime }) {
      const time = now();
      const given = body.contacts.map((row, index) => readCommitRow(row, time, `body.contacts.${index}`));
      const rows = await preparePictures(parts, accountId, source, given, remainingTime);
      const { results, txid } = await commitRows(parts, accountId, source, rows);
      await parts.removeAvatars(accountId, unusedPictures(rows, results));
      const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
      return {
        status: 200,
        txid,
        // What is left is done by the same request sent again; what is done is known by its marks.
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
  };
}

/** Milliseconds that a parse is waited for at most, that are kept for reading its rows, and for writing the answer. */
const longestWait = 25_000;
const answerMargin = 3_000;
const lastMargin = 1_000;

/** Pictures that were made for nothing: the contact has one, or the row was taken over meanwhile. */
function unusedPictures(rows: readonly CommitRow[], results: readonly CommitResult[]): string[] {
  return rows.flatMap((row, index) => {
    const picture = "row" in row ? row.picture : undefined;
    return picture === undefined || results[index]?.avatar === "taken" ? [] : [picture];
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
