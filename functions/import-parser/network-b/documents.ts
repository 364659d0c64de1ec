/** The JSON files of an import, wherever they lie. */
import { Buffer } from "node:buffer";
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import type { FollowStrategy } from "../../../shared/imports/parsed-contact.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import type { ImportFile } from "../import-file.ts";
import { isArchive } from "../zip.ts";
import { openExport } from "./archive.ts";
import { choosesHtml } from "./faults.ts";
import { type ListKind, listOfFileName, listOfPath } from "./lists.ts";

export interface ListDocument {
  /** Of the import's file that it is or lies in. */
  fileIndex: number;
  /** For messages, quoted. */
  title: string;
  /** What its name says. */
  named: ListKind | null;
  inArchive: boolean;
  /** Bytes. */
  size: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface OpenedFile {
  documents: ListDocument[];
  /** Why there are none; null when there are. Of no weight where another file of the import has some. */
  whyNone: ImportFileError | null;
  /** What could not be opened and is not needed, quoted. */
  leftOut: string[];
}

/** Bytes that tell what a file is. */
const headBytes = 1_024;

/** Throws ImportFileError for what is neither an archive nor JSON, and for an archive of something else. */
export async function openDocuments(
  file: ImportFile,
  fileIndex: number,
  strategy: FollowStrategy,
): Promise<OpenedFile> {
  if (file.size === 0) throw new ImportFileError("file_empty", "The file is empty.");
  const head = await file.read(0, Math.min(file.size, headBytes));
  if (!isArchive(head)) {
    requireJson(head);
    const document: ListDocument = {
      fileIndex,
      title: quote(file.name || "the file"),
      named: listOfFileName(file.name),
      inArchive: false,
      size: file.size,
      open: () => file.stream(),
    };
    return { documents: [document], whyNone: null, leftOut: [] };
  }
  const { entries, whyNone, isPartial } = await openExport(file, strategy);
  if (whyNone?.reason === "file_kind") throw whyNone;
  const documents = entries.map(({ path, size, content }): ListDocument => {
    const list = listOfPath(path);
    const named = list === "both" ? null : list;
    return { fileIndex, title: quote(path), named, inArchive: true, size, open: content };
  });
  return { documents, whyNone, leftOut: isPartial ? [quote(file.name || "the archive")] : [] };
}

/** By its first character, whatever the encoding. What else may be wrong is found out by reading. */
function requireJson(head: Uint8Array): void {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  const start = text.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*/, "");
  if (start.startsWith("<")) throw choosesHtml("The file");
  if (/^B\0?E\0?G\0?I\0?N\0?:/i.test(start)) {
    throw new ImportFileError("file_kind", "The file is no JSON, but a vCard. Import it as vcard.");
  }
  if (start !== "" && !/^[[{]/.test(start)) {
    const message = "The file is neither a ZIP archive nor JSON.";
    throw new ImportFileError("file_kind", `${message} Import the archive as the network gave it.`);
  }
}
