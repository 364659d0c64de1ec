/** This module finds the JSON files of an import, as single files or inside archives. */
import { quote } from "../../../shared/import/row/row-issues.ts";
import { requireSource } from "../archive/archive-source.ts";
import { isArchive, openArchive } from "../archive/open-archive.ts";
import { wrongKind } from "../files/file-formats.ts";
import { type ImportFile, noteReading, shareOf } from "../files/import-file.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { hasFollows, type ListKind, listOfFileName } from "./lists.ts";

export interface ListDocument {
  /** The index refers to the imported file that is, or contains, the document. */
  fileIndex: number;
  /** Messages use this quoted name. */
  title: string;
  /** The list that the file name indicates is used for entries without a key. */
  named: ListKind;
  inArchive: boolean;
  open(): AsyncIterable<Uint8Array>;
}

/** The file format can be recognised from these bytes. */
const headBytes = 1_024;

/**
 * Returns no documents for an archive without lists, because an export can have several archives. Throws ImportFileError
 * for a file that is neither an archive nor JSON, and for an archive that contains no JSON.
 */
export async function openExportFile(file: ImportFile, fileIndex: number): Promise<ListDocument[]> {
  const head = await file.read(0, Math.min(file.size, headBytes));
  if (isArchive(head)) return openExportArchive(file, fileIndex);
  if (!looksLikeJson(head)) {
    const start = new TextDecoder("windows-1252").decode(head);
    throw wrongKind(start, "The file is neither a ZIP archive nor JSON.", chooseJson);
  }
  const named = listOfFileName(file.name);
  return [
    { fileIndex, title: quote(file.name), named, inArchive: false, open: () => noteReading(file, file.stream()) },
  ];
}

async function openExportArchive(file: ImportFile, fileIndex: number): Promise<ListDocument[]> {
  let hasJson = false;
  const entries = await openArchive(file, (path) => {
    hasJson ||= /\.json$/i.test(path);
    return hasFollows(path);
  });
  if (!hasJson) {
    await requireSource(file, "network_b");
    throw new ImportFileError("file_kind", `The archive has no JSON file. ${chooseJson}`);
  }
  const inOrder = entries.sort((a, b) => byNumber.compare(a.path, b.path));
  const bytesOfEach = shareOf(file, entries);
  return inOrder.map(({ path, content }): ListDocument => {
    const open = () => noteReading(file, content(), bytesOfEach);
    return { fileIndex, title: quote(path), named: listOfFileName(path), inArchive: true, open };
  });
}

/** Files are sorted by number, so that `followers_10` comes after `followers_2`. */
const byNumber = new Intl.Collator("en", { numeric: true });

/** Checks only the first character, in any encoding, because the JSON reader finds all other errors. */
function looksLikeJson(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString("latin1");
  return /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*(?:[[{]|$)/.test(text);
}

const chooseJson = "Ask the network for the export again and choose JSON as its format.";
