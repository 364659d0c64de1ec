/** Errors for unreadable archives. Each message states the fault and the remedy. */
import { quote } from "../../../shared/import/row/row-issues.ts";
import { ImportFileError } from "../files/import-file-error.ts";

/** `message` states the fault and the remedy. */
export function unreadable(message: string): ImportFileError {
  return new ImportFileError("file_unreadable", message);
}

export function damagedDirectory(): ImportFileError {
  return unreadable(`The archive is damaged or incomplete: its table of contents can't be read. ${again}`);
}

export function damagedEntry(path: string): ImportFileError {
  return unreadable(`The archive is damaged: ${quote(path)} can't be unpacked. ${again}`);
}

const again = "Download it again and import the new file.";

/** `what` completes "The archive is not read because …". */
export function hostile(what: string): ImportFileError {
  const message = `The archive is not read because ${what}. Import it as it was downloaded.`;
  return new ImportFileError("archive_hostile", message);
}

/** `what` completes "The archive is too large: …". */
export function tooLarge(what: string): ImportFileError {
  const remedy = "Unpack it, and import the files that are needed one by one, and too large ones in parts.";
  return new ImportFileError("archive_too_large", `The archive is too large: ${what}. ${remedy}`);
}
