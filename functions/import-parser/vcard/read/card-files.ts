/**
 * Opens vCard files, and archives of them that address books and CardDAV servers export, with one file per person or a few
 * files for all. Scans a whole file to find out its encoding, its line ends, and whether it may have cards and groups.
 */
import { TextDecoder } from "node:util";
import { requireSource } from "../../archive/archive-source.ts";
import { type ArchiveEntry, isArchive, openArchive } from "../../archive/open-archive.ts";
import { wrongKind } from "../../files/file-formats.ts";
import { fileOf, type ImportFile, shareOf } from "../../files/import-file.ts";
import { ImportFileError } from "../../files/import-file-error.ts";
import type { LineForm } from "../../text/lines.ts";
import { asUtf8 } from "../../text/utf8.ts";
import { type FileEncoding, namedEncoding } from "../decode/charset.ts";
import { EncodingEvidence } from "../decode/legacy-encoding.ts";

/** Returns the .vcf files of an archive, or the file itself if it is not an archive. Throws ImportFileError. */
export async function openCardFiles(file: ImportFile): Promise<ImportFile[]> {
  const head = await file.read(0, Math.min(file.size, headBytes));
  if (!isArchive(head)) return [file];
  // A request for each read of each small entry would take longer than the time limit of the invocation.
  const held = file.size <= maxHeldBytes ? fileOf(await file.read(0, file.size), file.name) : file;
  const entries = await openArchive(held, isCardFile);
  if (entries.length === 0) {
    await requireSource(held, "vcard");
    throw new ImportFileError("file_kind", `The archive holds no .vcf file. ${choose}`);
  }
  const bytesOfEach = shareOf(file, entries);
  return entries.map((entry) => ({
    ...entryFile(entry),
    noteRead: async (bytes) => file.noteRead?.(bytes * bytesOfEach),
  }));
}

/** The signature of every archive fits into these bytes. */
const headBytes = 512;
const maxHeldBytes = 32 * 1024 * 1024;

/** macOS adds a metadata file for every file of an archive, with the same file extension. Those files are ignored. */
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

/** Creates the error for a file that has no card. */
export async function noCards(file: ImportFile): Promise<ImportFileError> {
  const bytes = await file.read(0, Math.min(file.size, startLength));
  const unknown = "The file holds no vCard: nothing begins with BEGIN:VCARD.";
  return wrongKind(new TextDecoder("windows-1252").decode(bytes), unknown, choose);
}

/** The number of bytes from which the format is recognised. */
const startLength = 4096;
const choose = "Choose the .vcf file that an address book gives when it exports vCards.";

export interface Survey extends FileEncoding, LineForm {
  /** The file may have a card that is a group of people. */
  mayHaveGroups: boolean;
  isBlank: boolean;
  /** The file may have a card. */
  mayHaveCards: boolean;
}

/** Reads the file once. This is cheap compared with the transfer, because lines are not parsed. */
export async function surveyFile(file: ImportFile): Promise<Survey> {
  const survey: Survey = {
    raw: false,
    hint: null,
    guess: "windows-1252",
    lineEnd: 13,
    mayHaveGroups: false,
    isBlank: true,
    mayHaveCards: false,
  };
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const evidence = new EncodingEvidence();
  let before = "";
  for await (const chunk of asUtf8(file.stream())) {
    survey.raw ||= !isDecodable(() => utf8.decode(chunk, { stream: true }));
    if (survey.lineEnd === 13 && chunk.includes(10)) survey.lineEnd = 10;
    survey.isBlank &&= chunk.every((byte) => byte <= blank);
    const bytes = chunk.toString("latin1");
    evidence.add(bytes, survey.raw);
    const text = before + bytes;
    survey.hint ??= namedEncoding(text);
    survey.mayHaveGroups ||= groupKind.test(text);
    survey.mayHaveCards ||= cardStart.test(text);
    before = text.slice(-longestMatch);
  }
  survey.raw ||= !isDecodable(() => utf8.decode());
  if (!survey.raw) survey.hint = null;
  survey.guess = evidence.encoding();
  return survey;
}

const blank = 32;
const groupKind = /KIND(?:;[^:\r\n]{0,80})?:[ \t]{0,9}group/i;
const cardStart = /BEGIN\s{0,9}(?:;[^:\r\n]{0,50})?:\s{0,9}VCARD/i;
const longestMatch = 100;

function isDecodable(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}
