/** What is said about an archive that can't be read: what is wrong, and what to do. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { quote } from "../../../shared/imports/remarks.ts";

const again = "Download it again and import the new file.";
const unpack = "Unpack the archive and import only the files that are needed.";

export function emptyFile(): ImportFileError {
  return new ImportFileError("file_empty", "The file is empty.");
}

export function emptyArchive(): ImportFileError {
  return new ImportFileError("file_empty", "The archive is empty: there is no file in it.");
}

export function noArchive(): ImportFileError {
  return new ImportFileError("file_kind", "The file is no ZIP archive. Import the file as it was downloaded.");
}

export function withoutEnd(): ImportFileError {
  return new ImportFileError("file_unreadable", `The archive is incomplete: its end is missing. ${again}`);
}

export function split(): ImportFileError {
  return new ImportFileError(
    "file_unreadable",
    "The archive is split into several files. Join them to one ZIP file and import that.",
  );
}

export function damagedDirectory(): ImportFileError {
  return new ImportFileError("file_unreadable", `The archive is damaged: its table of contents is broken. ${again}`);
}

export function damagedEntry(path: string): ImportFileError {
  return new ImportFileError("file_unreadable", `The archive is damaged: ${quote(path)} can't be unpacked. ${again}`);
}

export function encrypted(path: string): ImportFileError {
  return new ImportFileError(
    "file_unreadable",
    `The archive is protected: ${quote(path)} needs a password. Remove the password and import the archive again.`,
  );
}

export function unknownMethod(path: string, method: number): ImportFileError {
  const name = methodNames[method] ?? `method ${method}`;
  return new ImportFileError(
    "file_unreadable",
    `${quote(path)} is packed by ${name}, which is not read here. ${unpack}`,
  );
}

export function symbolicLink(path: string): ImportFileError {
  return new ImportFileError(
    "archive_hostile",
    `In the archive, ${quote(path)} is a link to another file. Make an archive with the file itself and import that.`,
  );
}

export function unsafePath(path: string): ImportFileError {
  return new ImportFileError(
    "archive_hostile",
    `The archive has a path that leads out of it: ${quote(path)}. Unpack it with care and import only the needed file.`,
  );
}

/** `what` completes "The archive is not read because …". */
export function hostile(what: string): ImportFileError {
  return new ImportFileError(
    "archive_hostile",
    `The archive is not read because ${what}. Import it as it was downloaded.`,
  );
}

/** `what` completes "The archive is too large: …". */
export function tooLarge(what: string, remedy = unpack): ImportFileError {
  return new ImportFileError("archive_too_large", `The archive is too large: ${what}. ${remedy}`);
}

/** Unpacked they are as large: only fewer at once, or parts of them, can be imported. */
export function tooLargeInside(what: string): ImportFileError {
  return tooLarge(what, "Unpack it and import the files that are needed one by one, and what is too large in parts.");
}

export function tooManyEntries(most: number): ImportFileError {
  return tooLarge(`it has more than ${most.toLocaleString("en")} files`);
}

/** APPNOTE 4.4.5. */
const methodNames: Readonly<Record<number, string>> = {
  1: "Shrink",
  2: "Reduce",
  3: "Reduce",
  4: "Reduce",
  5: "Reduce",
  6: "Implode",
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  96: "JPEG",
  97: "WavPack",
  98: "PPMd",
};
