/** Errors for unreadable archives. Each message states the fault and the remedy. */
import { quote } from "../../../shared/import/row/row-issues.ts";
import { ImportFileError } from "../files/import-file-error.ts";

export const unpack = "Unpack the archive and import only the files that are needed.";

/** `message` states the fault and the remedy. */
export function unreadable(message: string): ImportFileError {
  return new ImportFileError("file_unreadable", message);
}

/** `what` completes "The archive is …". */
export function damaged(what: string): ImportFileError {
  return unreadable(`The archive is ${what}. Download it again and import the new file.`);
}

export function damagedDirectory(): ImportFileError {
  return damaged("damaged: its table of contents is broken");
}

export function damagedEntry(path: string): ImportFileError {
  return damaged(`damaged: ${quote(path)} can't be unpacked`);
}

/** `what` completes "The archive is not read because …". */
export function hostile(what: string): ImportFileError {
  const message = `The archive is not read because ${what}. Import it as it was downloaded.`;
  return new ImportFileError("archive_hostile", message);
}

/** `what` completes "The archive is too large: …". */
export function tooLarge(what: string, remedy = unpack): ImportFileError {
  return new ImportFileError("archive_too_large", `The archive is too large: ${what}. ${remedy}`);
}

export function tooManyEntries(most: number): ImportFileError {
  return tooLarge(`it has more than ${most.toLocaleString("en")} files`);
}
