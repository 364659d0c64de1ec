/** This module finds the JSON files of an import, as single files or inside archives. */
import { quote } from "../../../shared/import/row/row-issues.ts";
import { isArchive, openArchive } from "../archive/open-archive.ts";
import type { ImportFile } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { type ListKind, listOfFileName, listOfPath } from "./lists.ts";

export interface ListDocument {
  /** The index refers to the imported file that is, or contains, the document. */
  fileIndex: number;
  /** Messages use this quoted name. */
  title: string;
  /** The list that the file name indicates, if any, is used for entries without a key. */
  named: ListKind | null;
  inArchive: boolean;
  /** The size is in bytes. */
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** The file format can be recognised from these bytes. */
const headBytes = 1_024;

/**
 * Returns no documents for an archive without lists, because an export can have several archives. Throws ImportFileError
 * for a file that is neither an archive nor JSON, and for an archive that contains no JSON.
 */
export async function openExportFile(file: ImportFile, fileIndex: number): Promise<ListDocument[]> {
  if (file.size === 0) throw new ImportFileError("file_empty", "The file is empty.");
  const head = await file.read(0, Math.min(file.size, headBytes));
  if (isArchive(head)) return openExportArchive(file, fileIndex);
  requireJson(head);
  const title = quote(file.name || "the file");
  const named = listOfFileName(file.name);
  return [{ fileIndex, title, named, inArchive: false, size: file.size, open: () => file.stream() }];
}

async function openExportArchive(file: ImportFile, fileIndex: number): Promise<ListDocument[]> {
  let [hasPages, hasJson] = [false, false];
  const entries = await openArchive(file, (path) => {
    hasPages ||= /\.html$/i.test(path);
    hasJson ||= /\.json$/i.test(path);
    return listOfPath(path) !== null;
  });
  if (entries.length === 0 && !hasJson) {
    throw hasPages ? choosesPages("The archive") : new ImportFileError("file_kind", `The archive is ${noExport}`);
  }
  const inOrder = entries.sort((a, b) => byNumber.compare(a.path, b.path));
  return inOrder.map(({ path, size, content }): ListDocument => {
    const list = listOfPath(path);
    const named = list === "both" ? null : list;
    return { fileIndex, title: quote(path), named, inArchive: true, size, open: content };
  });
}

/** Files are sorted by number, so that `followers_10` comes after `followers_2`. */
const byNumber = new Intl.Collator("en", { numeric: true });

const noExport =
  "no export of the network: it has no JSON file. Archives of another network or of vCards are imported as what they are.";

/** Checks only the first character, in any encoding, because the JSON reader finds all other errors. */
function requireJson(head: Uint8Array): void {
  const text = Buffer.from(head).toString("latin1");
  const start = text.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*/, "");
  if (start.startsWith("<")) throw choosesPages("The file");
  if (start === "" || /^[[{]/.test(start)) return;
  const message = "The file is neither a ZIP archive nor JSON. Import the archive as the network gave it.";
  throw new ImportFileError("file_kind", message);
}

/** `what` is the subject of the message: "The archive" or "The file". */
function choosesPages(what: string): ImportFileError {
  const message = `${what} holds web pages (HTML), which are for reading only`;
  const remedy = "Ask the network for the export again and choose JSON as its format.";
  return new ImportFileError("file_kind", `${message}. ${remedy}`);
}
