/** An archive of cards, as address books and CardDAV servers make it: a file for each person, or a few for all. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { fileOf, type ImportFile } from "../import-file.ts";
import { type ArchiveEntry, isArchive, openArchive } from "../zip.ts";

/** The .vcf files of an archive, or the file itself when it is none. Throws ImportFileError. */
export async function openCardFiles(file: ImportFile): Promise<ImportFile[]> {
  const head = await file.read(0, Math.min(file.size, headBytes));
  if (!isArchive(head)) return [file];
  // Many small entries are asked for many times: a request each would take longer than the invocation may.
  const held = file.size <= maxHeldBytes ? fileOf(await file.read(0, file.size), file.name) : file;
  const entries = await openArchive(held, isCardFile);
  if (entries.length === 0) {
    const message = "The archive holds no .vcf file. The archive of a network is imported as network_a or network_b.";
    throw new ImportFileError("file_kind", message);
  }
  return entries.map(entryFile);
}

/** Enough for the signature of any archive. */
const headBytes = 512;
const maxHeldBytes = 32 * 1024 * 1024;

/** What a Macintosh keeps beside every file of an archive has the file's name. */
function isCardFile(path: string): boolean {
  return /\.(?:vcf|vcard)$/i.test(path) && !/(?:^|\/)(?:__macosx\/|\._)/i.test(path);
}

function entryFile(entry: ArchiveEntry): ImportFile {
  async function* stream(start = 0, end = entry.size): AsyncGenerator<Uint8Array> {
    let at = 0;
    for await (const chunk of entry.content()) {
      const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
      at += chunk.byteLength;
      if (part.byteLength > 0) yield part;
      if (at >= end && end < entry.size) return;
    }
  }
  const read = async (start: number, end: number) => {
    const parts: Uint8Array[] = [];
    for await (const part of stream(start, end)) parts.push(part);
    return Buffer.concat(parts);
  };
  return { name: entry.path.split("/").at(-1) ?? "", size: entry.size, stream, read };
}
