/**
 * Pictures of parsed rows: kept beside the rows until a commit wants them, for as long as the import bucket keeps
 * anything. They are as the file holds them, of unknown kind and from strangers: nothing may show them.
 */
import type { ImportFiles } from "../files/import-files.ts";
import { pictureKey } from "../files/import-keys.ts";
import { maxPictureBytes } from "../pictures/measure-picture.ts";
import { inFlight } from "./in-flight.ts";
import type { RawRow } from "./raw-row.ts";
import { firstOfEqual } from "./row-identity.ts";

/** Bytes of all pictures of an import. */
export const maxPicturesBytes = 200 * 1024 * 1024;
const parallelWrites = 2;

export interface PictureStore {
  /** The row's picture, where there is room for it; else the row loses it, and is told. */
  take: (row: RawRow) => Uint8Array | undefined;
  /** Writes a picture that was taken; equal rows have one together. Throws the fault of an earlier one. */
  keep: (tempId: string, picture: Uint8Array) => Promise<void>;
  /** Settles when all pictures are written. */
  settle: () => Promise<void>;
}

/** Of one import. */
export function createPictureStore(files: Pick<ImportFiles, "put">, accountId: string): PictureStore {
  const writing = inFlight(parallelWrites);
  let total = 0;
  return {
    take: (row) => {
      const { picture } = row;
      if (!picture) return undefined;
      const reason = whyNot(picture.byteLength, total);
      if (reason === undefined) {
        total += picture.byteLength;
        return picture;
      }
      row.photo = false;
      // What is not kept is no part of the row: the same row with its picture, of another file, is another one.
      delete row.picture;
      row.valuesLost += 1;
      const line = row.lines.first;
      row.issues.push({ code: "picture_left_out", severity: "warning", message: reason, field: "photo", line });
      return undefined;
    },
    keep: (tempId, picture) =>
      writing.start(() => {
        return files.put(pictureKey(accountId, firstOfEqual(tempId)), picture, "application/octet-stream");
      }),
    settle: writing.settle,
  };
}

/** The picture of a row that was parsed within the last day; undefined when it has none, or has it no more. */
export async function findImportPicture(
  files: Pick<ImportFiles, "readIfThere">,
  accountId: string,
  tempId: string,
): Promise<Uint8Array | undefined> {
  // Rows come back from outside: nothing but an id of ours may become part of a key.
  const first = firstOfEqual(tempId);
  if (!/^[\w-]{22}$/.test(first)) return undefined;
  return files.readIfThere(pictureKey(accountId, first), maxPictureBytes);
}

function whyNot(bytes: number, total: number): string | undefined {
  const megabytes = (limit: number) => `${limit / 1024 / 1024} MB`;
  if (bytes > maxPictureBytes) return `A picture of more than ${megabytes(maxPictureBytes)} is left out.`;
  if (total + bytes <= maxPicturesBytes) return undefined;
  return `The pictures of an import may have ${megabytes(maxPicturesBytes)} together; this one is left out.`;
}
