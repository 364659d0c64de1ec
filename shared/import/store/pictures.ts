/**
 * Pictures of parsed rows. They stay in the import bucket, as long as its other objects, until a commit needs them. They
 * are as the file has them, of unknown kind and from strangers, so they are never shown.
 */

import { maxPictureBytes } from "../../picture/measure-picture.ts";
import { firstOfEqual } from "../identity/row-identity.ts";
import type { RawRow } from "../row/raw-row.ts";
import type { ImportFiles } from "./import-files.ts";
import { pictureKey } from "./import-keys.ts";

/** Bytes of all pictures of an import. */
export const maxPicturesBytes = 200 * 1024 * 1024;
const parallelWrites = 2;

export interface PictureStore {
  /** Returns the row's picture if there is room for it. Otherwise removes it from the row, with an issue. */
  accept: (row: RawRow) => Uint8Array | undefined;
  /** Starts to write an accepted picture. Equal rows share one object. Throws the fault of an earlier write. */
  write: (tempId: string, picture: Uint8Array) => Promise<void>;
  /** Resolves when all pictures are written. */
  finish: () => Promise<void>;
}

/** Stores the pictures of one import. */
export function createPictureStore(files: Pick<ImportFiles, "put">, accountId: string): PictureStore {
  /** The writes that have not ended, and those that failed. */
  const writes = new Set<Promise<unknown>>();
  let total = 0;
  return {
    accept: (row) => {
      const { picture } = row;
      if (!picture) return undefined;
      const reason = whyNot(picture.byteLength, total);
      if (reason === undefined) {
        total += picture.byteLength;
        return picture;
      }
      row.photo = false;
      // The row becomes a different one than the same row with its picture in another file.
      delete row.picture;
      row.valuesLost += 1;
      const line = row.lines.first;
      row.issues.push({ code: "picture_left_out", severity: "warning", message: reason, field: "photo", line });
      return undefined;
    },
    write: async (tempId, picture) => {
      if (writes.size >= parallelWrites) await Promise.race(writes);
      const key = pictureKey(accountId, firstOfEqual(tempId));
      const write: Promise<unknown> = files
        .put(key, picture, "application/octet-stream")
        .then(() => writes.delete(write));
      writes.add(write);
      // The next `write` or `finish` throws the fault.
      write.catch(() => {});
    },
    finish: async () => {
      await Promise.all(writes);
    },
  };
}

/** The picture of a row that was parsed within the last day; undefined if there is none, or it is deleted. */
export async function findImportPicture(
  files: Pick<ImportFiles, "readIfThere">,
  accountId: string,
  tempId: string,
): Promise<Uint8Array | undefined> {
  // Clients send the id: only an id that the service made may become a part of a key.
  const first = firstOfEqual(tempId);
  if (!/^[\w-]{22}$/.test(first)) return undefined;
  return files.readIfThere(pictureKey(accountId, first), maxPictureBytes);
}

function whyNot(bytes: number, total: number): string | undefined {
  if (bytes > maxPictureBytes) return "A picture of more than 5 MB is left out.";
  if (total + bytes <= maxPicturesBytes) return undefined;
  return "The pictures of an import may have 200 MB together; this one is left out.";
}
