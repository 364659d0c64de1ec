/** Stores the pictures of rows before their commit, because encoding a picture takes longer than a transaction may. */

import { rowMark } from "../import/identity/row-identity.ts";
import type { ImportSource } from "../import/row/parsed-contact.ts";
import type { ImportFiles } from "../import/store/import-files.ts";
import { findMarked } from "../import/store/imported-rows.ts";
import { findImportPicture } from "../import/store/pictures.ts";
import { PictureError } from "../picture/measure-picture.ts";
import type { StoreAvatar } from "../picture/store-avatar.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { CommitResult } from "./commit-result.ts";
import type { CommitRow } from "./commit-row.ts";

export interface CommitPictureParts {
  store: Store;
  files: Pick<ImportFiles, "readIfThere">;
  storeAvatar: StoreAvatar;
}

/** Pictures of up to 5 MB that are in memory at once: while one is encoded, the next is fetched. */
const picturesAtOnce = 3;
/** The milliseconds that the transactions, the answer and the last picture may take. */
export const pictureMargin = 11_000;

/**
 * The rows in their order, each with its stored picture or the fault of its picture. A row whose picture takes too long,
 * or can't be fetched now, becomes invalid and is left for another request, because a row is committed only once, together
 * with its picture.
 */
export async function preparePictures(
  { store, files, storeAvatar }: CommitPictureParts,
  accountId: string,
  source: ImportSource,
  rows: readonly CommitRow[],
  remainingTime: () => number,
): Promise<CommitRow[]> {
  const withPictures = rows.filter((row) => "row" in row && row.photo !== false);
  const marks = withPictures.map(({ tempId }) => rowMark(source, tempId));
  // Nothing is taken again from a row that was committed before.
  const committed = await findMarked(store, accountId, marks);
  return mapInParallel(rows, picturesAtOnce, async (row): Promise<CommitRow> => {
    const { tempId } = row;
    if (!("row" in row) || row.photo === false || committed.has(rowMark(source, tempId))) return row;
    const later: CommitRow = { tempId, fault: "service_unavailable" };
    if (remainingTime() < pictureMargin) return later;
    try {
      const picture = await findImportPicture(files, accountId, tempId);
      if (picture) return { ...row, picture: await storeAvatar(accountId, picture) };
      return row.photo ? { ...row, pictureFault: "gone" } : row;
    } catch (fault) {
      return fault instanceof PictureError ? { ...row, pictureFault: "unreadable" } : later;
    }
  });
}

/** The pictures that no contact shows: the contact has one already, or another request committed the row. */
export function unusedPictures(rows: readonly CommitRow[], results: readonly CommitResult[]): string[] {
  return rows.flatMap((row, index) => {
    const picture = "row" in row ? row.picture : undefined;
    return picture === undefined || results[index]?.avatar === "taken" ? [] : [picture];
  });
}
