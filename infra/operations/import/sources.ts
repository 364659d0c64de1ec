/** Finds the source of a file by its name or content. */
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { openArchive } from "../../../functions/import-parser/archive/open-archive.ts";
import { type FileFormat, formatOf } from "../../../functions/import-parser/files/file-formats.ts";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { ImportFileError } from "../../../functions/import-parser/files/import-file-error.ts";
import { type ImportSource, importSources } from "../../../shared/import/row/parsed-contact.ts";
import { ImportCommandError } from "./options.ts";

const ofNames: readonly [RegExp, ImportSource][] = [
  [/\.(vcf|vcard)$/i, "vcard"],
  [/\.csv$/i, "network_a"],
  [/\.json$/i, "network_b"],
];

const ofFormats: { [Kind in FileFormat["kind"]]?: ImportSource } = { vcard: "vcard", json: "network_b" };

/** In this order, because the archive of a network may hold vCards that were sent as messages. */
const ofEntries: readonly [ImportSource, RegExp][] = [
  ["network_a", /connections[^/]*\.csv$/i],
  ["network_b", /(followers|following|close_friends)[^/]*\.(json|html)$/i],
  ["vcard", /\.(vcf|vcard)$/i],
];

const headBytes = 1_024;

/** Throws `ImportCommandError` if the source can't be told. */
export async function findSource(path: string): Promise<ImportSource> {
  const name = basename(path);
  const named = ofNames.find(([pattern]) => pattern.test(name))?.[1];
  if (named) return named;
  await using handle = await open(path);
  const file = localFile(handle, name, (await handle.stat()).size);
  const head = new TextDecoder("windows-1252").decode(await file.read(0, headBytes));
  const kind = formatOf(head.replace(/^ï»¿/, ""))?.kind;
  const found = kind === "zip" ? await findInArchive(file) : kind && ofFormats[kind];
  if (found) return found;
  throw new ImportCommandError(
    `What ${path} holds can't be told: say --source ${importSources.join(", or --source ")}.`,
  );
}

/** Reads no more than the directory. A damaged archive has no source. */
async function findInArchive(file: ImportFile): Promise<ImportSource | undefined> {
  const found = new Set<ImportSource>();
  try {
    await openArchive(file, (path) => {
      for (const [source, pattern] of ofEntries) if (pattern.test(path)) found.add(source);
      return false;
    });
  } catch (fault) {
    if (!(fault instanceof ImportFileError)) throw fault;
  }
  return ofEntries.map(([source]) => source).find((source) => found.has(source));
}

function localFile(handle: FileHandle, name: string, size: number): ImportFile {
  return {
    name,
    size,
    read: async (start, end) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    },
    stream: (start = 0, end = size) => handle.createReadStream({ start, end: end - 1, autoClose: false }),
  };
}
