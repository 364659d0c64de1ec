/** Prepares the pictures of rows that are to be committed: reading one takes longer than a transaction may. */
import type { ImportFiles } from "../files/import-files.ts";
import { PictureError } from "../pictures/picture-error.ts";
import type { StoreAvatar } from "../pictures/store-avatar.ts";
import { batchGet } from "../table/batch-get.ts";
import { importedRowKey } from "../table/contact-derived.ts";
import { mapInParallel } from "../table/parallel.ts";
import type { Store } from "../table/store.ts";
import type { CommitRow } from "./commit-row.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { findImportPicture } from "./pictures.ts";
import { rowMark } from "./row-identity.ts";

export interface CommitPictureParts {
  store: Store;
  files: Pick<ImportFiles, "readIfThere">;
  storeAvatar: StoreAvatar;
}

/** Pictures of 5 MB that are in memory at once; while one is read, the next is on its way. */
const picturesAtOnce = 3;
/** Milliseconds that are kept for the transactions and the answer, and for the picture that was begun last. */
const writeMargin = 11_000;

/**
 * The rows, in their order, with what became of their pictures. Rows whose pictures don't fit into the time are left
 * for another request, and so are those whose pictures the storage does not give: a row is taken over only once, and its
 * picture with it.
 */
export async function preparePictures(
  { store, files, storeAvatar }: CommitPictureParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
  remainingTime: () => number,
): Promise<CommitRow[]> {
  const wanted = rows.filter((row) => "row" in row && row.photo);
  const known = await findTakenOver(store, accountId, source, wanted);
  return mapInParallel(rows, picturesAtOnce, async (given): Promise<CommitRow> => {
    const { tempId } = given;
    if (!("row" in given) || !given.photo || known.has(rowMark(source, tempId))) return given;
    const later: CommitRow = { tempId, fault: "service_unavailable" };
    if (remainingTime() < writeMargin) return later;
    try {
      const picture = await findImportPicture(files, accountId, tempId);
      if (picture) return { ...given, picture: await storeAvatar(accountId, picture) };
      return given.photoPromised ? { ...given, pictureLost: "gone" } : given;
    } catch (fault) {
      return fault instanceof PictureError ? { ...given, pictureLost: "unreadable" } : later;
    }
  });
}

/** The marks of rows that became contacts before: nothing of them is taken again. */
async function findTakenOver(
  store: Store,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
): Promise<Set<string>> {
  const marks = new Set(rows.map(({ tempId }) => rowMark(source, tempId)));
  if (marks.size === 0) return new Set();
  const byKey = new Map([...marks].map((mark) => [importedRowKey(accountId, mark).sk, mark]));
  const items = await batchGet(
    store,
    [...marks].map((mark) => importedRowKey(accountId, mark)),
  );
  return new Set(items.map(({ sk }) => byKey.get(String(sk)) ?? ""));
}
